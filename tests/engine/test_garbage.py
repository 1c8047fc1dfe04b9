"""Whatever arrives as an action is answered: with events, or with a code and plain data. Nothing else ever happens."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.codec import canon
from engine.commands import LARGEST_ACTION, parse, to_dict
from engine.decide import decide
from engine.default import to_act
from engine.errors import REFUSALS, Refused
from engine.legal import commands, dry_run, is_legal
from engine.notation import read_position
from engine.presets import CLASSIC, build
from engine.ruleset import check_players
from engine.scenario import FixedChance
from engine.state import Game, new_game
from tests.engine.strategies import bounded, chances, garbage, json_values, positions

pytestmark = pytest.mark.pure

HANDS = [{"hand": "KH KD KS 2C JK 9D"}, {}, {}, {}]
START = read_position(CLASSIC, {"turn": {"seat": 0, "phase": "play"}, "seats": HANDS})
RULESET_CODES = ("ruleset_contradiction", "ruleset_too_few_cards", "ruleset_out_of_range", "ruleset_unknown")


def refusal_of(attempt: Callable[[], object]) -> Refused | None:
    """The refusal of what is tried, or None if it is accepted. Any other exception comes through."""
    try:
        attempt()
    except Refused as refusal:
        return refusal
    return None


def answer(game: Game, action: object, seat: int) -> Refused | None:
    """The refusal of an action, or None if it is accepted; in either case all ways of asking agree."""
    unreadable = refusal_of(lambda: parse(action, seat))
    if unreadable:
        assert unreadable.code == "malformed"
        return unreadable
    command = parse(action, seat)
    assert parse(to_dict(command), seat) == command
    refusal = refusal_of(lambda: decide(game, command, FixedChance({}, grab_errors=(0,) * 7)))
    same = refusal_of(lambda: dry_run(game, command))
    assert is_legal(game, command) == (refusal is None)
    assert (same and (same.code, same.data)) == (refusal and (refusal.code, refusal.data))
    if refusal:
        assert refusal.code in REFUSALS
    else:
        assert set(dry_run(game, command)) == {"value", "minimum"}
    return refusal


@bounded(600)
@given(garbage)
def test_any_json_is_accepted_or_refused_with_a_code_and_plain_data(action: Any) -> None:
    for seat in (0, 3):
        refusal = answer(START, action, seat)
        if refusal:
            canon(refusal.data)


@bounded(300)
@given(positions(), garbage, chances)
def test_so_it_is_in_any_position_and_for_any_seat(game: Game, action: Any, rng: Random) -> None:
    answer(game, action, rng.randrange(game.players))
    answer(game, action, game.playing.seat)


@bounded(200)
@given(positions(), chances)
def test_nearly_legal_actions_are_answered_too(game: Game, rng: Random) -> None:
    """A legal action with one thing about it changed."""
    listed = commands(game, to_act(game)[0])
    action: Any = to_dict(rng.choice(listed))
    text = json.dumps(action)
    place = rng.randrange(len(text))
    changed = text[:place] + rng.choice('"0{}[],:KH2 D\\e') + text[place + rng.randint(0, 1) :]
    try:
        action = json.loads(changed)
    except ValueError:
        return
    answer(game, action, game.playing.seat)


HUGE: dict[str, Any] = {
    "a megabyte of cards": {"do": "meld", "melds": [{"cards": "KH " * 350_000}]},
    "a megabyte that is no card": {"do": "discard", "card": "K" * 1_000_000},
    "a hundred thousand melds": {"do": "meld", "melds": [{"cards": "KH"}] * 100_000},
    "a very long word": {"do": "x" * 1_000_000},
    "a very long name": {"do": "meld", "melds": [{"cards": "KH", "to": "K" * 1_000_000}]},
    "a deep nest": {"do": "meld", "melds": [[[[[[[[[[[[]]]]]]]]]]]]},
    "a huge number": {"do": "grab", "fraction": 10**4000},
}


@pytest.mark.parametrize("what", HUGE)
def test_what_is_far_too_large_is_refused_and_not_said_back(what: str) -> None:
    refusal = answer(START, HUGE[what], 0)
    assert refusal is not None
    assert len(canon(refusal.data)) < 1000


def test_the_most_cards_that_an_action_may_name_are_refused_for_what_they_are() -> None:
    refusal = answer(START, {"do": "meld", "melds": [{"cards": "KH " * LARGEST_ACTION}]}, 0)
    assert refusal is not None
    assert refusal.code == "card_not_held"
    assert len(canon(refusal.data)) < 1000
    more = answer(START, {"do": "meld", "melds": [{"cards": "KH " * (LARGEST_ACTION + 1)}]}, 0)
    assert more is not None
    assert more.code == "malformed"


def test_the_most_melds_that_an_action_may_name_are_refused_for_what_they_are() -> None:
    for number, code in ((LARGEST_ACTION, "card_not_held"), (LARGEST_ACTION + 1, "malformed")):
        refusal = answer(START, {"do": "meld", "melds": [{"cards": "KH"}] * number}, 0)
        assert refusal is not None
        assert refusal.code == code


@pytest.mark.parametrize(
    "action",
    [
        {"do": "meld", "melds": [{"cards": "KH KD KS", "to": "K\ud83c"}]},
        {"do": "discard", "card": "\udca1"},
        {"do": "meld", "melds": [{"cards": "KH K\ud83c"}]},
    ],
    ids=["a name", "a card", "cards"],
)
def test_half_a_letter_is_refused_and_its_refusal_can_be_written(action: Any) -> None:
    refusal = answer(START, action, 0)
    assert refusal is not None
    canon(refusal.data)


@bounded(300)
@given(json_values)
def test_any_json_is_a_ruleset_or_refused_with_a_parameter_and_a_reason(spec: Any) -> None:
    refusal = refusal_of(lambda: build(spec))
    if refusal:
        assert refusal.code in RULESET_CODES
        assert {"parameter", "reason"} <= set(refusal.data)


@pytest.mark.parametrize("seating", [(players, teams) for players in range(10) for teams in range(10)], ids=str)
def test_only_even_teams_that_interleave_sit_down(seating: tuple[int, int]) -> None:
    layouts = {(2, 2), (3, 3), (4, 2), (4, 4), (5, 5), (6, 2), (6, 3), (6, 6), (7, 7)}
    if seating in layouts:
        check_players(CLASSIC, *seating)
        game = new_game(CLASSIC, *seating)
        for seat in range(game.players):
            neighbours = {(seat + 1) % game.players, (seat - 1) % game.players}
            assert not neighbours & set(game.partners_of(seat))
            assert all(game.team_of(one) == game.team_of(seat) for one in game.partners_of(seat))
            assert len(game.partners_of(seat)) == game.players // game.teams - 1
    else:
        with pytest.raises(Refused) as refused:
            check_players(CLASSIC, *seating)
        assert refused.value.code == "malformed"
