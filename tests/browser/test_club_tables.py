"""A club's tables on a telephone: one member opens a table, another finds it on the club's page and sits down."""

import uuid
from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.test_club import found, join_by_card, make_card
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_a_member_opens_a_table_in_the_club_and_another_sits_down(visit: Visit, product: Product) -> None:
    ann, ben = visit("phone").sign_up(), visit("phone")
    club = found(ann.page, product.url)
    home = ann.page.url
    code, name = make_card(ann.page), f"p{uuid.uuid4().hex[:8]}"
    join_by_card(ben.page, product.url, code, name)
    ben.page.get_by_role("heading", name=club).wait_for()
    ben.page.get_by_text("Nobody in the club is playing right now.").wait_for()

    ben.page.get_by_role("link", name="Open a table in the club").click()
    ben.page.get_by_label("Players and teams").select_option("2-2")
    ben.page.get_by_label("Who sits on seat 2").select_option("open")
    ben.page.get_by_text("Only who has a seat").click()
    assert ben.page.get_by_label("Club", exact=True).locator("option:checked").inner_text() == club
    ben.page.get_by_role("button", name="Open the table").click()
    ben.page.locator(".waiting").get_by_role("link", name=club).wait_for()

    ann.page.goto(home)
    assert not layout_faults(ann.page) + serious(ann.page)
    ann.page.locator(".row", has_text=name).get_by_role("link", name="Join").click()
    ann.page.get_by_role("button", name="Sit down here").click()
    ann.page.locator(".dock .hand").wait_for()
    ben.page.locator(".dock .hand").wait_for()
    ann.page.goto(home)
    ann.page.get_by_text("Tables now").wait_for()
    assert not layout_faults(ann.page) + serious(ann.page)
    ann.page.locator(".row", has_text=name).get_by_role("link", name="Play").or_(
        ann.page.locator(".row", has_text=name).get_by_role("link", name="To the table")
    ).wait_for()
