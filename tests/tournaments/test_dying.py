"""Workers that are killed in the midst of a round, several that begin one at once, and what ends between two steps."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.db import connection

from engine.shuffle import SecretChance
from games import command_handler as games_handler
from games import event_store as games_store
from games import selectors
from games.models import Game, Outcome, Secret
from tests.tournaments.playing import START, Evening, end_game, end_games, play_out
from tournaments import audit, courses, event_store, facts, standings, state, sweeping
from tournaments.models import Table

pytestmark = pytest.mark.django_db(transaction=True)

KILLED = -signal.SIGKILL


class Workers:
    """The process of `tests/tournaments/dying.py`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.tournaments.dying", str(connection.settings_dict["NAME"])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        )

    def sweep(self, evening: Evening, at: datetime, *steps: int) -> list[int]:
        """A sweep of the event for each of these steps, all at once. Returns what has become of the workers."""
        assert self._process.stdin and self._process.stdout
        job = {"event": str(evening.id), "at": at.isoformat(), "steps": steps}
        print(json.dumps(job), file=self._process.stdin, flush=True)
        codes: list[int] = json.loads(self._process.stdout.readline())
        assert set(codes) <= {0, KILLED}, f"a sweep failed: {codes}"
        return codes

    def end(self) -> None:
        """No more sweeps."""
        assert self._process.stdin
        self._process.stdin.close()
        assert self._process.wait(30) == 0


@pytest.fixture
def workers() -> Iterator[Workers]:
    """Processes that may be killed."""
    running = Workers()
    yield running
    running.end()


def standing(evening: Evening) -> str:
    """The standings, byte by byte."""
    return json.dumps(standings.plain(facts.standing(evening.seen.state)))


def test_a_worker_that_is_killed_at_any_step_of_a_round_leaves_the_standings_as_they_are_and_the_next_goes_on(
    workers: Workers,
) -> None:
    """V52, V53. Section 5, rows 3 and 38."""
    evening = Evening(3, format="swiss", rounds=2)
    step, now = 1, START - timedelta(minutes=15)
    while evening.seen.state.status != state.PROVISIONAL:
        before = standing(evening) if evening.seen.state.times else ""
        if workers.sweep(evening, now, step) == [KILLED]:
            step += 5
        else:
            step, now = 1 + step % 5, now + timedelta(minutes=10)
            end_games(evening.id, (700, 200))
        assert audit.verify(evening.id) == []
        after = standing(evening) if evening.seen.state.times else ""
        closed = facts.closed(evening.seen.state)
        assert after == before or json.loads(after)["rounds"] == closed
        assert Game.objects.count() == Table.objects.filter(tournament=evening.id).count()
    assert {row.values[0].value for row in facts.standing(evening.seen.state).rows} <= {0, 2, 4}


def test_of_workers_that_begin_a_round_at_once_some_of_whom_are_killed_there_is_one_set_of_tables(
    workers: Workers,
) -> None:
    """V32, V38. Section 5, rows 18, 19 and 20."""
    evening = Evening(6)
    workers.sweep(evening, START - timedelta(minutes=15), 0, 0, 0)
    assert sorted(workers.sweep(evening, START, 0, 40, 0, 25))[-2:] == [0, 0]
    types = [row.type for row in event_store.stream(evening.id, event_store.ALL)]
    for once in ("seeded", "round_proposed", "round_published", "round_opened"):
        assert types.count(once) == 1, once
    assert types.count("table_made") == 3 == Game.objects.count() == Table.objects.filter(tournament=evening.id).count()
    assert audit.verify(evening.id) == []


def test_a_game_that_ends_while_the_deadline_reads_the_logs_counts_as_it_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """V39. Section 5, row 4: a result and the close come one after the other, and what was first is in the other."""
    evening = Evening(4, format="swiss", rounds=1)
    evening.at(START)
    of = courses.of

    def ends_meanwhile(t: state.Tournament) -> dict[str, courses.Course]:
        known = of(t)
        if not Outcome.objects.exists():
            end_game(Table.objects.get(tournament=evening.id, number=2).game, (700, 200))
        return known

    monkeypatch.setattr(courses, "of", ends_meanwhile)
    sweeping.advance(evening.id, evening.round.times.hard_at)
    assert [table.status for table in evening.round.tables] == [state.FORFEITED, state.FINISHED]
    assert evening.round.tables[1].totals == (700, 200) and evening.round.status == state.CLOSED


def test_how_far_a_game_has_come_is_the_same_whether_its_log_was_read_at_once_or_in_two_parts() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    game = Table.objects.get(tournament=evening.id).game
    early = courses.Course(game).read_on()
    play_out(game)
    at = START + timedelta(hours=2)
    whole = courses.Course(game).read_on().found(at)
    assert early.read_on().found(at) == whole and whole.deals == 1
    assert early.found(at) == whole, "to ask changes nothing"


def test_the_cards_of_an_events_tables_come_from_stored_secrets_alone_also_after_a_worker_was_killed(
    workers: Workers,
) -> None:
    """Section 5, row 40: 256 bits for each deal, of which the order follows; no time, and nothing of the event."""
    evening = Evening(6, deals=2)
    workers.sweep(evening, START - timedelta(minutes=15), 0)
    workers.sweep(evening, START, 40)
    evening.at(START)
    ids = list(Table.objects.filter(tournament=evening.id).values_list("game", flat=True))
    dealt = {}
    for game in ids:
        secrets = dict(Secret.objects.filter(game=game).values_list("deal", "secret"))
        assert len(secrets) == 2 and all(len(bytes.fromhex(one)) == 32 for one in secrets.values())
        first = next(row for row in games_store.stream(game, games_store.ALL) if row.type == "deal_started")
        now = selectors.look_as_the_house(game).state
        chance = SecretChance(now.game.players, now.game.ruleset, secrets, {1: (), 2: ()})
        told = {**first.data, **{name: sealed["value"] for name, sealed in (first.hidden or {}).items()}}
        assert " ".join(chance.order(1)) == told["order"], "the log tells what the secret gives"
        assert chance.order(1) != chance.order(2)
        games_handler.rebuild(game)
        assert selectors.look_as_the_house(game).state == now, "read anew it is the same deal"
        dealt[game] = chance.order(1)
    assert len(set(dealt.values())) == len(ids) == 3, "made at one moment, no two are alike"
