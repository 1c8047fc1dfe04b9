"""What holds of every game, under any ruleset, with any number of players: at every step, and in the end."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from engine import bots, sight
from engine.cards import FACES
from engine.codec import decode_event, decode_state, encode_event, encode_state
from engine.commands import Command, to_dict
from engine.decide import check, decide
from engine.default import default_action, to_act
from engine.errors import REFUSALS, Refused
from engine.evolve import evolve, fold
from engine.legal import actions, commands, is_legal
from engine.presets import PRESETS, build
from engine.scenario import FixedChance
from engine.state import Game, new_game
from tests.engine import stories
from tests.engine.sides import described
from tests.engine.stories import Player, Step, all_cards, through_json, whole_packs, written
from tests.engine.strategies import QUICK, SEATINGS, SHORT, Late, bounded, chances, positions, tables

pytestmark = pytest.mark.pure

PLAYERS = st.sampled_from([stories.keen, stories.keen, stories.at_random, stories.by_default])
BEGINNINGS = st.one_of(tables(**QUICK), tables(minimums=SHORT), positions(), positions(Late(stock=(0, 1))))
SEEDS = st.integers(0, 2**32)


def steps(game: Game, seed: int, player: Player) -> Iterator[Step]:
    """A game's decisions; what was decided is told when a test fails."""
    if game.deal is not None:
        note(described(game))
    for step in stories.play(game, seed, player):
        if game.deal is not None:
            note(f"{step.seat}: {step.command}")
        yield step


@bounded(120)
@given(BEGINNINGS, SEEDS, PLAYERS)
def test_after_every_event_all_cards_are_there_once(game: Game, seed: int, player: Player) -> None:
    cards = None if game.deal is None else all_cards(game.playing)
    for step in steps(game, seed, player):
        now = step.before
        for event in step.events:
            now = evolve(now, event)
            if event.type == "deal_started":
                cards = whole_packs(game)
            assert all_cards(now.playing) == cards, event


@bounded(60)
@given(BEGINNINGS, SEEDS, PLAYERS)
def test_the_events_lead_where_the_decision_led_and_come_back_from_text_as_they_were(
    game: Game, seed: int, player: Player
) -> None:
    for step in steps(game, seed, player):
        stored = through_json([encode_event(event) for event in step.events])
        read = tuple(map(decode_event, stored))
        assert read == step.events
        assert [encode_event(event) for event in read] == stored
        assert fold(step.before, read) == step.after


@bounded(25)
@given(BEGINNINGS, SEEDS, PLAYERS)
def test_a_state_comes_back_from_text_as_it_was(game: Game, seed: int, player: Player) -> None:
    assert decode_state(through_json(encode_state(game))) == game
    for step in steps(game, seed, player):
        plain = encode_state(step.after)
        back = decode_state(through_json(plain))
        assert back == step.after
        assert encode_state(back) == plain


@bounded(80)
@given(BEGINNINGS, SEEDS, PLAYERS)
def test_whoever_is_to_act_has_a_legal_action_and_a_legal_default_and_nobody_else_has(
    game: Game, seed: int, player: Player
) -> None:
    """V24: every decision has a default."""
    for step in steps(game, seed, player):
        seats = to_act(step.after)
        assert bool(seats) != (step.after.over or bool(step.after.playing.over))
        for seat in range(game.players):
            listed = commands(step.after, seat)
            assert bool(listed) == (seat in seats)
            assert [command for command in listed if not is_legal(step.after, command)] == []
            if seat in seats:
                check(step.after, default_action(step.after, seat))
                default_action(step.after, seat)


@bounded(30)
@given(BEGINNINGS, SEEDS)
def test_the_defaults_after_a_yes_go_out_in_this_turn(game: Game, seed: int) -> None:
    for step in steps(game, seed, stories.keen):
        now, seat = step.after, step.after.playing.seat
        if now.playing.over or not now.playing.leave:
            continue
        while not now.playing.over and (now.playing.seat, now.playing.leave) == (seat, True):
            now = fold(now, decide(now, default_action(now, seat), FixedChance({})))
        assert (now.playing.over, now.playing.out) == ("went_out", seat)


@bounded(60)
@given(BEGINNINGS, SEEDS, PLAYERS)
def test_every_game_ends_with_its_scores_added_up_and_the_best_as_winners(
    game: Game, seed: int, player: Player
) -> None:
    after = game
    for step in steps(game, seed, player):
        after = step.after
        for event in step.events:
            if event.type == "deal_scored":
                assert tuple(sum(points.values()) for points in event.parts) == event.scores
                assert event.totals == tuple(a + b for a, b in zip(step.before.totals, event.scores, strict=True))
    assert after.playing.over
    if game.deal is None:
        assert len(after.scores) == game.ruleset.deals
        assert after.totals == tuple(map(sum, zip(*after.scores, strict=True)))
        best = max(after.totals)
        assert after.winners == tuple(team for team, total in enumerate(after.totals) if total == best)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seating", SEATINGS, ids=str)
def test_each_preset_is_played_to_its_end_by_default_and_at_random(name: str, seating: tuple[int, int]) -> None:
    for player in (stories.by_default, stories.at_random):
        last = list(stories.play(new_game(PRESETS[name], *seating), 7, player))[-1].after
        assert last.over
        assert len(last.scores) == 4
        assert to_act(last) == ()


@pytest.mark.parametrize("name", bots.NAMES)
def test_each_bot_plays_from_its_own_view_and_list_alone(name: str) -> None:
    game = new_game(PRESETS["favourite"], 4, 2)

    def bot(now: Game, seat: int, rng: Random) -> Command:
        action = bots.choose(name, through_json(sight.view(now, seat)), through_json(actions(now, seat)), rng)
        return stories.said(action, seat)

    assert list(stories.play(game, 3, bot))[-1].after.over


# --- refusals


def tried(game: Game, rng: Random) -> Command:
    """Something that may well be wrong, by any seat."""
    seat = rng.randrange(game.players)
    listed = commands(game, rng.choice(to_act(game)))
    hand = game.playing.seats[seat].hand or ("KC",)
    some = rng.sample(hand, min(len(hand), rng.randint(0, 4)))
    names = [meld.name for team in game.playing.teams for meld in team.melds] + ["K1"]
    melds = [{"cards": " ".join(some), **({"to": rng.choice(names)} if rng.random() < 0.5 else {})}]
    top = " ".join((*some, *game.playing.pile[:1]))
    action = rng.choice(
        [
            {"do": rng.choice(["draw", "ask", "pass"])},
            {"do": "answer", "yes": rng.random() < 0.5},
            {"do": "discard", "card": rng.choice([*hand, *FACES])},
            {"do": "meld", "melds": melds * rng.choice([0, 1, 1, 1, 2])},
            {"do": "take_pile", "melds": [{**melds[0], "cards": top}]},
            {"do": "grab", "fraction": rng.randint(0, 1_000_000)},
            to_dict(rng.choice(listed)),
        ]
    )
    return stories.said(action, seat)


@bounded(40)
@given(BEGINNINGS, SEEDS, chances)
def test_a_refused_action_has_a_code_and_leaves_everything_as_it_was(game: Game, seed: int, rng: Random) -> None:
    for step in steps(game, seed, stories.keen):
        now = step.after
        if not to_act(now) or rng.random() < 0.7:
            continue
        before, command = written(now), tried(now, rng)
        try:
            decide(now, command, FixedChance({}, grab_errors=(0,) * now.players))
            refused = None
        except Refused as refusal:
            refused = refusal.code
            assert refused in REFUSALS
        assert written(now) == before
        assert is_legal(now, command) == (refused is None)
        assert refused is None or to_dict(command) not in actions(now, command.seat)


def test_the_players_of_these_tests_do_everything_that_can_be_done() -> None:
    """Guards the tests above: a generator that never comes to a rule proves nothing of it."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        quick = {
            "hand_size": 7,
            "foot_size": 7,
            "minimums": [0],
            "books_to_go_out": {"clean": 0, "dirty": 0, "wild": 0},
        }
        rules = build({"base": "pagat" if seed % 2 else "favourite", **quick, "packs": 2 + seed % 3})
        for step in stories.play(new_game(rules, *SEATINGS[seed % 2]), seed):
            seen.update(event.type for event in step.events)
            seen.update(event.how for event in step.events if event.type in ("deal_ended", "foot_taken"))
    wanted = {"pile_taken", "melded", "foot_taken", "passed_over", "red_threes_laid", "went_out", "run", "walk"}
    assert wanted <= set(seen)
