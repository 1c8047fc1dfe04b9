"""A hint at the table: shown and said, used or put away, and never sent by itself."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import DEAF, draw, leaves_the_pile, open_game, settle, wait_for_turn
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_turn_played_by_hints_alone(visit: Visit, product: Product, size: str) -> None:
    """Each hint is followed by the page's own button for it, until the turn has passed on."""
    page = visit(size).sign_up().page
    open_game(page, product.url, ruleset="classic")
    wait_for_turn(page)
    page.locator(".log li", has_text="Deal 1").wait_for(state="attached")  # the log is there: what is new is done now
    for _ in range(30):
        if not page.locator(".dock .inner.mine").count() or page.locator("dialog[open]").count():
            break
        page.locator('.acts [data-act="hint"]').click()
        panel = page.get_by_role("group", name="Hint")
        panel.wait_for()
        assert not layout_faults(page) + serious(page)
        page.locator("#say-now", has_text=re.compile(r"\S")).wait_for(state="attached")
        use = panel.get_by_role("button", name="Use it")
        (use if use.count() else panel.get_by_role("button", name="Close")).click()
        panel.wait_for(state="detached")
        told = page.locator(".log li").count()
        main = page.locator(".acts .btn.go")
        main.last.wait_for()
        page.wait_for_timeout(DEAF)
        main.last.click()
        settle(page)
        if leaves_the_pile(page):
            page.wait_for_timeout(DEAF)
            main.last.click()
        page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=told)
        page.wait_for_timeout(DEAF)
    else:
        raise AssertionError("the turn did not end")


def test_a_hint_by_keyboard_can_be_put_away_and_changes_nothing(visit: Visit, product: Product) -> None:
    page = visit().sign_up().page
    open_game(page, product.url, ruleset="classic")
    wait_for_turn(page)
    before = page.locator("[data-stack]").all_inner_texts()
    page.keyboard.press("h")
    panel = page.get_by_role("group", name="Hint")
    panel.wait_for()
    panel.locator('[data-hint="close"]').focus()
    page.keyboard.press("Enter")
    panel.wait_for(state="detached")
    assert page.locator("[data-stack]").all_inner_texts() == before
    assert page.locator("[data-group]").count() == 0


def test_a_hint_is_there_as_soon_as_the_table_tells_of_what_was_done_before(visit: Visit, product: Product) -> None:
    """However late the answer to that comes."""
    page = visit().sign_up().page
    open_game(page, product.url, ruleset="classic")
    wait_for_turn(page)
    late: list[tuple[Any, Any]] = []
    page.route(re.compile("/actions$"), lambda route: late.append((route, route.fetch())))
    draw(page)
    page.locator('.acts [data-act="hint"]').click()
    page.get_by_role("group", name="Hint").wait_for()
    for route, answer in late:
        route.fulfill(response=answer)
    assert len(late) == 1


def test_a_rated_table_offers_no_hint(visit: Visit, product: Product) -> None:
    page = visit().sign_up().page
    open_game(page, product.url, rated=True)
    wait_for_turn(page)
    assert page.locator('[data-act="hint"]').count() == 0
    page.keyboard.press("h")
    page.wait_for_timeout(300)
    assert page.locator(".hint").count() == 0
