"""Reminders before a deadline, by a ladder of one's own, and that many tables cost no more than one."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Preference, User
from accounts.notices import services, writing
from accounts.notices.models import Notice
from games import due, notices
from games.models import Game
from tests.games.playing import seen, table_of, turn_of
from tests.games.telling import DAY, THREE_DAYS, mailed, post_is_kept, tell, whole_turn, with_mail

__all__ = ["post_is_kept"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("post_is_kept")]


def test_whoever_gets_more_time_when_theirs_is_over_is_reminded_anew() -> None:
    """V93."""
    users = with_mail("ann", "ben")
    for user in users:
        services.choose(user, modes={"turn": {"mail": "never"}}, ladder=[60])
    late = [{"do": "extend", "seconds": 6 * 3600}, {"do": "default"}]
    game_id = table_of(users, clock={**THREE_DAYS, "late": late})
    deadline = Game.objects.get(id=game_id).deadline
    assert deadline is not None

    def reminders(at: datetime) -> int:
        mail.outbox = []
        tell(at)
        tell(at + timedelta(minutes=2))
        return len(mail.outbox)

    assert reminders(deadline - timedelta(minutes=50)) == 1
    order_of_time(game_id, deadline + timedelta(seconds=2))
    assert Game.objects.get(id=game_id).deadline == deadline + timedelta(hours=6)
    assert reminders(deadline + timedelta(hours=2)) == 0
    assert reminders(deadline + timedelta(hours=5, minutes=10)) == 1


@pytest.mark.usefixtures("woken")
def test_in_whose_place_a_bot_plays_on_is_told_so_until_they_are_back() -> None:
    users = with_mail("ann", "ben")
    for user in users:
        services.choose(user, modes={"turn": {"mail": "never"}})
    game_id = table_of(users, clock={**THREE_DAYS, "late": [{"do": "bot", "returns": True}]})
    away, other = users[turn_of(game_id)], users[1 - turn_of(game_id)]
    deadline = Game.objects.get(id=game_id).deadline
    assert deadline is not None
    order_of_time(game_id, deadline + timedelta(seconds=2))
    tell(deadline + timedelta(minutes=1))
    tell(deadline + timedelta(minutes=3))
    (told,) = [one for one in mail.outbox if one.to == [away.email]]
    assert told.subject == f"Another plays for you, at the table with {told_seats(game_id, other)}"


def told_seats(game_id: UUID, other: User) -> str:
    """Who plays there, as it is said to who is away."""
    bot = next(n for n, seat in enumerate(seen(game_id).state.table.seats) if seat.away)
    names = [f"Bot {bot + 1}", other.username]
    return ", ".join(names if bot == 0 else names[::-1])


def order_of_time(game_id: UUID, at: datetime) -> None:
    """What the sweep of deadlines does at this moment."""
    table_then = seen(game_id)
    found = table_then.state.due
    assert found is not None
    assert due._count(table_then, found[1], at)


def test_the_ladder_is_ones_own_and_of_rungs_that_were_missed_the_nearest_is_told() -> None:
    """V93."""
    users = with_mail("ann", "ben")
    services.choose(users[0], ladder=[30 * 60, 120], modes={"turn": {"mail": "never"}})
    services.choose(users[1], ladder=[], modes={"turn": {"mail": "never"}})
    game_id = table_of(users, clock=THREE_DAYS)
    while turn_of(game_id) != 0:
        whole_turn(users, game_id)
    deadline = Game.objects.get(id=game_id).deadline
    assert deadline is not None

    def at(hours: float) -> list[str]:
        mail.outbox = []
        tell(deadline - timedelta(hours=hours))
        tell(deadline - timedelta(hours=hours) + timedelta(minutes=2))
        return [subject for _, subject in mailed()]

    assert at(48) == []
    assert Game.objects.get(id=game_id).notice_due == deadline - timedelta(hours=30)
    (told,) = at(29.9)
    assert told.endswith("left for you at the table with ben") and "hours" in told
    assert at(20) == []
    services.choose(users[0], ladder=[25 * 60, 22 * 60, 60])  # another ladder counts at once
    assert len(at(19)) == 1  # of 25 and 22 hours before the nearer
    assert at(18) == []
    assert len(at(0.9)) == 1
    assert set(Notice.objects.filter(kind="time_left").values_list("rung", flat=True)) == {1800, 1320, 60}


def test_whoever_is_reminded_of_a_deadline_in_their_quiet_hours_is_so_before_them() -> None:
    """V93."""
    ann, ben = users = with_mail("ann", "ben")
    zone = {"time_zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_to": "07:00"}
    Preference.objects.create(user=ann, **zone)
    game_id = table_of(users, clock=THREE_DAYS)
    while turn_of(game_id) != 0:
        whole_turn(users, game_id)
    deadline = datetime(2031, 3, 5, 2, 0, tzinfo=UTC)  # three in the night
    known = notices.wishes.of([ann.id, ben.id])
    since = deadline - timedelta(days=3)
    assert known[ann.id].rungs(since, deadline) == [
        (1440, deadline - DAY),
        (480, deadline - timedelta(hours=8)),
        (60, datetime(2031, 3, 4, 20, 45, tzinfo=UTC)),
    ]
    assert known[ben.id].rungs(since, deadline)[-1] == (60, deadline - timedelta(hours=1))
    night = datetime(2031, 3, 4, 23, 0, tzinfo=UTC)
    assert known[ann.id].goes_out("mail", "every", night) == datetime(2031, 3, 5, 6, 0, tzinfo=UTC)
    assert known[ann.id].goes_out("mail", "digest", night) == datetime(2031, 3, 5, 7, 0, tzinfo=UTC)


def test_a_page_of_500_tables_costs_the_same_few_statements_as_one_of_one(client: Client) -> None:
    """V93."""
    users = with_mail("ann", "ben")
    game_id = table_of(users)
    client.force_login(users[0])

    def statements() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/notices").status_code == 200
        return len(captured)

    writing.write([writing.Told(users[0].id, "turn", game_id)], notices.wishes.of([users[0].id]), timezone.now())
    one = statements()
    told = [writing.Told(users[0].id, "turn", copy.id, n) for n, copy in enumerate(copies(game_id, 500))]
    writing.write(told, notices.wishes.of([users[0].id]), timezone.now())
    assert statements() <= one


def copies(game_id: UUID, many: int) -> list[Game]:
    """So many tables like this one."""
    game = Game.objects.get(id=game_id)
    made = []
    for _ in range(many):
        game.id, game.external_id = uuid4(), None
        made.append(Game(**{field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}))
    return Game.objects.bulk_create(made)


def test_the_sweep_finds_its_tables_by_indexes_however_many_there_are() -> None:
    """V93."""
    game_id = table_of(with_mail("ann", "ben"))
    copies(game_id, 2000)
    Game.objects.exclude(id=game_id).update(noticed=seen(game_id).version)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")
        cursor.execute("SET LOCAL enable_seqscan = off")  # of so few rows it would read all
        cursor.execute(f"EXPLAIN {notices._TAKE}", [notices.AT_ONCE, timezone.now(), notices.AT_ONCE])
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "games_game_untold" in plan and "games_game_notice_due" in plan, plan
    assert "Seq Scan on games_game" not in plan, plan
    assert notices.sweep(timezone.now()) == 1


def test_what_the_list_has_no_room_for_stays_unseen_and_is_shown_the_next_time(client: Client) -> None:
    ann, ben = with_mail("ann", "ben")
    game_id = table_of([ann, ben])
    told = [writing.Told(ann.id, "turn", copy.id, n) for n, copy in enumerate(copies(game_id, 60))]
    writing.write(told, notices.wishes.of([ann.id]), timezone.now())
    client.force_login(ann)
    first = {entry.id for entry in client.get("/notices").context["entries"]}
    assert Notice.objects.filter(seen_at=None).count() == 10
    second = {entry.id for entry in client.get("/notices").context["entries"] if not entry.seen}
    assert len(second) == 10 and not first & second
