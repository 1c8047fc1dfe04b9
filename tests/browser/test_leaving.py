"""Giving a game up by the page: asked once more, then said to all, and the cards lie open."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import open_game, prompt, wait_for_turn
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_person_gives_the_game_up_and_reads_what_became_of_it(visit: Visit, product: Product, size: str) -> None:
    page = visit(size).sign_up().page
    open_game(page, product.url, ruleset="classic", clock="daily")
    wait_for_turn(page)
    if page.locator(".sheet-button:visible").count():
        page.locator(".sheet-button").click()
    page.locator("[data-resign=ask]:visible").click()
    faults = layout_faults(page) + serious(page)
    page.locator("[data-resign=close]").click()
    page.locator("[data-resign=yes]").wait_for(state="detached")  # they think better of it
    if page.locator(".sheet-button:visible").count():
        page.locator(".sheet-button").click()
    page.locator("[data-resign=ask]:visible").click()
    page.locator("[data-resign=yes]").click()
    page.wait_for_function("document.querySelector('#prompt').textContent.includes('Given up')")
    assert "Won by" in prompt(page)
    faults += layout_faults(page) + serious(page)
    page.goto(product.url)
    page.locator(".pill", has_text="Given up").wait_for()
    assert not faults + layout_faults(page) + serious(page)
