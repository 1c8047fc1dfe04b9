"""Two histories whose public events, and whose events visible to a viewer, are equal, are equal to that viewer."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from engine import sight
from engine.cards import RED_THREES, Card, Cards, packs
from engine.codec import encode_event
from engine.commands import Begin
from engine.decide import act
from engine.errors import Refused
from engine.events import FIELDS, Event
from engine.legal import actions
from engine.scenario import FixedChance
from engine.state import Game
from tests.engine import stories
from tests.engine.strategies import QUICK, bounded, chances, tables

pytestmark = pytest.mark.pure

ONE_DEAL = {**QUICK, "minimums": st.sampled_from([[0], [15], [50]])}


class Marked(str):
    """A card that knows its place in the shuffled order, so that it can be followed."""

    place: int
    __slots__ = ("place",)


def marked(order: Cards) -> Cards:
    cards = []
    for place, face in enumerate(order):
        card = Marked(face)
        card.place = place
        cards.append(card)
    return tuple(cards)


def places(cards: Any) -> Iterator[int]:
    """The places of all cards in a part of an event or of a state, however deep."""
    if isinstance(cards, Marked):
        yield cards.place
    elif isinstance(cards, tuple):
        for one in cards:
            yield from places(one)


def may_see(event: Event, field: str, viewer: int | None) -> bool:
    who = sight.audience(event.type, field)
    return who == sight.PUBLIC or (who == sight.SEAT and viewer is not None and event.seat == viewer)


def as_seen(event: Event, viewer: int | None) -> dict[str, Any]:
    """An event as the wire tells it to a viewer while its deal is on: of what is hidden, how much."""
    plain = encode_event(event)
    seen = {name: value for name, value in plain["hidden"].items() if may_see(event, name, viewer)}
    kept_back = {name: len(value.split()) for name, value in plain["hidden"].items() if name not in seen}
    return {"type": event.type, "seat": event.seat, "data": {**plain["data"], **seen}, "hidden": kept_back}


def a_deal(game: Game, chance: FixedChance, rng: Random) -> list[stories.Step]:
    """One deal of keen players."""
    events, after = act(game, Begin(), chance)
    steps = [stories.Step(game, None, Begin(), events, after)]
    while not after.playing.over:
        before = after
        seat = rng.choice(stories.to_act(before))
        command = stories.keen(before, seat, rng)
        events, after = act(before, command, chance)
        steps.append(stories.Step(before, seat, command, events, after))
    return steps


def never_seen(steps: list[stories.Step], viewer: int | None) -> list[int]:
    """The places in the order of cards that this viewer has not seen when the deal ends."""
    last = steps[-1].after.playing
    seen = {
        place
        for step in steps
        for event in step.events
        for field in FIELDS[event.type]
        if may_see(event, field, viewer) and event.type not in ("deal_ended", "deal_scored", "game_ended")
        for place in places(getattr(event, field))
    }
    hands = [seat.hand for number, seat in enumerate(last.seats) if number != viewer]
    hidden = set(places((*hands, *(seat.foot for seat in last.seats), *last.stock)))
    return sorted(hidden - seen)


def exchanged(order: Cards, one: int, other: int) -> Cards:
    cards = list(order)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(map(str, cards))


def compare(steps: list[stories.Step], order: Cards, dealer: int, errors: tuple[int, ...], viewer: int | None) -> int:
    """Plays the same actions with another order, as long as they may be played and lead to the same public events.
    Everything that the viewer is told is equal until then. Returns how many decisions that were."""
    chance, game = FixedChance({1: order}, dealer, errors), steps[0].before
    for number, step in enumerate(steps):
        try:
            events, after = act(game, step.command, chance)
        except Refused:
            return number  # the other hand could not have done this: no such history
        told, same = ([as_seen(event, viewer) for event in some] for some in (step.events, events))
        if told != same:
            differing = [event for event in (*step.events, *events) if event.type in sight.MADE_PUBLIC_BY_THE_RULES]
            ended = any(event.type == "deal_ended" for event in (*step.events, *events))
            assert differing or ended, (step.events, events)
            return number
        if after.playing.over:
            return number
        game = after
        assert sight.view(after, viewer) == sight.view(step.after, viewer)
        assert actions(after, viewer) == actions(step.after, viewer)
    return len(steps)


@bounded(25)
@given(tables(**ONE_DEAL), chances)
def test_cards_that_a_viewer_never_sees_may_lie_anywhere_in_the_order(game: Game, rng: Random) -> None:
    rules = game.ruleset
    order = list(packs(rules.pack_count(game.players), rules.jokers_per_pack))
    rng.shuffle(order)
    whole, dealer = marked(tuple(order)), rng.randrange(game.players)
    errors = tuple(rng.randint(-3, 3) for _ in range(game.players))
    steps = a_deal(game, FixedChance({1: whole}, dealer, errors), rng)
    barred: frozenset[Card] = RED_THREES if rules.red_threes == "bonus" else frozenset()
    for viewer in (None, *rng.sample(range(game.players), 2)):
        unseen = [place for place in never_seen(steps, viewer) if whole[place] not in barred]
        for _ in range(2 if len(unseen) > 1 else 0):
            one, other = rng.sample(unseen, 2)
            note(f"{viewer}: {one} {whole[one]} <-> {other} {whole[other]}")
            compare(steps, exchanged(whole, one, other), dealer, errors, viewer)


def test_such_histories_go_on_for_long() -> None:
    """Guards the test above: histories that part at once would prove nothing."""
    lengths = []
    for seed in range(12):
        game, rng = stories.usual(), Random(seed)
        order = list(packs(4, 2))
        rng.shuffle(order)
        whole = marked(tuple(order))
        steps = a_deal(game, FixedChance({1: whole}), rng)
        unseen = never_seen(steps, seed % 4)
        lengths.append(compare(steps, exchanged(whole, *rng.sample(unseen, 2)), 0, (), seed % 4) / len(steps))
    assert sum(length > 0.9 for length in lengths) > 6


@bounded(30)
@given(tables(**ONE_DEAL), st.integers(0, 10**6))
def test_what_an_event_hides_from_a_viewer_is_told_by_its_size_alone(game: Game, seed: int) -> None:
    for step in stories.play(game, seed):
        for event in step.events:
            for viewer in (None, *range(game.players)):
                seen = as_seen(event, viewer)
                hidden = {name for name in FIELDS[event.type] if (event.type, name) in sight.HIDDEN}
                own = {
                    name for name in hidden if sight.audience(event.type, name) == sight.SEAT and event.seat == viewer
                }
                assert set(seen["hidden"]) == hidden - own
                assert not set(seen["data"]) & (hidden - own)
