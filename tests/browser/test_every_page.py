"""Every page of the site, as everybody who may open it finds it: axe in both themes, boxes, hosts.

Which pages there are is told by the table of who may do what, of which another test says that no route is missing.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.accounts.clubs.cast import CAST
from tests.accounts.clubs.test_every_route import TABLE
from tests.accounts.clubs.world import World
from tests.browser.conftest import Person
from tests.browser.measure import layout_faults, serious
from tests.games.playing import people, play, table_of
from tests.games.site import Site, site, web_server

__all__ = ["site", "web_server"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DRAWN_BY_SCRIPTS = re.compile(r"^/tables/[^/]+(/(replay|audit))?$|^/$")


def pages(world: World, kind: str) -> Iterator[tuple[str, str, str]]:
    """Who looks at which page, and where it is: the first who may, and who else finds parts on it that are new."""
    for method, template, answers in TABLE:
        seen: set[str] = set()
        for who, answer in zip(CAST, answers[kind], strict=True):
            if method != "GET" or answer != "200" or template.startswith(("/api/", "/ws/")):
                continue
            path = world.path(template)
            told = world.browsers[who].get(path)
            if "<html" not in told.text:
                break  # a file, or a part of a page
            parts = set(re.findall(r"<[a-z]+[^>]*?class=\"[^\"]*\"|<(?:input|select|button|form|table)\b", told.text))
            if parts - seen or (DRAWN_BY_SCRIPTS.match(path) and who == "anonymous"):
                yield who, template, path
            seen |= parts


class Eyes(Person):
    """A window of one of the cast, at the size of a small phone, under the policy of the house."""

    def __init__(self, browser: Any, base: str, client: Client) -> None:
        super().__init__(browser, base, "phone", bypass_csp=False)
        if "sessionid" in client.cookies:
            self.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base}])
        self.asked: set[str] = set()
        self.page.on("request", lambda request: self.asked.add(request.url))

    def look(self, path: str) -> list[str]:
        """What is wrong with a page."""
        self.asked.clear()
        self.faults.clear()
        self.page.emulate_media(color_scheme="light")
        self.page.goto(self.base + path)
        self.page.wait_for_load_state("networkidle")
        found = layout_faults(self.page) + serious(self.page)
        self.page.emulate_media(color_scheme="dark")
        found += [f"dark: {fault}" for fault in serious(self.page, "color-contrast")]
        here = urlsplit(self.base).netloc
        files = [urlsplit(url) for url in self.asked if not url.startswith(("data:", "blob:"))]
        found += [f"asks {one.netloc}" for one in files if one.netloc != here]
        return found + self.faults


def test_no_page_has_serious_faults_in_either_theme_whoever_looks_at_it(
    chromium_browser: Any, site: Site, settings: Any
) -> None:
    settings.MAIL_IS_SENT = True
    world = World("open")
    players = people("anouk", "ben_with_a_long_name")
    running, over = table_of(players), table_of(players, ruleset={"base": "favourite", "minimums": [50]})
    play(players, running, 40)
    play(players, over, 10_000)
    player = Client()
    player.force_login(players[0], backend="accounts.backends.PasswordBackend")
    world.browsers["player"] = player
    more = [
        (who, f"/tables/({name}){page}", f"/tables/{game}{page}")
        for name, game in (("running", running), ("over", over))
        for page in ("", "/replay?at=30", "/audit")
        for who in ("player", "anonymous")
    ]
    eyes: dict[str, Eyes] = {}
    wrong = {}
    looked = [*more, *pages(world, "open"), ("anonymous", "/nothing", "/nothing")]
    for who, template, path in looked:
        if who not in eyes:
            eyes[who] = Eyes(chromium_browser, site.url, world.browsers[who])
        if found := eyes[who].look(path):
            wrong[f"{template} as {who}"] = found
    for each in eyes.values():
        each.context.close()
    assert len({template for _, template, _ in looked}) > 70
    assert not wrong, "\n".join(f"{page}\n    " + "\n    ".join(found) for page, found in wrong.items())
