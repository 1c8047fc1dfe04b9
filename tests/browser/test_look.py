"""How it looks and whether everybody can use it: sizes, axe, the keyboard."""

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.browser.player import leaves_the_pile, open_game, play_turn, settle, wait_for_turn
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
    settle(page)
    if leaves_the_pile(page):
        keys.press("r")
    page.locator('.stock[data-act="draw"]').wait_for(state="detached")
    assert page.evaluate("document.activeElement.matches('[data-stack]')"), "the focus stayed in the hand"
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    keys.press("Space")
    page.wait_for_function("document.activeElement.getAttribute('aria-pressed') === 'true'")
    keys.press("m")
    page.wait_for_function("document.activeElement.matches('.slot, .meld.can')")
    keys.press("Enter")
    page.locator("[data-group]").wait_for()
    keys.press("Backspace")
    page.locator("[data-group]").wait_for(state="detached")
    keys.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    keys.press("Escape")
    page.get_by_role("dialog", name="Keys").wait_for(state="detached")
    page.locator("[data-stack]").last.focus()
    keys.press("1")
    page.locator('.acts [data-act="discard"]').wait_for()
    keys.press("d")
    page.locator(".dock .inner.mine").wait_for(state="detached")


def test_a_whole_turn_by_what_a_screen_reader_is_given(visit: Visit, product: Product) -> None:
    """Roles, names and what is said, nothing else: the turn comes, cards are lifted, laid out, discarded."""
    page = visit().sign_up().page
    open_game(page, product.url, ruleset="classic")
    said, now = page.get_by_role("log", name="What happens"), page.locator("[aria-live=assertive]")
    dock = page.get_by_role("region", name="Your hand and acts")
    hand = dock.get_by_role("group", name="Your cards").get_by_role("button")
    draws = page.get_by_role("button", name=re.compile(r"Stock: \d+ cards?\b.*Draw"))
    assert page.get_by_text(re.compile(r"(partner|opponent), \d+ in hand, foot waits")).count() == 3
    draws.wait_for(timeout=60_000)
    names = " ".join(hand.all_inner_texts())
    assert " of " in names and "cards:" in names
    draws.press("Enter")
    settle(page)
    if (leave := dock.get_by_role("button", name="Leave the pile")).count():
        leave.press("Enter")
    said.get_by_text(re.compile("You drew (the|a)")).wait_for()
    hand.first.press("1")
    dock.get_by_role("button", name=re.compile("1 lifted")).wait_for()
    said.get_by_text(re.compile(r"^One .* lifted\.")).wait_for()
    dock.get_by_role("button", name="new meld", exact=True).press("Enter")
    staged = dock.get_by_role("group", name="Staged, not laid yet").get_by_role("button", name=re.compile("Take back:"))
    staged.wait_for()
    said.get_by_text(re.compile("^Staged: one .*, new.")).wait_for()
    dock.get_by_role("button", name="Undo").press("Enter")
    staged.wait_for(state="detached")
    hand.last.press("1")
    dock.get_by_role("button", name=re.compile("^Discard ")).press("Enter")
    said.get_by_text("You discarded the ").wait_for()
    said.get_by_text(re.compile("to play")).first.wait_for()
    now.get_by_text(re.compile(r"Your turn\. You hold \d+ cards\. Top of the pile: ")).wait_for(timeout=60_000)
    hand.first.press("o")
    now.get_by_text("You hold").wait_for()
    hand.first.press("b")
    now.get_by_text("Clean books: 0 of 2.").wait_for()


def test_with_another_language_nothing_breaks(visit: Visit, product: Product) -> None:
    """No catalogue yet: the pages stay English, whatever the browser asks for."""
    page = visit(locale="fi-FI").page
    page.goto(product.url)
    assert page.get_by_role("heading", name="Lobby").is_visible()
