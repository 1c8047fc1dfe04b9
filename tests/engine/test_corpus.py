"""Finished games, as they were exported once: they fold to the scores that were shown, and today's rules would decide
every action of theirs as it was decided (V83). While RULES_VERSION stands, these files never change."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.codec import decode_event, encode_event
from engine.commands import Command, of_event
from engine.decide import act
from engine.events import BY_TYPE
from engine.presets import PRESETS
from engine.ruleset import RULES_VERSION, from_dict
from engine.shuffle import SecretChance, commitment
from engine.state import Game, new_game
from tests.engine.test_scenarios import engine

pytestmark = pytest.mark.pure

FOLDER = Path(__file__).resolve().parent / "corpus"
FILES = sorted(FOLDER.glob("*.ndjson"))
Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def shown(path: Path) -> str:
    """The scores that the table saw."""
    return path.with_suffix(".scores").read_text(encoding="utf-8")


def test_there_is_a_game_of_every_preset() -> None:
    assert {path.stem for path in FILES} == set(PRESETS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_folds_to_the_scores_that_were_shown(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fold", str(path)]) == 0
    assert capsys.readouterr().out == shown(path)


def test_the_command_line_prints_the_scores() -> None:
    done = engine("fold", str(FILES[0]))
    assert (done.returncode, done.stdout) == (0, shown(FILES[0]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_corpus_holds_what_a_reader_must_skip_and_what_was_undone(path: Path) -> None:
    types = {row["type"] for row in rows(path)}
    assert {"created", "seated", "started", "paused", "nonce_added", "action_undone"} <= types


def commands_of(game: list[Row]) -> Iterator[tuple[Command, list[Row]]]:
    """The game's decisions that were not undone: the command of each, and its rows."""
    undone = {version for row in game if row["type"] == "action_undone" for version in row["data"]["versions"]}
    together: dict[str, list[Row]] = {}
    for row in game:
        if row["type"] in BY_TYPE and row["version"] not in undone:
            together.setdefault(row["action_id"], []).append(row)
    for decided in together.values():
        yield of_event(decode_event(decided[0])), decided


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_todays_rules_decide_every_action_as_it_was_decided(path: Path) -> None:
    stored = rows(path)
    created = stored[0]["data"]
    assert created["rules_version"] == RULES_VERSION
    ruleset = from_dict(created["ruleset"])
    assert ruleset.to_dict() == created["ruleset"] == PRESETS[path.stem].to_dict()
    secrets = {row["data"]["deal"]: row["data"]["secret"] for row in stored if row["type"] == "deal_scored"}
    nonces: dict[int, list[tuple[int, int, str]]] = {}
    for row in stored:
        if row["type"] == "nonce_added":
            nonces.setdefault(row["data"]["deal"], []).append((row["seat"], row["version"], row["data"]["nonce"]))
    chance = SecretChance(created["players"], ruleset, secrets, nonces)
    game: Game = new_game(ruleset, created["players"], created["teams"])
    for command, decided in commands_of(stored):
        events, game = act(game, command, chance)
        assert [as_exported(encode_event(event)) for event in events] == [as_told(row) for row in decided]
    assert game.over


def as_exported(plain: Row) -> Row:
    """A stored event as one who may see all is told it."""
    told = {"type": plain["type"], "data": {**plain["data"], **plain["hidden"]}}
    return told | ({"seat": plain["seat"]} if "seat" in plain else {})


def as_told(row: Row) -> Row:
    return {name: row[name] for name in ("type", "data", "seat") if name in row}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_opened_secrets_are_those_that_were_promised(path: Path) -> None:
    stored = rows(path)
    created, game = stored[0]["data"], f"00000000-0000-4000-8000-00000000c0{1 + list(ORDER).index(path.stem):02d}"
    opened = {row["data"]["deal"]: row["data"]["secret"] for row in stored if row["type"] == "deal_scored"}
    promised = [commitment(opened[deal], game, deal, created["ruleset"]) for deal in sorted(opened)]
    assert promised == created["commitments"]


ORDER = ("classic", "favourite", "pagat", "bicycle")
"""The games' ids are numbered so."""

# --- what is no whole open history


@pytest.mark.parametrize(
    ("what", "lines"),
    {
        "nothing": [],
        "no JSON": ["Deal 1"],
        "no first event": [json.dumps({"version": 1, "type": "asked", "seat": 0, "data": {}})],
        "a part left out": [
            json.dumps(rows(FILES[0])[0]),
            json.dumps({"version": 2, "type": "drew", "seat": 0, "data": {}}),
        ],
        "a part hidden": [
            json.dumps(rows(FILES[0])[0]),
            json.dumps({"version": 2, "type": "drew", "seat": 0, "data": {}, "hidden": {"cards": 2}}),
        ],
    }.items(),
)
def test_what_is_no_whole_open_history_is_said_to_be_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str, lines: list[str]
) -> None:
    path = tmp_path / "game.ndjson"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["fold", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "is not the whole open history of a game" in told.err


def test_what_was_undone_counts_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = [row for row in rows(FILES[0]) if row["type"] != "action_undone"]
    path = tmp_path / "game.ndjson"
    path.write_text("".join(json.dumps(row) + "\n" for row in stored), encoding="utf-8")
    try:
        code = main(["fold", str(path)])
    except (KeyError, ValueError, StopIteration):
        code = 1
    assert code == 1 or capsys.readouterr().out != shown(FILES[0])
