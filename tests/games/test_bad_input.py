"""Bad input over HTTP: each gets its code, nothing changes, nothing crashes."""

import json
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from accounts.services import create_token
from engine.commands import LARGEST_ACTION
from games.models import Event
from tests.games.playing import people, seen, table_of, turn_of
from tests.games.site import Site

pytestmark = pytest.mark.django_db(transaction=True)

CARD = "KH"


class Table:
    """A table with a client of whoever is to act."""

    def __init__(self, site: Site) -> None:
        users = people("ann", "ben")
        self.game_id: UUID = table_of(users)
        self.seat = turn_of(self.game_id)
        token = create_token(users[self.seat])
        self.http = httpx.Client(base_url=site.url, headers={"Authorization": f"Bearer {token}"}, timeout=30)
        self.path = f"/api/games/{self.game_id}/actions"

    def body(self, action: Any, **more: Any) -> dict[str, Any]:
        expected = seen(self.game_id).version
        return {"action_id": str(uuid4()), "expected_version": expected, "action": action, **more}

    def send(self, content: bytes, kind: str = "application/json") -> tuple[int, str]:
        """The refusal of these bytes; the log must be as it was."""
        rows = Event.objects.count()
        response = self.http.post(self.path, content=content, headers={"Content-Type": kind})
        assert Event.objects.count() == rows
        assert response.headers["Content-Type"] == "application/problem+json"
        problem = response.json()
        assert set(problem) == {"type", "title", "status", "code", "detail", "data"}
        assert problem["status"] == response.status_code
        return response.status_code, problem["code"]

    def ask(self, action: Any, **more: Any) -> tuple[int, str]:
        return self.send(json.dumps(self.body(action, **more)).encode())


@pytest.fixture
def table(site: Site) -> Table:
    return Table(site)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"nonsense", b"\xff\xfe", b"[1, 2", b"null", b"[]", b'"x"', b"1", b"{}", b"[" * 50_000, b'{"a": NaN}'],
)
def test_a_body_that_is_no_json_object_of_ours_is_malformed(table: Table, content: bytes) -> None:
    assert table.send(content) == (400, "malformed")


def test_another_media_type_is_refused(table: Table) -> None:
    assert table.send(b"do=draw", "application/x-www-form-urlencoded") == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "action",
    [
        None,
        "draw",
        [],
        {},
        {"do": None},
        {"do": "dance"},
        {"do": ["draw"]},
        {"do": "Draw"},
        {"do": "begin"},
        {"do": "discard"},
        {"do": "discard", "card": "1X"},
        {"do": "discard", "card": "10H"},
        {"do": "discard", "card": "KH KH"},
        {"do": "discard", "card": ""},
        {"do": "discard", "card": 5},
        {"do": "discard", "card": "\u0000"},
        {"do": "meld"},
        {"do": "meld", "melds": "KH KD KS"},
        {"do": "meld", "melds": [{"cards": "KH KD ZZ"}]},
        {"do": "meld", "melds": [{"cards": ["KH"]}]},
        {"do": "meld", "melds": [{"cards": "KH KD KS", "to": 5}]},
        {"do": "meld", "melds": [{"cards": "KH KD KS", "by": "me"}]},
        {"do": "meld", "melds": [5]},
        {"do": "take_pile", "melds": {"cards": "KH KD KS"}},
        {"do": "answer"},
        {"do": "answer", "yes": "yes"},
        {"do": "answer", "yes": 1},
        {"do": "grab", "fraction": 1.5},
        {"do": "grab", "fraction": -1},
        {"do": "grab", "fraction": 10**30},
        {"do": "draw", "seat": 0},
        {"do": "draw", "seat": 1},
        {"do": "draw", "more": {}},
    ],
)
def test_what_is_no_action_is_malformed(table: Table, action: Any) -> None:
    assert table.ask(action) == (400, "malformed")


@pytest.mark.parametrize(
    "more",
    [
        {"action_id": "x"},
        {"action_id": 5},
        {"action_id": None},
        {"action_id": "0" * 32},
        {"expected_version": "1"},
        {"expected_version": -1},
        {"expected_version": 1.0},
        {"expected_version": True},
        {"expected_version": None},
        {"expected_version": 2**31},
        {"for_seat": "1"},
        {"for_seat": 9},
        {"actor": {"kind": "system"}},
    ],
)
def test_an_envelope_that_is_wrong_is_malformed(table: Table, more: dict[str, Any]) -> None:
    assert table.ask({"do": "draw"}, **more) == (400, "malformed")


def test_a_megabyte_of_cards_is_too_large(table: Table) -> None:
    assert table.ask({"do": "meld", "melds": [{"cards": " ".join([CARD] * 350_000)}]}) == (413, "too_large")


def test_a_megabyte_without_a_length_is_too_large_as_well(table: Table) -> None:
    def chunks() -> Any:
        for _ in range(64):
            yield b" " * 20_000

    response = table.http.post(table.path, content=chunks(), headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


def test_a_thousand_melds_are_refused(table: Table) -> None:
    drawn = table.http.post(table.path, json=table.body({"do": "draw"}))
    assert drawn.status_code == 200
    for melds in ([{"cards": "KH KD KS"}] * 1000, [{"cards": CARD, "to": f"K{n}"} for n in range(1000)]):
        assert table.ask({"do": "meld", "melds": melds}) == (422, "card_not_held")
    assert table.ask({"do": "meld", "melds": [{"cards": CARD}] * (LARGEST_ACTION + 1)}) == (400, "malformed")


def test_nobody_acts_for_another_seat(table: Table) -> None:
    assert table.ask({"do": "draw"}, for_seat=1 - table.seat) == (403, "not_allowed")
    assert table.ask({"do": "draw"}, for_seat=table.seat) == (403, "not_allowed")


def test_a_game_that_is_not_there_is_unknown_on_every_route(table: Table) -> None:
    for game_id in (uuid4(), "x", "%00", "1' OR '1'='1", "a" * 500):
        path = f"/api/games/{game_id}"
        body = table.body({"do": "draw"})
        nonce = {"action_id": str(uuid4()), "deal": 1, "nonce": "00" * 32}
        answers = [
            table.http.get(path),
            table.http.get(f"{path}/events"),
            table.http.post(f"{path}/actions", json=body),
            table.http.post(f"{path}/actions?dry_run=1", json=body),
            table.http.post(f"{path}/nonces", json=nonce),
            table.http.post(f"{path}/seats/0"),
            table.http.delete(f"{path}/seats/0"),
        ]
        assert {(one.status_code, one.json()["code"]) for one in answers} == {(404, "unknown_game")}


def test_a_version_from_the_future_is_told(table: Table) -> None:
    assert table.ask({"do": "draw"}, expected_version=2**31 - 1) == (409, "version_ahead")


@pytest.mark.parametrize("since", ["x", "-1", "1.5", "2147483648", "%00", "1e3"])
def test_a_since_that_is_no_version_is_malformed(table: Table, since: str) -> None:
    response = table.http.get(f"/api/games/{table.game_id}/events?since={since}")
    assert (response.status_code, response.json()["code"]) == (400, "malformed")


def test_a_method_that_a_route_does_not_take_is_told(table: Table) -> None:
    assert table.http.delete(f"/api/games/{table.game_id}").json()["code"] == "method_not_allowed"
    assert table.http.get(table.path).status_code == 405


def test_after_all_of_it_the_game_goes_on(table: Table) -> None:
    for content in (b"{", b"\x00" * 100_000, b"[" * 100_000):
        table.http.post(table.path, content=content, headers={"Content-Type": "application/json"})
    assert table.http.post(table.path, json=table.body({"do": "draw"})).status_code == 200
