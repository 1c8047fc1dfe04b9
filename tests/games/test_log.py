"""The log: append-only, chained, salted, exact to the millisecond."""

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client

from games import event_store, projector, selectors
from games.models import Event, Game, Secret
from games.rows import SYSTEM, timestamp
from tests.games.playing import act, people, play, play_out, seen, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET seat = 1",
        "UPDATE games_event SET data = data WHERE version = 1",
        "DELETE FROM games_event",
        "DELETE FROM games_event WHERE version = 999999",
        "TRUNCATE games_event",
        "TRUNCATE games_game CASCADE",
        "INSERT INTO games_event SELECT * FROM games_event ON CONFLICT (game_id, version) DO UPDATE SET seat = 2",
    ],
)
def test_the_database_itself_refuses_to_change_the_log(statement: str) -> None:
    table_of(people("ann", "ben"))
    before = list(Event.objects.order_by("version").values())
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(Event.objects.order_by("version").values()) == before


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_every_row_has_the_hash_that_the_format_says_computed_a_second_time() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    play(users, game_id, 40)
    previous = None
    for row in Event.objects.filter(game_id=game_id).order_by("version"):
        hashed: dict[str, Any] = {
            "format": 1,
            "game": str(game_id),
            "version": row.version,
            "type": row.type,
            "schema": row.schema,
            "at": row.at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{row.at.microsecond // 1000:03}Z",
            "actor": {"kind": row.actor_kind, "id": row.actor_id},
            "action_id": str(row.action_id),
            "data": row.data,
        }
        if row.seat is not None:
            hashed["seat"] = row.seat
        if row.hidden:
            hashed["hidden"] = {
                name: sha(bytes.fromhex(part["salt"]) + canonical(part["value"])) for name, part in row.hidden.items()
            }
        if previous is not None:
            hashed["previous"] = previous
        assert row.hash == sha(canonical(hashed))
        assert row.previous == (previous or "")
        previous = row.hash
    assert Game.objects.get(id=game_id).last_hash == previous


def test_versions_count_from_one_without_gaps_and_times_are_cut_to_milliseconds() -> None:
    """V95."""
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    play(users, game_id, 60)
    rows = list(Event.objects.filter(game_id=game_id).order_by("version"))
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    assert all(row.at.microsecond % 1000 == 0 for row in rows)
    assert [row.at for row in rows] == sorted(row.at for row in rows)


def test_every_hidden_part_has_a_salt_of_its_own() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    play(users, game_id, 30)
    salts = [part["salt"] for row in Event.objects.exclude(hidden=None) for part in row.hidden.values()]
    assert len(salts) == len(set(salts)) > 10
    assert all(len(salt) == 64 for salt in salts)


def test_cards_that_not_everybody_sees_stand_in_no_public_part() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    play(users, game_id, 60)
    public = {"deal_started": {"deal", "dealer", "minimum"}, "dealt": set(), "drew": set(), "foot_taken": {"how"}}
    hidden = {"deal_started": {"order"}, "dealt": {"hand", "foot"}, "drew": {"cards"}, "foot_taken": {"cards"}}
    for row in Event.objects.filter(game_id=game_id, type__in=public):
        assert set(row.data) == public[row.type]
        assert set(row.hidden) == hidden[row.type]


def test_the_rows_of_an_action_share_its_id_and_its_time() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    created = Event.objects.get(game_id=game_id, type="created")
    assert created.version == 1
    started = Event.objects.get(game_id=game_id, type="started")
    dealt = Event.objects.filter(game_id=game_id, type="dealt")
    assert {row.action_id for row in dealt} == {started.action_id}
    assert {row.at for row in dealt} == {started.at}
    assert started.action_id != created.action_id


def test_the_first_row_holds_the_whole_ruleset_and_a_promise_for_each_deal() -> None:
    game_id = table_of(people("ann", "ben"), ruleset={"base": "favourite", "minimums": [10, 20]})
    created = Event.objects.get(game_id=game_id, version=1).data
    assert set(created) == {*("rules_version", "ruleset", "players", "teams", "visibility", "clock", "commitments")}
    assert "base" not in created["ruleset"] and created["ruleset"]["minimums"] == [10, 20]
    secrets = dict(Secret.objects.filter(game_id=game_id).values_list("deal", "secret"))
    ruleset_hash = sha(canonical(created["ruleset"]))
    assert created["commitments"] == [
        sha(canonical({"secret": secrets[deal], "game": str(game_id), "deal": deal, "ruleset_hash": ruleset_hash}))
        for deal in (1, 2)
    ]


def test_a_secret_is_opened_by_the_scoring_of_its_deal_and_not_before() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50, 90]})
    secrets = dict(Secret.objects.values_list("deal", "secret"))
    while seen(game_id).state.deals_begun == 1:
        text = json.dumps(list(Event.objects.values_list("data", "hidden")))
        assert not any(secret in text for secret in secrets.values())
        play(users, game_id, 20, seed=seen(game_id).version)
    play_out(users, game_id)
    opened = {row.data["deal"]: row.data["secret"] for row in Event.objects.filter(type="deal_scored")}
    assert opened == secrets


def test_folding_the_log_gives_the_stored_state_after_every_action() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users, clock={"turn_seconds": 60})
    for round_ in range(12):
        stored = Game.objects.get(id=game_id)
        folded = projector.fold(event_store.stream(game_id, stored.version))
        assert folded is not None
        assert projector.encode(folded) == stored.state
        assert folded.deadline == stored.deadline
        play(users, game_id, 10, seed=round_)


def test_a_state_of_an_older_make_is_folded_anew_from_the_log() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    play(users, game_id, 10)
    before = seen(game_id)
    Game.objects.filter(id=game_id).update(state={"nothing": "we know"}, state_version=0)
    assert seen(game_id) == before
    play(users, game_id, 1)
    assert Game.objects.get(id=game_id).state_version == projector.STATE_VERSION


def test_the_state_of_a_finished_game_of_an_older_make_is_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50]})
    play(users, game_id, 100_000)
    before, stored = seen(game_id), Game.objects.get(id=game_id)
    assert before.state.status == "finished"
    old = {"state": {"nothing": "we know"}, "state_version": projector.STATE_VERSION - 1}
    Game.objects.filter(id=game_id).update(**old)
    assert seen(game_id) == before
    monkeypatch.setattr(event_store, "stream", None)
    assert seen(game_id) == before, "the log is not asked again"
    kept = Game.objects.get(id=game_id)
    assert (kept.state, kept.state_version) == (stored.state, projector.STATE_VERSION)


def test_an_action_is_stamped_with_the_time_at_which_it_was_read() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    before = datetime.now(UTC)
    version = act(users[seen(game_id).state.to_act[0]], game_id, {"do": "draw"}).version
    after = datetime.now(UTC)
    at = Event.objects.get(game_id=game_id, version=version).at
    assert before.replace(microsecond=before.microsecond // 1000 * 1000) <= at <= after


def test_of_two_who_write_the_next_row_only_one_does() -> None:
    """V63: the primary key is the guarantee, whoever holds which lock."""
    game_id = table_of(people("ann", "ben"))
    last = Event.objects.filter(game_id=game_id).latest("version")
    nonce = {"type": "nonce_added", "schema": 1, "seat": 0, "data": {"deal": 2, "nonce": "00" * 32}}

    def write() -> None:
        head = event_store.Head(last.version, last.hash)
        event_store.append(game_id, head, [nonce], at=last.at, actor=SYSTEM, action_id=uuid4())

    write()
    with pytest.raises(IntegrityError), transaction.atomic():
        write()
    assert Event.objects.filter(game_id=game_id).count() == last.version + 1


def test_every_export_tells_the_time_of_every_event_to_the_millisecond() -> None:
    """V95."""
    users = people("ann", "ben")
    game_id = table_of(users)
    play(users, game_id, 20)
    wanted = {row.version: timestamp(row.at) for row in Event.objects.filter(game_id=game_id)}
    client, path = Client(), f"/api/games/{game_id}/events"
    lines = client.get(path, headers={"Accept": "application/x-ndjson"})
    page, frame = client.get(path).json(), selectors.updates(game_id, None, 0).frame
    for events in (map(json.loads, lines.getvalue().splitlines()), page["events"], frame["events"]):
        assert {event["version"]: event["at"] for event in events} == wanted
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", at) for at in wanted.values())
