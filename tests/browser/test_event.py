"""An event on a telephone: announced, published, led from its desk; nothing is too wide, too small or nameless."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.test_club import found
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_an_organizer_announces_an_event_and_finds_its_desk(visit: Visit, product: Product) -> None:
    page = visit("phone").sign_up().page
    found(page, product.url)
    page.get_by_role("link", name="Announce an event").click()
    assert not layout_faults(page) + serious(page)
    page.get_by_label("Name of the event").fill("The long winter evenings of the hill")
    page.get_by_label("The first round begins").fill(f"{datetime.now(UTC) + timedelta(days=3):%Y-%m-%dT19:00}")
    page.get_by_label("Swiss").check()
    page.get_by_role("button", name="Save the draft").click()
    page.get_by_role("button", name="Publish it").click()
    page.get_by_text("entries are open").wait_for()
    assert not layout_faults(page) + serious(page)
    page.get_by_role("link", name="What holds it up, decisions").click()
    page.get_by_text("Nothing: no table of a round is being played.").wait_for()
    assert not layout_faults(page) + serious(page)
    page.get_by_role("link", name="How the next round would be paired").click()
    page.get_by_text("No round is to come.").wait_for()
    assert not layout_faults(page) + serious(page)
    page.goto(f"{product.url}/events")
    page.get_by_text("You have been in no event yet").wait_for()
    assert not layout_faults(page) + serious(page)
