"""One stored event of every type and schema version: it decodes for ever, and is written today as it was stored."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import sight
from engine.codec import decode_event, encode_event
from engine.events import BY_TYPE, FIELDS
from engine.upcasting import SCHEMA, STEPS, schema_of, upcast

pytestmark = pytest.mark.pure

FOLDER = Path(__file__).resolve().parent / "golden"
FILES = sorted(FOLDER.glob("*.json"))


def stored(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_every_type_has_a_file_for_every_schema_that_it_ever_had() -> None:
    wanted = {f"{kind}-{schema}" for kind in BY_TYPE for schema in range(1, schema_of(kind) + 1)}
    assert wanted <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_event_decodes_for_ever(path: Path) -> None:
    plain = stored(path)
    event = decode_event(plain)
    assert event.type == plain["type"] == path.stem.split("-")[0]
    assert plain["schema"] == int(path.stem.split("-")[1])
    assert event.seat == plain.get("seat")
    assert decode_event(encode_event(event)) == event


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_event_is_written_as_it_was_stored(path: Path) -> None:
    plain = stored(path)
    if plain["schema"] == schema_of(plain["type"]):
        assert encode_event(decode_event(plain)) == plain


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_event_without_one_of_its_parts_is_not_read(path: Path) -> None:
    plain = stored(path)
    for section in ("data", "hidden"):
        for name in plain[section]:
            if (plain["type"], name) not in {("upcard_turned", "card"), ("deal_scored", "secret")}:
                less = {**plain, section: {key: value for key, value in plain[section].items() if key != name}}
                with pytest.raises(KeyError):
                    decode_event(less)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_event_once_told_is_never_changed(path: Path) -> None:
    event = decode_event(stored(path))
    for name in FIELDS[event.type]:
        with pytest.raises(AttributeError):
            setattr(event, name, None)


def test_a_type_that_there_is_not_and_a_schema_of_the_future_are_not_read() -> None:
    asked = stored(FOLDER / "asked-1.json")
    with pytest.raises(KeyError):
        decode_event({**asked, "type": "sneezed"})
    with pytest.raises(ValueError, match="newer"):
        decode_event({**asked, "schema": schema_of("asked") + 1})


def test_an_old_event_is_read_through_every_step_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCHEMA, "discarded", 3)
    monkeypatch.setitem(STEPS, ("discarded", 1), lambda old: {**old, "data": {"face": old["data"]["card"]}})
    monkeypatch.setitem(STEPS, ("discarded", 2), lambda old: {**old, "data": {"card": old["data"]["face"]}})
    old = stored(FOLDER / "discarded-1.json")
    before = json.dumps(old)
    assert upcast(old) == {**old, "schema": 3}
    assert decode_event(old).card == "3S"
    assert json.dumps(old) == before, "the stored row is never rewritten"
    assert encode_event(decode_event(old))["schema"] == 3


def test_every_schema_that_is_past_has_a_step() -> None:
    wanted = {(kind, schema) for kind in SCHEMA for schema in range(1, SCHEMA[kind])}
    assert set(STEPS) == wanted


# --- public and hidden


def test_every_part_of_every_event_is_marked_once() -> None:
    assert sight.unmarked() == []
    assert set(sight.OPEN) == set(BY_TYPE)
    assert {(kind, field) for kind, fields in sight.OPEN.items() for field in fields} | set(sight.HIDDEN) == {
        (kind, field) for kind, fields in FIELDS.items() for field in fields
    }


def test_a_part_without_a_mark_is_seen_by_nobody() -> None:
    with pytest.raises(KeyError):
        sight.audience("discarded", "reason")


# From the log's own page: hidden, for whom until the deal is over.
SECRET_PARTS = {
    ("deal_started", "order"): "nobody",
    ("dealt", "hand"): "seat",
    ("dealt", "foot"): "nobody",
    ("red_threes_laid", "drawn"): "seat",
    ("drew", "cards"): "seat",
    ("foot_taken", "cards"): "seat",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hidden_parts_lie_apart_and_nothing_else_does(path: Path) -> None:
    event = decode_event(stored(path))
    plain = encode_event(event)
    assert set(plain["hidden"]) == {name for kind, name in SECRET_PARTS if kind == event.type}
    assert not set(plain["hidden"]) & set(plain["data"])
    for name in FIELDS[event.type]:
        assert sight.audience(event.type, name) == SECRET_PARTS.get((event.type, name), "public")
