"""People are told that a table waits for them: once a turn, in the end always, and never of what they have seen."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.notices import outbox, services
from accounts.notices.models import Delivery, Notice, Reader
from games import downtime, notice_watch, notices, requests, selectors
from games import services as services_of_tables
from games.models import Game
from games.projector import State
from tests.games.playing import act, draw_for, new_table, play, play_out, seen, table_of, turn_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put
from tests.games.telling import DAY, THREE_DAYS, later, mailed, post_is_kept, send, tell, whole_turn, with_mail

__all__ = ["post_is_kept"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("post_is_kept")]


def test_a_turn_is_told_once_whatever_is_done_within_it_and_however_often_the_sweep_comes() -> None:
    """V91."""
    users = with_mail("ann", "ben")
    game_id = table_of(users, clock=THREE_DAYS)
    for user in users:
        services.choose(user, modes={"turn": {"mail": "every"}})
    told = []
    for _ in range(3):
        told.append(users[turn_of(game_id)].username)
        tell(later(0))
        tell(later(2))
        act(users[turn_of(game_id)], game_id, {"do": "draw"})  # the turn goes on, the log has grown
        for minutes in (3, 10):
            tell(later(minutes))
        whole_turn(users, game_id)
        tell(later(0))
    assert [name for name, _ in mailed()] == told
    assert (
        Notice.objects.filter(kind="turn").values("user", "occasion").distinct().count()
        == Notice.objects.filter(kind="turn").count()
    )


def test_two_sweeps_side_by_side_and_one_that_dies_before_it_notes_how_far_it_came_write_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """V91."""
    game_id = table_of(with_mail("ann", "ben"), clock=THREE_DAYS)
    with monkeypatch.context() as dying:
        dying.setattr(notices, "_note", lambda told: None)
        notices.sweep(timezone.now())
        notices.sweep(timezone.now())
    notices.sweep(timezone.now())
    assert Notice.objects.filter(about=game_id, kind="turn").count() == 1
    assert Delivery.objects.count() == 1
    assert Game.objects.get(id=game_id).noticed == seen(game_id).version


def test_a_turn_that_nobody_saw_is_told_in_the_end_though_everything_was_away_for_a_day() -> None:
    users = with_mail("ann", "ben")
    game_id = table_of(users, clock=THREE_DAYS)
    tell(timezone.now() + DAY)  # nothing ran meanwhile
    assert mailed() == []  # the reminder of the ladder is due as well, in a moment
    tell(timezone.now() + DAY + timedelta(minutes=2))
    assert [name for name, _ in mailed()] == [users[turn_of(game_id)].username]


def test_a_worker_that_is_killed_between_sending_and_noting_has_it_sent_again_under_the_same_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table_of(with_mail("ann", "ben"))
    notices.sweep(timezone.now())
    with monkeypatch.context() as dying:
        dying.setattr(outbox, "_note", lambda done, state, now: 1 / 0 if done else None)
        with pytest.raises(ZeroDivisionError):
            outbox.send_piece(later())
    send(later(5))
    assert len(mail.outbox) == 1  # claimed: perhaps somebody is at it still
    send(later(30))
    first, second = mail.outbox
    assert first.message()["Message-ID"] == second.message()["Message-ID"]
    send(later(60))
    assert len(mail.outbox) == 2


def look(client: Client, user: User, game_id: UUID) -> None:
    """What the page does that has shown somebody how things stand."""
    client.force_login(user)
    shown = {"version": seen(game_id).version}
    assert client.put(f"/api/games/{game_id}/seen", shown, "application/json").status_code == 200


def test_a_table_that_was_looked_at_is_told_no_more(client: Client) -> None:
    """V89."""
    users = with_mail("ann", "ben")
    game_id = table_of(users, visibility="private")
    tell(later(0))
    assert Notice.objects.get().seen_at is None
    look(client, users[turn_of(game_id)], game_id)
    assert Notice.objects.get().seen_at is not None
    tell(later())
    assert mailed() == []


def test_what_was_only_sent_is_told_all_the_same(client: Client) -> None:
    """V89. A program that asks, a page in a tab behind others, a socket in a pocket: nobody has looked."""
    users = with_mail("ann", "ben")
    game_id = table_of(users)
    user = users[turn_of(game_id)]
    client.force_login(user)
    for ask in range(2):
        assert client.get(f"/tables/{game_id}").status_code == client.get(f"/api/games/{game_id}").status_code == 200
        selectors.updates(game_id, user.id, 0)
        tell(later(2 * ask))
    assert [name for name, _ in mailed()] == [user.username]


def test_who_sits_before_the_table_or_acts_in_their_turn_is_told_nothing(client: Client) -> None:
    users = with_mail("ann", "ben")
    game_id = table_of(users)
    first = users[turn_of(game_id)]
    look(client, first, game_id)
    tell(later())
    whole_turn(users, game_id)
    act(users[turn_of(game_id)], game_id, draw_for(game_id, turn_of(game_id)))
    tell(later())
    assert Notice.objects.count() == 0
    while users[turn_of(game_id)] != first:
        whole_turn(users, game_id)
    look(client, first, game_id)
    tell(later())
    assert not Notice.objects.filter(user=first).exists()  # nor of the next turn


def test_who_has_seen_the_table_at_an_earlier_turn_has_not_seen_this_one(client: Client) -> None:
    users = with_mail("ann", "ben")
    game_id = table_of(users)
    user = users[turn_of(game_id)]
    look(client, user, game_id)
    whole_turn(users, game_id)
    while users[turn_of(game_id)] != user:
        whole_turn(users, game_id)
    tell(later())
    assert Notice.objects.filter(user=user, seen_at=None).count() == 1


def test_a_turn_that_was_played_when_its_mail_would_go_out_is_not_told() -> None:
    users = with_mail("ann", "ben")
    game_id = table_of(users)
    tell(later(0))
    first = users[turn_of(game_id)]
    whole_turn(users, game_id)
    send(later())  # before any sweep has come by again
    assert mailed() == []
    assert Delivery.objects.get(user=first).state == "dropped"


def test_a_turn_that_a_pause_kept_from_being_told_is_told_after_it() -> None:
    users = with_mail("ann", "ben")
    game_id = table_of(users, clock=THREE_DAYS)
    tell(later(0))
    for user in users:
        wanted = requests.PauseRequest(uuid4(), True)
        services_of_tables.pause(user.id, game_id, wanted, timezone.now())
    send(later())  # before a sweep has found the pause
    assert mailed() == []
    services_of_tables.resume(users[0].id, game_id, uuid4(), timezone.now())
    for minutes in (4, 6, 8):
        tell(later(minutes))
    assert [name for name, _ in mailed()] == [users[turn_of(game_id)].username]
    assert Notice.objects.filter(kind="turn").count() == 1


def test_once_until_seen_is_one_mail_for_all_tables_until_a_look(client: Client) -> None:
    """V89."""
    users = with_mail("ann", "ben")
    tables = [table_of(users) for _ in range(3)]

    def come_to_ann(game_id: UUID) -> None:
        whole_turn(users, game_id)
        while turn_of(game_id) != 0:
            whole_turn(users, game_id)

    def told_ann() -> int:
        return sum(one.to == ["ann@example.org"] for one in mail.outbox)

    for n, game_id in enumerate(tables):
        come_to_ann(game_id)
        tell(later(10 * n))
        tell(later(10 * n + 2))
    assert told_ann() == 1
    Reader.objects.update(mailed_at=timezone.now())  # and not in a time to come
    client.force_login(users[0])
    client.get("/")  # all that waits stands there
    come_to_ann(tables[0])
    tell(later(40))
    tell(later(42))
    assert told_ann() == 2


def test_what_is_due_together_goes_out_together_and_every_table_has_its_link() -> None:
    users = with_mail("ann", "ben")
    tables = [table_of(users) for _ in range(3)]
    for game_id in tables:
        while turn_of(game_id) != 0:
            whole_turn(users, game_id)
    notices.sweep(timezone.now())
    tell(later())
    (one,) = [one for one in mail.outbox if one.to == ["ann@example.org"]]
    assert one.subject == "Your turn with ben (and 2 more)"
    assert all(f"/login?next=%2Ftables%2F{game_id}" in one.body for game_id in tables)


def test_the_end_of_a_deal_and_of_a_game_is_told_to_all_with_scores_and_no_card() -> None:
    ann, _ben = users = with_mail("ann", "ben")
    for user in users:
        services.choose(user, modes={kind: {"mail": "every"} for kind in ("deal_over", "game_over")})
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50, 50]})
    tell(later(0))
    mail.outbox = []
    put(
        game_id,
        {
            "turn": {"seat": 0, "phase": "play"},
            "seats": [{"hand": "4H", **ON_THE_FOOT}, {}],
            "teams": [{"melds": BOOKS}, {}],
        },
        {"base": "classic", "minimums": [50, 50]},
    )
    act(ann, game_id, {"do": "discard", "card": "4H"})
    tell(later(0))
    tell(later())
    subjects = {(one.to[0].partition("@")[0], one.subject.partition(" (")[0]) for one in mail.outbox}
    assert {("ann", "Deal 1 of 2 is over, with ben")} <= subjects
    mail.outbox = []
    play_out(users, game_id)
    tell(later(3))
    tell(later(5))
    assert {name for name, subject in mailed() if "The game with" in subject} == {"ann", "ben"}
    assert re.search(r"(ann|ben) [\d,-]+ \(won\) · (ann|ben) -?[\d,]+", mail.outbox[0].body)
    assert not Notice.objects.filter(kind="turn", over_at=None).exists()


def test_who_is_invited_to_a_table_is_told_once_and_not_after_the_answer() -> None:
    ann, _ben, cora = with_mail("ann", "ben", "cora")
    game_id = new_table(ann, ["me", "user:ben", "user:cora"])
    notices.sweep(timezone.now())
    services_of_tables.leave(cora.id, game_id, 2, timezone.now())
    tell(later())
    tell(later(4))
    assert mailed() == [("ben", "You are invited to a table with ann, open seat")]


def test_a_turn_that_should_have_been_told_and_was_not_is_an_alarm(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """V88. The check believes neither the sweep nor its marks."""
    users = with_mail("ann", "ben")
    game_id = table_of(users)
    Game.objects.update(noticed=seen(game_id).version)  # a sweep that says it has told, and has not
    assert notice_watch.check(None, timezone.now())[:2] == (0, 0)
    notice_watch.watch(later(10))
    assert "nobody was told" in caplog.text
    _figures, warnings = notice_watch.report(later(10))
    assert any("1 turns are open" in said for said in warnings)
    Game.objects.update(noticed=0)
    _figures, warnings = notice_watch.report(later(10))
    assert any("At 1 tables" in said for said in warnings)
    notices.sweep(timezone.now())
    _figures, warnings = notice_watch.report(later(30))
    assert any("1 notices by mail should have gone out" in said for said in warnings)
    send(later())
    notice_watch.watch(later(10))
    figures, _ = notice_watch.report(later(10))
    assert (figures["turns"]["turns"], figures["turns"]["told"], figures["mail"]["sent"]) == (1, 1, 1)


def test_who_has_looked_at_their_turn_and_played_is_told_of_the_next_one_though_they_were_reminded_meanwhile(
    client: Client,
) -> None:
    """Once until seen, as it is for who has chosen nothing: what was mailed since a look, and played, mutes nothing."""
    users = with_mail("ann", "ben")
    game_id = table_of(users, clock=THREE_DAYS)
    user = users[turn_of(game_id)]
    deadline = Game.objects.get(id=game_id).deadline
    assert deadline is not None
    tell(later(0))
    tell(later(2))
    look(client, user, game_id)
    for at in (deadline - DAY, deadline - DAY + timedelta(minutes=2)):
        tell(at)  # the reminder
    whole_turn(users, game_id)
    while users[turn_of(game_id)] != user:
        whole_turn(users, game_id)
    tell(later(4))
    mail.outbox = []
    tell(later(6))
    assert mailed() == [(user.username, f"Your turn with {users[1 - users.index(user)].username}")]


def test_a_turn_that_was_told_is_told_anew_when_its_clock_runs_again_after_a_pause() -> None:
    users = with_mail("ann", "ben")
    for user in users:
        services.choose(user, modes={"turn": {"mail": "every"}})
    game_id = table_of(users, clock=THREE_DAYS)
    tell(later(0))
    tell(later(2))
    for user in users:
        services_of_tables.pause(user.id, game_id, requests.PauseRequest(uuid4(), True), timezone.now())
    tell(later(4))
    assert not Notice.objects.filter(over_at=None).exists()
    services_of_tables.resume(users[0].id, game_id, uuid4(), timezone.now())
    for minutes in (6, 8, 10):
        tell(later(minutes))
    assert [name for name, _ in mailed()] == 2 * [users[turn_of(game_id)].username]
    assert len({one.message()["Message-ID"] for one in mail.outbox}) == 2


def test_whose_discard_is_taken_back_is_told_that_it_is_their_turn_again() -> None:
    users = with_mail("ann", "ben")
    game_id = table_of(users, clock=THREE_DAYS)
    asker, other = users[turn_of(game_id)], users[1 - turn_of(game_id)]
    while True:
        before = seen(game_id).version
        seat = turn_of(game_id)
        play(users, game_id, 1, seed=before)
        if turn_of(game_id) != seat:
            break
    tell(later(0))
    assert Notice.objects.get(over_at=None).user == other
    for user in (asker, other):
        asked = requests.UndoRequest(uuid4(), before + 1, True)
        services_of_tables.undo(user.id, game_id, asked, timezone.now())
    tell(later(2))
    tell(later(4))
    assert mailed() == [(asker.username, f"Your turn with {other.username}")]


def test_a_notice_says_until_when_there_is_time_now_also_after_downtime() -> None:
    users = with_mail("ann", "ben")
    game_id = table_of(users, clock=THREE_DAYS)
    tell(later(0))
    before = Notice.objects.get().until
    now = timezone.now()
    downtime.record(now - timedelta(seconds=1), now + timedelta(hours=5), downtime.DECLARED)
    deadline = Game.objects.get(id=game_id).deadline
    assert deadline is not None and before is not None and deadline > before
    tell(now + timedelta(minutes=1))
    assert Notice.objects.get().until == deadline


@pytest.mark.meets_internal
def test_a_table_that_cannot_be_told_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    users = with_mail("ann", "ben")
    bad, good = table_of(users), table_of(users)
    really = notices.open_at

    def fail(state: State, *more: Any) -> Iterator[notices.Open]:
        return iter([1 // 0]) if state == seen(bad).state else really(state, *more)

    monkeypatch.setattr(notices, "open_at", fail)
    tell(later(0))
    assert set(Notice.objects.values_list("about", flat=True)) == {good}
    assert Game.objects.get(id=bad).notice_due is not None


def test_whose_consent_is_waited_for_is_told_so_each_time_and_not_once_they_have_answered(client: Client) -> None:
    ann, ben = users = with_mail("ann", "ben")
    for user in users:
        services.choose(user, modes={"turn": {"mail": "never"}})
    game_id = table_of(users)

    def say(user: User, yes: bool, minutes: float) -> list[str]:
        mail.outbox = []
        services_of_tables.pause(user.id, game_id, requests.PauseRequest(uuid4(), yes), timezone.now())
        tell(later(minutes))
        tell(later(minutes + 2))
        return [name for name, _ in mailed()]

    assert say(ann, True, 0) == ["ben"]
    assert "You are asked to agree to something, at the table with ann" in mail.outbox[0].subject
    assert say(ben, False, 4) == []
    assert say(ann, True, 8) == ["ben"]
    assert say(ben, False, 12) == []
    services_of_tables.pause(ann.id, game_id, requests.PauseRequest(uuid4(), True), timezone.now())
    look(client, ben, game_id)
    tell(later(16))
    assert not Notice.objects.filter(kind="consent", seen_at=None, over_at=None).exists()
