"""An officer with a telephone in each hand: a member says what to play, and the officer does it at the table's page."""

import re
import uuid
from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import open_game
from tests.browser.test_club import found, join_by_card, make_card
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_an_officer_draws_and_discards_for_a_member_and_the_table_is_told_who_did_it(
    visit: Visit, product: Product
) -> None:
    ann, ben = visit("phone").sign_up(), visit("phone", color_scheme="dark")
    club = found(ann.page, product.url)
    code, name = make_card(ann.page), f"p{uuid.uuid4().hex[:8]}"
    join_by_card(ben.page, product.url, code, name)
    ben.page.get_by_role("heading", name=club).wait_for()
    address = ben.page.get_by_role("link", name="Open a table in the club").get_attribute("href")
    seats = {"players": 2, "teams": 2, "seats": ["me", "bot:random"], "visibility": "private"}
    game_id = open_game(ben.page, product.url, club=address.split("=")[1], **seats)
    ben.page.locator(".dock .inner.mine").wait_for(timeout=30_000)

    page = ann.page
    page.goto(f"{product.url}/tables/{game_id}")
    page.get_by_role("link", name="Act for a member").click()
    assert not layout_faults(page) + serious(page)
    page.locator(".tile", has_text="Draw from the stock").click()
    page.get_by_role("button", name="Do it").click()
    page.get_by_text("It is done").wait_for()

    ben.page.locator(".dock .prompt", has_text=re.compile("discard", re.I)).wait_for()
    hand = ben.page.request.get(f"{product.url}/api/games/{game_id}").json()["view"]["seats"][0]["hand"]
    card = next(one for one in hand.split() if one != "JK")
    page.locator(".tile", has_text="Discard").click()
    page.get_by_label("Rank").select_option(card[0])
    page.get_by_label("Suit").select_option(card[1])
    assert not layout_faults(page) + serious(page)
    page.get_by_role("button", name="Do it").click()
    page.get_by_text(f"{ann.name}, for {name}: {name} discards {card}.").wait_for()
    ben.page.locator(".sheet-button").click()
    ben.page.locator("dialog [data-sheet=log]").click()
    ben.page.locator("dialog").get_by_text(re.compile(f"{ann.name}, for you: You discarded")).first.wait_for()
