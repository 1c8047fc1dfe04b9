"""Rules in the browser: read before and at the table, and a house's own in the form for a new table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import open_game
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def fault(page: Page, parameter: str) -> str:
    return page.locator(f"#fault-{parameter}").inner_text()


def test_a_contradiction_is_said_beside_its_parameter_as_soon_as_it_is_made(visit: Visit, product: Product) -> None:
    page = visit("phone").sign_up().page
    page.goto(f"{product.url}/tables/new")
    page.locator("#house summary").click()
    page.get_by_label("Wild melds", exact=True).select_option("no")
    page.locator("#fault-books_to_go_out", has_text="Wild books are demanded").wait_for()
    assert (
        page.get_by_role("group", name="Books to go out").get_by_label("wild", exact=True).get_attribute("aria-invalid")
        == "true"
    )
    page.get_by_label("Favourite rules").check()  # which demand no wild books
    page.locator("#fault-books_to_go_out:empty").wait_for(state="attached")
    assert page.get_by_label("Cards in a hand").locator("option").first.inner_text() == "= 11"


def test_house_rules_by_keyboard_keep_what_was_entered_and_open_the_table(visit: Visit, product: Product) -> None:
    page = visit("phone").sign_up().page
    page.goto(f"{product.url}/tables/new")
    page.locator("#house summary").focus()
    keys = page.keyboard
    keys.press("Enter")
    page.get_by_label("Bonus for an exact grab").focus()
    keys.type("2000")
    page.get_by_label("Cards drawn").focus()
    keys.type("3")
    page.get_by_role("button", name="Open the table").focus()
    keys.press("Enter")
    page.get_by_role("alert").wait_for()
    page.get_by_role("link", name="Bonus for an exact grab").focus()
    keys.press("Enter")
    page.wait_for_function("document.activeElement.id === 'id_house_grab_bonus'")
    assert page.get_by_label("Bonus for an exact grab").input_value() == "2000"
    assert page.get_by_label("Cards drawn").input_value() == "3"
    assert "0 to 1000" in fault(page, "grab_bonus")
    assert not layout_faults(page) + serious(page)
    keys.press("Control+a")
    keys.type("200")
    keys.press("Enter")
    page.wait_for_url(re.compile("/tables/[0-9a-f-]{36}$"))
    page.locator("[data-stack]").first.wait_for()


def test_the_form_needs_no_script(visit: Visit, product: Product) -> None:
    person = visit("phone", java_script_enabled=False).sign_up()
    page = person.page
    page.goto(f"{product.url}/tables/new")
    page.locator("#house summary").click()
    assert page.get_by_label("Cards drawn").locator("option").first.inner_text() == "= as chosen above"
    page.get_by_label("Wild melds", exact=True).select_option("no")
    page.get_by_role("button", name="Open the table").click()
    page.locator("#fault-books_to_go_out", has_text="Wild books are demanded").wait_for()
    page.get_by_role("group", name="Books to go out").get_by_label("wild", exact=True).select_option("0")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/tables/[0-9a-f-]{36}$"))


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("phone", "dark"), ("desktop", "light")])
def test_the_rules_fit_every_screen_and_can_be_read_by_everybody(
    visit: Visit, product: Product, size: str, scheme: str
) -> None:
    page = visit(size, color_scheme=scheme).page
    for name in ("classic", "favourite"):
        page.goto(f"{product.url}/rules/{name}")
        assert not layout_faults(page) + serious(page)
    page.get_by_role("link", name="Going out", exact=True).click()
    assert page.get_by_role("heading", name="Going out").is_visible()


def test_the_rules_are_found_from_the_lobby_and_from_the_table(visit: Visit, product: Product) -> None:
    host = visit().sign_up()
    house = {"base": "classic", "draw": 5}
    open_game(host.page, product.url, ruleset=house, seats=["me", "open", "bot:random", "open"])
    host.page.get_by_role("link", name="Read the rules").first.wait_for()
    page = visit().page
    page.goto(product.url)
    page.locator(".row", has_text=host.name).get_by_role("link", name="The rules").click()
    page.get_by_text("draw 5 cards from the stock").wait_for()
    page.get_by_role("link", name="To the table").click()
    page.get_by_role("link", name="Read the rules").first.wait_for()
