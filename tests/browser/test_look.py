"""How it looks and whether everybody can use it: sizes, axe, the keyboard."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import open_game, play_turn, wait_for_turn
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("tablet", "light"), ("desktop", "dark")])
def test_no_page_overflows_overlaps_or_has_serious_faults(
    visit: Visit, product: Product, size: str, scheme: str
) -> None:
    person = visit(size, color_scheme=scheme)
    page = person.page
    faults = {}

    def look(name: str) -> None:
        page.wait_for_timeout(300)
        if found := layout_faults(page) + serious(page):
            faults[name] = found

    for path in ("/", "/signup", "/login", "/nothing"):
        page.goto(product.url + path)
        look(path)
    person.sign_up()
    look("home of a person")
    page.goto(f"{product.url}/tables/new")
    look("new table")
    open_game(page, product.url, ruleset="classic", seats=["me", "open", "bot:random", "open"])
    look("a table that waits")
    open_game(page, product.url, ruleset="classic")
    wait_for_turn(page)
    look("my turn")
    page.locator("[data-stack]").first.click()
    look("lifted")
    if page.locator(".sheet-button:visible").count():
        page.locator(".sheet-button").click()
        look("score sheet")
        page.locator("dialog [data-sheet=log]").click()
        look("log")
        page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    play_turn(page)
    look("another's turn")
    open_game(page, product.url, players=7, teams=7, seats=["me", *["bot:random"] * 6])
    wait_for_turn(page)
    look("seven players")
    page.goto(product.url)
    look("home with tables")
    assert not faults


def test_a_whole_turn_by_keyboard(visit: Visit, product: Product) -> None:
    """Tab to the hand, draw, lift, stage, undo, discard: no mouse, and the focus is always seen."""
    page = visit().sign_up().page
    open_game(page, product.url, ruleset="favourite")
    wait_for_turn(page)
    keys = page.keyboard
    for _ in range(30):
        keys.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-stack]')"):
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keys.press("r")
    page.wait_for_timeout(300)
    if page.get_by_text("Leave the pile and draw?").count():
        keys.press("r")
    page.locator('.stock[data-act="draw"]').wait_for(state="detached")
    assert page.evaluate("document.activeElement.matches('[data-stack]')"), "the focus stayed in the hand"
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    keys.press("Space")
    page.wait_for_function("document.activeElement.getAttribute('aria-pressed') === 'true'", timeout=3_000)
    keys.press("n")
    page.locator("[data-group]").wait_for()
    keys.press("u")
    page.locator("[data-group]").wait_for(state="detached")
    page.locator("[data-stack]").last.focus()
    keys.press("1")
    page.locator('.acts [data-act="discard"]').wait_for()
    keys.press("d")
    page.locator(".dock .inner.mine").wait_for(state="detached")


def test_the_game_is_told_in_words(visit: Visit, product: Product) -> None:
    """What a screen reader is given: a log that is spoken, names for the cards, and speech on demand."""
    page = visit().sign_up().page
    open_game(page, product.url, ruleset="classic")
    wait_for_turn(page)
    play_turn(page, meld=False)
    page.wait_for_function("document.querySelector('#say').textContent.includes('drew')", timeout=20_000)
    assert page.locator("#say").get_attribute("role") == "log"
    names = page.locator("[data-stack]").all_inner_texts()
    assert all(any(suit in name for suit in ("spades", "hearts", "diamonds", "clubs", "joker")) for name in names)
    wait_for_turn(page)
    page.wait_for_function("document.querySelector('#say-now').textContent.includes('Your turn')", timeout=5_000)
    page.locator("[data-stack]").first.focus()
    page.keyboard.press("o")
    page.wait_for_function("document.querySelector('#say-now').textContent.startsWith('You hold')", timeout=5_000)


def test_with_another_language_nothing_breaks(visit: Visit, product: Product) -> None:
    """No catalogue yet: the pages stay English, whatever the browser asks for."""
    page = visit(locale="fi-FI").page
    page.goto(product.url)
    assert page.get_by_role("heading", name="Lobby").is_visible()
