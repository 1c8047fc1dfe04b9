"""What may be laid, held against a second reading of the rules; and the list of legal actions against its promise."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from engine.cards import FACES, NATURAL_RANKS, RANK, WILDS
from engine.commands import Answer, Ask, Command, Discard, Draw, Grab, Lay, LayMelds, Pass, TakePile, to_dict
from engine.default import to_act
from engine.going_out import way
from engine.legal import actions, commands, is_legal
from engine.notation import read_position
from engine.opening import cheapest
from engine.presets import PRESETS
from engine.state import PLAY, Game
from tests.engine import reference, sides
from tests.engine.stories import code_of, said
from tests.engine.strategies import SMALL_BOOKS, Late, bounded, chances, position, positions

pytestmark = pytest.mark.pure

SMALL = Late(hand=(1, 6), melds=4, stock=(0, 2), pile=(0, 3))
LARGE = Late(hand=(5, 14), melds=6, stock=(0, 2), pile=(0, 3))
ANY_LAYING: dict[str, st.SearchStrategy[Any]] = {
    "minimums": st.sampled_from([[0], [50], [90]]),
    "books_to_go_out": SMALL_BOOKS,
    "add_to_books": st.sampled_from(["none", "naturals", "any"]),
    "wild_share": st.sampled_from(["half", "fewer", "equal"]),
    "max_wilds": st.integers(0, 6),
    "one_meld_action": st.booleans(),
    "reopen_rank": st.booleans(),
}


@st.composite
def playing(draw: st.DrawFn, late: Late) -> Game:
    """A turn after drawing, in the hand or on the foot, with or without leave, after some melds or none."""
    game = draw(positions(late, **ANY_LAYING))
    rng = draw(chances)
    deal = game.playing._replace(phase=PLAY)
    names = [meld.name for meld in deal.teams[game.team_of(deal.seat)].melds]
    melded = rng.choice([None, None, "starts", "adds"]) if names else None
    started = tuple(name for name in names if melded == "starts" and rng.random() < 0.5)
    game = game._replace(deal=deal._replace(melded_this_turn=melded, started_this_turn=started))
    game = sides.on_the_foot(game) if rng.random() < 0.5 else game
    if rng.random() < 0.4 and way(game, deal.seat):
        game = sides.given_leave(game)
    note(sides.described(game))
    return game


def any_lays(game: Game, rng: Random) -> tuple[Lay, ...]:
    """Lays such as a hasty player tries: right and wrong cards, on right and wrong melds."""
    seat = game.playing.seat
    hand = list(game.playing.seats[seat].hand) + ([rng.choice(FACES)] if rng.random() < 0.1 else [])
    rng.shuffle(hand)
    melds = game.playing.teams[game.team_of(seat)].melds
    lays = []
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 0])):
        meld = rng.choice([None, *melds]) if melds else None
        rank = meld.rank if meld else RANK[rng.choice(hand)] if hand else "K"
        fit = [card for card in hand if RANK[card] == rank or card in WILDS or rng.random() < 0.05]
        chosen = fit[: rng.choice([0, 1, 1, 2, 3, 3, 4, 5, 7, 8])]
        for card in chosen:
            if rng.random() < 0.95:
                hand.remove(card)
        name = meld.name if meld else None if rng.random() < 0.95 else rng.choice(["K1", "W1", "X", ""])
        lays.append(Lay(tuple(chosen), name))
    return tuple(lays)


@bounded(400)
@given(playing(LARGE), chances)
def test_laying_is_refused_for_the_first_reason_that_applies(game: Game, rng: Random) -> None:
    game = sides.in_the_hand(game)
    game = game._replace(deal=game.playing._replace(leave=False))
    side = sides.side_of(game, game.playing.seat)
    for _ in range(4):
        lays = any_lays(game, rng)
        command = LayMelds(game.playing.seat, lays)
        held = held_by_face(game, lays)
        expected = reference.refusal(game.ruleset, side, sides.lays_in_tokens(lays)) if held else "card_not_held"
        assert code_of(game, command) == expected, command


def held_by_face(game: Game, lays: tuple[Lay, ...]) -> bool:
    left = list(game.playing.seats[game.playing.seat].hand)
    for card in (card for lay in lays for card in lay.cards):
        if card not in left:
            return False
        left.remove(card)
    return True


# --- the list


def promised(game: Game, seat: int) -> set[str]:
    """What the list of legal actions holds by the word of the wire's description, but for the taking of the pile."""
    deal = game.playing
    team, hand = deal.teams[game.team_of(seat)], deal.seats[seat].hand
    wilds = [card for card in hand if card in WILDS]
    found: list[Command] = [Draw(seat), Pass(seat), Ask(seat), Answer(seat, True), Answer(seat, False)]
    found += [Grab(seat, 500_000), *(Discard(seat, card) for card in set(hand))]
    smallest = [wilds[:3]]
    for rank in NATURAL_RANKS:
        same = [card for card in hand if RANK[card] == rank]
        smallest += [same[:3], [*same[:2], *wilds[:1]]]
    found += [LayMelds(seat, (Lay(tuple(cards)),)) for cards in smallest if len(cards) == 3]
    found += [LayMelds(seat, (Lay((card,), meld.name),)) for meld in team.melds for card in set(hand)]
    opening = None if team.opened else cheapest(game.ruleset, hand, deal.minimum)
    if opening and not deal.leave:  # after a yes the way out is listed instead
        found.append(LayMelds(seat, opening))
    return {written(command) for command in found if is_legal(game, command)}


def written(command: Command) -> str:
    return json.dumps(to_dict(command))


@bounded(200)
@given(st.one_of(playing(LARGE), positions(SMALL, **ANY_LAYING)))
def test_the_list_holds_what_it_promises_each_once_and_nothing_illegal(game: Game) -> None:
    note(sides.described(game))
    for seat in (None, *range(game.players)):
        listed = commands(game, seat)
        assert len(set(map(written, listed))) == len(listed)
        if seat not in to_act(game):
            assert listed == ()
            continue
        assert [command for command in listed if not is_legal(game, command)] == []
        rest = {written(command) for command in listed if not isinstance(command, TakePile)}
        onward = way(game, seat) if game.playing.leave else None
        if onward and isinstance(onward[0], LayMelds):
            assert written(onward[0]) in rest
        assert rest - {written(command) for command in (onward or ())[:1]} <= promised(game, seat) <= rest


@bounded(150)
@given(playing(SMALL))
def test_the_list_is_empty_of_melds_only_if_no_meld_is_legal(game: Game) -> None:
    seat = game.playing.seat
    if any(isinstance(command, LayMelds) for command in commands(game, seat)):
        return
    for lays in reference.actions(game.ruleset, sides.side_of(game, seat)):
        command = LayMelds(seat, sides.lays_in_cards(lays, game.playing.seats[seat].hand))
        assert code_of(game, command) in ("must_keep_two", "must_go_out"), command


@bounded(150)
@given(st.one_of(playing(LARGE), positions(SMALL, **ANY_LAYING)))
def test_what_the_list_lacks_of_the_bounded_kinds_is_refused(game: Game) -> None:
    for seat in range(game.players):
        listed = actions(game, seat)
        every: list[dict[str, Any]] = [{"do": "draw"}, {"do": "pass"}, {"do": "ask"}]
        every += [{"do": "answer", "yes": yes} for yes in (True, False)]
        every += [{"do": "discard", "card": card} for card in FACES]
        for action in every:
            assert is_legal(game, said(action, seat)) == (action in listed), (seat, action)


def test_an_opening_that_would_leave_the_foot_with_too_few_cards_is_not_listed() -> None:
    seats = [{"hand": "KH KH JC JS JH 2C 2H", "in_foot": True}, {}, {}, {}]
    given_position = {"turn": {"seat": 0, "phase": "play"}, "deal": 2, "seats": seats}
    game = read_position(PRESETS["classic"], given_position)
    assert [action["do"] for action in actions(game, 0)] == ["discard"] * 6


@bounded(150)
@given(chances, st.sampled_from(["classic", "favourite", "pagat", "bicycle"]))
def test_two_orders_of_naming_the_same_melds_are_one_action(rng: Random, name: str) -> None:
    game = sides.in_the_hand(position(PRESETS[name], (4, 2), rng, LARGE))
    game = game._replace(deal=game.playing._replace(phase=PLAY, minimum=0))
    lays = any_lays(game, rng)
    turned = tuple(Lay(tuple(reversed(lay.cards)), lay.to) for lay in reversed(lays))
    assert code_of(game, LayMelds(game.playing.seat, lays)) == code_of(game, LayMelds(game.playing.seat, turned))
