"""Random events of 3 to 64 entries: everything that may happen to one, and decisions that are lost and made again.

Section 6.9 of the model. What holds is looked at after every step; at the end nobody does anything any more.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.kernel.errors import ProblemError
from tests.tournaments.playing import RULES
from tests.tournaments.story import CLUB, Story, look_for_partners
from tests.tournaments.test_deciding import KINDS, check
from tournaments import calendar, commands, documents, facts, state
from tournaments.commands import Context, Found
from tournaments.deciding import deadlines, decide
from tournaments.evolve import evolve
from tournaments.rules import plain, rules_of
from tournaments.simulate import proof
from tournaments.state import Tournament

pytestmark = pytest.mark.pure

MOST = {"round_robin": 20}
"""A round robin of more entries has more rounds than anybody plays."""
OFFICERS = ("olga", "oskar")


class Wild(Story):
    """An event to which anything may happen. Its rows have their versions, which protests and corrections go by."""

    def __init__(self, chance: Random, entries: int, persons: int, **chosen: Any) -> None:
        self.chance = chance
        super().__init__(entries, persons, **chosen)
        look_for_partners(self, chance)

    def do(self, command: Any, by: str | None = None, found: dict[int, Found] | None = None, **more: Any) -> None:
        """One command. Now and then the transaction is rolled back, and the same is decided once more."""
        context = Context(self.now, by, f"{self.chance.random()}", found or {}, officers=frozenset(OFFICERS))
        if self.chance.random() < 0.1:
            before = self.t
            assert decide(self.t, command, context) == decide(before, command, context)
        for event in decide(self.t, command, context):
            self.rows.append((event, self.now))
            if self.t is None:
                self.t = Tournament(CLUB, event.data["rules"], at=self.now)
            else:
                self.t = evolve(self.t, event, len(self.rows), self.now)

    # --- What happens ---

    def happens(self) -> None:
        """Something, by chance; what cannot be now is refused and changes nothing."""
        before = self.t
        try:
            self.chance.choice(HAPPENINGS)(self)
        except ProblemError:
            assert self.t == before

    def entry(self) -> str:
        """Some entry."""
        return self.chance.choice(self.event.entries).id

    def table(self) -> tuple[int, state.Table]:
        """Some table of some round."""
        found = [(one.number, table) for one in self.event.rounds for table in one.tables]
        if not found:
            raise ProblemError("not_found")
        return self.chance.choice(found)

    def late(self) -> None:
        """Somebody comes late; the others say yes or not."""
        number = len(self.event.entries)
        first, *others = (f"{letter}{number}" for letter in "lmn"[: documents.persons(self.event.rules)])
        self.do(commands.Enter((first, *others), first))
        for other in others:
            if self.chance.random() < 0.8:
                self.do(commands.Accept(self.event.entries[-1].id, other))

    def goes(self) -> None:
        """A pair goes, or is taken out, or its people leave the club."""
        cause = self.chance.choice(("own", "director", commands.LEFT_THE_CLUB))
        self.do(commands.Withdraw(self.entry(), cause, "So be it." if cause == "director" else ""), "olga")

    def plays(self) -> None:
        """Some tables come to their ends, by their games or by who gives up."""
        for table in self.on():
            if self.chance.random() < 0.7:
                totals = tuple(self.chance.randrange(-500, 9000, 5) for _ in table.sides)
                number = len(self.rows)
                if self.chance.random() < 0.1:
                    self.do(commands.TakeResult(str(table.game), number, state.FORFEITED, totals, (0,)))
                else:
                    self.do(commands.TakeResult(str(table.game), number, state.FINISHED, totals))

    def times_out(self) -> None:
        """The deadline comes, and finds the tables in any state."""
        one = self.round
        if one.open:
            self.now = max(self.now, one.times.soft_at if one.status == state.PLAYING else one.times.hard_at)
            self.do(commands.Overdue(one.number), found={table.number: self.stands(table) for table in self.on()})

    def stands(self, table: state.Table) -> Found:
        """How far some game has come."""
        chance, sides = self.chance, range(len(table.sides))
        moved = tuple(chance.choice((None, self.now - timedelta(hours=chance.randrange(40)))) for _ in sides)
        totals, used = (tuple(chance.randrange(most) for _ in sides) for most in (9000, 99))
        return Found(chance.randrange(4), totals, used, moved, tuple(side for side in sides if chance.random() < 0.5))

    def rules(self) -> None:
        """A result of an officer's, also after the end."""
        number, table = self.table()
        given: dict[str, Any] = self.chance.choice(
            [
                {"losers": self.chance.choice([(0,), (1,), (0, 1)])},
                {"totals": tuple(self.chance.randrange(9000) for _ in table.sides)},
                {"points": {id_: {"match_points": 1, "vp": 1000} for id_ in table.entries}},
            ]
        )
        self.do(commands.Rule(number, table.number, "They agreed.", **given), "olga")

    def takes_points(self) -> None:
        """A penalty, or a disqualification."""
        if self.chance.random() < 0.8:
            self.do(commands.Penalize(self.entry(), "Late.", vp=self.chance.randrange(1, 300)), "olga")
        else:
            self.do(commands.Disqualify(self.entry(), "Rude."), "olga")

    def protests(self) -> None:
        """Somebody protests; what is open is answered or not."""
        entry = self.chance.choice(self.event.entries)
        self.do(commands.Protest(entry.id, "That was not the score."), entry.persons[0])
        if self.chance.random() < 0.5:
            self.do(commands.Answer(self.event.protests[-1][0], "It stands."), "olga")

    def corrects(self) -> None:
        """A second officer agrees to what a first has decided, or somebody who plays objects."""
        if not self.event.corrections:
            return
        one = self.chance.choice(self.event.corrections)
        entry = self.chance.choice(self.event.entries)
        if self.chance.random() < 0.6:
            self.do(commands.Second(one.version, self.chance.random() < 0.8, "Yes."), "oskar")
        else:
            self.do(commands.Object(one.version, entry.id, "No."), entry.persons[0])

    def stands_by(self) -> None:
        """Somebody is named as a reserve, who may be in it already, says yes or goes, or plays from now on."""
        chance, entry = self.chance, self.chance.choice(self.event.entries)
        person = chance.choice((*(f"r{number}" for number in range(6)), *sorted(self.event.taken)))
        self.do(
            chance.choice(
                [
                    commands.NameReserve(entry.id, person, "Illness."),
                    commands.AgreeReserve(entry.id),
                    commands.DropReserve(entry.id, person, "So be it."),
                    commands.Substitute(entry.id, chance.choice(entry.persons), person, "Illness."),
                ]
            ),
            chance.choice(("olga", entry.persons[0], *entry.reserves)),
        )

    def pauses(self) -> None:
        """A pause of some hours."""
        self.do(commands.Pause("A storm."), "olga")
        self.now += timedelta(hours=self.chance.randrange(30))
        self.do(commands.Resume(), "olga")

    def leads(self) -> None:
        """Anything else of who leads an event."""
        number, times, chance = self.round.number, self.round.times, self.chance
        table = chance.choice(self.round.tables).number if self.round.tables else 1
        self.do(
            chance.choice(
                [
                    commands.Extend(number, times.soft_at + timedelta(hours=5), "Illness."),
                    commands.ExtendTable(number, table, times.hard_at + timedelta(hours=9), "Illness."),
                    commands.CloseRound(number, "The hall closes."),
                    commands.CloseRound(number, "So be it.", {table: chance.choice(deadlines.POLICIES)}),
                    commands.Lift(number, table, "The bus was late."),
                    commands.RePair(number, "A mistake."),
                    commands.Wish(chance.choice(("meet", "part", "")), (self.entry(), self.entry()), "A family."),
                    commands.TryAgain(),
                    commands.Outage(len(self.rows), chance.randrange(9000)),
                ]
            ),
            "olga",
            found={one.number: self.stands(one) for one in self.on()},
        )


HAPPENINGS: list[Callable[[Wild], None]] = [
    *[Wild.plays] * 6,
    *[Wild.times_out] * 2,
    *[Wild.leads] * 3,
    *[Wild.stands_by] * 3,
    *(Wild.late, Wild.goes, Wild.rules, Wild.takes_points, Wild.protests, Wild.corrects, Wild.pauses),
]


def holds(story: Wild) -> None:
    """What holds at every moment."""
    t = story.event
    if story.chance.random() < 8 / len(t.entries):  # what takes long in a large event is looked at now and then
        check(story)
        assert not t.times or list(proof.counted(t)) == []
    for one in t.rounds[-1:]:
        sits = [entry for table in one.tables for entry in table.entries] + [rest["entry"] for rest in one.rests]
        assert len(sits) == len(set(sits)), "somebody is in a round twice"
    people = [person for entry in t.entries if entry.active for person in (*entry.persons, *entry.reserves)]
    assert len(people) == len(set(people)), "somebody is in two entries, or in one twice"
    assert all(set(entry.ready) <= set(entry.reserves) for entry in t.entries)
    assert all(len(entry.members) <= 4 for entry in t.entries)
    for one in t.rounds:
        if one.open and t.status == state.RUNNING:
            due, ends = calendar.due(t), max([one.times.hard_at, *map(one.ends, one.tables)])
            assert due is not None and due[0] <= max(ends, story.now), "an open round has no deadline"


@given(st.integers(3, 64), st.sampled_from(KINDS), st.integers(0, 2**32))
@settings(max_examples=120)
def test_whatever_happens_to_an_event_what_must_hold_does_and_left_alone_it_ends(
    entries: int, kind: tuple[str, int, list[int]], seed: int
) -> None:
    """Section 5, rows 1, 10, 12, 14, 16, 25, 27 and 38. V37, V42, V45, V46, V53."""
    chance, (format_, persons, sizes) = Random(seed), kind
    rules = rules_of({"format": format_, "rounds": chance.choice((0, 1, 3, 5)), "table_sizes": sizes})
    story = Wild(
        chance,
        min(entries, MOST.get(format_, entries)),
        persons,
        pairing=state.plain(plain(rules)),
        early=chance.random() < 0.5,
        deals=chance.choice((1, 2, 4)),
        publish_minutes=chance.choice((0, 10)),
    )
    for _ in range(chance.randrange(60)):
        if chance.random() < 0.6 and story.event.rounds:
            story.happens()
        else:
            story.step()
        holds(story)
    steps = 0
    while story.step() is not None:
        steps += 1
        assert steps < 1000, f"nothing comes of {calendar.due(story.event)}"
        if steps % 5 == 0:
            holds(story)
    check(story)
    assert story.event.status in state.OVER, f"it stands still: {story.event.status}"
    if story.event.status == state.FINAL:
        assert story.event.standing == facts.standing(story.event).hash, "what is final is not what counts"
    again: Tournament | None = None
    for version, (row, at) in enumerate(story.rows, start=1):
        again = evolve(again, row, version, at)
    assert again == story.event, "the stream told again gives another state"


def test_who_comes_in_before_a_told_round_is_paired_anew_plays_in_it_and_spends_it_once() -> None:
    """V49. Found by the fuzz: they had a result for the round that they had missed, and one for playing in it."""
    story = Story(4, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 4})
    story.until(state.PUBLISHED)
    story.enter(9)
    assert story.event.entries[-1].first == 2
    story.do(commands.RePair(1, "Somebody stood at the door."), by="director")
    story.until(state.CLOSED)
    lines = {row.entry: row.lines for row in facts.standing(story.event).rows}
    assert len(lines["5"]) == 1 and lines["5"][0].kind != "late_half"
