"""Our Swiss rounds and tie-breaks beside those of a program that follows FIDE (C.04.6 without colours, and C.07)."""

import contextlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from gacrux.commonmain import commonmain
from gacrux.pairingchecker import pairingchecker
from gacrux.tiebreakchecker import tiebreakchecker

from tests.tournaments.events import field, met, played
from tournaments.formats import FORMATS
from tournaments.results import Fact, Played
from tournaments.rules import rules_of
from tournaments.standings import standings

pytestmark = pytest.mark.pure
SWISS = FORMATS["swiss"]
RULES = rules_of({"format": "swiss", "order": ["match_points", "opponents", "opponents_cut", "beaten"]})


def event(chance: int) -> tuple[int, int, list[Fact]]:
    """An event of 10 to 30: its entries, its rounds and what came of them."""
    rolls, facts = random.Random(chance), []
    entries = rolls.randrange(10, 31)
    rounds = SWISS.rounds(RULES, entries)
    for round in range(1, rounds + 1):
        facts += played(SWISS.propose(field(entries), facts, round, RULES, ""), rolls)
    return entries, rounds, facts


def scores(entries: int, rounds: int, facts: Sequence[Fact]) -> dict[int, int]:
    """Match points ×2 after so many rounds, by seed."""
    rows = standings(RULES, field(entries), facts, rounds).rows
    return {int(row.entry[1:]): row.values[0].value for row in rows}


def report(entries: int, rounds: int, facts: Sequence[Fact], teams: bool) -> str:
    """The event as FIDE's report file; with teams, each pair is a team of one."""
    cells: dict[int, dict[int, str]] = {seed: {} for seed in range(1, entries + 1)}
    for fact in facts:
        if isinstance(fact, Played):
            one, other = (int(side[0][1:]) for side in fact.sides)
            ahead = (fact.totals[0] > fact.totals[1]) - (fact.totals[0] < fact.totals[1])
            cells[one][fact.round] = f"{other:04} w {'0=1'[ahead + 1]}"
            cells[other][fact.round] = f"{one:04} b {'1=0'[ahead + 1]}"
        else:
            cells[int(fact.entry[1:])][fact.round] = "0000 - U"
    points = scores(entries, rounds, facts)
    lines = ["012 Event", f"142 {rounds}", *(["192 FIDE_TEAM_MP", "352 W"] if teams else [])]
    for seed, row in cells.items():
        name = f"{f'Player {seed}':<33} {'':4} {'':3} {'':11} {'':10}"
        head = f"001 {seed:4}      {name} {points[seed] / 2:4.1f} {seed:4}"
        lines.append(head + "".join(f"  {row[round]}" for round in range(1, rounds + 1)))
    for seed in cells if teams else ():
        score = f"{points[seed]:6.1f} {points[seed] / 2:6.1f} {seed:3}"
        lines.append(f"310 {seed:3} {f'Pair {seed}':<32} {'':5} {'':6} {score}  {seed:4}")
    return "\n".join(lines) + "\n"


def asked(
    program: type[commonmain], told: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str
) -> dict[str, Any]:
    """What the program answers to a report file."""
    (folder / "event.trf").write_text(told)
    files = ["-i", str(folder / "event.trf"), "-o", str(folder / "answer.json"), "-f", "TRF"]
    monkeypatch.setattr("sys.argv", ["program", *files, *options])
    with contextlib.suppress(SystemExit):
        program().common_main()
    answer: dict[str, Any] = json.loads((folder / "answer.json").read_text())
    assert answer["status"]["error"] == []
    return answer


def test_the_bye_goes_to_the_same_score_nobody_meets_twice_and_scores_differ_no_more_than_by_the_rules_of_fide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alike, all_rounds = 0, 0
    for chance in range(5):
        entries, rounds, facts = event(chance)
        told = report(entries, rounds, facts, teams=True)
        options = ("-c", "-m", "fideteam-nocolor")
        answer = asked(pairingchecker, told, tmp_path, monkeypatch, *options)["pairingResult"]["roundpairing"]
        assert [one["round"] for one in answer] == list(range(1, rounds + 1))
        for one in answer:
            before = [fact for fact in facts if fact.round < one["round"]]
            score = scores(entries, one["round"] - 1, before)
            theirs, ours = (_weighed(one[whose], score, before) for whose in ("pairs", "current"))
            assert ours["rematches"] == theirs["rematches"] == 0
            assert ours["bye"] == theirs["bye"]
            assert ours["gap"] <= theirs["gap"]
            alike += ours == theirs
            all_rounds += 1
    assert 3 * alike >= 2 * all_rounds, "as a rule their floats are ours"


def _weighed(pairs: list[list[int]], score: dict[int, int], before: Sequence[Fact]) -> dict[str, Any]:
    known = met(before)
    tables = [(one, other) for one, other in pairs if other]
    return {
        "rematches": sum(frozenset((f"e{one}", f"e{other}")) in known for one, other in tables),
        "bye": [score[one] for one, other in pairs if not other],
        "gap": sum((score[one] - score[other]) ** 2 for one, other in tables),
        "floats": sum(score[one] != score[other] for one, other in tables),
    }


@pytest.mark.parametrize("chance", [0, 4, 5])
def test_opponents_strength_and_whom_one_has_beaten_come_out_alike(
    chance: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Section 5, row 30. For a bye FIDE counts the own score, but no more than a draw a round; we count the own."""
    entries, rounds, facts = event(chance)
    options = ("-s", "-t", "PTS", "BH", "BH/C1", "SB")
    answer = asked(tiebreakchecker, report(entries, rounds, facts, teams=False), tmp_path, monkeypatch, *options)
    rows = standings(RULES, field(entries), facts, rounds).rows
    ours = {row.entry: [value.value for value in row.values] for row in rows}
    rested = {fact.entry for fact in facts if not isinstance(fact, Played)}
    compared = 0
    for one in answer["tiebreakResult"]["competitors"]:
        entry = f"e{one['cid']}"
        if entry in rested and ours[entry][0] > rounds:
            continue
        theirs = [float(score) * scale for score, scale in zip(one["tiebreakScore"], (2, 2, 2, 4), strict=True)]
        assert theirs == ours[entry], entry
        compared += 1
    assert compared >= entries - rounds
