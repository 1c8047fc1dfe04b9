"""The log over HTTP: in pages or as lines, and what one event looks like."""

import json

import pytest

from games.models import Event
from tests.games.playing import people, play_out, seen, table_of
from tests.games.test_tables import client

pytestmark = pytest.mark.django_db


def test_events_come_in_pages_or_as_lines() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    play_out(users, game_id)
    path, version = f"/api/games/{game_id}/events", seen(game_id).version
    events, since = [], 0
    while since is not None:
        page = client().get(path, {"since": since}).json()
        assert len(page["events"]) <= 500
        events += page["events"]
        since = page["next"]
    assert [event["version"] for event in events] == list(range(1, version + 1))
    lines = client(users[0]).get(path, headers={"Accept": "application/x-ndjson"})
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in lines.content.splitlines()] == events
    assert not any("hidden" in event for event in events)
    assert client().get(path, {"since": version + 5}).json() == {"events": [], "next": None}
    nothing = client().get(path, {"since": version}, headers={"Accept": "application/x-ndjson"})
    assert (nothing.status_code, nothing.content) == (200, b"")
    assert nothing.headers["Content-Type"] == "application/x-ndjson"
    assert nothing.headers["Cache-Control"] == "private, no-store"


def test_what_a_client_keeps_of_one_format_is_not_taken_for_the_other() -> None:
    game_id = table_of(people("ann", "ben"))
    path = f"/api/games/{game_id}/events"
    page, lines = (
        client().get(path, headers={"Accept": kind}) for kind in ("application/json", "application/x-ndjson")
    )
    assert page.headers["ETag"] != lines.headers["ETag"]
    for answer, other in ((page, "application/x-ndjson"), (lines, "application/json")):
        assert "Accept" in answer.headers["Vary"]
        known = {"If-None-Match": answer.headers["ETag"]}
        assert client().get(path, headers={**known, "Accept": answer.headers["Content-Type"]}).status_code == 304
        assert client().get(path, headers={**known, "Accept": other}).status_code == 200


def test_an_event_has_the_shape_that_wire_says() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    created, seated, *_ = client().get(f"/api/games/{game_id}/events").json()["events"]
    row = Event.objects.get(game_id=game_id, version=1)
    assert set(created) == {"version", "type", "at", "seat", "actor", "action_id", "data"}
    assert created["at"] == row.at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{row.at.microsecond // 1000:03}Z"
    assert (created["version"], created["type"], created["seat"]) == (1, "created", None)
    assert created["actor"] == {"kind": "user", "name": "ann"}
    assert created["action_id"] == str(row.action_id)
    assert (seated["seat"], seated["data"]) == (0, {"holder": {"kind": "user", "name": "ann"}})
