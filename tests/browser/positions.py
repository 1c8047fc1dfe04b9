"""Busy positions on the real page of a table: the server's page with another view in it, and nothing behind it."""

import html
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any, TypedDict

from playwright.sync_api import Page, Route

MELDS = "AKQJT98754"
LONG = (
    "Wolfeschlegel",
    "Bartholomäusin",
    "Maximilianosch",
    "Featherstonehh",
    "Konstantinopol",
    "Chrysanthemums",
    "Schwarzenegger",
)
KOREAN = ("김서연", "이도윤", "박하준", "최지우", "정예은", "강민준", "조수아")
HANDS = {
    17: "AS AH KD QC QH QS JD 9S 9D 8H 7C 5D 5S 4H 2S JK 3C",
    25: "AS AH AD KD KC QC QH QS JD JC TS TH 9S 9D 8H 7C 6D 5D 5S 4H 2S 2H JK 3C 3S",
}
PILE = "9C QD 6C JS 4D KC 5H 8H TD"
FREE, BUSY = 9, 12


def meld(rank: str, n: int, wilds: int = 0) -> str:
    """So many cards of a rank, the last of them wild."""
    if rank == "W":
        return " ".join(["2S", "JK", "2H", "2D", "JK", "2C", "2S"][:n])
    return " ".join([f"{rank}{'SHDC'[i % 4]}" for i in range(n - wilds)] + ["2D", "JK", "2C"][:wilds])


def melds(n: int) -> dict[str, Any]:
    """A team's melds: books of each kind first, then fans of all lengths."""
    shapes = [(7, 0), (8, 2), (5, 0), (4, 1), (3, 0), (5, 2), (6, 0), (3, 0), (4, 0), (7, 0)]
    laid = {f"{rank}1": meld(rank, *shapes[i]) for i, rank in enumerate(MELDS[: max(0, n - 1)])}
    more = {} if not n else {"W1": meld("W", 4), **({"61": meld("6", 3)} if n > len(MELDS) else {})}
    laid |= dict(list(more.items())[: n - len(laid)])
    kinds = {name: "wild" if name[0] == "W" else "dirty" if "2D" in cards else "clean" for name, cards in laid.items()}
    return {"melds": laid, "kinds": kinds, "red_threes": 2, "exact_grabs": 0, "score": 1_595}


def position(
    boot: dict[str, Any],
    *,
    players: int = 4,
    teams: int = 2,
    hand: int = 17,
    laid: int = FREE,
    names: tuple[str, ...] = ("Anna", "Carla", "Ben", "David", "Eeva", "Finn", "Greta"),
    phase: str = "play",
    seat: int | None = 0,
    turn: int = 0,
    **view: Any,
) -> dict[str, Any]:
    """What the page of this table starts from, at a busy moment: seat 0 looks and is to act."""
    people = [
        {
            "in_foot": n % 2 == 1,
            "played_from_foot": n % 2 == 1,
            "hand_size": 11 - n,
            "foot_size": 0 if n % 2 else 13,
            "player": {"kind": "user", "name": names[n]},
        }
        for n in range(players)
    ]
    if players > 4:
        people[3]["player"] = {"kind": "bot", "level": "careful"}
        people[4]["player"]["for"] = {"name": "Eeva"}
    if seat is not None:
        del people[seat]["hand_size"]
        people[seat] |= {"hand": HANDS[hand], "in_foot": False, "foot_size": 13}
    table = {
        **boot["view"],
        "players": players,
        "seats": people,
        "teams": [melds(laid) for _ in range(teams)],
        "totals": [3_985, 3_410, 2_995, 1_040, 870, 15, -250][:teams],
        "scores": [[1_845] * teams, [2_140] * teams],
        "deal": 3,
        "pile": PILE,
        "stock_size": 97,
        "minimum": 120,
        "turn": {"seat": turn, "phase": phase},
        "status": "playing",
        "seat": seat,
        "undo": None,
        "deadline": (datetime.now(UTC) + timedelta(hours=3, minutes=12, seconds=30)).isoformat(),
        "clock": {"turn_seconds": 86_400},
        **view,
    }
    if seat is None:
        del table["seat"]
    mine = HANDS[hand].split()
    lay = [{"do": "meld", "melds": [{"cards": face, "to": f"{face[0]}1"}]} for face in mine if face[0] in MELDS[:laid]]
    legal = {
        "actions": [*lay, *({"do": "discard", "card": face} for face in mine)] if phase == "play" else [{"do": "draw"}]
    }
    return {**boot, "view": table, "legal": legal, "seen": None}


LONGER = """{
const longer = (text) => text + " " + "ordet lengde ".repeat(12).slice(0, Math.ceil(text.length * 0.4)).trim();
const ngettext = (one, many, n) => longer(n === 1 ? one : many);
const npgettext = (_, ...more) => ngettext(...more);
Object.assign(globalThis, { gettext: longer, ngettext, pgettext: (_, text) => longer(text), npgettext });
}"""
"""Every string two fifths longer, as another language would be."""
DATA = re.compile(r'(<script id="table-data" type="application/json">)(.*?)(</script>)', re.DOTALL)


class Shown(TypedDict, total=False):
    """What `Stage.show` takes."""

    players: int
    teams: int
    hand: int
    laid: int
    names: tuple[str, ...]
    phase: str
    seat: int | None
    turn: int
    staged: bool
    attributes: str
    longer: bool


class Stage:
    """The page of a table of one's own on which positions are shown."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        answer = page.request.get(address)
        self.text = answer.text()
        found = DATA.search(self.text)
        assert found, "the page has no data of its table"
        self.boot = json.loads(html.unescape(found[2]))
        self.headers = {"content-type": "text/html; charset=utf-8"}
        self.shown, self.words = self.text, ""
        page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.send(json.dumps(self.frame)))
        page.route(address, lambda route: route.fulfill(body=self.shown, headers=self.headers))
        page.route("**/api/games/**", self._answer)
        page.route(re.compile(r"/jsi18n"), lambda route: route.fulfill(body=self.words, content_type="text/javascript"))

    def _answer(self, route: Route) -> None:
        """A dry run is worth 60 points; of anything else there is nothing."""
        if "dry_run" in route.request.url:
            melds_ = json.loads(route.request.post_data or "{}")["action"]["melds"]
            return route.fulfill(json={"ok": True, "value": 30 * len(melds_), "minimum": None})
        return route.fulfill(
            json={"events": [], "next": None, "messages": [], "open": False, "closed": None, "seats": []}
        )

    def show(self, *, staged: bool = False, attributes: str = "", longer: bool = False, **more: Any) -> None:
        """Open the page at a position; `staged`: two melds in the tray, and a stack lifted."""
        self.words = LONGER if longer else ""
        start = position(self.boot, **more)
        self.frame = {"type": "view", "events": [], **{key: start[key] for key in ("version", "view", "legal")}}
        boot = json.dumps(start).replace("<", "\\u003c")
        self.shown = DATA.sub(lambda found: found[1] + boot + found[3], self.text).replace(
            "<html ", f"<html {attributes} ", 1
        )
        self.page.evaluate("localStorage.clear()")
        self.page.goto(self.address)
        self.page.locator(".felt .team, .felt .seat").first.wait_for()
        if staged:
            for key in ("A", "Q"):
                self.page.locator(f'[data-stack="{key}"]').click()
                self.page.locator(".slot").click()
                self.page.locator(f'[data-stack="{key}"]').wait_for(state="detached")
            self.page.locator('[data-stack="5"]').click()
            self.page.locator('[data-act="lay"]').wait_for()
