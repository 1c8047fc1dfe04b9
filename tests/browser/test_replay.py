"""Looking back on a game: step by step, from whose eyes one likes."""

import uuid
from collections.abc import Callable
from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.games import QUICK, Played, ask, played
from tests.browser.measure import layout_faults, serious
from tests.browser.player import DEAF, settle
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


@pytest.fixture(scope="module")
def game(product: Product) -> Played:
    """A finished game of one deal."""
    return played(product.url, ruleset={**QUICK, "minimums": [50]})


def look_back(page: Page, product: Product, game: Played, query: str = "") -> None:
    """To the replay, until all of it is there."""
    page.goto(f"{product.url}/tables/{game.id}/replay{query}")
    last = len(log(product, game)) - 1
    page.wait_for_function("last => Number(document.getElementById('at')?.max) === last", arg=last)
    settle(page)


def moment(page: Page) -> tuple[str, str]:
    """When it was, and what happened."""
    return page.locator(".moment time").get_attribute("datetime") or "", page.locator("#prompt p").inner_text()


def press(page: Page, key: str) -> tuple[str, str]:
    """A key, and the moment that is shown then."""
    page.keyboard.press(key)
    settle(page)
    return moment(page)


def log(product: Product, game: Played) -> list[list[dict[str, Any]]]:
    """The log by actions."""
    events = httpx.get(f"{product.url}/api/games/{game.id}/events", timeout=60).json()["events"]
    return [list(rows) for _, rows in groupby(events, key=lambda one: (one["actor"]["name"], one["action_id"]))]


def test_forward_back_and_by_jumps_it_is_the_log(visit: Visit, product: Product, game: Played) -> None:
    """V96: every action in its order with its exact time, in the viewer's zone and in UTC; the same from both sides,
    by a link, and by the list."""
    actions = log(product, game)
    page = visit(timezone_id="Asia/Kolkata").page
    look_back(page, product, game)
    forward = [press(page, "Home"), *(press(page, "ArrowRight") for _ in actions[1:])]
    assert [at for at, _ in forward] == [rows[0]["at"] for rows in actions]
    assert forward[-1] == press(page, "ArrowRight"), "there is no more"
    at = datetime.fromisoformat(forward[-1][0])
    told = page.locator(".moment").inner_text()
    assert f"{at:%H:%M:%S}.{forward[-1][0][20:23]} UTC" in told
    assert f"{at.astimezone(ZoneInfo('Asia/Kolkata')):%H:%M:%S}" in told
    assert all(name in forward[-1][1] for name in ("Won by", *game.names[:1]))
    back = [moment(page), *(press(page, "ArrowLeft") for _ in range(12))]
    assert back[::-1] == forward[-13:]
    middle = len(actions) // 2
    look_back(page, product, game, f"?at={actions[middle][0]['version']}&eyes=all")
    assert moment(page) == forward[middle]
    page.locator(".to-go button", has_text=forward[-2][1]).last.click()
    settle(page)
    assert moment(page) == forward[-2]
    page.keyboard.press("Home")
    page.locator('[data-go="play"]').click()
    page.wait_for_function("Number(document.getElementById('at').value) >= 2", timeout=60_000)
    page.wait_for_function("document.getElementById('say').innerText !== ''")


def test_from_a_seat_s_eyes_and_with_all_cards_face_up(visit: Visit, product: Product, game: Played) -> None:
    """Whoever looks on sees a finished deal as each seat saw it, and with all cards; the link keeps whose eyes."""
    page = visit("phone").page
    faults = {}
    for eyes in ("all", "table", "1"):
        look_back(page, product, game, "?at=30")
        page.locator("[data-eyes]").select_option(eyes)
        page.wait_for_function("eyes => location.search.includes(`eyes=${eyes}`)", arg=eyes)
        settle(page)
        hands = page.locator(".hands li").count(), page.locator(".hand-up .faceup").count()
        assert hands == {"all": (2, 0), "table": (0, 0), "1": (0, 1)}[eyes]
        if found := layout_faults(page) + serious(page):
            faults[eyes] = found
    page.locator(".sheet-button").click()
    page.locator("dialog .to-go [aria-current]").wait_for()
    if found := layout_faults(page) + serious(page):
        faults["sheet"] = found
    assert not faults


def test_of_a_game_that_is_on_no_more_is_shown_than_one_may_see(visit: Visit, product: Product) -> None:
    """A visitor looks back on a running deal as those who look on, whatever they ask for; and is told so."""
    running = played(product.url, actions=6)
    page = visit().page
    look_back(page, product, running, "?at=99999&eyes=0")
    assert page.locator(".faceup").count() == 0
    assert page.get_by_text("you see it as those who look on").is_visible()


def test_what_comes_while_the_replay_is_open_is_told_once_and_a_deal_that_is_cut_short_lies_open(
    visit: Visit, product: Product
) -> None:
    """Two steps on in one moment ask once; what lay face down as it was loaded is loaded anew, for all eyes; and the
    deal can be verified although it has no score."""
    running = played(product.url, actions=6)
    page = visit().page

    def seen_by(eyes: str) -> tuple[int, int]:
        page.locator("[data-eyes]").select_option(eyes)
        page.wait_for_function("eyes => location.search.includes(`eyes=${eyes}`)", arg=eyes)
        settle(page)
        return page.locator(".hands li").count(), page.locator(".hand-up .faceup").count()

    look_back(page, product, running, "?at=99999")
    assert (seen_by("1"), seen_by("all")) == ((0, 0), (0, 0))
    wish = {"action_id": str(uuid.uuid4()), "agrees": True}
    ask(product.url, running.tokens[0], "POST", f"/api/games/{running.id}/resign", wish)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/replay?" in request.url else None)
    twice = "[1, 2].map(() => document.body.dispatchEvent(new KeyboardEvent('keydown', key)))"
    page.evaluate(f"key => {twice}", {"key": "ArrowRight", "bubbles": True})
    page.locator("#prompt", has_text="Given up by").wait_for()
    settle(page)
    assert int(page.locator("#at").get_attribute("max") or 0) == len(log(product, running)) - 1
    assert asked and len(set(asked)) == len(asked)
    press(page, "ArrowLeft")
    assert (seen_by("all"), seen_by("1")) == ((2, 0), (0, 1))
    page.locator(".side [data-verify='1']").click()
    page.locator("[data-verified='yes']").wait_for()


def test_a_deal_is_verified_by_the_browser_and_found_out_if_a_byte_is_wrong(
    visit: Visit, product: Product, game: Played
) -> None:
    """It says yes to the log as it is, from the table too; and which part is wrong of one that was tampered with."""
    page = visit("phone").page
    wrong: dict[str, Any] = {}

    def tamper(route: Any) -> None:
        told = route.fetch().json()
        for event in told["events"]:
            if event["type"] in wrong:
                event["data"].update(wrong[event["type"]](event["data"]))
        route.fulfill(json=told)

    page.route("**/events?since=*", tamper)

    def checked() -> dict[str, bool]:
        page.locator("[data-verified]").wait_for()
        checks = page.locator("[data-check]").evaluate_all("all => all.map(e => [e.dataset.check, e.className])")
        found = {what: how == "fits" for what, how in checks}
        assert page.locator("[data-verified]").get_attribute("data-verified") == (
            "yes" if all(found.values()) else "no"
        )
        return found

    page.goto(f"{product.url}/tables/{game.id}")
    page.locator(".dock .acts [data-sheet=score]").click()
    page.locator("dialog [data-deal='1']").click()
    page.locator("dialog [data-verify='1']").wait_for()
    page.wait_for_timeout(DEAF)
    page.locator("dialog [data-verify='1']").click()
    assert checked() == {"commitment": True, "order": True, "dealer": True, "cards": True}
    assert not layout_faults(page) + serious(page)
    for kind, change, expected in (
        ("deal_scored", lambda data: {"secret": flipped(data["secret"])}, (False, False, None, False)),
        ("deal_started", lambda data: {"order": swapped(data["order"])}, (True, False, True, True)),
        ("drew", lambda data: {"cards": "AS AS"}, (True, True, True, False)),
    ):
        wrong.clear()
        wrong[kind] = change
        look_back(page, product, game)
        press(page, "End")
        page.locator(".sheet-button").click()
        page.locator("dialog [data-verify='1']").click()
        found = checked()
        assert [ok for ok, told in zip(found.values(), expected, strict=True) if told is not None] == [
            told for told in expected if told is not None
        ]
        assert "does not fit" in page.locator("[data-verified]").inner_text()


def flipped(secret: str) -> str:
    """One digit is another."""
    return ("1" if secret[0] == "0" else "0") + secret[1:]


def swapped(order: str) -> str:
    """The last two different cards change places."""
    cards = order.split()
    at = next(n for n in range(len(cards) - 1, 0, -1) if cards[n] != cards[n - 1])
    cards[at - 1], cards[at] = cards[at], cards[at - 1]
    return " ".join(cards)
