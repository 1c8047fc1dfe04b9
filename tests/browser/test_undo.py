"""Taking a discard back, at the pages of the two who play: what is asked, of whom, and what comes of it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import act, draw, my_turn, open_game
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def hand(page: Page) -> list[str]:
    """The cards, whether or not they are marked as new."""
    return [text.replace(" New.", "") for text in page.locator("[data-stack]").all_inner_texts()]


def test_a_discard_is_taken_back_when_the_other_agrees_and_stands_when_not(visit: Visit, product: Product) -> None:
    """V78, V81: the request says what it is about before anybody consents; what was taken back stays in the log."""
    first, second = visit("phone").sign_up().page, visit("desktop").sign_up().page
    game_id = open_game(first, product.url, ruleset="classic", players=2, teams=2, seats=["me", "open"])
    second.goto(f"{product.url}/tables/{game_id}")
    second.locator("[data-sit]").click()
    second.locator(".hand").wait_for()
    first.locator(".hand").wait_for()
    mine, other = (first, second) if my_turn(first) else (second, first)
    draw(mine)
    held = hand(mine)
    for agrees in ("yes", "no"):
        mine.locator("[data-stack]").first.click()
        assert act(mine, "discard")
        other.locator(".dock .inner.mine").wait_for()
        assert act(mine, "take-back")
        box = mine.get_by_role("group", name="Taking back")
        assert "You discarded" in box.inner_text() and "All must agree" in box.inner_text()
        box.locator('[data-undo="yes"]').click()
        asked = other.get_by_role("group", name="Taking back")
        asked.wait_for()
        assert "asks to take back" in asked.inner_text() and "Still to answer: You." in asked.inner_text()
        other.locator("#say-now", has_text="asks to take back").wait_for(state="attached")
        assert not layout_faults(other) + serious(other) + layout_faults(mine) + serious(mine)
        asked.locator(f'[data-undo="{agrees}"]').click()
        asked.wait_for(state="detached")
        box.wait_for(state="detached")
        if agrees == "yes":
            mine.locator(".dock .inner.mine").wait_for()
            assert hand(mine) == held
            assert "discarded" in other.locator(".log .undone").first.text_content()
    assert my_turn(other) and mine.locator('[data-act="take-back"]').count() == 0
