"""Who plays in whose place, and what they may do in each other's name: what the table decides. Pure."""

from datetime import timedelta
from uuid import UUID

import pytest

from engine import legal
from engine.errors import Refused
from games import table
from games.clock.late import Step
from games.table import Away, Context, Holder, Offer, Overdue, Pause, Resign, Seat, Sit, Substitute, Table, Want
from tests.games.paper import Paper

pytestmark = pytest.mark.pure

ANN, BEN, CORA, DAN, EVE = (Holder("user", str(UUID(int=n))) for n in range(5))
BOT = Holder("bot", "careful")
NEW = Context(deals_begun=1, secrets={1: "ab" * 32})
LATE = NEW._replace(late=(Step("bot", returns=True),))


def four(*holders: Holder) -> Table:
    """A table at which two play against two: by itself ann and cora against ben and dan."""
    seats = tuple(Seat(holder, since=1) for holder in holders or (ANN, BEN, CORA, DAN))
    return Table(1, {}, 4, 2, "public", "none", ("aa",) * 4, seats, status=table.PLAYING)


def after(one: Table, *commands: table.Command, context: Context = NEW) -> Table:
    """The table once all this was asked of it."""
    for version, command in enumerate(commands, start=10):
        for event in table.decide(one, command, context):
            one = table.evolve(one, event, version)
    return one


def refusal(one: Table, command: table.Command, context: Context = NEW) -> str:
    with pytest.raises(Refused) as refused:
        table.decide(one, command, context)
    return refused.value.code


def stands_in(returns: bool = True) -> Table:
    """Eve plays for cora, who has asked for it."""
    return after(four(), Want(2, True, returns, asker=2), Sit(2, EVE))


# --- Giving up ----------------------------------------------------------------------------------------------------


def test_who_stands_in_until_the_player_is_back_gives_no_game_up() -> None:
    assert refusal(stands_in(), Resign(2, agrees=True)) == "not_allowed"
    for_good = after(stands_in(returns=False), Resign(0, agrees=True), Resign(2, agrees=True))
    assert for_good.status == "forfeited", "who plays there for good has a word like everybody"


def test_nobody_gives_a_game_up_while_a_bot_plays_for_the_partner_who_may_come_back() -> None:
    replaced = after(four(), Overdue(2), context=LATE)
    wanted = after(replaced, Resign(0, agrees=True))
    assert (wanted.status, wanted.resigning) == ("playing", (0,))
    back = after(replaced, Sit(2, CORA), Resign(0, agrees=True), Resign(2, agrees=True))
    assert back.status == "forfeited"
    assert after(four(ANN, BEN, BOT, DAN), Resign(0, agrees=True)).status == "forfeited", "a bot agrees"


def test_who_has_said_what_is_asked_anew_when_another_sits_there() -> None:
    three = after(four(), *(Pause(seat, agrees=True) for seat in (0, 1, 3)), Resign(1, True))
    one = after(three, Overdue(2), context=LATE)
    assert (one.consents, one.resigning) == ((), (1,)), "the other team's wish is theirs"
    assert after(one, *(Pause(seat, agrees=True) for seat in (0, 1, 3))).status == "paused"


# --- Who has left -------------------------------------------------------------------------------------------------


def left(one: Table) -> list[tuple[Holder, str]]:
    return [(gone.holder, gone.how) for gone in one.gone]


def test_who_hands_a_seat_back_has_not_left_the_game() -> None:
    assert left(after(stands_in(), Sit(2, CORA))) == []
    next_one = after(stands_in(), Want(2, True, asker=2), Sit(2, Holder("user", str(UUID(int=9)))))
    assert left(next_one) == [(CORA, "replaced")], "nor has who stood in, and somebody else does now"


def test_who_has_asked_for_a_substitute_is_told_apart_from_whose_time_was_over() -> None:
    assert left(stands_in()) == [(CORA, "replaced")]
    assert left(after(four(), Want(2, True, asker=None), Sit(2, EVE))) == [(CORA, "replaced")], "an officer's word"
    assert left(after(four(), Overdue(2), context=LATE)) == [(CORA, "overdue")]
    away = LATE._replace(late=(Step("substitute", returns=True),))
    offered = after(four(), Overdue(2), context=away)
    assert left(after(offered, Sit(2, EVE))) == [(CORA, "overdue")]


# --- Who is looked for --------------------------------------------------------------------------------------------


def test_who_handed_a_seat_over_sends_nobody_away_who_plays_there() -> None:
    assert stands_in().speaks_for(CORA) is None and stands_in().speaks_for(EVE) == 2
    a_bot = after(four(), Overdue(2), context=LATE)
    assert a_bot.speaks_for(CORA) == 2, "but instead of a bot they have somebody looked for"


def test_any_player_has_somebody_looked_for_when_a_table_without_a_clock_waits_too_long() -> None:
    waits = NEW._replace(waited_for=frozenset({2}))
    one = after(four(), Want(2, True, returns=False, asker=1), context=waits)
    assert one.seats[2].offer == Offer(returns=True, since=10), "they may come back all the same"
    assert refusal(four(), Want(2, True, asker=1)) == "not_allowed"
    hidden = four()._replace(visibility="private")
    assert after(hidden, Want(2, True, asker=1), context=waits).is_bot(2), "where nobody would come a bot plays"
    assert refusal(hidden, Want(2, True, asker=2), waits) == "not_allowed", "who is there plays themselves"


def test_where_nobody_would_come_the_log_says_that_the_server_plays() -> None:
    away = NEW._replace(late=(Step("substitute", returns=True),))
    hidden = four()._replace(visibility="private")
    assert [event.data for event in table.decide(hidden, Overdue(2), away)] == [{"count": 1, "step": "default"}]
    assert [event.type for event in table.decide(four(), Overdue(2), away)] == ["overdue", "substitute_wanted"]


def test_nobody_is_looked_for_any_more_once_the_player_comes_back() -> None:
    offered = after(stands_in(), Want(2, True, asker=2))
    soon = after(offered, Sit(2, CORA), context=NEW._replace(deciding=frozenset({2})))
    assert not soon.offers(2) and soon.seats[2].away == Away(CORA, True, wanted=True)
    assert refusal(soon, Want(2, True, asker=2)) == "not_allowed"


def test_how_many_turns_somebody_let_pass_is_known_whoever_played_meanwhile() -> None:
    """Two who take turns at a seat come to the end of the table's list all the same."""
    server = NEW._replace(late=(Step("default"), Step("forfeit")))
    one = after(stands_in(), Overdue(2), context=server)
    one = after(one, Sit(2, CORA), Want(2, True, asker=2), Sit(2, EVE))
    assert one.seats[2].overdue == 1 and table.decode(table.encode(one)) == one
    assert after(one, Overdue(2), context=server).status == "forfeited"


# --- What was wanted long ago -------------------------------------------------------------------------------------


def test_a_wish_lapses_with_its_player_s_second_turn_since_then() -> None:
    wanted = after(four(), Pause(0, agrees=True), Resign(0, agrees=True), Pause(1, agrees=True))
    once = table.turn_ended(wanted, 0)
    assert (once.consents, once.resigning) == ((0, 1), (0,)), "so all others have had a turn to agree in"
    twice = table.turn_ended(table.turn_ended(once, 2), 0)
    assert (twice.consents, twice.resigning) == ((1,), ())
    assert after(twice, Resign(2, agrees=True)).status == "playing", "a slip weeks later ends nothing"
    again = after(twice, Resign(0, agrees=True))
    assert table.turn_ended(again, 0).resigning == (0,) and table.decode(table.encode(once)) == once


def test_in_a_game_a_wish_for_a_pause_ends_with_the_second_turn() -> None:
    paper = Paper(2, "classic", 1, clock="none")
    paper.do(Pause(0, agrees=True))
    standing = []
    while len(standing) < 2:
        paper.step()
        if (paper.rows[-1].type, paper.rows[-1].seat) == ("discarded", 0):
            standing.append(paper.state.table.consents)
    assert standing == [(0,), ()]


# --- When nobody is there -----------------------------------------------------------------------------------------


def test_bots_alone_leave_whom_they_play_for_the_time_to_come_back() -> None:
    paper = Paper(2, "classic", 1, clock={"turn_seconds": 3600})
    seat = paper.state.to_act[0]
    paper.do(Substitute(1 - seat, BOT, returns=True))
    paper.do(Substitute(seat, BOT, returns=True))
    assert paper.state.bot_due(False) == paper.at + timedelta(minutes=30), "half of the turn's time"
    paper.do(Substitute(1 - seat, BOT, returns=False))
    assert paper.state.bot_due(False) == paper.at + timedelta(minutes=30)
    paper.do(Substitute(seat, BOT, returns=False))
    assert paper.state.bot_due(False) == paper.at, "of whom nobody may come back nobody waits"


def test_a_decision_made_beforehand_does_not_say_that_somebody_is_there() -> None:
    paper = Paper(2, "classic", 1, clock={"turn_seconds": 3600})
    seat = paper.state.to_act[0]
    paper.do(legal.commands(paper.state.game, seat)[0], by="system")
    assert paper.state.table.seats[seat].silent
    for by, silent in (("plan", True), ("user", False), ("plan", False)):
        while paper.state.to_act != (seat,) or len(paper.state.clock.open) != 1:
            paper.step("bot")
        paper.do(legal.commands(paper.state.game, seat)[0], by=by)
        assert paper.state.table.seats[seat].silent is silent, by
