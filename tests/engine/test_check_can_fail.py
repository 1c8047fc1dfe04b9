"""`python -m engine check` and `replay` can fail: every expectation, wrong once, gives one line, a count and exit 1."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from tests.engine.stories import BOOKS
from tests.engine.test_scenarios import TRANSCRIPTS, engine

pytestmark = pytest.mark.pure

MELDS = BOOKS | {"51": "5S 5C 5H"}
ON_FOOT = {"in_foot": True, "played_from_foot": True}
GRAB = {"base": "favourite", "dealing": "grab", "hand_size": 7, "foot_size": 7}
HEAP = "AD AS AC KC KH KD QD JS JC JH TH TD TS 9D 9S 9C 8H 8D 8S 7C 7H 6S 6C 6H 5D 5S 5C 4H JD 4D 5H 6D 7D 8C"


def scenario(
    given: dict[str, Any], when: list[dict[str, Any]], then: dict[str, Any], ruleset: Any = "classic"
) -> dict[str, Any]:
    return {"name": "a story", "ruleset": ruleset, "given": given, "when": when, "then": then}


MELDED = scenario(
    {
        "turn": {"seat": 0, "phase": "play"},
        "seats": [{"hand": "KC KH 2D 9D 4H", "foot": "4C"}, {}, {}, {}],
        "teams": [{"melds": {"Q1": "QD QS QC"}, "red_threes": 1, "score": 70}, {}],
        "pile": "9C 9H",
        "stock": "8C 8D",
    },
    [{"seat": 0, "do": "meld", "melds": [{"cards": "KC KH 2D"}]}],
    {
        "seats": [{"hand": "4H 9D", "foot": "4C", "in_foot": False, "played_from_foot": False}, {}, {}, {}],
        "teams": [{"melds": {"K1": "2D KC KH", "Q1": "QS QD QC"}, "kinds": {"K1": "dirty"}, "red_threes": 1}, {}],
        "stock": "8C 8D",
        "pile": "9C 9H",
        "stock_size": 2,
        "pile_size": 2,
        "turn": {"seat": 0, "phase": "play"},
        "asking": None,
        "totals": [70, 0],
        "game_over": False,
        "winners": [],
        "legal": {
            "seat": 0,
            "includes": [{"do": "discard", "card": "9D"}],
            "excludes": [{"do": "discard", "card": "KC"}, {"do": "fly"}, {"do": "draw"}],
        },
        "default": {"seat": 0, "action": {"do": "discard", "card": "4H"}},
    },
)
ASKED = scenario(
    {
        "turn": {"seat": 0, "phase": "play"},
        "seats": [{"hand": "5D 4H", **ON_FOOT}, {}, ON_FOOT, {}],
        "teams": [{"melds": MELDS}, {}],
    },
    [{"seat": 0, "do": "ask"}],
    {"asking": {"seat": 0, "waiting_for": [2]}},
)
ENDED = scenario(
    {
        "deal": 4,
        "turn": {"seat": 0, "phase": "play"},
        "seats": [{"hand": "9D 4H"}, {}, {}, {}],
        "teams": [{"melds": {"Q1": "QD QS QC"}, "score": 1000}, {"score": 1100}],
        "stock": "",
    },
    [{"seat": 0, "do": "discard", "card": "4H"}],
    {
        "deal_over": "stock_exhausted",
        "scores": [[-40, -80]],
        "totals": [960, 1020],
        "game_over": True,
        "winners": [1],
    },
)
GRABBED = scenario(
    {"seats": [{}, {}], "teams": [{}, {}], "dealer": 1, "order": HEAP, "grab_errors": [2, 0]},
    [{"seat": 0, "do": "grab", "fraction": 411765}],
    {"grabs": [{"seat": 0, "count": 16}], "turn": {"seat": 1, "phase": "grab"}},
    GRAB,
)
REFUSED = scenario(
    {"turn": {"seat": 0, "phase": "play"}}, [{"seat": 0, "do": "discard", "card": "KC"}], {"refused": "card_not_held"}
)
ACCEPTED = scenario(
    {"turn": {"seat": 0, "phase": "play"}}, [{"seat": 0, "do": "discard", "card": "4C"}], {"pile": "4C"}
)
RULESET = scenario({}, [], {"ruleset_refused": "draw"}, {"base": "classic", "draw": 0})
ALL_RIGHT = [MELDED, ASKED, ENDED, GRABBED, REFUSED, ACCEPTED, RULESET]

NINE = {"do": "discard", "card": "9D"}
WRONG: list[tuple[str, dict[str, Any], str, Any]] = [
    ("a hand", MELDED, "seats", [{"hand": "4H 9C"}]),
    ("a hand too short", MELDED, "seats", [{"hand": "4H"}]),
    ("a foot", MELDED, "seats", [{"foot": "4D"}]),
    ("in the foot", MELDED, "seats", [{"in_foot": True}]),
    ("played from the foot", MELDED, "seats", [{"played_from_foot": True}]),
    ("an unknown part of a seat", MELDED, "seats", [{"shoes": 2}]),
    ("a meld's cards", MELDED, "teams", [{"melds": {"K1": "2D KC KD", "Q1": "QS QD QC"}}]),
    ("a meld too few", MELDED, "teams", [{"melds": {"K1": "2D KC KH"}}]),
    ("a meld too many", MELDED, "teams", [{"melds": {"K1": "2D KC KH", "Q1": "QS QD QC", "A1": "AC AD AH"}}]),
    ("a team that has melded", MELDED, "teams", [{}, {"melds": {"A1": "AC AD AH"}}]),
    ("red threes on the table", MELDED, "teams", [{"red_threes": 2}]),
    ("an unknown part of a team", MELDED, "teams", [{"captain": 0}]),
    ("a kind", MELDED, "teams", [{"kinds": {"K1": "clean"}}]),
    ("the kind of a meld that is not there", MELDED, "teams", [{"kinds": {"A1": "clean"}}]),
    ("the stock", MELDED, "stock", "8D 8C"),
    ("the pile", MELDED, "pile", "9C"),
    ("the size of the stock", MELDED, "stock_size", 3),
    ("the size of the pile", MELDED, "pile_size", 0),
    ("the turn's seat", MELDED, "turn", {"seat": 1}),
    ("the turn's phase", MELDED, "turn", {"phase": "draw"}),
    ("no phase at all", MELDED, "turn", {"phase": "lunch"}),
    ("an open question", MELDED, "asking", {"seat": 0, "waiting_for": [2]}),
    ("no open question", ASKED, "asking", None),
    ("another asked", ASKED, "asking", {"seat": 0, "waiting_for": [1]}),
    ("a deal that is over", MELDED, "deal_over", "went_out"),
    ("another end of the deal", ENDED, "deal_over", "went_out"),
    ("scores", ENDED, "scores", [[-40, -81]]),
    ("scores of a deal that goes on", MELDED, "scores", [[0, 0]]),
    ("totals", ENDED, "totals", [960, 1021]),
    ("the end of the game", MELDED, "game_over", True),
    ("no end of the game", ENDED, "game_over", False),
    ("the winners", ENDED, "winners", [0]),
    ("a shared win", ENDED, "winners", [0, 1]),
    ("a legal action", MELDED, "legal", {"seat": 0, "includes": [{"do": "draw"}]}),
    ("a legal action that is none", MELDED, "legal", {"seat": 0, "includes": [{"do": "fly"}]}),
    ("an illegal action", MELDED, "legal", {"seat": 0, "excludes": [NINE]}),
    ("another seat's legal action", MELDED, "legal", {"seat": 1, "includes": [NINE]}),
    ("the default action", MELDED, "default", {"seat": 0, "action": NINE}),
    ("the default of a seat that is not to act", MELDED, "default", {"seat": 1, "action": NINE}),
    ("the count of a grab", GRABBED, "grabs", [{"seat": 0, "count": 14}]),
    ("a grab too many", GRABBED, "grabs", [{"seat": 0, "count": 16}, {"seat": 1, "count": 14}]),
    ("another code", REFUSED, "refused", "not_your_turn"),
    ("a refusal of what is accepted", ACCEPTED, "refused", "card_not_held"),
    ("another parameter", RULESET, "ruleset_refused", "packs"),
    ("a ruleset refused that stands", scenario({}, [], {}), "ruleset_refused", "packs"),
    ("a word that is no expectation", MELDED, "weather", "fine"),
]


def check(tmp_path: Path, capsys: pytest.CaptureFixture[str], scenarios: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """The exit code of `check` for these scenarios, and what it prints."""
    path = tmp_path / "scenarios.json"
    path.write_text(json.dumps(scenarios), encoding="utf-8")
    code = main(["check", str(path)])
    return code, capsys.readouterr().out.splitlines()


def test_the_stories_themselves_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path, capsys, ALL_RIGHT) == (0, [f"{len(ALL_RIGHT)} passed, 0 failed"])


@pytest.mark.parametrize(("what", "story", "key", "value"), WRONG, ids=[wrong[0] for wrong in WRONG])
def test_a_wrong_expectation_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str, story: dict[str, Any], key: str, value: Any
) -> None:
    wrong = {**story, "then": {**story["then"], key: value}}
    code, lines = check(tmp_path, capsys, [*ALL_RIGHT, wrong])
    assert code == 1
    assert lines[-1] == f"{len(ALL_RIGHT)} passed, 1 failed"
    assert len(lines) == 2
    assert lines[0].startswith("scenarios.json: a story: ")


@pytest.mark.parametrize("place", [0, 1])
def test_an_action_that_should_have_been_accepted_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: int
) -> None:
    wrong = copy.deepcopy(ACCEPTED)
    wrong["when"].insert(place, {"seat": 3, "do": "draw"})
    code, lines = check(tmp_path, capsys, [wrong])
    assert (code, lines[-1], len(lines)) == (1, "0 passed, 1 failed", 2)


def test_a_refusal_expected_of_the_last_action_does_not_excuse_an_earlier_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {**REFUSED, "when": REFUSED["when"] * 2}
    code, lines = check(tmp_path, capsys, [wrong])
    assert (code, lines[-1]) == (1, "0 passed, 1 failed")


def test_a_ruleset_refused_by_surprise_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {**ACCEPTED, "ruleset": {"base": "classic", "draw": 9}}
    code, lines = check(tmp_path, capsys, [wrong])
    assert (code, lines[-1]) == (1, "0 passed, 1 failed")


SHORT = json.loads(min(TRANSCRIPTS, key=lambda path: path.stat().st_size).read_text(encoding="utf-8"))


def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str], **changes: Any) -> tuple[int, list[str]]:
    """The exit code of `replay` for the shortest transcript with these changes, and what it prints."""
    path = tmp_path / "transcript.json"
    path.write_text(json.dumps({**SHORT, **changes}), encoding="utf-8")
    code = main(["replay", str(path)])
    return code, capsys.readouterr().out.splitlines()


def first_probe_with(code: str) -> list[dict[str, Any]]:
    probes = copy.deepcopy(SHORT["refused"])
    probes[0]["code"] = code
    return list(probes)


def accepted_as_probe() -> list[dict[str, Any]]:
    return [{"after": 0, "action": SHORT["actions"][0], "code": "not_your_turn"}]


WRONG_GAMES = {
    "a probe refused for another reason": lambda: {"refused": first_probe_with("game_over")},
    "a probe that is accepted": lambda: {"refused": accepted_as_probe()},
    "another score": lambda: {"scores": [[one + 5 for one in SHORT["scores"][0]], *SHORT["scores"][1:]]},
    "a deal too few": lambda: {"scores": SHORT["scores"][:-1]},
    "other totals": lambda: {"totals": [*SHORT["totals"][:-1], [one + 5 for one in SHORT["totals"][-1]]]},
    "other winners": lambda: {"winners": [team for team in range(SHORT["teams"]) if team not in SHORT["winners"]]},
    "an action left out": lambda: {"actions": SHORT["actions"][:5] + SHORT["actions"][6:], "refused": []},
    "an action by another seat": lambda: {"actions": [{**SHORT["actions"][0], "seat": 1}], "refused": []},
    "a game cut short": lambda: {"actions": SHORT["actions"][:-1], "refused": []},
    "another dealer": lambda: {"dealer": (SHORT["dealer"] + 1) % SHORT["players"], "refused": []},
}


@pytest.mark.parametrize("what", WRONG_GAMES)
def test_a_wrong_transcript_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    code, lines = replay(tmp_path, capsys, **WRONG_GAMES[what]())
    assert code == 1
    assert lines[-1] == "0 passed, 1 failed"
    assert len(lines) == 2
    assert lines[0].startswith("transcript.json: ")


def test_the_exit_code_reaches_the_shell(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([{**ACCEPTED, "then": {"pile": "4D"}}, ACCEPTED]), encoding="utf-8")
    done = engine("check", str(path))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"
