"""A visitor, and how one becomes a player."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import PASSWORD, act, draw, open_game, settle
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_a_visitor_sees_what_it_is_the_lobby_and_the_demo_table_moving(visit: Visit, product: Product) -> None:
    page = visit().page
    page.goto(product.url)
    assert page.get_by_role("heading", name="Hand and Foot").is_visible()
    assert page.get_by_role("heading", name="Lobby").is_visible()
    assert page.locator("#demo-felt .seat").count() == 4
    last = page.locator("#demo-last")
    page.wait_for_function("document.getElementById('demo-last').textContent !== ''", timeout=20_000)
    said = last.inner_text()
    page.wait_for_function(
        "said => document.getElementById('demo-last').textContent !== said", arg=said, timeout=20_000
    )


def test_a_visitor_can_watch_a_public_table_and_has_no_cards(visit: Visit, product: Product) -> None:
    page = visit().page
    page.goto(product.url)
    page.get_by_role("link", name="Watch the whole table").click()
    page.locator(".link.live").wait_for(state="attached")
    assert "You watch" in page.locator("#prompt").inner_text()
    assert page.locator("[data-stack]").count() == 0
    assert page.locator(".acts").count() == 0


def test_signing_up_says_what_is_wrong_and_keeps_what_was_typed(visit: Visit, product: Product) -> None:
    page = visit().page
    page.goto(f"{product.url}/signup")
    page.get_by_label("Name", exact=True).fill("Anna Maria!")
    page.get_by_label("Password").fill("1234")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.locator(".errorlist").nth(1).wait_for()
    assert page.get_by_label("Name", exact=True).input_value() == "Anna Maria!"


def test_sign_up_sign_out_sign_in(visit: Visit, product: Product) -> None:
    person = visit().sign_up()
    page = person.page
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("navigation").get_by_role("link", name="Sign in").click()
    page.get_by_label("Name", exact=True).fill(person.name.upper())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name=person.name).wait_for()


def test_an_address_that_leads_nowhere_and_a_private_table_look_alike(visit: Visit, product: Product) -> None:
    host = visit().sign_up()
    game_id = open_game(host.page, product.url, visibility="private")
    page = visit().page
    answers = [page.goto(f"{product.url}/{path}") for path in ("nothing/here", f"tables/{game_id}")]
    assert [answer.status for answer in answers if answer] == [404, 404]
    assert "does not exist, or you are not invited" in page.inner_text("main")


def test_a_table_with_open_seats_fills_from_the_lobby_and_by_invitation(visit: Visit, product: Product) -> None:
    """Three people and a bot: one opens, one is invited and accepts, one finds the free seat in the lobby."""
    host, guest, stranger = (visit().sign_up() for _ in range(3))
    page = host.page
    page.goto(f"{product.url}/tables/new")
    page.get_by_label("Favourite rules").check()
    page.get_by_label("Who sits on seat 2").select_option("open")
    page.get_by_label("Who sits on seat 3").select_option("invite")
    page.get_by_label("Name of whom you invite to seat 3").fill("nobody-of-this-name")
    page.get_by_role("button", name="Open the table").click()
    assert "nobody of this name" in page.locator(".errorlist").inner_text()
    page.get_by_label("Name of whom you invite to seat 3").fill(guest.name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/tables/[0-9a-f-]{36}$"))
    assert "1 seat is open" in page.locator("#prompt").inner_text()

    guest.page.goto(product.url)
    guest.page.locator(".row", has_text=host.name).get_by_role("button", name="Accept").click()
    guest.page.locator(".chair").first.wait_for()

    stranger.page.goto(product.url)
    stranger.page.locator(".row", has_text=host.name).get_by_role("link", name="Join").click()
    stranger.page.get_by_role("button", name="Sit down here").click()

    for person in (host, guest, stranger):  # it begins, for all of them, without a reload
        person.page.locator("[data-stack]").first.wait_for(timeout=20_000)
    assert "Deal 1 of 4" in host.page.locator(".bar h1").inner_text()


def test_an_invitation_can_be_declined(visit: Visit, product: Product) -> None:
    host, guest = visit().sign_up(), visit().sign_up()
    open_game(host.page, product.url, players=2, teams=2, seats=["me", f"user:{guest.name}"])
    guest.page.goto(product.url)
    guest.page.locator(".row", has_text=host.name).get_by_role("button", name="No, thanks").click()
    guest.page.get_by_role("heading", name="Invitations").wait_for(state="detached")
    guest.page.get_by_role("heading", name=guest.name).wait_for()


def test_the_pages_need_no_inline_script_or_style(visit: Visit, product: Product) -> None:
    """Under the content security policy of the house everything works: what the browser refuses would be a fault."""
    person = visit(bypass_csp=False)
    page = person.page
    page.goto(product.url)
    page.locator("#demo-felt .seat").first.wait_for()
    person.sign_up()
    page.goto(f"{product.url}/tables/new")
    page.get_by_role("button", name="Open the table").click()
    page.locator("[data-stack]").first.click()
    page.locator('[aria-pressed="true"]').wait_for()


def test_the_clock_is_shown_and_a_late_turn_is_played_by_the_server(visit: Visit, product: Product) -> None:
    page = visit().sign_up().page
    open_game(page, product.url, clock={"turn_seconds": 2}, players=2, teams=2, seats=["me", "bot:random"])
    page.locator("#prompt .clock").wait_for()
    page.get_by_text("Time ran out, so the server played. You discarded").first.wait_for(timeout=90_000)


def test_a_clock_that_stands_still_says_so_instead_of_counting(visit: Visit, product: Product) -> None:
    page = visit().sign_up().page
    now = datetime.now(UTC)
    quiet = {name: f"{now + timedelta(hours=hours):%H}:00" for name, hours in (("from", -1), ("to", 3))}
    resting = {"turn_seconds": 86_400, "quiet": quiet}
    open_game(page, product.url, clock=resting, players=2, teams=2, seats=["me", "bot:random"])
    page.locator("#prompt .clock").get_by_text(f"rests until {quiet['to']}").wait_for()


def test_who_has_never_played_is_led_through_a_first_turn(visit: Visit, product: Product) -> None:
    page = visit("phone").page
    page.goto(product.url)
    page.get_by_role("button", name="Learn by playing").click()
    guide = page.get_by_role("group", name="Guide")
    guide.get_by_text("These cards are yours").wait_for()

    def understood() -> None:
        settle(page)
        while guide.get_by_role("button", name="I see").count():
            guide.get_by_role("button", name="I see").click()
            settle(page)

    def shown(what: str) -> None:
        understood()
        guide.get_by_role("button", name="Show me").click()
        page.get_by_role("button", name="Use it").click()
        assert act(page, what)

    understood()
    assert "A turn begins with new cards" in guide.inner_text()
    assert draw(page)
    understood()
    assert "worth 50" in guide.inner_text()
    shown("lay")
    guide.get_by_text("You have laid your first cards").wait_for()
    assert layout_faults(page) + serious(page) == []
    shown("discard")
    understood()
    guide.get_by_role("button", name="No more help").click()
    guide.wait_for(state="detached")
    page.locator('.dock .acts [data-act="hint"]').wait_for()  # at the next turn, as at any other table
