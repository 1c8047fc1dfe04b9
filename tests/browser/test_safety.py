"""Blocking, reporting and the chat, on a telephone; and how their pages look."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import open_game
from tests.browser.test_club import found, join_by_card, make_card
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]
ALONE = {"players": 2, "teams": 2}
SIZES = [("phone", "light"), ("phone", "dark"), ("desktop", "light")]


def sit_down(person: Person, product: Product, game_id: str) -> None:
    """Somebody takes the open seat by the page."""
    person.page.goto(f"{product.url}/tables/{game_id}")
    person.page.get_by_role("button", name="Sit down here").first.click()
    person.page.locator(".chat-button").wait_for(state="attached")


def open_chat(page: Any) -> None:
    """The sheet, where the chat does not stand beside the table."""
    if page.locator(".chat-button").is_visible():
        page.locator(".chat-button").click()


def write(page: Any, text: str) -> None:
    """A message by the panel that is seen."""
    page.locator(".write input:visible").fill(text)
    page.locator(".write input:visible").press("Enter")
    page.locator(".said:visible li", has_text=text).wait_for()


def test_partners_talk_before_the_deal_and_not_during_it(visit: Visit, product: Product) -> None:
    ann, ben = visit("phone").sign_up(), visit("phone").sign_up()
    game_id = open_game(ann.page, product.url, seats=["me", "open", "bot:random", "open"])
    sit_down(ben, product, game_id)
    open_chat(ann.page)
    write(ann.page, "Hello Ben!")
    ben.page.locator(".chat-button .count", has_text="1").wait_for()
    open_chat(ben.page)
    ben.page.locator(".said:visible li", has_text="Hello Ben!").wait_for()
    assert ben.page.locator(".chat-button .count").count() == 0
    third = visit("phone").sign_up()
    third.page.goto(f"{product.url}/tables/{game_id}")
    third.page.get_by_role("button", name="Sit down here").click()
    for page in (ann.page, ben.page):
        page.get_by_text("Partners sit here: the chat is closed while a deal is played.").wait_for()
        assert page.locator(".write").count() == 0
    assert "Hello Ben!" in third.page.request.get(f"{product.url}/api/games/{game_id}/chat").text()


def test_who_plays_alone_talks_during_the_deal_takes_words_back_and_blocks(visit: Visit, product: Product) -> None:
    ann, ben = visit("desktop").sign_up(), visit("phone").sign_up()
    game_id = open_game(ann.page, product.url, seats=["me", "open"], **ALONE)
    sit_down(ben, product, game_id)
    write(ann.page, "Good luck!")
    ann.page.locator(".said:visible summary").click()
    open_chat(ben.page)
    ben.page.locator(".said li", has_text="Good luck!").wait_for()
    ann.page.get_by_role("button", name="Take back").click()
    ben.page.locator(".said li", has_text="taken away").wait_for()
    write(ben.page, "You towel!")
    ann.page.locator(".said:visible li", has_text="You towel!").locator("summary").click()
    ann.page.get_by_role("button", name=f"Block {ben.name}").click()
    ann.page.locator(".said li", has_text="You towel!").wait_for(state="detached")
    write(ben.page, "Are you there?")
    ann.page.goto(f"{product.url}/account/blocks")
    assert ann.page.get_by_role("heading", name=ben.name).is_visible()
    ann.page.goto(f"{product.url}/tables/{game_id}")
    ann.page.locator(".link.live").wait_for(state="attached")
    assert ann.page.locator(".said li", has_text="Are you there?").count() == 0
    ann.page.goto(f"{product.url}/account/blocks")
    ann.page.get_by_role("button", name="Take back").click()
    ann.page.get_by_text("The block is taken back.").wait_for()


def club_of_two(visit: Visit, product: Product, size: str = "phone", **options: Any) -> tuple[Person, Person, str]:
    """An owner, a member who came by a card, and the club's address."""
    owner, member = visit(size, **options).sign_up(), visit(size, **options)
    found(owner.page, product.url)
    home = owner.page.url
    member.name = f"p{uuid.uuid4().hex[:8]}"
    join_by_card(member.page, product.url, make_card(owner.page), member.name)
    member.page.get_by_role("link", name="Members").wait_for()
    return owner, member, home


def announce(page: Any, home: str) -> None:
    """Something to report."""
    page.goto(f"{home}/announcements")
    page.get_by_label("Title").fill("Sunday")
    page.get_by_label("Text").fill("We play at five.")
    page.get_by_role("button", name="Tell the club").click()
    page.get_by_role("main").get_by_text("We play at five.").wait_for()


def report_by_directory(page: Any, home: str, name: str) -> None:
    """From somebody's name among the members."""
    page.goto(f"{home}/members")
    page.locator(".row", has_text=name).get_by_role("link", name="Report or block").click()
    page.get_by_label("Insult, threat or harassment").check()
    page.get_by_label("In your own words").fill("He shouts.")
    page.get_by_role("button", name="Report", exact=True).click()
    page.get_by_text("Thank you.").wait_for()


def test_a_report_is_decided_by_an_officer_told_to_the_person_and_appealed_against(
    visit: Visit, product: Product
) -> None:
    owner, member, home = club_of_two(visit, product)
    third, name = visit("phone"), f"p{uuid.uuid4().hex[:8]}"
    owner.page.goto(f"{home}/invite")
    owner.page.get_by_label("How many cards").fill("1")
    owner.page.get_by_role("button", name="Make cards").click()
    join_by_card(third.page, product.url, owner.page.locator(".joincard .code").last.inner_text(), name)
    third.page.get_by_role("link", name="Members").wait_for()
    report_by_directory(member.page, home, name)

    owner.page.goto(product.url)
    owner.page.get_by_role("link", name="Look at reports").click()
    owner.page.get_by_role("link", name="Look").click()
    assert "He shouts." in owner.page.inner_text("main") and member.name in owner.page.inner_text("main")
    owner.page.get_by_label("A warning").check()
    owner.page.get_by_label("Why").fill("Please speak softly.")
    owner.page.get_by_role("button", name="Decide").click()
    owner.page.get_by_text("It is decided, and told.").wait_for()

    third.page.goto(product.url)
    third.page.locator(".row", has_text="A decision about you").get_by_role("link", name="Read").click()
    told = third.page.inner_text("main")
    assert "Please speak softly." in told and "A warning" in told
    assert member.name not in told and "He shouts." not in told
    third.page.get_by_label("Why should it be decided otherwise?").fill("I am hard of hearing.")
    third.page.get_by_role("button", name="Appeal").click()
    third.page.locator(".notice", has_text="Somebody else will look at it.").first.wait_for()
    owner.page.goto(f"{home}/reports")
    owner.page.get_by_role("link", name="Look").click()
    assert "those who run the site decide it" in owner.page.inner_text("main"), "the only officer decided first"
    member.page.goto(f"{product.url}/reports")
    assert "decided" in member.page.locator(".row", has_text=name).inner_text()
    assert "warning" not in member.page.inner_text("main")


@pytest.mark.parametrize(("size", "scheme"), SIZES)
def test_no_page_about_safety_overflows_overlaps_or_has_serious_faults(
    visit: Visit, product: Product, size: str, scheme: str
) -> None:
    faults = {}

    def look(page: Any, name: str) -> None:
        page.wait_for_timeout(300)
        if wrong := layout_faults(page) + serious(page):
            faults[name] = wrong

    owner, member, home = club_of_two(visit, product, size, color_scheme=scheme)
    announce(owner.page, home)
    member.page.goto(f"{home}/announcements")
    look(member.page, "announcements")
    member.page.get_by_role("link", name="Report").click()
    look(member.page, "report")
    report_by_directory(owner.page, home, member.name)
    look(owner.page, "my reports")
    for path in ("/members", "/reports"):
        owner.page.goto(home + path)
        look(owner.page, path)
    owner.page.get_by_role("link", name="Look").click()
    look(owner.page, "a report of one's own")
    member.page.goto(f"{product.url}/account/blocks")
    member.page.get_by_label("Name").fill(owner.name)
    member.page.get_by_role("button", name="Block").click()
    look(member.page, "blocks")
    member.page.get_by_role("button", name="Take back").click()

    game_id = open_game(owner.page, product.url, seats=["me", "open"], **ALONE)
    sit_down(member, product, game_id)
    open_chat(owner.page)
    write(owner.page, "Good luck!")
    open_chat(member.page)
    write(member.page, "The same to you, and a word that is as long as " + "nobody" * 12)
    owner.page.locator(".said:visible summary").last.click()
    owner.page.locator(".company:visible summary").click()
    look(owner.page, "chat")
    look(member.page, "chat of the other")
    assert not faults
