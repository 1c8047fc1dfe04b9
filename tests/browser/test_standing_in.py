"""A seat that looks for somebody, at the pages of who leaves, of who comes, and of the other."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import open_game
from tests.harness.product import Product

pytestmark = pytest.mark.browser


def test_who_watches_sits_down_for_who_asked_and_plays_on(visit: Callable[..., Person], product: Product) -> None:
    leaving, staying, coming = (visit(size).sign_up() for size in ("phone", "desktop", "phone"))
    one, other, newcomer = leaving.page, staying.page, coming.page
    game_id = open_game(one, product.url, ruleset="classic", players=2, teams=2, seats=["me", "open"])
    for page in (other, newcomer):
        page.goto(f"{product.url}/tables/{game_id}")
    other.locator("[data-sit]").click()
    one.locator(".hand").wait_for()
    newcomer.locator(".seats").wait_for()
    assert newcomer.locator("[data-sit]").count() == 0
    one.locator('[data-sheet="score"]').first.click()
    one.locator('dialog [data-want="yes"]').click()
    free = newcomer.get_by_role("group", name="A free seat")
    free.wait_for()
    assert leaving.name in free.inner_text()
    assert not layout_faults(newcomer) + serious(newcomer)
    newcomer.goto(product.url)
    newcomer.get_by_role("link", name="Look at the free seat").first.click()
    newcomer.get_by_role("button", name=f"Play for {leaving.name}").click()
    newcomer.locator(".hand").wait_for()
    one.locator(".hand").wait_for(state="detached")
    other.locator(".log li", has_text=f"{coming.name} plays for {leaving.name}").first.wait_for(state="attached")
    assert f"looked for who plays on for {leaving.name}" in other.locator(".log").inner_text(), (
        "it is told of who sat there"
    )
    assert f"for {leaving.name}" in other.locator(".seats").inner_text()
    for page in (one, other, newcomer):
        assert not layout_faults(page) + serious(page)
