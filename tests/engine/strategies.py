"""What Hypothesis draws for the engine's tests: rulesets, tables, positions late in a deal, and garbage."""

import os
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from engine.cards import FACES, JOKER, RED_THREES
from engine.errors import Refused, RulesetRefused
from engine.melds import Meld, started
from engine.presets import PRESETS, build
from engine.ruleset import BOUNDS, Flag, Number, Numbers, PerKind, Ruleset, Word, check_players
from engine.seating import LAYOUTS
from engine.state import DRAW, PLAY, Deal, Game, Seat, Team, new_game
from engine.stock import streams
from tests.engine import reference

FUZZ = int(os.environ.get("FUZZ", "0"))
"""0: the suite's own examples, the same each time. More: so many times as many, drawn anew (`FUZZ=20 pytest …`)."""

Test = TypeVar("Test", bound=Callable[..., Any])


def bounded(examples: int) -> Callable[[Test], Test]:
    """A test on so many examples, the same on every machine."""
    slow = [
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ]
    return settings(
        max_examples=examples * max(1, FUZZ),
        derandomize=not FUZZ,
        database=None,
        deadline=None,
        suppress_health_check=slow,
        print_blob=False,
    )


# --- rulesets and tables

SEATINGS = [(players, teams) for players, layouts in LAYOUTS.items() for teams in layouts]


def values(bound: object) -> st.SearchStrategy[Any]:
    """Every value that a parameter may have."""
    match bound:
        case Number():
            numbers = st.integers(bound.low, bound.high)
            return st.one_of(numbers, st.sampled_from(bound.words)) if bound.words else numbers
        case Word():
            return st.sampled_from(bound.words)
        case Flag():
            return st.booleans()
        case Numbers():
            return st.lists(st.integers(bound.low, bound.high), min_size=bound.shortest, max_size=bound.longest)
        case PerKind():
            number = st.integers(bound.low, min(bound.high, 7) if bound.high == 7 else bound.high)
            return st.fixed_dictionaries({"clean": number, "dirty": number, "wild": number})
    raise AssertionError(bound)


@st.composite
def rulesets(draw: st.DrawFn, **fixed: st.SearchStrategy[Any]) -> Ruleset:
    """A preset, or a preset with some of its parameters changed to any of their values; `fixed` are always drawn."""
    base = draw(st.sampled_from(list(PRESETS)))
    names = draw(st.lists(st.sampled_from(list(BOUNDS)), unique=True, max_size=12))
    changes = {name: draw(values(BOUNDS[name])) for name in names}
    changes |= {name: draw(strategy) for name, strategy in fixed.items()}
    try:
        return build({"base": base, **changes})
    except RulesetRefused:
        assume(False)
        raise


@st.composite
def tables(draw: st.DrawFn, **fixed: st.SearchStrategy[Any]) -> Game:
    """A game of any ruleset at which any number of players sit in any layout; nothing is dealt yet."""
    ruleset = draw(rulesets(**fixed))
    players, teams = draw(st.sampled_from(SEATINGS))
    try:
        check_players(ruleset, players, teams)
    except Refused:
        assume(False)
    return new_game(ruleset, players, teams)


SHORT = st.lists(st.sampled_from([0, 15, 50, 90, 300]), min_size=1, max_size=2)
"""Minimums of games that are soon over."""

SMALL_BOOKS = st.fixed_dictionaries({kind: st.integers(0, 1) for kind in ("clean", "dirty", "wild")})
QUICK: dict[str, st.SearchStrategy[Any]] = {
    "minimums": SHORT,
    "hand_size": st.integers(7, 9),
    "foot_size": st.integers(7, 9),
    "packs": st.integers(2, 4),
    "books_to_go_out": SMALL_BOOKS,
}
"""Fixed parts of rulesets under which random players reach their feet and go out."""


chances = st.integers(0, 2**32).map(Random)
"""Chance for what is put together by hand. Not `st.randoms`, whose numbers are small and equal far too often."""


# --- positions late in a deal


class Late(NamedTuple):
    """How large a position late in a deal is."""

    hand: tuple[int, int] = (1, 6)
    melds: int = 4
    stock: tuple[int, int] = (0, 4)
    pile: tuple[int, int] = (0, 4)
    ranks: int | None = None
    """The turn's player holds no more ranks than these, and wilds."""


USUAL = Late()


def position(ruleset: Ruleset, seating: tuple[int, int], rng: Random, late: Late = USUAL) -> Game:
    """Any position late in a deal: melds near their books, short hands, feet taken up or not, a short stock."""
    players, teams = seating
    sides = tuple(Team(any_melds(ruleset, rng, late.melds)) for _ in range(teams))
    turn = rng.randrange(players)
    liked = [meld.rank for meld in sides[turn % teams].melds if meld.rank != "W"] + rng.sample("AKQJT987654", 2)
    if late.ranks:
        liked = liked[: late.ranks] * 3
    seats = []
    for number in range(players):
        few = late.ranks is not None and number == turn
        hand = sorted(faces(ruleset, rng, rng.randint(*late.hand), liked, few=few), key=FACES.index)
        in_foot = rng.random() < 0.7
        foot = () if in_foot else tuple(faces(ruleset, rng, rng.randint(1, 4), liked, in_hand=False))
        seats.append(Seat(tuple(hand), foot, in_foot, in_foot and rng.random() < 0.8))
    game = new_game(ruleset, players, teams)
    number = rng.randint(1, ruleset.deals)
    stock = tuple(faces(ruleset, rng, rng.randint(*late.stock), liked, in_hand=False))
    dealer = rng.randrange(players)
    deal = Deal(
        number=number,
        dealer=dealer,
        minimum=ruleset.minimums[number - 1],
        seat=turn,
        phase=rng.choice([DRAW, PLAY]),
        seats=tuple(seats),
        teams=sides,
        stock=streams(stock, players, (dealer + 1) % players) if ruleset.stock == "seat_streams" else (stock,),
        pile=tuple(faces(ruleset, rng, rng.randint(*late.pile), liked, in_hand=False)),
    )
    return game._replace(deal=deal)


def faces(
    ruleset: Ruleset, rng: Random, number: int, liked: list[str], in_hand: bool = True, few: bool = False
) -> list[str]:
    """So many faces, many of them of the ranks that are liked; no red three in a hand where they pay a bonus."""
    found = []
    while len(found) < number:
        kind = rng.random() * (0.65 if few else 1)
        if kind < 0.55 and liked:
            face = rng.choice(liked) + rng.choice("CDHS")
        elif kind < 0.75:
            face = rng.choice(["2C", "2D", "2H", "2S", JOKER])
        else:
            face = rng.choice(FACES)
        if not (in_hand and ruleset.red_threes == "bonus" and face in RED_THREES):
            found.append(face)
    return found


def any_melds(ruleset: Ruleset, rng: Random, most: int) -> tuple[Meld, ...]:
    """Melds that a team may have: of a rank at most one that is no book, and a second only where it may be reopened."""
    melds: list[Meld] = []
    for rank in rng.sample("AKQJT987654W", rng.randint(0, most)):
        if rank == "W" and not ruleset.wild_melds:
            continue
        if rng.random() < 0.25 and ruleset.reopen_rank:
            melds.append(one_meld(ruleset, rng, f"{rank}1", 7))
        melds.append(one_meld(ruleset, rng, f"{rank}{1 + sum(meld.rank == rank for meld in melds)}", rng.randint(3, 7)))
    return tuple(melds)


def one_meld(ruleset: Ruleset, rng: Random, name: str, size: int) -> Meld:
    """A meld of this name and size, as wild as may be or less."""
    wilds = size if name[0] == "W" else rng.choice([0, 0, 1, 2, 3])
    while name[0] != "W" and reference.too_wild(ruleset, size - wilds, wilds):
        wilds -= 1
    cards = [name[0] + rng.choice("CDHS") for _ in range(size - wilds)]
    return started(name, (*cards, *(rng.choice(["2C", "2S", JOKER]) for _ in range(wilds))))


@st.composite
def positions(draw: st.DrawFn, late: Late = USUAL, **fixed: st.SearchStrategy[Any]) -> Game:
    """A position late in a deal, of any ruleset and any number of players."""
    ruleset = draw(rulesets(**fixed))
    return position(ruleset, draw(st.sampled_from(SEATINGS)), draw(chances), late)


# --- garbage

leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["KH KD KS", "K1", "meld"]),
)
json_values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
    max_leaves=8,
)
WORDS = ("draw", "take_pile", "meld", "ask", "answer", "discard", "pass", "grab")
card_texts = st.one_of(
    st.lists(st.sampled_from(FACES), max_size=8).map(" ".join),
    st.text(alphabet="KQ2HDSC JK\t\n", max_size=12),
    json_values,
)
lays = st.one_of(
    st.fixed_dictionaries(
        {"cards": card_texts}, optional={"to": st.one_of(st.sampled_from(["K1", "W1", "A2", ""]), json_values)}
    ),
    json_values,
)
garbage = st.one_of(
    json_values,
    st.fixed_dictionaries(
        {"do": st.one_of(st.sampled_from(WORDS), json_values)},
        optional={
            "melds": st.one_of(st.lists(lays, max_size=4), json_values),
            "card": card_texts,
            "yes": json_values,
            "fraction": st.one_of(st.integers(-1, 1_000_001), json_values),
            "seat": json_values,
        },
    ),
)
"""Anything that JSON can say, much of it nearly an action."""
