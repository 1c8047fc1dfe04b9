"""Who plays in whose place, and what they may do in each other's name: what the table decides. Pure."""

from uuid import UUID

import pytest

from engine.errors import Refused
from games import table
from games.clock.late import Step
from games.table import Context, Holder, Overdue, Pause, Resign, Seat, Sit, Table, Want

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
