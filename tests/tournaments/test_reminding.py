"""Whom a round waits for is reminded of it, and nobody else, each once."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Preference, User
from accounts.notices import kinds, ways
from accounts.notices.models import Notice
from engine import legal
from games import requests
from games import selectors as games
from games.models import Look
from games.services import act
from tests.tournaments.playing import START, Evening, end_game
from tournaments import audit, commands, reminding, services, state, tasks
from tournaments.models import Table
from tournaments.models import Tournament as Row
from tournaments.reminding import COPY, TURN, UNSEEN, Waiting, whom

HOUR = timedelta(hours=1)
SLOW: dict[str, Any] = {"format": "swiss", "rounds": 1, "pace": "brisk", "first_move_minutes": 0}
HALF, FOUR_FIFTHS, LAST = START + 84 * HOUR, START + 134.4 * HOUR, START + 156 * HOUR


def reminded() -> dict[str, str]:
    """Who is reminded, and it is not over, and of what kind the last of it was."""
    found = Notice.objects.filter(kind="event_remind", over_at=None).order_by("id")
    return {name: data["why"] for name, data in found.values_list("user__username", "data")}


def still_true() -> set[str]:
    """Whose reminders would still go out."""
    lasting = kinds.still(list(Notice.objects.filter(kind="event_remind", over_at=None)))
    return set(Notice.objects.filter(id__in=lasting).values_list("user__username", flat=True))


def people_at(evening: Evening, table: int) -> set[str]:
    """Who sits at a table, by name."""
    game = Table.objects.get(tournament=evening.id, number=table).game
    seats = games.look_as_the_house(game).state.table.seats
    return set(
        User.objects.filter(id__in=[seat.holder.id for seat in seats if seat.holder]).values_list("username", flat=True)
    )


def everybody_looks(evening: Evening, table: int) -> UUID:
    """All at a table have been there. Returns its game."""
    game: UUID = Table.objects.get(tournament=evening.id, number=table).game
    now = games.look_as_the_house(game)
    for seat in now.state.table.seats:
        assert seat.holder is not None
        Look.objects.create(game_id=game, person=seat.holder.id, version=now.version, at=START)
    return game


def at_turn(game: UUID) -> str:
    """Whose turn it is at a table, by name."""
    now = games.look_as_the_house(game)
    holder = now.state.table.seats[now.state.to_act[0]].holder
    assert holder is not None
    return User.objects.get(id=holder.id).username


def partner(name: str) -> str:
    """Of ann3 ben3, and the other way round."""
    return name.replace("ann", "ben") if "ann" in name else name.replace("ben", "ann")


def take_a_turn(game: UUID) -> None:
    """Whose turn it is plays until it is another's."""
    name = at_turn(game)
    while at_turn(game) == name:
        now = games.look_as_the_house(game)
        actions = legal.actions(now.state.game, now.state.to_act[0])
        body = {"action_id": str(uuid4()), "expected_version": now.version, "action": actions[-1]}
        act(User.objects.get(username=name).id, game, requests.action(body), now.state.marks.at)


@pytest.mark.pure
def test_reminded_is_whose_turn_it_is_or_who_never_came_and_late_in_a_round_their_partner_or_captain_too() -> None:
    ann, ben, cleo, dan, eve, fay = (uuid4() for _ in range(6))
    pairs = Waiting(((ann, cleo), (ben, dan)), frozenset({ann}), frozenset({dan}))
    assert whom(pairs, live=False, copied=False) == {ann: TURN, dan: UNSEEN}
    assert whom(pairs, live=False, copied=True) == {ann: TURN, dan: UNSEEN, cleo: COPY, ben: COPY}
    assert whom(pairs, live=True, copied=False) == {dan: UNSEEN}, "turns of a live round pass by the minute"
    teams = Waiting(((ann, ben, cleo), (dan, eve, fay)), frozenset({cleo}), frozenset())
    assert whom(teams, live=False, copied=True) == {cleo: TURN, ann: COPY}, "who entered a team is its captain"
    alone = Waiting(((ann,), (ben,)), frozenset({ann}), frozenset({ben}))
    assert whom(alone, live=False, copied=True) == {ann: TURN, ben: UNSEEN}


@pytest.mark.django_db
def test_a_slow_round_reminds_whom_it_waits_for_three_times_and_each_once_whatever_happens_twice() -> None:
    evening = Evening(4, **SLOW)
    evening.at(START)
    game = everybody_looks(evening, 1)
    other = Table.objects.get(tournament=evening.id, number=2).game
    here, absent = at_turn(game), people_at(evening, 2)
    assert reminding.remind(HALF - HOUR) == 0
    assert reminding.remind(HALF) == 5
    assert reminded() == dict.fromkeys(absent, UNSEEN) | {here: TURN, at_turn(other): TURN}
    assert reminding.remind(HALF + HOUR) == 0
    Row.objects.update(remind_at=HALF)
    assert reminding.remind(HALF + HOUR) == 0, "a sweep that comes twice tells nothing twice"
    take_a_turn(game)
    assert at_turn(game) != here
    Row.objects.update(remind_at=HALF)
    assert reminding.remind(HALF + 3 * HOUR) == 0, "nor does it tell another whose turn it is by now"
    assert still_true() == absent, "who has played since is not told any more"
    assert reminding.remind(FOUR_FIFTHS) == 6
    assert reminded()[at_turn(game)] == TURN and reminded()[partner(at_turn(game))] == COPY
    end_game(Table.objects.get(tournament=evening.id, number=2).game, (700, 200))
    evening.at(FOUR_FIFTHS + HOUR)
    assert not absent & set(reminded()), "their table is over"
    assert reminding.remind(LAST) == 1
    assert reminding.remind(LAST) == 0 and audit.verify(evening.id) == []
    evening.at(START + 168 * HOUR)
    assert evening.round.status != state.PLAYING
    assert reminding.remind(START + 168 * HOUR) == 0


@pytest.mark.django_db
def test_a_round_that_is_paired_anew_reminds_of_its_new_tables_whoever_was_reminded_of_those_before() -> None:
    evening = Evening(4, **SLOW)
    evening.at(START)
    assert reminding.remind(HALF) == 8
    anew = HALF + HOUR
    services.lead(evening.organizer, evening.id, commands.RePair(1, "A pair came late."), anew)
    assert reminded() == {}, "the tables before are over"
    evening.at(anew + timedelta(minutes=1))
    half = Row.objects.get(id=evening.id).remind_at
    assert half is not None and reminding.remind(half) == 8
    Row.objects.update(remind_at=half)
    assert reminding.remind(half) == 0 and len(reminded()) == 8, "each once"


@pytest.mark.django_db
def test_of_reminders_that_nobody_looked_after_in_time_the_last_one_is_told() -> None:
    evening = Evening(2, **SLOW | {"format": "round_robin", "least_entries": 2})
    evening.at(START)
    assert reminding.remind(LAST) == 4
    assert set(Notice.objects.filter(kind="event_remind").values_list("rung", flat=True)) == {0}


@pytest.mark.django_db
def test_a_live_round_reminds_only_who_never_came_and_nobody_while_the_event_is_paused() -> None:
    evening = Evening(4, format="swiss", rounds=1, first_move_minutes=0)
    evening.at(START)
    everybody_looks(evening, 1)
    services.lead(evening.organizer, evening.id, commands.Pause("Tea."), START + HOUR)
    assert reminding.remind(START + 1.5 * HOUR) == 0
    services.lead(evening.organizer, evening.id, commands.Resume(), START + 2 * HOUR)
    assert reminding.remind(START + 2 * HOUR) == 0, "half of its time is over an hour later now"
    assert reminding.remind(START + 2.5 * HOUR) == 4
    assert set(reminded()) == people_at(evening, 2)


@pytest.mark.django_db
def test_the_sweep_reminds_and_tells_the_end_of_the_round_in_the_zone_of_whom_it_is_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(2, **SLOW | {"format": "round_robin", "least_entries": 2})
    evening.at(START)
    ann = evening.pairs[0][0]
    Preference.objects.update_or_create(user=ann, defaults={"time_zone": "Asia/Tokyo"})
    monkeypatch.setattr(services, "database_time", lambda: FOUR_FIFTHS)
    tasks.sweep()
    with ways.in_their_words(ann):
        (line,) = kinds.lines(list(Notice.objects.filter(kind="event_remind", user=ann))).values()
    assert line.title == "Table 1 in round 1 of Tuesday pairs waits for you"
    assert "04:00 (Asia/Tokyo)" in line.text, "19:00 where the event is"


@pytest.mark.django_db
def test_reminding_of_many_tables_takes_as_many_statements_as_of_one() -> None:
    evening = Evening(6, **SLOW)
    evening.at(START)
    with CaptureQueriesContext(connection) as of_three:
        assert reminding.remind(HALF) == 12
    for table in Table.objects.filter(tournament=evening.id, number__gt=1):
        end_game(table.game, (700, 200))
    evening.at(HALF + HOUR)
    with CaptureQueriesContext(connection) as of_one:
        assert reminding.remind(FOUR_FIFTHS) == 4
    assert len(of_three) == len(of_one)
