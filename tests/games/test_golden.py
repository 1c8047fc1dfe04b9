"""Events of the table as they were first stored are understood for ever: one file for each type and version."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from games import clock, projector, table
from games.rows import Row
from games.table import Away, Holder, Nonce, Offer, Past, Seat, Table

pytestmark = pytest.mark.pure

FOLDER = Path(__file__).parent / "golden"
BEN = Holder("user", "00000000-0000-4000-8000-00000000000b")


def golden(name: str) -> table.TableEvent:
    """What the file tells, read as a stored row is."""
    told: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    at, nobody = datetime(2026, 1, 1, tzinfo=UTC), UUID(int=0)
    row = Row(
        7,
        told["type"],
        told["schema"],
        at,
        "user",
        "x",
        told.get("seat"),
        nobody,
        told["data"],
        told.get("hidden"),
        "",
        "",
    )
    event: table.TableEvent = projector.event_of(row)
    return event


def created() -> Table:
    return table.evolve(None, golden("created-1"), 1)


def test_every_type_and_version_has_a_file() -> None:
    wanted = {f"{kind}-{version}" for kind, newest in table.SCHEMAS.items() for version in range(1, newest + 1)}
    assert {path.stem for path in FOLDER.glob("*.json")} == wanted


def test_created() -> None:
    one = created()
    assert (one.rules_version, one.players, one.teams, one.visibility) == (1, 2, 2, "public")
    assert (one.clock, one.commitments, one.seats) == ({"turn_seconds": 300}, ("aa" * 32,) * 4, (Seat(), Seat()))
    assert one.ruleset["wild_melds"] is True and one.status == "waiting"


def test_invited_seated_and_left() -> None:
    invited = table.evolve(created(), golden("invited-1"), 2)
    assert invited.seats == (Seat(), Seat(BEN, invited=True))
    seated = table.evolve(invited, golden("seated-1"), 3)
    assert seated.seats == (Seat(), Seat(BEN, since=3))
    assert table.evolve(seated, golden("left-1"), 4).seats == (Seat(), Seat())


def test_nonce_added() -> None:
    assert table.evolve(created(), golden("nonce_added-1"), 9).nonces == (Nonce(1, 0, 9, "0f" * 32),)


def test_pause_wanted_paused_and_resumed() -> None:
    playing = table.evolve(created(), golden("started-1"), 5)
    wanted = table.evolve(playing, golden("pause_wanted-1"), 6)
    assert wanted.consents == (1,)
    paused = table.evolve(wanted, golden("paused-1"), 6)
    assert (paused.status, paused.consents) == ("paused", ())
    assert table.evolve(paused, golden("resumed-1"), 7) == playing


def test_undo_wanted_and_action_undone() -> None:
    wanted, undone = golden("undo_wanted-1"), golden("action_undone-1")
    assert table.evolve(created(), wanted, 41) == table.evolve(created(), undone, 42) == created()
    assert (wanted.seat, wanted.data, undone.data) == (1, {"version": 40, "agrees": True}, {"versions": [40]})


def test_calendar_told() -> None:
    event = golden("calendar_told-1")
    assert table.evolve(created(), event, 5) == created()
    calendar = clock.decode_calendar(event.hidden["calendar"])
    (away,) = calendar.vacations
    assert (calendar.zone, str(calendar.quiet and calendar.quiet.ends)) == ("Europe/Helsinki", "06:30:00")
    assert away.ends == datetime(2026, 7, 15, 12, 30, tzinfo=UTC)


def test_started() -> None:
    assert table.evolve(created(), golden("started-1"), 5).status == "playing"


def test_substitute_wanted_and_substituted() -> None:
    seated = table.evolve(created(), golden("seated-1"), 3)
    offered = table.evolve(seated, golden("substitute_wanted-1"), 8)
    assert offered.seats[1].offer == Offer(returns=True, own=True, since=8)
    after = table.evolve(offered, golden("substituted-1"), 9)
    assert after.past == (Past(1, BEN.id, 9),)
    taken_over = after.seats[1]
    assert taken_over == Seat(Holder("bot", "careful"), since=9, away=Away(BEN, returns=True))


def test_return_wanted() -> None:
    seated = table.evolve(created(), golden("seated-1"), 3)
    taken_over = table.evolve(seated, golden("substituted-1"), 9)
    assert table.evolve(taken_over, golden("return_wanted-1"), 10).seats[1].away == Away(BEN, True, wanted=True)


def test_overdue() -> None:
    seated = table.evolve(created(), golden("seated-1"), 3)
    assert table.evolve(seated, golden("overdue-1"), 9).seats[1] == Seat(BEN, since=3, overdue=2, silent=True)


def test_resign_wanted_forfeited_and_truncated() -> None:
    seated = table.evolve(created(), golden("seated-1"), 3)
    wanted = table.evolve(seated, golden("resign_wanted-1"), 9)
    assert wanted.resigning == (1,)
    given_up = table.evolve(wanted, golden("forfeited-1"), 10)
    assert (given_up.status, given_up.forfeited, given_up.resigning) == ("forfeited", (1,), ())
    assert given_up.gone == (table.Gone(1, BEN, "resigned"),)
    ended = table.evolve(seated, golden("truncated-1"), 10)
    assert (ended.status, ended.forfeited, ended.gone) == ("truncated", (), ())


def test_frozen_and_unfrozen() -> None:
    playing = table.evolve(created(), golden("started-1"), 5)
    frozen = table.evolve(playing, golden("frozen-1"), 6)
    assert (frozen.status, frozen.frozen) == ("paused", "0e" * 32)
    assert table.evolve(frozen, golden("unfrozen-1"), 7) == playing
