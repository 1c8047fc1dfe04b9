"""The kitchen-table scenarios and the whole games that the rules come with, and those of our own: each is a test."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.scenario import check_scenario, check_transcript

pytestmark = pytest.mark.pure

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
SHARED, OWN = HERE / "scenarios", HERE / "scenarios_own"


def listed(name: str) -> frozenset[str]:
    """The names in one of the two lists of scenarios that may fail."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


MAY_FAIL = listed("not_yet.txt") | listed("disputed.txt")


def scenarios(folder: Path) -> list[dict[str, Any]]:
    """All scenarios of a folder's files, each with `id`: the file's name and its own."""
    return [
        {**scenario, "id": f"{path.stem}: {scenario['name']}"}
        for path in sorted(folder.glob("*.json"))
        for scenario in json.loads(path.read_text(encoding="utf-8"))
    ]


TRANSCRIPTS = sorted((SHARED / "transcripts").glob("*.json"))
ALL = scenarios(SHARED) + scenarios(OWN)


def unless_listed(name: str, value: Any) -> Any:
    """A case that must pass, or, where a list names it, must fail: a list must not outlive its reason."""
    marks = [pytest.mark.xfail(strict=True, reason="listed in not_yet.txt or disputed.txt")] if name in MAY_FAIL else []
    return pytest.param(value, id=name, marks=marks)


@pytest.mark.parametrize("scenario", [unless_listed(one["id"], one) for one in ALL])
def test_the_engine_agrees_with_the_scenario(scenario: dict[str, Any]) -> None:
    assert [str(failure) for failure in check_scenario(scenario)] == []


@pytest.mark.parametrize("path", [unless_listed(path.stem, path) for path in TRANSCRIPTS])
def test_the_engine_plays_the_transcript_to_the_same_end(path: Path) -> None:
    transcript = json.loads(path.read_text(encoding="utf-8"))
    assert [str(failure) for failure in check_transcript(transcript)] == []


def test_no_two_scenarios_have_one_name() -> None:
    names = [one["id"] for one in ALL]
    assert [name for name in names if names.count(name) > 1] == []


def test_the_lists_name_scenarios_that_there_are() -> None:
    assert {one["id"] for one in ALL} | {path.stem for path in TRANSCRIPTS} >= MAY_FAIL


def test_the_copies_are_complete() -> None:
    assert len(scenarios(SHARED)) == 550
    assert len(TRANSCRIPTS) == 6


@pytest.mark.parametrize(
    ("command", "names"),
    [("check", [one["id"] for one in ALL]), ("replay", [path.stem for path in TRANSCRIPTS])],
)
def test_the_command_line_says_how_many_passed(command: str, names: list[str]) -> None:
    failing = len(MAY_FAIL & set(names))
    done = engine(command, str(SHARED), str(OWN))
    lines = done.stdout.splitlines()
    assert lines[-1] == f"{len(names) - failing} passed, {failing} failed"
    assert len(lines) == failing + 1
    assert done.returncode == (1 if failing else 0)
    assert done.stderr == ""


def test_files_are_read_as_well_as_folders() -> None:
    done = engine("check", str(SHARED / "grab.json"), str(SHARED / "rulesets.json"))
    assert re.fullmatch(r"13 passed, 0 failed\n", done.stdout)
    assert done.returncode == 0


def engine(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`python -m engine`, as a person at the command line runs it."""
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=120, check=False)
