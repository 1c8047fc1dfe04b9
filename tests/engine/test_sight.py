"""What a viewer may not see makes no difference to the viewer, in whatever position."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine import bots, sight
from engine.cards import FACES, RED_THREES, Card, Cards, in_order
from engine.commands import parse
from engine.decide import act, check
from engine.default import default_action, to_act
from engine.errors import Refused
from engine.legal import actions, dry_run
from engine.notation import read_position
from engine.presets import build
from engine.ruleset import Ruleset
from engine.scenario import FixedChance
from engine.state import Deal, Game
from tests.engine import stories
from tests.engine.sides import described, on_the_foot, with_a_pair
from tests.engine.strategies import QUICK, Late, bounded, chances, positions, tables
from tests.engine.test_scenarios import OWN, SHARED, scenarios

pytestmark = pytest.mark.pure


def hidden_from(deal: Deal, viewer: int | None) -> list[Card]:
    """All cards that this viewer does not see: others' hands, every foot (the viewer's own too), the stock."""
    hands = [card for number, seat in enumerate(deal.seats) if number != viewer for card in seat.hand]
    feet = [card for seat in deal.seats for card in seat.foot]
    return hands + feet + [card for stream in deal.stock for card in stream]


def hidden_otherwise(game: Game, viewer: int | None, rng: Random, only: Cards) -> Game:
    """The same position to this viewer, with all that is hidden dealt otherwise; or with `only` these faces there."""
    deal = game.playing
    pool = hidden_from(deal, viewer)
    if only:
        pool = [rng.choice(only) for _ in pool]
    rng.shuffle(pool)
    hands = [
        seat.hand if number == viewer else in_order(for_hand(game.ruleset, pool, len(seat.hand)))
        for number, seat in enumerate(deal.seats)
    ]
    seats = tuple(
        seat._replace(hand=hand, foot=tuple(pool.pop() for _ in seat.foot))
        for seat, hand in zip(deal.seats, hands, strict=True)
    )
    stock = tuple(tuple(pool.pop() for _ in stream) for stream in deal.stock)
    return game._replace(deal=deal._replace(seats=seats, stock=stock))


def for_hand(ruleset: Ruleset, pool: list[Card], number: int) -> list[Card]:
    """Cards out of the pool for a hand: where red threes pay a bonus none stays there."""
    barred = RED_THREES if ruleset.red_threes == "bonus" else frozenset[Card]()
    taken = [card for card in pool if card not in barred][:number]
    for card in taken:
        pool.remove(card)
    return taken + ["KC"] * (number - len(taken))


def everything_said(game: Game, viewer: int | None, tried: list[dict[str, Any]]) -> str:
    """All that the engine says to this viewer about a position, as text."""
    said: list[Any] = [sight.view(game, viewer), actions(game, viewer)]
    if viewer is not None:
        said += [answered(game, viewer, action) for action in tried]
    if viewer in to_act(game):
        said.append(str(default_action(game, viewer)))
        listed = actions(game, viewer)
        said += [bots.choose(name, sight.view(game, viewer), listed, Random(3)) for name in BOTS]
    return json.dumps(said)


BOTS = [name for name in ("random", "careful") if name in bots.NAMES]
"""Those that choose in no time."""


def answered(game: Game, seat: int, action: dict[str, Any]) -> Any:
    """What is answered to an action: the refusal with its data, or the dry run."""
    try:
        command = parse(action, seat)
        check(game, command)
        return dry_run(game, command)
    except Refused as refusal:
        return [refusal.code, refusal.data]


def attempts(game: Game, viewer: int, rng: Random) -> list[dict[str, Any]]:
    """What this viewer may try: all that is simple, and melds and takings right and wrong."""
    hand = game.playing.seats[viewer].hand
    names = [meld.name for team in game.playing.teams for meld in team.melds]
    tried: list[dict[str, Any]] = [{"do": word} for word in ("draw", "ask", "pass")]
    tried += [{"do": "answer", "yes": yes} for yes in (True, False)]
    tried += [{"do": "discard", "card": card} for card in ("3D", *hand)] + [{"do": "grab", "fraction": 1}]
    top = game.playing.pile[:1]
    for _ in range(10):
        some = " ".join(rng.sample(hand, rng.randint(0, min(5, len(hand)))))
        to = {"to": rng.choice(names)} if names and rng.random() < 0.6 else {}
        tried.append({"do": "meld", "melds": [{"cards": some, **to}]})
        same = [card for card in hand if top and card[0] == top[0][0]][:3]
        tried.append({"do": "take_pile", "melds": [{"cards": " ".join((*top, *same)), **to}]})
    return tried + actions(game, viewer)


@bounded(200)
@given(positions(Late(hand=(1, 5), stock=(0, 3))), chances)
def test_hidden_cards_make_no_difference_to_what_a_viewer_is_told(game: Game, rng: Random) -> None:
    """V72."""
    if rng.random() < 0.5:
        game = with_a_pair(on_the_foot(game), rng)
    no_difference(game, rng)


@bounded(40)
@given(tables(**QUICK), chances)
def test_so_it_is_at_every_step_of_a_game(game: Game, rng: Random) -> None:
    for step in stories.play(game, rng.randrange(10**6)):
        if rng.random() < 0.04 and not step.after.over:
            no_difference(step.after, rng)


@pytest.mark.parametrize("name", ["going_out", "end_of_deal", "taking_the_pile", "red_threes"])
def test_so_it_is_wherever_a_scenario_has_come_to(name: str) -> None:
    rng = Random(name)
    for folder in (SHARED, OWN):
        for scenario in scenarios(folder):
            given_position = scenario.get("given", {})
            if not scenario["id"].startswith(f"{name}: ") or "order" in given_position:
                continue
            game = read_position(build(scenario["ruleset"]), given_position)
            for action in (*scenario["when"][:-1], None):
                if not game.playing.over:
                    no_difference(game, rng, viewers=(None, game.playing.seat))
                if action:
                    game = act(game, parse(action, action["seat"]), FixedChance({}))[1]


def no_difference(game: Game, rng: Random, viewers: tuple[int | None, ...] = ()) -> None:
    """Whatever is tried by whoever, it is answered the same when what is hidden from them is otherwise."""
    for viewer in viewers or (None, *range(game.players)):
        tried = [] if viewer is None else attempts(game, viewer, rng)
        told = everything_said(game, viewer, tried)
        known = game.playing.pile + (() if viewer is None else game.playing.seats[viewer].hand)
        for only in ((), FACES, ("3D", "3H"), ("2C", "JK"), tuple(rng.sample(known or FACES, 1))):
            other = hidden_otherwise(game, viewer, rng, only)
            assert everything_said(other, viewer, tried) == told, f"{described(game)}\n---\n{described(other)}"


@bounded(60)
@given(positions())
def test_a_seats_own_hand_makes_a_difference_to_it_and_to_nobody_else(game: Game) -> None:
    """Guards the tests above: were everything equal they would prove nothing."""
    for viewer in range(game.players):
        hand = game.playing.seats[viewer].hand
        seats = list(game.playing.seats)
        seats[viewer] = seats[viewer]._replace(hand=("KC" if hand[0] != "KC" else "AD", *hand[1:]))
        changed = game._replace(deal=game.playing._replace(seats=tuple(seats)))
        for other in (None, *range(game.players)):
            assert (sight.view(changed, other) == sight.view(game, other)) == (other != viewer)


@bounded(40)
@given(positions(), chances)
def test_when_the_deal_is_over_and_none_follows_all_cards_are_seen(game: Game, rng: Random) -> None:
    last = list(stories.play(game, rng.randrange(10**6)))[-1].after
    for viewer in (None, 0):
        seen = sight.view(last, viewer)
        assert [seat["hand"] for seat in seen["seats"]] == [" ".join(seat.hand) for seat in last.playing.seats]
        assert [seat["foot"] for seat in seen["seats"]] == [" ".join(seat.foot) for seat in last.playing.seats]
        assert set(seen) == SHOWN["the game"] | SHOWN["the deal"] | {"stock"}, "no turn is on"


SHOWN = {
    "the game": {"players", "ruleset", "scores", "totals", "winners"},
    "the deal": {"deal", "dealer", "seats", "teams", "stock_size", "pile", "deal_over"},
    "the turn": {"minimum", "turn", "melded_this_turn", "asking", "asked", "leave", "passes"},
    "a seat": {"in_foot", "played_from_foot", "hand_size", "foot_size"},
    "a team": {"melds", "kinds", "red_threes", "exact_grabs", "score"},
}
"""The allow-list of the view. A name more belongs here only when everybody may see it."""


@bounded(40)
@given(positions())
def test_a_view_shows_what_is_allowed_and_nothing_more(game: Game) -> None:
    for viewer in (None, *range(game.players)):
        seen = sight.view(game, viewer)
        assert set(seen) == SHOWN["the game"] | SHOWN["the deal"] | SHOWN["the turn"]
        assert all(set(team) == SHOWN["a team"] for team in seen["teams"])
        for number, seat in enumerate(seen["seats"]):
            own = {"hand"} if number == viewer else set()
            assert set(seat) == (SHOWN["a seat"] - {"hand_size"} | own if own else SHOWN["a seat"])
            assert seat.get("hand_size", len(game.playing.seats[number].hand)) == len(game.playing.seats[number].hand)


def test_nobody_sees_the_legal_actions_of_another() -> None:
    game = next(stories.play(stories.usual(), 1)).after
    (turn,) = to_act(game)
    assert [bool(actions(game, seat)) for seat in range(4)] == [seat == turn for seat in range(4)]
    assert actions(game, None) == []
