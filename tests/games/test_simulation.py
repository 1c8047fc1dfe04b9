"""Many tables for many days: a small simulation in full, and that its second opinion does find what is wrong."""

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.simulate.ledger import Ledger, Outage, Swept
from games.simulate.oracle import Opinion, Row
from tests.harness.product import CHECKOUT

pytestmark = pytest.mark.pure

MONDAY = datetime(2026, 10, 12, 6, tzinfo=UTC)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
CLOCK = {"turn_seconds": 4 * 3600, "bank_seconds": 3600, "quiet": {"from": "22:00", "to": "08:00"}}


def test_weeks_with_absent_players_and_every_fault_leaves_no_table_stuck_and_no_deadline_missed() -> None:
    command = [sys.executable, "-m", "games.simulate", "--tables", "12", "--days", "14", "--verify", "12"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    told = dict(re.findall(r"^(.+): ([0-9.]+)$", done.stdout, re.MULTILINE))
    assert (done.returncode, told.get("problems")) == (0, "0"), done.stdout + done.stderr
    for what in ("time-outs", "sweeps killed at a step", "brokers flushed", "downtimes found", "turns that were told"):
        assert int(told.get(what, 0)) > 0, f"the story was too tame: {what}\n{done.stdout}"


# --- The second opinion -------------------------------------------------------------------------------------------


class Log:
    """The public rows of a table of two, told in few words."""

    def __init__(self, clock: Any = CLOCK) -> None:
        self.ledger = Ledger()
        for person in ("ann", "ben"):
            self.ledger.calendars[person] = [(MONDAY, {"zone": "UTC", "quiet": None, "vacations": []})]
        self.rows: list[Row] = []
        self.row(MONDAY, "created", data={"clock": clock, "teams": 2})
        self.row(MONDAY, "started")
        for seat in (0, 1):
            self.row(MONDAY, "calendar_told", seat=seat)
        self.row(MONDAY, "deal_started", data={"dealer": 1})

    def row(self, at: datetime, kind: str, seat: int | None = None, actor: str = "user", **more: Any) -> None:
        self.rows.append(Row(at, kind, actor, seat, (at, actor), more.get("data", {})))

    def sweeps(self, *at: datetime) -> None:
        self.ledger.sweeps += [Swept(one, True) for one in at]

    def problems(self, until: datetime) -> list[str]:
        opinion = Opinion(self.ledger, ("ann", "ben")).read(self.rows)
        opinion.judge_end(until)
        return opinion.problems


DUE = MONDAY + 7 * HOUR  # from eight, when the night is over, four hours and the bank


def test_a_time_out_just_after_the_deadline_is_as_it_should_be() -> None:
    log = Log()
    log.sweeps(DUE, DUE + 2 * SECOND)
    log.row(DUE + 2 * SECOND, "drew", seat=0, actor="system")
    log.row(DUE + 2 * SECOND, "discarded", seat=0, actor="system")
    assert log.problems(DUE + HOUR) == []


def test_a_time_out_that_comes_early_or_on_another_seat_is_found() -> None:
    early, wrong = Log(), Log()
    early.row(DUE - SECOND, "drew", seat=0, actor="system")
    wrong.row(DUE + 2 * SECOND, "drew", seat=1, actor="system")
    assert "whose time is over at 2026-10-12 13:00:00" in early.problems(DUE)[0]
    assert "seat 1, who had nothing to decide" in wrong.problems(DUE)[0]


def test_a_deadline_that_a_sweep_left_alone_is_found_whether_or_not_somebody_acted_later() -> None:
    for acted in (False, True):
        log = Log()
        log.sweeps(DUE + 2 * SECOND)
        if acted:
            log.row(DUE + HOUR, "discarded", seat=0)
        assert "seat 0 was due at 2026-10-12 13:00:00" in log.problems(DUE + 2 * HOUR)[0]


def test_nobody_is_judged_while_nobody_could_act_nor_before_it_is_given_back() -> None:
    log = Log()
    begins, ends = DUE - HOUR, DUE + HOUR
    log.ledger.silences.append((begins, ends))
    log.sweeps(DUE + 2 * SECOND, ends + SECOND)
    log.ledger.outages.append(Outage(begins, ends, ends))
    assert log.problems(DUE + HOUR + 30 * SECOND) == []
    log.row(ends + 2 * SECOND, "drew", seat=0, actor="system")
    assert "whose time is over at 2026-10-12 15:00:00" in log.problems(ends)[0]


def test_a_sweep_that_was_killed_may_leave_a_table_to_one_that_comes_after_twenty_seconds() -> None:
    log = Log()
    log.ledger.sweeps += [Swept(DUE + 2 * SECOND, False), Swept(DUE + 4 * SECOND, True)]
    assert log.problems(DUE + HOUR) == []
    log.sweeps(DUE + 30 * SECOND)
    assert len(log.problems(DUE + HOUR)) == 1


def test_a_turn_that_was_not_told_is_found_and_so_is_one_that_was_told_and_never_was() -> None:
    log, since = Log(), round(MONDAY.timestamp() * 1000)
    log.ledger.tellings += [Swept(MONDAY + SECOND, False), Swept(MONDAY + HOUR, True)]
    opinion = Opinion(log.ledger, ("ann", "ben")).read(log.rows)
    opinion.judge_end(MONDAY + 2 * HOUR)
    for written, problem in (([("ann", since)], None), ([], "ann was not told"), ([("ann", since), ("ben", 1)], "ben")):
        opinion.problems.clear()
        opinion.judge_notices(written)
        assert [problem in one for one in opinion.problems if problem] == [True] * bool(problem)
