"""Formats of individuals: who has been with whom so far, and who sits out when the tables do not come out even."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments import results
from tournaments.formats.pairing import Reason, Rest
from tournaments.results import Entry, Fact, Played, Unplayed
from tournaments.standings import Standings


@dataclass(frozen=True, slots=True)
class Past:
    """How often any two have been partners, and how often opponents."""

    partners: Counter[frozenset[str]] = field(default_factory=Counter)
    opponents: Counter[frozenset[str]] = field(default_factory=Counter)
    sat_out: Counter[str] = field(default_factory=Counter)


def past(history: Iterable[Fact]) -> Past:
    """What the closed rounds say of it."""
    told = Past()
    for fact in history:
        if isinstance(fact, Unplayed) and fact.kind == results.SIT_OUT:
            told.sat_out[fact.entry] += 1
        if not isinstance(fact, Played):
            continue
        for place, side in enumerate(fact.sides):
            for index, one in enumerate(side):
                told.partners.update(frozenset((one, other)) for other in side[index + 1 :])
                told.opponents.update(frozenset((one, other)) for beyond in fact.sides[place + 1 :] for other in beyond)
    return told


def sitting_out(playing: Sequence[Entry], number: int, table: Standings, told: Past) -> list[Rest]:
    """So many who rest: those who have least, and among them the lowest in the standings."""
    place = {row.entry: index for index, row in enumerate(table.rows)}
    lowest = sorted(playing, key=lambda entry: (told.sat_out[entry.id], -place[entry.id]))[:number]
    return [
        Rest(
            entry.id,
            results.SIT_OUT,
            (),
            (Reason("lowest_of_fewest_sit_outs", {"rank": place[entry.id] + 1, "earlier": told.sat_out[entry.id]}),),
        )
        for entry in lowest
    ]
