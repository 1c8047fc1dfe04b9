"""`make screenshots`: pictures of the main pages, with a house of its own and games that are played for them."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.games import PASSWORD, QUICK, Played, ask, played
from tests.harness.browser import FLAGS, chromium
from tests.harness.product import start_product

FOLDER = Path(__file__).parent / "pictures"
PHONE, DESKTOP = (390, 844), (1280, 800)
SHORT = {**QUICK, "minimums": [50]}
NAMES = ("Anna", "Ben", "Carla", "David")


def main(folder: Path) -> None:
    """Take them all, into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        house = start_product(Path(data))
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            for name, page in _pages(browser, house.url):
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(500)
                page.screenshot(path=folder / f"{name}.png")
                page.context.close()
                print(folder / f"{name}.png", flush=True)
        finally:
            house.end()


def _pages(browser: Browser, base: str) -> Iterator[tuple[str, Page]]:
    running = played(base, names=NAMES, actions=45, well=True, ruleset="classic", players=4)
    over = played(base, names=NAMES, well=True, ruleset=SHORT, players=4)
    table, replay = f"/tables/{running.id}", f"/tables/{over.id}/replay?eyes=all"
    yield "home", _look(browser, base, "/", DESKTOP)
    yield "home-mine", _look(browser, base, "/", DESKTOP, running)
    yield "home-phone", _look(browser, base, "/", PHONE, running, color_scheme="dark")
    yield "first-game", _first_game(browser, base)
    yield "table", _look(browser, base, table, DESKTOP, running)
    yield "table-phone", _look(browser, base, table, PHONE, running, color_scheme="dark")
    yield "replay", _look(browser, base, f"{replay}&at=60", DESKTOP, over)
    yield "replay-phone", _look(browser, base, f"{replay}&at=60", PHONE, over)
    yield "lobby", _look(browser, base, "/#lobby", DESKTOP, over)
    club, event = _club(base, over)
    yield "club", _look(browser, base, f"/clubs/{club}", DESKTOP, over)
    yield "event", _look(browser, base, f"/events/{event}", DESKTOP, over)


def _look(
    browser: Browser, base: str, path: str, size: tuple[int, int], whose: Played | None = None, **more: Any
) -> Page:
    """A page as its first player sees it, who is to act where anybody is; or as a visitor."""
    width, height = size
    page = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more).new_page()
    if whose is not None:
        page.goto(f"{base}/login")
        page.get_by_label("Name", exact=True).fill(whose.names[whose.to_act])
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(lambda url: "/login" not in url)
    page.goto(base + path)
    return page


def _first_game(browser: Browser, base: str) -> Page:
    """The first game of a visitor, as its guide begins."""
    page = _look(browser, base, "/", PHONE)
    page.get_by_role("button", name="Learn by playing").click()
    page.get_by_role("group", name="Guide").wait_for()
    return page


def _club(base: str, people: Played) -> tuple[str, str]:
    """A club with an event that can be entered: the club's short name, the event's id."""
    token = people.tokens[people.to_act]
    club = ask(base, token, "POST", "/api/clubs", {"name": "Tuesday Cards", "joining": "open"})
    starts = (datetime.now(UTC) + timedelta(days=3)).strftime("%Y-%m-%dT19:00")
    event = {"name": "Autumn cup", "format": "swiss", "starts": starts}
    made = ask(base, token, "POST", f"/api/clubs/{club['id']}/tournaments", event)
    ask(base, token, "POST", f"/api/tournaments/{made['id']}/publish")
    return club["slug"], made["id"]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
