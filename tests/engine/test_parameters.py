"""Every parameter of rules.md section 1, value by value: a scenario whose outcome hangs on that value, and on no other;
beyond the ends of its range it is refused."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from engine.cards import FACES, JOKER
from engine.errors import RulesetRefused
from engine.presets import CLASSIC, FAVOURITE, PRESETS, build
from engine.ruleset import BOUNDS, Bound, Flag, Number, Numbers, PerKind, Ruleset, Word, house
from engine.scenario import check_scenario
from engine.shuffle import SecretChance
from tests.engine.test_scenarios import ALL

pytestmark = pytest.mark.pure

SHORT = 20
"""Of a range no longer than this every number is played; of a longer one the ends and what the presets say."""

OF_THE_DECK = ("packs", "jokers_per_pack")
"""A scenario deals cards of its own: how many are shuffled is tried below."""


class Part(NamedTuple):
    """A parameter, or one number of a composite one: a kind's, how many minimums, or that of the deal played."""

    parameter: str
    bound: Number | Word | Flag
    place: str = ""

    def __str__(self) -> str:
        return f"{self.parameter} {self.place}".strip()

    def read(self, ruleset: Ruleset, deal: int) -> Any:
        """What it is in this ruleset."""
        value = getattr(ruleset, self.parameter)
        match self.place:
            case "":
                return value
            case "how many":
                return len(value)
            case "of the deal":
                return value[deal - 1]
        return getattr(value, self.place)

    def put(self, ruleset: Ruleset, deal: int, other: Any) -> Any:
        """The parameter with another value there."""
        value = getattr(ruleset, self.parameter)
        match self.place:
            case "":
                return other
            case "how many":
                return [*value, *value[-1:] * other][:other]
            case "of the deal":
                return [*value[: deal - 1], other, *value[deal:]]
        return {**value._asdict(), self.place: other}

    def values(self) -> list[Any]:
        """The values of which each must be told from others."""
        match self.bound:
            case Word(words):
                return list(words)
            case Number(low, high, words):
                preset = {self.read(ruleset, deal) for ruleset in PRESETS.values() for deal in (1, 2, 3, 4)}
                numbers = range(low, high + 1) if high - low <= SHORT else {low, high, *preset}
                return [*words, *sorted(numbers)]
        return [True, False]

    def others(self, value: Any) -> list[Any]:
        """What it must be told from: every word, the next number on either side; a word from both ends."""
        match self.bound:
            case Number(low, high, words) if value in words:
                return [low, high, *(word for word in words if word != value)]
            case Number(low, high, words):
                # Cards are worth five at least, and three of them fifteen: less is asked of nobody.
                step = 1 if self.place != "of the deal" else 5 if value else 20
                return [*words, *(near for near in (value - step, value + step) if low <= near <= high)]
        return [other for other in self.values() if other != value]


def parts() -> Iterator[Part]:
    for parameter, bound in BOUNDS.items():
        match bound:
            case PerKind(low, high):
                yield from (Part(parameter, Number(low, high), kind) for kind in ("clean", "dirty", "wild"))
            case Numbers(shortest, longest, low, high):
                yield Part(parameter, Number(shortest, longest), "how many")
                yield Part(parameter, Number(low, high), "of the deal")
            case _:
                yield Part(parameter, bound)


def standing(scenario: dict[str, Any]) -> Ruleset | None:
    """The ruleset that a scenario plays, if it can stand."""
    try:
        return build(scenario["ruleset"])
    except RulesetRefused:
        return None


RULESETS = {one["id"]: standing(one) for one in ALL}


@cache
def with_other(ruleset: Ruleset, part: Part, deal: int, value: Any) -> dict[str, Any] | None:
    """The ruleset with another value of the part, if that can stand and has such a deal."""
    record = {**ruleset.to_dict(), part.parameter: part.put(ruleset, deal, value)}
    stands = len(record["minimums"]) >= deal and standing({"ruleset": record})
    return record if stands else None


def hangs_on(part: Part, value: Any, other: Any, scenarios: list[dict[str, Any]]) -> bool:
    """Whether one of the scenarios is right with this value and fails with the other in its place. What decided once
    is tried first the next time."""
    for place, scenario in enumerate(scenarios):
        deal, ruleset = scenario["given"].get("deal", 1), RULESETS[scenario["id"]]
        if ruleset is None or part.read(ruleset, deal) != value:
            continue
        changed = with_other(ruleset, part, deal, other)
        if changed and any(check_scenario({**scenario, "ruleset": changed})):
            scenarios.insert(0, scenarios.pop(place))
            return True
    return False


@pytest.mark.parametrize("part", [part for part in parts() if part.parameter not in OF_THE_DECK], ids=str)
def test_each_value_of_a_parameter_decides_a_scenario(part: Part) -> None:
    likeliest_first = sorted(ALL, key=lambda one: part.parameter not in json.dumps(one["ruleset"]))
    pairs = [(value, other) for value in part.values() for other in part.others(value)]
    assert [(value, other) for value, other in pairs if not hangs_on(part, value, other, likeliest_first)] == []


def shuffled(players: int, changes: dict[str, Any]) -> Counter[str]:
    """The cards of a deal."""
    return Counter(SecretChance(players, house(CLASSIC, changes), {1: "5a" * 32}).order(1))


@pytest.mark.parametrize(
    ("parameter", "players", "number"),
    [
        *((packs, 4, packs) for packs in range(2, 13)),
        *(("players", players, max(4, players)) for players in range(2, 8)),
        *(("players+1", players, max(4, players + 1)) for players in range(2, 8)),
    ],
)
def test_so_many_packs_are_shuffled_together(parameter: int | str, players: int, number: int) -> None:
    assert shuffled(players, {"packs": parameter}) == {face: number * (1 + (face == JOKER)) for face in FACES}


@pytest.mark.parametrize("jokers", range(5))
def test_each_pack_has_so_many_jokers(jokers: int) -> None:
    deck = shuffled(4, {"jokers_per_pack": jokers})
    assert deck[JOKER] == 5 * jokers
    assert deck.total() == 5 * (52 + jokers)


def ends(bound: Bound) -> list[Any]:
    """The smallest and the largest values, and every word."""
    match bound:
        case Word(words):
            return list(words)
        case Number(low, high, words):
            return [low, high, *words]
        case Numbers(shortest, longest, low, high):
            return [[value] * length for value in (low, high) for length in (shortest, longest)]
        case PerKind(low, high):
            return [dict.fromkeys(("clean", "dirty", "wild"), value) for value in (low, high)]
    return [True, False]


def beyond(bound: Bound) -> list[Any]:
    """What is just outside, and what is no such value at all."""
    match bound:
        case Number(low, high):
            return [low - 1, high + 1, low + 0.5, str(low), True, "sometimes", None]
        case Numbers(shortest, longest, low, high):
            lengths = [[low] * (shortest - 1), [low] * (longest + 1)]
            return [*lengths, [high, low - 1], [low, high + 1], [low + 0.5], low, None]
        case PerKind(low, high):
            kinds = dict.fromkeys(("clean", "dirty", "wild"), low)
            each = [{**kinds, kind: value} for kind in kinds for value in (low - 1, high + 1, low + 0.5)]
            return [*each, {**kinds, "red": low}, {"clean": low, "dirty": low}, [low] * 3, low, None]
        case Word():
            return ["sometimes", "", 1, True, None]
    return [0, 1, "yes", None]


@pytest.mark.parametrize("parameter", BOUNDS)
def test_a_parameter_may_be_what_the_rules_say_and_nothing_beyond(parameter: str) -> None:
    base = FAVOURITE if parameter == "wild_melds" else CLASSIC  # classic demands a wild book
    for value in ends(BOUNDS[parameter]):
        assert house(base, {parameter: value})
    for value in beyond(BOUNDS[parameter]):
        with pytest.raises(RulesetRefused) as refused:
            house(base, {parameter: value}, players=4)
        faults = [(fault["code"], fault["parameter"]) for fault in refused.value.data["faults"]]
        assert faults == [("ruleset_out_of_range", parameter)], value


CONTRADICTIONS: list[tuple[str, str, Ruleset, dict[str, Any], int]] = [
    ("ruleset_contradiction", "books_to_go_out", CLASSIC, {"wild_melds": False}, 4),
    (
        "ruleset_contradiction",
        "books_to_go_out",
        FAVOURITE,
        {"books_to_go_out": {"clean": 0, "dirty": 0, "wild": 1}},
        4,
    ),
    ("ruleset_too_few_cards", "packs", CLASSIC, {"packs": 2, "jokers_per_pack": 0, "hand_size": 15}, 3),
    ("ruleset_too_few_cards", "packs", FAVOURITE, {"packs": 2}, 5),
    ("ruleset_unknown", "canasta", CLASSIC, {"canasta": True}, 4),
]


@pytest.mark.parametrize(("code", "parameter", "base", "changes", "players"), CONTRADICTIONS)
def test_what_contradicts_itself_is_refused_for_the_parameter_it_belongs_to(
    code: str, parameter: str, base: Ruleset, changes: dict[str, Any], players: int
) -> None:
    with pytest.raises(RulesetRefused) as refused:
        house(base, changes, players)
    assert [(fault["code"], fault["parameter"]) for fault in refused.value.data["faults"]] == [(code, parameter)]


@pytest.mark.parametrize("upcard", ["natural", "none", "any", "not_red_or_wild"])
def test_twenty_cards_are_enough_for_the_stock_and_nineteen_are_not(upcard: str) -> None:
    # Two packs with two jokers are 108 cards; four hands and feet of eleven are 88, three packets of 14 and 15 are 87.
    four = {"packs": 2, "hand_size": 11, "foot_size": 11, "upcard": upcard}
    three = {"packs": 2, "hand_size": 14, "foot_size": 15, "upcard": upcard}
    assert house(CLASSIC, three, players=3)
    if upcard == "none":
        assert house(CLASSIC, four, players=4)
        return
    with pytest.raises(RulesetRefused) as refused:
        house(CLASSIC, four, players=4)
    assert refused.value.data["stock"] == 19
