"""People at their accounts: signing up on a phone, playing as a guest, what is set there, what is mailed."""

import re
import time
import uuid
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import PASSWORD, wait_for_turn
from tests.harness.product import EMBEDDED, Product, start_product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_signing_up_on_a_phone_confirms_the_zone_and_the_look_of_the_cards(visit: Visit, product: Product) -> None:
    person = visit("phone", timezone_id="Asia/Seoul")
    page = person.page
    page.goto(f"{product.url}/signup")
    page.get_by_label("Name", exact=True).fill(f"p{uuid.uuid4().hex[:8]}")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="Account").click()
    page.get_by_role("main").get_by_text("(Asia/Seoul)").first.wait_for()
    assert "time zone guessed" in page.inner_text("main")
    page.get_by_role("link", name="Change preferences").click()
    assert page.get_by_label("Time zone").input_value() == "Asia/Seoul"
    page.get_by_label("Large cards").check()
    page.get_by_label("Four colours").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Change preferences").wait_for()
    assert "time zone guessed" not in page.inner_text("main")
    page.goto(product.url)
    page.get_by_role("button", name="Play against three bots").click()
    wait_for_turn(page)
    assert page.evaluate("parseFloat(document.querySelector('.table-page').style.getPropertyValue('--hand-w'))") >= 52
    colours = page.evaluate("[...document.querySelectorAll('.card .suit-D')].map(card => getComputedStyle(card).fill)")
    assert set(colours) <= {"rgb(11, 87, 184)"}


def test_a_visitor_plays_at_once_and_keeps_the_game_by_signing_up(visit: Visit, product: Product) -> None:
    page = visit("phone").page
    page.goto(product.url)
    page.get_by_role("button", name="Play against bots now").click()
    page.locator("[data-stack]").first.wait_for(timeout=20_000)
    table = page.url
    page.goto(product.url)
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    name = f"p{uuid.uuid4().hex[:8]}"
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name=name).wait_for()
    page.goto(table)
    page.locator("[data-stack]").first.wait_for(timeout=20_000)


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("desktop", "light")])
def test_no_page_about_people_overflows_or_has_serious_faults(
    visit: Visit, product: Product, size: str, scheme: str
) -> None:
    page = visit(size, color_scheme=scheme).sign_up().page
    faults = {}
    pages = ("", "/email", "/password", "/preferences", "/programs", "/notices", "/sign-out-everywhere", "/delete")
    for path in pages:
        page.goto(f"{product.url}/account{path}")
        page.wait_for_timeout(200)
        if found := layout_faults(page) + serious(page):
            faults[path] = found
    page.goto(f"{product.url}/account/programs")
    page.get_by_label("What is it for?").fill("My robot")
    page.get_by_role("button", name="Make the token").click()
    page.locator("#new-token").wait_for()
    if found := layout_faults(page) + serious(page):
        faults["a new token"] = found
    assert not faults


@pytest.fixture
def post_office(product_folder: Path, servers: None) -> Iterator[Product]:
    """A product that sends its mail, into files; its workers are the only ones who may take it up."""
    folder = product_folder / "m"
    running = start_product(folder, **EMBEDDED, EMAIL_URL=f"filemail:///{folder / 'sent'}")
    yield running
    running.end()


def test_who_signs_up_without_a_password_gets_in_by_the_mailed_link(visit: Visit, post_office: Product) -> None:
    page = visit("phone").page
    page.goto(f"{post_office.url}/signup")
    page.get_by_label("Name", exact=True).fill("olga")
    page.get_by_label("E-mail address (not needed)").fill("olga@example.org")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name="Look into your mail").wait_for()
    page.goto(mailed_link(post_office.data_dir / "sent"))
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="olga").wait_for()


def mailed_link(folder: Path) -> str:
    """The link in the first mail that comes."""
    end = time.monotonic() + 180
    while time.monotonic() < end:
        for path in folder.glob("*.log"):
            body = message_from_bytes(path.read_bytes()).get_payload(decode=True)
            if isinstance(body, bytes) and (found := re.search(r"http://\S+/mailed/\S+", body.decode())):
                return found[0]
        time.sleep(0.1)
    raise AssertionError("no mail has come")
