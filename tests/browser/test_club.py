"""A club on a telephone: founding, inviting, joining with a card, handing over; and how its pages look."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import PASSWORD
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def found(page: Any, base: str) -> str:
    """A new club by the form; its name."""
    name = f"Cards {uuid.uuid4().hex[:8]}"
    page.goto(f"{base}/clubs/new")
    page.get_by_label("Name of the club").fill(name)
    page.get_by_label("By invitation").check()
    page.get_by_role("button", name="Found the club").click()
    page.get_by_role("heading", name=name).wait_for()
    return name


def make_card(page: Any) -> str:
    """One join card; its code, as it is printed."""
    page.get_by_role("link", name="Invite people").click()
    page.get_by_label("How many cards").fill("1")
    page.get_by_role("button", name="Make cards").click()
    code: str = page.locator(".joincard .code").inner_text()
    return code


def join_by_card(page: Any, base: str, code: str, name: str) -> None:
    """As the card says: type the code, choose a name and a password."""
    page.goto(f"{base}/join")
    page.get_by_label("Code").fill(code.lower())
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join the club").click()


def test_a_club_is_founded_a_member_comes_by_a_card_and_takes_it_over(visit: Visit, product: Product) -> None:
    owner, page = visit("phone").sign_up(), visit("phone").page
    club = found(owner.page, product.url)
    code, name = make_card(owner.page), f"p{uuid.uuid4().hex[:8]}"
    join_by_card(page, product.url, code, name)
    page.get_by_role("heading", name=club).wait_for()
    assert page.get_by_role("link", name="Invite people").count() == 0

    owner.page.get_by_role("link", name=club).click()
    owner.page.get_by_role("link", name="Members").click()
    owner.page.locator(".row", has_text=name).get_by_role("link", name="Change").click()
    owner.page.get_by_text("Hand the club over", exact=True).click()
    owner.page.get_by_role("button", name=f"Hand the club over to {name}").click()
    owner.page.get_by_text("You: organizer").wait_for()
    page.reload()
    page.get_by_text("You: owner").wait_for()
    assert page.get_by_role("link", name="Invite people").is_visible()


def test_a_link_is_made_and_who_has_it_is_in_with_one_press(visit: Visit, product: Product) -> None:
    owner, friend = visit("phone").sign_up(), visit("phone").sign_up()
    club = found(owner.page, product.url)
    owner.page.get_by_role("link", name="Invite people").click()
    owner.page.get_by_role("button", name="Make a link").click()
    friend.page.goto(owner.page.get_by_label("The link").input_value())
    friend.page.get_by_role("button", name="Join the club").click()
    friend.page.get_by_role("heading", name=club).wait_for()


def test_the_last_owner_is_told_what_to_do_instead_of_leaving(visit: Visit, product: Product) -> None:
    page = visit("phone").sign_up().page
    club = found(page, product.url)
    page.get_by_role("link", name=re.compile("leaving")).click()
    page.get_by_text("Leave the club").click()
    page.get_by_role("button", name=f"Leave {club}").click()
    page.get_by_text("A club needs an owner").wait_for()


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("phone", "dark"), ("desktop", "light")])
def test_no_page_of_a_club_overflows_overlaps_or_has_serious_faults(
    visit: Visit, product: Product, size: str, scheme: str
) -> None:
    owner = visit(size, color_scheme=scheme, bypass_csp=False).sign_up()
    page, faults = owner.page, {}

    def look(name: str) -> None:
        if wrong := layout_faults(page) + serious(page):
            faults[name] = wrong

    found(page, product.url)
    home = page.url
    code = make_card(page)
    look("cards")
    page.goto(f"{home}/announcements")
    page.get_by_label("Title").fill("Sunday")
    page.get_by_label("Text").fill("We play at five.")
    page.get_by_role("button", name="Tell the club").click()
    look("club")
    page.goto(f"{home}/invite")
    page.get_by_role("button", name="Make a link").click()
    look("invite")
    for path in ("/rules", "/rules/new", "/members", "/me", "/settings", "/announcements", "/log", "/invite/list"):
        page.goto(home + path)
        look(path)
    page.get_by_label("E-mail addresses").fill("anna@example.org\nnobody")
    page.get_by_role("button", name="Check the list").click()
    look("what a list will do")
    visitor = visit(size, color_scheme=scheme)
    join_by_card(visitor.page, product.url, code, f"p{uuid.uuid4().hex[:8]}")
    page.goto(f"{home}/members")
    page.get_by_role("link", name=re.compile("Change")).click()
    look("a member")
    for path in ("/clubs", "/clubs/new", "/join", "/join/NOSUCHCODE", "/"):
        page.goto(product.url + path)
        look(path)
    assert not faults
