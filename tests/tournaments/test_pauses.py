"""Pauses of those who play: told to all at the table and to who leads the event, and so many hours for each side."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.notices.models import Notice
from engine.errors import Refused
from games import selectors as games
from games import services as tables
from games.requests import PauseRequest
from tests.tournaments.playing import START, Evening
from tournaments import commands, pauses, services
from tournaments.models import Table

HOUR = timedelta(hours=1)


def pause(evening: Evening, game: UUID, at: object) -> None:
    """All who sit at a table agree to a pause."""
    for pair in evening.pairs:
        for person in pair:
            tables.pause(person.id, game, PauseRequest(uuid4(), True), at)  # type: ignore[arg-type]


@pytest.mark.django_db
def test_a_pause_is_told_to_the_table_and_the_director_and_ends_by_itself_when_a_side_has_none_left() -> None:
    """V05. V08."""
    evening = Evening(2, format="swiss", rounds=1, pace="slow", pause_hours=3, deals=2, least_entries=2)
    evening.at(START)
    game = Table.objects.get(tournament=evening.id).game
    pause(evening, game, START + HOUR)
    told = Notice.objects.filter(kind="event_paused").values_list("user__username", flat=True)
    assert sorted(told) == ["ann0", "ann1", "ben0", "ben1", "organizer"]
    tables.resume(evening.pairs[0][0].id, game, uuid4(), START + 2 * HOUR)
    used = pauses.used(evening.id, evening.seen.state, START + 9 * HOUR)
    assert set(used.values()) == {HOUR} and len(used) == 2
    pause(evening, game, START + 3 * HOUR)
    assert Notice.objects.filter(kind="event_paused").count() == 10, "each pause is told"
    assert pauses.end_those_used_up(START + 4 * HOUR) == 0
    client = Client()
    client.force_login(evening.pairs[0][0])
    page = client.get(f"/events/{evening.id}").content.decode()
    assert "3 hours in all for each side" in page and "Pauses so far" in page
    assert pauses.end_those_used_up(START + 5 * HOUR) == 1
    now = games.look_as_the_house(game)
    assert now.state.to_act and now.state.marks.at == START + 5 * HOUR
    with pytest.raises(Refused, match="pauses_used_up"):
        pause(evening, game, START + 6 * HOUR)
    assert evening.round.times.hard_at == START + timedelta(days=15), "no deadline waits for a pause"


@pytest.mark.django_db
def test_the_pauses_of_a_table_that_is_begun_anew_stay_counted() -> None:
    evening = Evening(4, format="swiss", rounds=1, pace="slow", pause_hours=3, deals=2)
    evening.at(START)
    table = evening.round.tables[0]
    persons = [UUID(one) for id_ in table.entries if (entry := evening.seen.state.entry(id_)) for one in entry.persons]
    for person in persons:
        tables.pause(person, UUID(table.game), PauseRequest(uuid4(), True), START + HOUR)
    tables.resume(persons[0], UUID(table.game), uuid4(), START + 2 * HOUR)
    services.decide(evening.organizer, evening.id, commands.Rule(1, table.number, "Not here.", (0,)), START + 3 * HOUR)
    services.decide(evening.organizer, evening.id, commands.Lift(1, table.number, "The bus."), START + 3 * HOUR)
    assert evening.at(START + 4 * HOUR).rounds[0].tables[0].game != table.game
    used = pauses.used(evening.id, evening.seen.state, START + 9 * HOUR)
    assert used == dict.fromkeys(table.entries, HOUR)
