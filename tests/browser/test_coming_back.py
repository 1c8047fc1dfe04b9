"""Coming back to a table: first what happened meanwhile, once, on whatever device."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import PASSWORD, hand, my_turn, open_game, play_turn
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]

AN_HOUR_LATER = "const now = Date.now; Date.now = () => now() + 3600000;"


def write(page: Any, base: str, method: str, path: str, **body: Any) -> Any:
    """A request of this person's to the API."""
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Referer": f"{base}/", "Origin": base}
    answer = page.request.fetch(base + path, method=method, data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def wait_until_seen(page: Any, base: str, game_id: str) -> None:
    """Until what this person's page has shown is kept."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        table, seen = (page.request.get(f"{base}/api/games/{game_id}{more}").json() for more in ("", "/seen"))
        if seen["version"] == table["version"]:
            return
        time.sleep(0.2)
    raise AssertionError(f"{seen} of {table['version']}")


def test_who_comes_back_is_told_once_what_happened_since(visit: Visit, product: Product) -> None:
    ann, ben = visit("phone").sign_up(), visit("desktop").sign_up()
    game_id = open_game(ann.page, product.url, ruleset="classic", players=2, seats=["me", f"user:{ben.name}"])
    write(ben.page, product.url, "POST", f"/api/games/{game_id}/seats/1")
    address = f"{product.url}/tables/{game_id}"
    ben.page.goto(address)
    ann.page.locator(".dock .handhead, .dock .hand").first.wait_for()
    if my_turn(ann.page):
        play_turn(ann.page)
    ann.page.goto("about:blank")
    wait_until_seen(ann.page, product.url, game_id)
    ben.page.locator(".dock .inner.mine").wait_for()
    play_turn(ben.page)

    ann.page.add_init_script(AN_HOUR_LATER)
    ann.page.goto(address)
    missed = ann.page.get_by_role("dialog", name="Since your last visit")
    missed.wait_for()
    assert f"{ben.name} discarded the" in missed.inner_text() and "Your turn" in missed.inner_text()
    assert "You" not in missed.locator(".missed").inner_text(), "what one did oneself is no news"
    beside = [fault for fault in layout_faults(ann.page) if " over " not in fault]  # a sheet lies over the acts
    assert not beside + serious(ann.page)
    missed.get_by_role("button", name="Go on").click()
    missed.wait_for(state="detached")
    ann.page.goto("about:blank")
    wait_until_seen(ann.page, product.url, game_id)

    desktop = visit("desktop")
    desktop.page.add_init_script(AN_HOUR_LATER)
    desktop.page.goto(f"{product.url}/login")
    desktop.page.get_by_label("Name", exact=True).fill(ann.name)
    desktop.page.get_by_label("Password").fill(PASSWORD)
    desktop.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    desktop.page.get_by_role("heading", name=ann.name).wait_for()
    with desktop.page.expect_response(lambda answer: "/events?since=" in answer.url):
        desktop.page.goto(address)
    desktop.page.locator(".dock .inner.mine").wait_for()
    desktop.page.wait_for_timeout(500)
    assert not desktop.page.locator("dialog[open]").count(), "the phone has shown it"


def test_after_sleep_the_time_left_is_right_and_two_tabs_agree(visit: Visit, product: Product) -> None:
    """V15, V59: a page that has slept for hours shows what is left now, not what its timers have counted, and is live
    again by itself; what is done in one tab is seen in the other without a reload."""
    person = visit().sign_up()
    other = person.tab()
    for page in (person.page, other):
        page.clock.install()
    seats = ["me", "bot:careful"]
    game_id = open_game(
        person.page, product.url, ruleset="classic", players=2, seats=seats, clock={"turn_seconds": 86_400}
    )
    other.goto(f"{product.url}/tables/{game_id}")
    for page in (person.page, other):
        page.locator(".dock .inner.mine").wait_for(timeout=60_000)

    def hours(page: Any) -> int:
        found = re.search(r"(\d+) h", page.locator("#prompt .clock").inner_text())
        assert found
        return int(found.group(1))

    assert hours(other) == hours(person.page) == 23
    other.clock.fast_forward("05:00:00")
    other.locator(".link.live").wait_for(state="attached", timeout=60_000)
    other.locator("#prompt .clock", has_text="18 h").wait_for()
    play_turn(person.page, meld=False)
    last = person.page.locator(".side.right .log li span", has_text="You discarded").first
    last.wait_for()
    other.locator(".side.right .log li span", has_text=last.inner_text()).first.wait_for()
    for page in (person.page, other):
        page.locator(".dock .inner.mine").wait_for(timeout=60_000)
    assert hand(person.page) == hand(other), "the same hand in both"
