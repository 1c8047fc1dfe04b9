"""The site as an app: it can be installed, says when there is no connection, and keeps nobody's cards."""

import uuid
from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import PASSWORD, act, draw, open_game, play_turn, settle, wait_for_turn

pytestmark = pytest.mark.browser

READY = """() => Promise.race([
  navigator.serviceWorker.ready.then(() => true), new Promise(done => setTimeout(done, 90_000, false)),
])"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const one = await caches.open(name);
    for (const request of await one.keys()) {
      found.push([new URL(request.url).pathname, await (await one.match(request)).text()]);
    }
  }
  return found;
}"""
CARDS = """() => Object.keys(localStorage)
  .filter(key => /^fairdeal:(?!chat|liked|left$)/.test(key)).map(key => key.split(":")[1]).sort()"""
OF_ANOTHER_RELEASE = "/worker.js?before"
ACTIVE = """path => navigator.serviceWorker.getRegistration("/")
  .then(found => Boolean(found?.active?.scriptURL.endsWith(path) && navigator.serviceWorker.controller))"""


def test_it_can_be_installed_says_when_it_is_offline_and_keeps_files_of_the_site_alone(
    visit: Callable[..., Person],
) -> None:
    person = visit("phone", bypass_csp=False, service_workers="allow").sign_up()
    page = person.page
    assert page.evaluate(READY), "the worker is there"
    open_game(page, person.base)
    wait_for_turn(page)
    play_turn(page)
    wait_for_turn(page)
    page.locator("[data-stack]").first.focus()
    page.keyboard.press("Alt+ArrowRight")
    page.locator("[data-stack]").first.click()
    page.keyboard.press("n")
    page.locator("[data-group]").wait_for()
    assert page.evaluate(CARDS) == ["order", "staging"], "what was begun outlives a reload"
    devtools = person.context.new_cdp_session(page)
    missing = [one["errorId"] for one in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert missing == ["in-incognito"], "nothing but that this window is private"
    manifest = devtools.send("Page.getAppManifest")
    assert (manifest["errors"], manifest["url"]) == ([], f"{person.base}/manifest.webmanifest")
    page.goto(person.base)

    person.context.set_offline(True)
    page.goto(f"{person.base}/account")
    page.get_by_role("heading", name="There is no connection right now.").wait_for()
    assert page.evaluate("getComputedStyle(document.querySelector('.btn.go')).borderRadius") != "0px", (
        "it has its looks"
    )
    person.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    page.get_by_role("heading", name=person.name).wait_for()

    def only_files() -> None:
        kept = page.evaluate(KEPT)
        strange = [path for path, _ in kept if path != "/offline" and not path.startswith("/static/")]
        assert (strange, len(kept) > 20) == ([], True)
        assert [path for path, text in kept if person.name in text] == []

    only_files()
    page.goto(person.base)
    page.locator("form[action='/logout'] button").first.evaluate("button => button.click()")
    page.get_by_role("navigation").get_by_role("link", name="Sign in").wait_for()
    only_files()
    assert page.evaluate(CARDS) == [], "who signs out leaves no card to whoever opens this browser next"


def test_who_is_signed_out_meanwhile_signs_in_at_the_table_and_a_new_version_is_told(
    visit: Callable[..., Person],
) -> None:
    """What was staged is there again, both times."""
    person = visit("phone", service_workers="allow").sign_up()
    page = person.page
    open_game(page, person.base, ruleset={"base": "favourite", "minimums": [50]})
    wait_for_turn(page)
    page.locator("[data-stack]").first.click()
    page.keyboard.press("n")
    page.locator("[data-group]").wait_for()
    staged = page.locator("[data-group]").inner_text()

    person.context.clear_cookies(name="sessionid")
    signed_out = page.get_by_role("heading", name="You are signed out")
    for _ in range(3):  # the first press may ask whether the pile shall lie
        if not signed_out.count():
            act(page, "draw")
            settle(page)
    signed_out.wait_for()
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("dialog").get_by_role("button", name="Sign in").click()
    page.locator("[data-group]").wait_for()
    assert page.locator("[data-group]").inner_text() == staged

    person.context.clear_cookies(name="sessionid")
    other = person.tab()
    other.goto(f"{person.base}/login")
    other.get_by_label("Name").fill(person.name)
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("main").get_by_role("button", name="Sign in").click()
    other.get_by_role("heading", name=person.name).wait_for()
    assert draw(page)  # signed in anew there, so here too

    assert page.evaluate(READY)
    page.reload()
    page.locator("[data-group]").wait_for()
    page.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")  # another release took over
    page.get_by_role("link", name="Reload").click()
    page.locator("[data-group]").wait_for()
    assert page.get_by_role("link", name="Reload").count() == 0


def test_the_tab_of_a_first_visit_hears_of_a_new_version_and_a_worker_from_before_is_replaced(
    visit: Callable[..., Person],
) -> None:
    host = visit().sign_up()
    game_id = open_game(host.page, host.base)
    page = visit(service_workers="allow").page
    page.goto(f"{host.base}/tables/{game_id}")
    page.wait_for_function(ACTIVE, arg="/worker.js", timeout=90_000)
    reload = page.get_by_role("link", name="Reload")
    settle(page)
    assert reload.count() == 0, "the first worker is of the same version as the page"
    page.evaluate("path => navigator.serviceWorker.register(path).then(() => true)", OF_ANOTHER_RELEASE)
    reload.wait_for(timeout=90_000)
    page.wait_for_function(ACTIVE, arg=OF_ANOTHER_RELEASE, timeout=90_000)
    page.reload()
    page.wait_for_function(ACTIVE, arg="/worker.js", timeout=90_000)


def test_a_guest_in_a_browser_that_keeps_nothing_is_guided_and_once_signed_out_is_offered_another_game(
    visit: Callable[..., Person],
) -> None:
    """The guide says nothing of a whole deal where the game was given up; a guest has no password to be asked for."""
    person = visit("phone").keep_nothing()
    page = person.page
    page.goto(person.base)
    page.get_by_role("button", name="Learn by playing").click()
    guide = page.get_by_role("group", name="Guide")
    guide.get_by_text("These cards are yours").wait_for()
    guide.get_by_role("button", name="I see").click()
    guide.get_by_text("The goal:").wait_for()
    token = next(one["value"] for one in person.context.cookies() if one["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Referer": f"{person.base}/", "Origin": person.base}
    body = {"action_id": str(uuid.uuid4()), "agrees": True}
    game_id = page.url.rsplit("/", 1)[1]
    assert page.request.post(f"{person.base}/api/games/{game_id}/resign", data=body, headers=headers).ok
    page.locator(".dock .acts a").first.wait_for()
    assert guide.count() == 0

    page.goto(person.base)
    page.get_by_role("button", name="Play against three bots").click()
    wait_for_turn(page)
    table = page.url
    person.context.clear_cookies(name="sessionid")
    assert act(page, "draw")
    signed_out, leave = page.get_by_role("heading", name="You are signed out"), page.get_by_text("Leave the pile and")
    signed_out.or_(leave).first.wait_for()
    if leave.count():
        assert act(page, "draw")
    signed_out.wait_for()
    page.get_by_text("you cannot come back to this game").wait_for()
    assert "Sign in again" not in page.locator("body").inner_text()
    assert page.get_by_label("Password").count() == 0
    assert layout_faults(page) + serious(page) == []
    page.locator("dialog").get_by_role("button", name="Play against bots now").click()
    page.wait_for_url(lambda url: "/tables/" in url and url != table)
    wait_for_turn(page)
