"""Busy positions, measured at every size: nothing is cut, covered or scrolled away that is the player's own."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults
from tests.browser.player import DEAF, open_game, settle
from tests.browser.positions import KOREAN, LONG, Shown, Stage
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]

PHONE, TABLET, DESKTOP, LAPTOP, LYING = (360, 800), (768, 1024), (1440, 900), (1280, 720), (800, 360)
BUSY: dict[str, Shown] = {
    "9 melds a team, 17 cards, the tray open": {"staged": True},
    "12 melds a team, 25 cards": {"hand": 25, "laid": 12, "staged": True},
    "nothing laid": {"laid": 0, "phase": "draw"},
    "three teams with long names": {"players": 6, "teams": 3, "hand": 25, "laid": 12, "names": LONG},
    "seven players in Korean": {"players": 7, "teams": 7, "names": KOREAN, "turn": 2},
    "large cards in four colours": {"hand": 25, "attributes": 'data-size="large" data-suits="4"', "staged": True},
    "longer words": {"longer": True, "staged": True},
    "text twice as large": {"attributes": 'style="font-size: 200%"', "staged": True},
    "who looks on": {"seat": None},
}
WHOLE = "document.querySelector('.felt').scrollHeight <= document.querySelector('.felt').clientHeight + 1"
FIRST = """keys => [...document.querySelectorAll('[data-stack]')].slice(0, keys.length)
    .every((one, i) => one.dataset.stack === keys[i])"""
SECOND_FINGER = """() => {
    const finger = { pointerId: 99, clientX: 700, clientY: 300, bubbles: true };
    for (const name of ['pointermove', 'pointerup']) document.body.dispatchEvent(new PointerEvent(name, finger));
}"""
SECOND_TAP = """() => new MutationObserver((_, observer) => {
    observer.disconnect();
    const tap = new MouseEvent('click', { bubbles: true, detail: 1 });
    document.querySelector('dialog .acts [data-close]').dispatchEvent(tap);
    window.tapped = true;
}).observe(document.getElementById('dialog'), { attributeFilter: ['open'] })"""
CARDS = "Math.min(...[...document.querySelectorAll('.hand .last')].map(one => one.getBoundingClientRect().width))"


def at_every_size(page: Page, stage: Stage) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each busy position, shown at each size."""
    for name, position in BUSY.items():
        stage.show(**position)
        for width, height in (PHONE, TABLET, DESKTOP, LAPTOP, LYING):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
            )
            yield name, (width, height)


def test_busy_positions_fit_every_window(visit: Visit, product: Product) -> None:
    """25 cards, 12 melds a team, three teams, seven players, long names, other words, large text, large cards."""
    page = visit("phone").sign_up().page
    address = f"{product.url}/tables/{open_game(page, product.url, ruleset='classic')}"
    faults = {}
    for name, size in at_every_size(page, Stage(page, address)):
        found = layout_faults(page)
        usual = name.startswith("9 melds") or (name.startswith("12 melds") and size in (TABLET, DESKTOP, LAPTOP))
        if usual and size != LYING and not page.evaluate(WHOLE):
            found.append("the felt scrolls")
        if name.startswith("large cards") and page.evaluate(CARDS) < 52:
            found.append("the large cards are small")
        if found:
            faults[f"{name} at {size}"] = found
    assert not faults


def test_a_hand_lies_as_its_player_puts_it_and_stacks_are_dragged_to_where_they_go(
    visit: Visit, product: Product
) -> None:
    """By mouse and by keys; it outlives a reload, and one key sorts it again."""
    page = visit().sign_up().page
    stage = Stage(page, f"{product.url}/tables/{open_game(page, product.url, ruleset='classic')}")
    stage.show()

    def lies(*keys: str) -> None:
        page.wait_for_function(FIRST, arg=list(keys))

    lies("A", "K", "Q")
    page.locator('[data-stack="4"]').drag_to(page.locator('[data-stack="A"]'), target_position={"x": 4, "y": 20})
    lies("4", "A", "K")
    place = page.locator('[data-stack="4"]').bounding_box()
    assert place
    beside = {"x": place["width"] * 0.7, "y": 20}
    page.locator('[data-stack="A"]').drag_to(page.locator('[data-stack="4"]'), target_position=beside)
    settle(page)
    lies("4", "A", "K")
    page.locator('[data-stack="K"]').hover()
    page.mouse.down()
    page.evaluate(SECOND_FINGER)
    assert page.locator(".dragged").count() == 0
    page.mouse.up()
    page.keyboard.press("Escape")
    lies("4", "A", "K")
    page.locator('[data-stack="4"]').focus()
    page.keyboard.press("Alt+ArrowRight")
    lies("A", "4", "K")
    page.goto(stage.address)
    lies("A", "4", "K")
    page.locator('[data-stack="Q"]').drag_to(page.locator('.meld[data-meld="Q1"][data-side="us"]'))
    page.locator("[data-group]").get_by_text("add to Queens").wait_for()
    page.locator('[data-stack="K"]').press("1")
    page.keyboard.press("n")
    page.locator("[data-group]").nth(1).wait_for()
    page.keyboard.down("u")
    page.keyboard.down("u")  # held
    page.keyboard.up("u")
    settle(page)
    assert page.locator("[data-group]").count() == 1
    page.locator('.hand [tabindex="0"]').focus()
    page.keyboard.press("s")
    lies("A", "K", "J")


def test_the_end_of_a_deal_takes_nothing_away_that_somebody_writes(visit: Visit, product: Product) -> None:
    """Its sheet opens by itself, but not in place of the chat."""
    page = visit("phone").sign_up().page
    stage = Stage(page, f"{product.url}/tables/{open_game(page, product.url, ruleset='classic')}")
    lines: list[Any] = []

    def listen(line: Any) -> None:
        lines.append(line)
        line.send(json.dumps(stage.frame))

    def score(deal: int, where: str) -> None:
        version = stage.frame["version"] + deal
        data = {"deal": deal, "parts": [{"cards": 300}] * 2, "scores": [300, 300], "totals": [900, 900]}
        event = {"type": "deal_scored", "version": version, "at": "2026-01-01T12:00:00Z", "seat": None, "data": data}
        lines[-1].send(json.dumps({**stage.frame, "version": version, "events": [event]}))
        page.locator(where, has_text=f"Deal {deal}").wait_for(state="attached")

    page.route_web_socket(re.compile("/ws/"), listen)
    stage.show()
    page.locator(".link.live").wait_for(state="attached")
    page.locator(".chat-button").click()
    page.get_by_role("heading", name="Chat").wait_for()
    score(1, "dialog[open] [role=log]")  # outside it nobody would hear it
    assert page.locator("dialog h2").first.inner_text() == "Chat"
    page.get_by_role("button", name="Close").click()
    page.locator("dialog[open]").wait_for(state="detached")
    page.evaluate(SECOND_TAP)
    score(2, "[role=log]")
    page.get_by_role("heading", name="Deal 2 is over").wait_for()
    page.wait_for_function("window.tapped")
    settle(page)
    assert page.locator("dialog[open]").count(), "the second half of a double tap closes nothing"
    page.wait_for_timeout(DEAF)
    page.locator("dialog").click(position={"x": 4, "y": 60})
    settle(page)
    assert page.locator("dialog[open]").count(), "the sheet's own edge closes nothing"
    page.get_by_role("button", name="Next deal").click()
    page.locator("dialog[open]").wait_for(state="detached")


def test_settings_hold_for_a_person_everywhere_and_for_a_visitor_in_the_browser(visit: Visit, product: Product) -> None:
    """Switched at the table, on a phone behind the score sheet; they are there when the page comes anew."""
    page = visit("phone").sign_up().page
    game_id = open_game(page, product.url, ruleset="classic")
    page.locator(".sheet-button").click()
    page.locator("dialog").get_by_role("button", name="Settings").click()
    with page.expect_response("**/api/preferences"):
        page.get_by_label("Large cards").check()
    page.get_by_label("No letter keys").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("?")
    settle(page)
    assert page.locator("dialog[open]").count() == 0
    page.locator(".sheet-button").click()
    page.locator("dialog").get_by_role("button", name="Settings").click()
    page.route("**/api/preferences", lambda route: route.fulfill(status=429, json={"code": "rate_limited"}))
    page.get_by_label("Four colours").check()
    page.get_by_text("Not kept: it holds on this page alone. Too fast for the server").wait_for()
    page.route("**/api/preferences", lambda route: route.fulfill(status=401, json={"code": "unauthenticated"}))
    page.get_by_label("Four colours").click()  # not `uncheck`, which looks at it again: it goes
    page.get_by_role("heading", name="You are signed out").wait_for()
    page.goto(f"{product.url}/account/preferences")
    assert page.get_by_label("Large cards").is_checked() and not page.get_by_label("Four colours").is_checked()
    visitor = visit().page
    visitor.goto(f"{product.url}/tables/{game_id}")
    visitor.get_by_role("button", name="Settings").click()
    visitor.get_by_label("Four colours").check()
    visitor.goto(product.url)
    assert visitor.evaluate("document.documentElement.dataset.suits") == "4"
