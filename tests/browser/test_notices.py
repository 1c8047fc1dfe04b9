"""The pages of notices, and the worker that shows one while the site is not open."""

import json
import time
from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious

pytestmark = pytest.mark.browser

SHOWN = """title => navigator.serviceWorker.ready.then(worker => worker.getNotifications())
  .then(all => all.some(one => one.title === title))"""


def test_a_browser_shows_a_notice_that_is_pushed_to_it_once_for_each_table(visit: Callable[..., Person]) -> None:
    person = visit(size="phone", service_workers="allow").sign_up()
    person.context.grant_permissions(["notifications"], origin=person.base)
    page = person.page
    page.goto(f"{person.base}/account/notices")
    page.get_by_role("button", name="Show notices in this browser").wait_for()
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    devtools = person.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    end = time.monotonic() + 60
    while not found:
        assert time.monotonic() < end
        page.wait_for_timeout(50)
    for title in ("Your turn with ben", "3 hours left for you at the table with ben"):
        told = {
            "title": title,
            "body": "Classic rules.",
            "page": f"{person.base}/login?next=%2Ftables%2F1",
            "tag": "one",
        }
        message = {"origin": person.base, "registrationId": found[-1], "data": json.dumps(told)}
        devtools.send("ServiceWorker.deliverPushMessage", message)
        page.wait_for_function(SHOWN, arg=title)
    shown = page.evaluate(
        "navigator.serviceWorker.ready.then(worker => worker.getNotifications())"
        ".then(all => all.map(one => [one.title, one.body, one.data.page]))"
    )
    assert shown == [[told["title"], told["body"], told["page"]]]


def test_who_is_invited_finds_a_bell_with_a_number_and_having_opened_the_list_none(
    visit: Callable[..., Person],
) -> None:
    host, guest = visit().sign_up(), visit(size="phone", color_scheme="dark").sign_up()
    host.page.goto(f"{host.base}/tables/new")
    cookies = {one["name"]: one["value"] for one in host.context.cookies()}
    body = {"ruleset": "classic", "players": 2, "seats": ["me", f"user:{guest.name}"]}
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": host.base}
    assert host.context.request.post(f"{host.base}/api/games", data=body, headers=headers).ok
    bell = guest.page.get_by_role("link", name="1 notice")
    end = time.monotonic() + 180  # beat and a worker are at it
    while not bell.count():
        assert time.monotonic() < end
        guest.page.wait_for_timeout(500)
        guest.page.goto(f"{guest.base}/")
    assert layout_faults(guest.page) + serious(guest.page) == []
    bell.click()
    guest.page.get_by_role("heading", name=f"You are invited to a table with {host.name}").wait_for()
    assert layout_faults(guest.page) + serious(guest.page) == []
    guest.page.goto(f"{guest.base}/account")
    assert not guest.page.locator(".top .bell").count()
