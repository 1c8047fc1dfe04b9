"""The table by itself: pure decisions and their folding."""

from typing import Any

import pytest

from config.kernel.errors import ERRORS
from engine import sight
from engine.errors import REFUSALS, Refused
from engine.events import BY_TYPE
from engine.presets import CLASSIC
from games import table, words
from games.clock.late import Step
from games.table import (
    AddNonce,
    Away,
    Context,
    Create,
    End,
    Holder,
    LastAction,
    Leave,
    Overdue,
    Pause,
    Resign,
    Resume,
    Seat,
    Sit,
    Substitute,
    Table,
    TableEvent,
    TellCalendar,
    Undo,
    Want,
)

pytestmark = pytest.mark.pure

ANN, BEN, BOT = Holder("user", "ann"), Holder("user", "ben"), Holder("bot", "random")


def a_table(*seats: Seat) -> Table:
    command = Create(1, CLASSIC.to_dict(), len(seats), len(seats), "public", "none", ("aa" * 32, "bb" * 32), seats)
    return fold(None, table.decide(None, command, Context()))


def fold(one: Table | None, events: tuple[TableEvent, ...]) -> Table:
    for version, event in enumerate(events, start=1):
        one = table.evolve(one, event, version)
    assert one is not None
    return one


def types(events: tuple[TableEvent, ...]) -> list[str]:
    return [event.type for event in events]


def test_a_table_starts_when_its_last_seat_is_taken_and_not_before() -> None:
    waiting = a_table(Seat(ANN), Seat(BEN, invited=True), Seat())
    assert waiting.status == "waiting"
    accepted = table.decide(waiting, Sit(1, BEN), Context())
    assert types(accepted) == ["seated"]
    full = table.decide(fold(waiting, accepted), Sit(2, Holder("user", "cora")), Context())
    assert types(full) == ["seated", "started"]
    assert fold(fold(waiting, accepted), full).status == "playing"


def test_deciding_changes_nothing() -> None:
    before = a_table(Seat(ANN), Seat())
    table.decide(before, Sit(1, BEN), Context())
    assert before == a_table(Seat(ANN), Seat())


def test_two_seats_may_be_held_by_bots_of_one_name() -> None:
    assert a_table(Seat(BOT), Seat(BOT)).status == "playing"


def test_a_table_is_the_same_after_encoding_and_decoding() -> None:
    one = a_table(Seat(ANN), Seat(BEN, invited=True), Seat())
    one = fold(one, table.decide(one, AddNonce(0, 1, "ab" * 32), Context()))
    assert table.decode(table.encode(one)) == one


def test_nonces_are_told_by_seat_then_by_version() -> None:
    one = a_table(Seat(ANN), Seat(BEN), Seat())
    for version, (seat, nonce) in enumerate([(1, "b1"), (0, "a1"), (1, "b2"), (0, "a2")], start=7):
        one = table.evolve(one, TableEvent("nonce_added", {"deal": 1, "nonce": nonce}, seat), version)
    assert one.nonces_of(1) == ((0, 8, "a1"), (0, 10, "a2"), (1, 7, "b1"), (1, 9, "b2"))
    assert one.nonces_of(2) == ()


@pytest.mark.parametrize(("begun", "deal", "late"), [(0, 1, False), (1, 1, True), (1, 2, False), (2, 2, True)])
def test_a_nonce_counts_until_the_deal_before_has_ended(begun: int, deal: int, late: bool) -> None:
    one = a_table(Seat(ANN), Seat(BEN))
    if late:
        with pytest.raises(Refused, match="nonce_late"):
            table.decide(one, AddNonce(0, deal, "00"), Context(deals_begun=begun))
    else:
        assert types(table.decide(one, AddNonce(0, deal, "00"), Context(deals_begun=begun))) == ["nonce_added"]


def test_after_the_game_every_nonce_is_late() -> None:
    with pytest.raises(Refused, match="nonce_late"):
        table.decide(a_table(Seat(ANN), Seat(BEN)), AddNonce(0, 2, "00"), Context(deals_begun=1, over=True))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Sit(0, BEN), "already_seated"),
        (Sit(1, BEN), "not_allowed"),
        (Sit(2, ANN), "already_seated"),
        (Sit(3, BEN), "not_found"),
        (Sit(-1, BEN), "not_found"),
        (Leave(0, BEN), "not_allowed"),
        (Leave(2, BEN), "not_allowed"),
        (Leave(9, BEN), "not_found"),
    ],
)
def test_what_cannot_be_is_refused(command: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        table.decide(a_table(Seat(ANN), Seat(Holder("user", "cora"), invited=True), Seat()), command, Context())
    assert refused.value.code == code


def test_every_field_of_every_event_of_the_table_has_a_mark() -> None:
    """An unmarked field is shown to nobody; here it is found."""
    one = a_table(Seat(ANN), Seat(BEN, invited=True), Seat())
    full = a_table(Seat(ANN), Seat(BEN), Seat(Holder("user", "cora")))
    create = Create(1, CLASSIC.to_dict(), 3, 3, "public", "none", ("aa",), (Seat(ANN), Seat(BEN, True), Seat()))
    playing, ending = full._replace(status="playing"), Context(1, secrets={1: "aa"})
    create = create._replace(club="00000000-0000-4000-8000-00000000000c", undo=False)
    told = [
        *table.decide(None, create, Context()),
        *table.decide(one, Sit(2, BEN), Context()),
        *table.decide(one, Leave(0, ANN), Context()),
        *table.decide(one, AddNonce(0, 1, "00"), Context()),
        *table.decide(full._replace(consents=(1, 2)), Pause(0, True), Context()),
        *table.decide(full._replace(status="paused"), Resume(0), Context()),
        *table.decide(playing, Substitute(0, Holder("bot", "careful"), True), Context()),
        *table.decide(one, TellCalendar(0, {"zone": "UTC"}), Context()),
        *table.decide(full, Undo(0, 7, True), Context(last=LastAction(7, 1, (1, 2)))),
        *table.decide(
            playing._replace(seats=(Seat(BOT, away=Away(ANN, True)), *playing.seats[1:])),
            Sit(0, ANN),
            Context(deciding=frozenset((0,))),
        ),
        *table.decide(playing, Want(0, True, asker=0), Context()),
        *table.decide(playing, table.Freeze("aa"), Context()),
        *table.decide(playing._replace(frozen="aa"), table.Unfreeze(), Context()),
        *table.decide(playing, Resign(0, True), ending),
        *table.decide(playing, End("ruled"), ending),
        *table.decide(playing, End("ruled", (0, 1)), ending),
        *table.decide(playing, Overdue(0), ending._replace(late=(Step("extend", 60),))),
        TableEvent("started", {}),
    ]
    assert {event.type for event in told} == set(table.AUDIENCE) == set(table.SCHEMAS)
    for event in told:
        marks = table.AUDIENCE[event.type]
        assert set(event.data) | set(event.hidden) == set(marks)
        assert set(marks.values()) <= {sight.PUBLIC, sight.SEAT, sight.NOBODY, table.OWN}
        assert all(marks[name] == sight.PUBLIC for name in event.data)


def test_no_event_of_the_table_has_a_name_of_the_game_s() -> None:
    assert not set(table.AUDIENCE) & set(BY_TYPE)


def test_every_event_can_be_said_and_every_refusal_has_a_sentence() -> None:
    assert set(words.SENTENCES) == set(table.AUDIENCE) | set(BY_TYPE)
    assert set(REFUSALS) <= set(ERRORS)
    for code in ERRORS:
        assert words.refusal(code, {})
