"""An event to which things are done without a database, as the tests of what is decided need it."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from config.kernel.errors import ProblemError
from tests.tournaments.playing import BEFORE, RULES, START
from tournaments import calendar, commands, documents, facts, pairing, state
from tournaments.commands import Context, Found
from tournaments.deciding import decide, folded
from tournaments.state import Tournament

CLUB = "00000000-0000-4000-8000-000000000001"


class Story:
    """An event to which things are done; its rows are kept, so that it can be told again."""

    def __init__(self, pairs: int, persons: int = 2, **chosen: Any) -> None:
        self.rows: list[tuple[Any, datetime]] = []
        self.t: Tournament | None = None
        self.now = BEFORE
        self.found: dict[int, Found] = {}  # how tables stand that time is up for
        self.do(commands.Create(CLUB, RULES | {"persons": persons} | chosen))
        self.do(commands.Publish())
        for number in range(pairs):
            self.enter(number)

    def enter(self, number: int, letters: str = "abcdef") -> None:
        """As many as play as one enter, and all say yes."""
        first, *others = (f"{letter}{number}" for letter in letters[: documents.persons(self.event.rules)])
        self.do(commands.Enter((first, *others), first))
        for one in others:
            self.do(commands.Accept(str(len(self.event.entries)), one))

    def do(
        self,
        command: Any,
        by: str | None = None,
        found: dict[int, Found] | None = None,
        sat: frozenset[str] = frozenset(),
        officers: frozenset[str] | None = None,
    ) -> None:
        """One command, at the story's time."""
        context = Context(self.now, by, "ab" * 32, found or {}, sat, officers)
        events = decide(self.t, command, context)
        first = events if self.t is not None else events[1:]
        if self.t is None:
            self.t = Tournament(CLUB, events[0].data["rules"], at=self.now)
        self.t = folded(self.t, first, context)
        self.rows += [(event, self.now) for event in events]

    @property
    def event(self) -> Tournament:
        """As it stands."""
        assert self.t is not None
        return self.t

    @property
    def round(self) -> state.Round:
        """The latest round."""
        assert self.event.round is not None
        return self.event.round

    def step(self) -> str | None:
        """Do what is due next, when it is due. Returns what it was; None where nothing ever is."""
        due = calendar.due(self.event)
        if due is None:
            return None
        self.now = max(self.now, due[0])
        number = self.round.number if self.event.rounds else 0
        match due[1]:
            case "propose":
                self.do(pairing.of_next_round(self.event))
            case "make_tables":
                games = {table.number: f"{number}/{table.number}" for table in self.round.tables if not table.over}
                self.do(commands.MakeTables(number, games))
            case what:
                kinds = {
                    "close_entries": commands.CloseEntries(),
                    "publish": commands.PublishRound(number),
                    "open": commands.OpenRound(number),
                    "overdue": commands.Overdue(number),
                    "end_adjournment": commands.EndAdjournment(number),
                    "unopposed": commands.Unopposed(),
                    "look_for": commands.LookFor(number),
                    "end_search": commands.EndSearch(number),
                    "finalize": commands.Finalize(facts.standing(self.event).hash if self.event.times else ""),
                }
                self.do(kinds[what], found=self.found)
        return due[1]

    def until(self, status: str) -> None:
        """Let it go on until the latest round is here."""
        while self.event.round is None or self.round.status != status:
            assert self.step() is not None

    def on(self) -> list[state.Table]:
        """The tables that are being played."""
        return [table for table in self.round.tables if table.status == state.ON] if self.event.round else []


def look_for_partners(story: Story, chance: Random) -> None:
    """Some who enter alone, and ask each other or are put together or are left."""
    for number in range(chance.randrange(6) if documents.persons(story.event.rules) > 1 else 0):
        story.do(commands.Enter((f"z{number}",), f"z{number}", alone=True))
    for number in range(chance.randrange(6)):
        alone = [entry for entry in story.event.entries if entry.alone]
        if len(alone) < 2:
            break
        one, other = chance.sample(alone, 2)
        asked = commands.AskToJoin(one.id, other.id, one.persons[0])
        put = commands.PutTogether((one.id, other.id), "They both wait.")
        if len(one.persons + other.persons) <= documents.persons(story.event.rules):
            story.do(chance.choice([asked, put]), by=f"director{number}")
        else:
            with pytest.raises(ProblemError, match="malformed"):
                story.do(put, by="director")


def come_late(story: Story, number: int) -> None:
    """One more, if it may be."""
    before = story.event
    try:
        story.enter(number, "tuv")
    except ProblemError:
        assert story.event == before


def nobody_came(table: state.Table, side: int) -> Found:
    """How a table stands that waits for a side of which nobody has come."""
    sides = len(table.sides)
    return Found(0, (0,) * sides, (9,) * sides, (None,) * sides, (side,), (side,))


def found(deals: int, totals: tuple[int, int], used: tuple[int, int], moved: bool = True) -> Found:
    """How a table stands; both sides have moved just now, or never."""
    at = START + timedelta(hours=3) if moved else None
    return Found(deals, totals, used, (at, at))
