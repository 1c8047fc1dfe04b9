"""Club nights on a telephone: made, looked at, moved; nothing is too wide, too small or nameless."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.test_club import found
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_an_organizer_makes_club_nights_and_moves_one(visit: Visit, product: Product) -> None:
    page = visit("phone").sign_up().page
    found(page, product.url)
    page.get_by_role("link", name="Club nights").first.click()
    assert not layout_faults(page) + serious(page)
    page.get_by_role("link", name="New club nights").click()
    assert not layout_faults(page) + serious(page)
    page.get_by_label("Name of the event").fill("The long winter evenings of the hill")
    page.get_by_label("The first night begins").fill(f"{datetime.now(UTC) + timedelta(days=3):%Y-%m-%dT19:00}")
    page.get_by_role("button", name="Make them").click()
    page.get_by_text("Nights to come").wait_for()
    assert not layout_faults(page) + serious(page)
    page.get_by_role("link", name="Change").last.click()
    assert not layout_faults(page) + serious(page)
    page.get_by_role("link", name="Change them").click()
    assert not layout_faults(page) + serious(page)
