"""A ruleset: one frozen record of the parameters of rules.md section 1, and the checks that a house's own must pass.

Nothing in the engine asks which ruleset it plays; it asks for a parameter.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from itertools import islice
from typing import Any, NamedTuple

from engine.errors import Fault, Refused, RulesetRefused, told_back
from engine.seating import LAYOUTS

RULES_VERSION = 1
"""Raised by any change that could accept, refuse or follow otherwise; pinned in a game's first event."""

LEAST_STOCK = 20
"""So many cards at least must be left in the stock after the deal and the up-card."""

MOST_FAULTS = 50
"""More than there are parameters; of a thousand unknown ones the first are told."""


class Kinds(NamedTuple):
    """One number for each kind of book."""

    clean: int
    dirty: int
    wild: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The parameters of rules.md section 1, by their names there."""

    packs: int | str
    jokers_per_pack: int
    hand_size: int
    foot_size: int
    dealing: str
    grab_bonus: int
    upcard: str
    draw: int
    stock: str
    pile_take: int | str
    pile_pair: str
    pile_before_opening: bool
    wild_discard_freezes: bool
    wild_melds: bool
    wild_share: str
    max_wilds: int
    add_to_books: str
    reopen_rank: bool
    one_meld_action: bool
    red_threes: str
    red_three_value: int
    black_three_value: int
    minimums: tuple[int, ...]
    books_to_go_out: Kinds
    last_discard: str
    ask_partner: bool
    partner_in_foot: bool
    foot_entry: str
    stock_out: str
    book_bonus: Kinds
    go_out_bonus: int
    out_team_pays: bool

    def __hash__(self) -> int:
        """Of some parameters in which rulesets differ: every answer that is kept is looked up by its ruleset."""
        return hash((self.minimums, self.pile_take, self.add_to_books, self.max_wilds))

    def to_dict(self) -> dict[str, Any]:
        """The complete record as plain JSON data, without preset or base: what a game's first event holds."""
        return {
            **asdict(self),
            "minimums": list(self.minimums),
            "books_to_go_out": self.books_to_go_out._asdict(),
            "book_bonus": self.book_bonus._asdict(),
        }

    def pack_count(self, players: int) -> int:
        """How many packs are shuffled together; `players` means at least four (R 1)."""
        if isinstance(self.packs, int):
            return self.packs
        return max(4, players) if self.packs == "players" else max(4, players + 1)

    @property
    def deals(self) -> int:
        """How many deals a game has."""
        return len(self.minimums)


def from_dict(record: dict[str, Any]) -> Ruleset:
    """The ruleset of a complete record that `to_dict` gave."""
    return Ruleset(
        **{
            **record,
            "minimums": tuple(record["minimums"]),
            "books_to_go_out": Kinds(**record["books_to_go_out"]),
            "book_bonus": Kinds(**record["book_bonus"]),
        }
    )


# What each parameter may be. The bounds are data; `refusal` says in a sentence what is wrong with a value, or nothing.


class Number(NamedTuple):
    """A whole number within bounds, or one of some words."""

    low: int
    high: int
    words: tuple[str, ...] = ()

    def refusal(self, value: object) -> str | None:
        """What is wrong with `value`, in a sentence, or None."""
        if (isinstance(value, str) and value in self.words) or _whole(value, self.low, self.high):
            return None
        return " or ".join([f"It must be a whole number from {self.low} to {self.high}", *map(repr, self.words)]) + "."


class Word(NamedTuple):
    """One of some words."""

    words: tuple[str, ...]

    def refusal(self, value: object) -> str | None:
        """What is wrong with `value`, in a sentence, or None."""
        fits = isinstance(value, str) and value in self.words
        return None if fits else f"It must be one of {', '.join(map(repr, self.words))}."


class Flag(NamedTuple):
    """Yes or no."""

    def refusal(self, value: object) -> str | None:
        """What is wrong with `value`, in a sentence, or None."""
        return None if isinstance(value, bool) else "It must be true or false."


class Numbers(NamedTuple):
    """A list of whole numbers."""

    shortest: int
    longest: int
    low: int
    high: int

    def refusal(self, value: object) -> str | None:
        """What is wrong with `value`, in a sentence, or None."""
        fits = isinstance(value, list | tuple) and self.shortest <= len(value) <= self.longest
        if fits and all(_whole(one, self.low, self.high) for one in value):  # type: ignore[attr-defined]
            return None
        return f"It must be a list of {self.shortest} to {self.longest} whole numbers from {self.low} to {self.high}."


class PerKind(NamedTuple):
    """A whole number for each kind of book."""

    low: int
    high: int

    def refusal(self, value: object) -> str | None:
        """What is wrong with `value`, in a sentence, or None."""
        if isinstance(value, Kinds):
            value = value._asdict()
        fits = isinstance(value, dict) and set(value) == set(Kinds._fields)
        if fits and all(_whole(one, self.low, self.high) for one in value.values()):  # type: ignore[attr-defined]
            return None
        return f"It must name clean, dirty and wild, each a whole number from {self.low} to {self.high}."


Bound = Number | Word | Flag | Numbers | PerKind

BOUNDS: dict[str, Bound] = {
    "packs": Number(2, 12, ("players", "players+1")),
    "jokers_per_pack": Number(0, 4),
    "hand_size": Number(7, 17),
    "foot_size": Number(7, 17),
    "dealing": Word(("dealt", "grab")),
    "grab_bonus": Number(0, 1000),
    "upcard": Word(("natural", "none", "any", "not_red_or_wild")),
    "draw": Number(1, 5),
    "stock": Word(("shared", "seat_streams")),
    "pile_take": Number(1, 20, ("all", "never")),
    "pile_pair": Word(("naturals", "wild_helps")),
    "pile_before_opening": Flag(),
    "wild_discard_freezes": Flag(),
    "wild_melds": Flag(),
    "wild_share": Word(("half", "fewer", "equal")),
    "max_wilds": Number(0, 6),
    "add_to_books": Word(("none", "naturals", "any")),
    "reopen_rank": Flag(),
    "one_meld_action": Flag(),
    "red_threes": Word(("bonus", "penalty")),
    "red_three_value": Number(0, 1000),
    "black_three_value": Number(0, 300),
    "minimums": Numbers(1, 8, 0, 300),
    "books_to_go_out": PerKind(0, 7),
    "last_discard": Word(("required", "optional", "forbidden")),
    "ask_partner": Flag(),
    "partner_in_foot": Flag(),
    "foot_entry": Word(("run_or_walk", "ends_turn")),
    "stock_out": Word(("all_pass", "first_pass", "at_once")),
    "book_bonus": PerKind(0, 5000),
    "go_out_bonus": Number(0, 1000),
    "out_team_pays": Flag(),
}


def house(base: Ruleset, changes: dict[str, Any], players: int | None = None) -> Ruleset:
    """`base` with a house's own values; `players`: so many must have enough cards.

    Raises RulesetRefused for the first parameter that cannot stand; `faults` in its data tells all of them.
    """
    found = list(islice(_faults(base, changes, players), MOST_FAULTS))
    if found:
        raise RulesetRefused(found)
    return _changed(base, changes)


def _faults(base: Ruleset, changes: dict[str, Any], players: int | None) -> Iterator[Fault]:
    """All that is wrong, each with its parameter; a value out of its range counts for nothing beyond that."""
    wrong = set()
    for parameter, value in changes.items():
        if parameter not in BOUNDS:
            wrong.add(parameter)
            yield Fault("ruleset_unknown", told_back(parameter, 64), "There is no such parameter.", {})
        elif reason := BOUNDS[parameter].refusal(value):
            wrong.add(parameter)
            yield Fault("ruleset_out_of_range", parameter, reason, {})
    sound = _changed(base, {name: value for name, value in changes.items() if name not in wrong})
    if sound.books_to_go_out.wild and not sound.wild_melds and not wrong & {"books_to_go_out", "wild_melds"}:
        reason = "Wild books are demanded, but there are no wild melds."
        yield Fault("ruleset_contradiction", "books_to_go_out", reason, {})
    if players is not None and not wrong & {"packs", "jokers_per_pack", "hand_size", "foot_size", "upcard"}:
        yield from _too_few_cards(sound, players)


def _changed(base: Ruleset, changes: dict[str, Any]) -> Ruleset:
    return from_dict({**base.to_dict(), **{name: _plain(value) for name, value in changes.items()}})


def _too_few_cards(ruleset: Ruleset, players: int) -> Iterator[Fault]:
    cards = ruleset.pack_count(players) * (52 + ruleset.jokers_per_pack)
    stock = cards - players * (ruleset.hand_size + ruleset.foot_size) - (ruleset.upcard != "none")
    if stock < LEAST_STOCK:
        reason = f"{stock} cards would be left in the stock after the deal; {LEAST_STOCK} are needed."
        yield Fault("ruleset_too_few_cards", "packs", reason, {"stock": stock, "players": players})


def check_players(ruleset: Ruleset, players: int, teams: int) -> None:
    """Whether so many can play this ruleset. Raises Refused `malformed` for an impossible seating, RulesetRefused for
    too few cards."""
    if teams not in LAYOUTS.get(players, ()):
        raise Refused("malformed", reason=f"{players} players can't make {teams} teams.", players=players, teams=teams)
    found = list(_too_few_cards(ruleset, players))
    if found:
        raise RulesetRefused(found)


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _plain(value: Any) -> Any:
    return value._asdict() if isinstance(value, Kinds) else value


assert tuple(BOUNDS) == tuple(field.name for field in fields(Ruleset))
