"""Deciding something beforehand, at the table page: two steps to it, listed, cancelled."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import open_game, wait_for_turn
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_what_is_decided_beforehand_needs_two_steps_is_listed_and_can_be_cancelled(
    visit: Visit, product: Product
) -> None:
    """V87: one tap alone decides nothing."""
    page = visit("phone").sign_up().page
    game_id = open_game(page, product.url, ruleset="classic")
    wait_for_turn(page)  # else a bot's move may come between the two steps, which is a reason to look again
    page.locator('[data-sheet="score"]').first.click()
    page.get_by_role("button", name="Decide beforehand").last.click()
    sheet = page.locator("dialog")
    sheet.get_by_role("button", name="Answer yes…").click()
    sheet.get_by_role("heading", name="When a partner asks to go out: Answer yes?").wait_for()
    assert not layout_faults(page) + serious(page)

    def kept() -> list[dict[str, object]]:
        told: list[dict[str, object]] = page.request.get(f"{product.url}/api/games/{game_id}/plans").json()["plans"]
        return told

    assert kept() == []
    sheet.get_by_role("button", name="In this deal").click()
    sheet.get_by_text("Answer yes, in this deal.").wait_for()
    assert kept() == [{"kind": "answer", "until": "deal", "yes": True}]
    sheet.get_by_role("button", name="Cancel").click()
    sheet.get_by_role("button", name="Cancel").wait_for(state="detached")
    assert kept() == []
