"""The planner of going out, the cheapest opening and the smallest taking, held against trying everything."""

from typing import Any

import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

from engine.commands import Ask, Command, Discard, LayMelds, TakePile
from engine.decide import check, decide
from engine.evolve import fold
from engine.going_out import first_taking, may_take_pile, way
from engine.opening import cheapest
from engine.ruleset import Ruleset
from engine.scenario import FixedChance
from engine.state import DRAW, PLAY, Game
from tests.engine import reference, sides
from tests.engine.reference import Side
from tests.engine.stories import code_of
from tests.engine.strategies import SMALL_BOOKS, Late, bounded, chances, position, rulesets

pytestmark = pytest.mark.pure

LAYING: dict[str, st.SearchStrategy[Any]] = {
    "books_to_go_out": SMALL_BOOKS,
    "last_discard": st.sampled_from(["required", "optional", "forbidden"]),
    "add_to_books": st.sampled_from(["none", "naturals", "any"]),
    "one_meld_action": st.booleans(),
    "minimums": st.sampled_from([[0], [30], [50], [90]]),
    "ask_partner": st.booleans(),
    "wild_share": st.sampled_from(["half", "fewer", "equal"]),
    "max_wilds": st.sampled_from([0, 1, 2, 2, 3]),
    "pile_pair": st.sampled_from(["naturals", "wild_helps"]),
    "pile_take": st.sampled_from([1, 2, "all"]),
}
SEATING = st.sampled_from([(4, 2), (2, 2)])
SMALL = Late(hand=(1, 6), melds=3, stock=(0, 3), pile=(0, 0))
MANY_OF_A_KIND = Late(hand=(7, 11), melds=2, stock=(0, 3), pile=(0, 0), ranks=2)
WITH_PILE = Late(hand=(1, 4), melds=3, stock=(0, 2), pile=(1, 4))
UNOPENED = Late(hand=(4, 9), melds=0, stock=(0, 2), pile=(1, 4), ranks=2)


@st.composite
def turns(draw: st.DrawFn, late: Late, phase: str) -> Game:
    """The turn of a player on the foot, whose partners have played from theirs, at any point of that turn."""
    rng = draw(chances)
    game = sides.on_the_foot(position(draw(rulesets(**LAYING)), draw(SEATING), rng, late))
    deal = game.playing._replace(phase=phase)
    if phase == PLAY and deal.teams[game.team_of(deal.seat)].melds:
        names = [meld.name for meld in deal.teams[game.team_of(deal.seat)].melds]
        melded = rng.choice([None, None, "starts", "adds"])
        started = tuple(name for name in names if melded == "starts" and rng.random() < 0.5)
        deal = deal._replace(melded_this_turn=melded, started_this_turn=started)
    game = game._replace(deal=deal)
    if phase == DRAW and rng.random() < 0.8:
        game = sides.with_a_pair(game, rng)
    note(sides.described(game))
    return game


def way_exists(game: Game, side: Side) -> bool:
    return reference.can_go_out(game.ruleset, side)


def walk(game: Game, steps: tuple[Command, ...]) -> None:
    """Every step of a way is accepted, and the last ends the deal."""
    for place, command in enumerate(steps):
        assert not game.playing.over, f"over before step {place}"
        game = fold(game, decide(game, command, FixedChance({})))
    assert game.playing.over == "went_out"


@bounded(500)
@given(turns(SMALL, PLAY))
def test_a_way_out_is_found_exactly_where_trying_everything_finds_one(game: Game) -> None:
    found_where_there_is_one(game)


def found_where_there_is_one(game: Game) -> None:
    seat = game.playing.seat
    found = way(game, seat)
    assert (found is not None) == way_exists(game, sides.side_of(game, seat)), sides.plain(found)
    if found:
        walk(sides.given_leave(game), found)


@bounded(100)
@given(turns(MANY_OF_A_KIND, PLAY))
def test_a_way_out_with_many_cards_of_a_kind_is_found_exactly_where_there_is_one(game: Game) -> None:
    found_where_there_is_one(game)


@bounded(200)
@given(turns(WITH_PILE, DRAW))
def test_a_way_out_that_begins_with_the_pile_is_found_exactly_where_there_is_one(game: Game) -> None:
    found_with_the_pile_where_there_is_one(game)


@bounded(200)
@given(turns(UNOPENED, DRAW))
def test_a_way_out_may_begin_with_the_pile_and_any_opening_that_reaches_the_minimum(game: Game) -> None:
    found_with_the_pile_where_there_is_one(game)


def found_with_the_pile_where_there_is_one(game: Game) -> None:
    seat, brought = game.playing.seat, sides.others_taken(game)
    side, top = sides.side_of(game, seat), reference.token(game.playing.pile[0])
    ways = any(
        way_exists(game, reference.after_taking(side, top, lays, sides.staying(game, brought)))
        for lays in reference.takings(game.ruleset, side, top, sides.pile_has_wild(game))
    )
    found = way(game, seat)
    assert (found is not None) == (ways and not sides.unseen_to_come(game, brought)), sides.plain(found)
    if found:
        walk(sides.given_leave(game), found)


@bounded(150)
@given(turns(Late(hand=(1, 5), melds=3, stock=(0, 3), pile=(0, 0)), PLAY))
def test_after_a_yes_exactly_those_melds_are_accepted_that_leave_a_way_out(game: Game) -> None:
    game, seat = sides.given_leave(game), game.playing.seat
    side = sides.side_of(game, seat)
    assume(way_exists(game, side))
    for lays in reference.actions(game.ruleset, side):
        command = LayMelds(seat, sides.lays_in_cards(lays, game.playing.seats[seat].hand))
        expected = None if way_exists(game, reference.laid(side, lays)) else "must_go_out"
        assert code_of(game, command) == expected, command


@bounded(150)
@given(turns(Late(hand=(1, 5), melds=3, stock=(0, 3), pile=(0, 0)), PLAY))
def test_without_leave_fewer_than_two_cards_are_kept_only_where_none_is_needed_and_a_way_leads_on(game: Game) -> None:
    seat = game.playing.seat
    side, hand = sides.side_of(game, seat), game.playing.seats[seat].hand
    for lays in reference.actions(game.ruleset, side):
        after = reference.laid(side, lays)
        allowed = len(after.hand) >= 2 or (not sides.needs_leave(game) and way_exists(game, after))
        command = LayMelds(seat, sides.lays_in_cards(lays, hand))
        assert code_of(game, command) == (None if allowed else "must_keep_two"), command


@bounded(300)
@given(turns(WITH_PILE, DRAW), st.booleans(), st.booleans())
def test_the_smallest_taking_is_found_wherever_the_pile_may_be_taken(game: Game, foot: bool, leave: bool) -> None:
    the_smallest_taking_is_found(game, foot, leave)


@bounded(150)
@given(turns(UNOPENED, DRAW), st.booleans(), st.booleans())
def test_the_smallest_opening_with_the_pile_is_found_wherever_it_may_be_taken(
    game: Game, foot: bool, leave: bool
) -> None:
    the_smallest_taking_is_found(game, foot, leave)


def the_smallest_taking_is_found(game: Game, foot: bool, leave: bool) -> None:
    if not foot:
        game = sides.in_the_hand(game)
    elif leave and way(game, game.playing.seat):
        game = sides.given_leave(game)
    seat = game.playing.seat
    sizes = [sum(len(lay.tokens) for lay in lays) for lays in legal_takings(game, foot)]
    found = first_taking(game, seat)
    assert (sum(len(lay.cards) for lay in found.melds) if found else None) == min(sizes, default=None), found
    if found:
        check(game, found)
    assert may_take_pile(game, seat) == bool(sizes or code_of(game, Ask(seat)) is None)


def legal_takings(game: Game, foot: bool) -> list[tuple[reference.Lay, ...]]:
    """Every taking that the rules allow, of sections 5, 6 and 7, by trying all."""
    seat, top, brought = game.playing.seat, game.playing.pile[0], sides.others_taken(game)
    side, one = sides.side_of(game, seat), reference.token(top)
    found = []
    for lays in reference.takings(game.ruleset, side, one, sides.pile_has_wild(game)):
        after = reference.after_taking(side, one, lays, sides.staying(game, brought))
        leads_out = not sides.unseen_to_come(game, brought) and way_exists(game, after)
        kept = len(after.hand) >= 2 or (not sides.needs_leave(game) and leads_out)
        allowed = (leads_out if game.playing.leave else kept) or not foot
        command = TakePile(seat, sides.lays_in_cards(lays, game.playing.seats[seat].hand, top))
        assert (code_of(game, command) is None) == allowed, command
        if allowed:
            found.append(lays)
    return found


@bounded(250)
@given(rulesets(**LAYING), chances, st.sampled_from([0, 15, 50, 90, 120, 150]))
def test_the_cheapest_opening_has_the_fewest_cards_that_reach_the_minimum(
    ruleset: Ruleset, rng: Any, minimum: int
) -> None:
    game = position(ruleset, (2, 2), rng, Late(hand=(3, 8), melds=0, stock=(0, 0), pile=(0, 0)))
    hand = game.playing.seats[game.playing.seat].hand
    note(sides.described(game))
    side = sides.side_of(game, game.playing.seat)._replace(melds=(), minimum=minimum)
    sizes = [sum(len(lay.tokens) for lay in lays) for lays in reference.actions(ruleset, side)]
    found = cheapest(ruleset, hand, minimum)
    assert (sum(len(lay.cards) for lay in found) if found else None) == min(sizes, default=None), found
    if found:
        assert reference.refusal(ruleset, side, sides.lays_in_tokens(found)) is None


@bounded(150)
@given(turns(SMALL, PLAY))
def test_the_last_card_of_the_foot_is_discarded_only_in_going_out(game: Game) -> None:
    seat = game.playing.seat
    one = game.playing.seats[seat]._replace(hand=game.playing.seats[seat].hand[:1])
    game = sides.with_seat(game, seat, one)
    melds = sides.side_of(game, seat).melds
    out = game.ruleset.last_discard != "forbidden" and reference.books_there(game.ruleset, melds)
    discard = Discard(seat, one.hand[0])
    assert (code_of(sides.given_leave(game), discard) is None) == out
    assert (code_of(game, discard) is None) == (out and not sides.needs_leave(game))
