"""Swiss rounds: nobody twice, no second bye, and equals with equals."""

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import field, match, met, played
from tournaments import results
from tournaments.defaults import FORMATS as FORMAT_DEFAULTS
from tournaments.defaults import KEYS
from tournaments.formats import FORMATS, Pairing, PairingFailed, Wishes, plain
from tournaments.results import Fact, Played, Unplayed, missed_rounds
from tournaments.rules import rules_of
from tournaments.standings import standings
from tournaments.standings.keys import ALONE, HEAD_TO_HEAD

pytestmark = pytest.mark.pure
SWISS = FORMATS["swiss"]
RULES = rules_of({"format": "swiss"})


def propose(entries: int, facts: list[Fact], round: int, wishes: Wishes | None = None, *gone: int) -> Pairing:
    return SWISS.propose(field(entries, *gone), facts, round, RULES, "chance", wishes or Wishes())


def sides(pairing: Pairing) -> list[set[str]]:
    return [{entry for side in table.sides for entry in side} for table in pairing.tables]


def test_in_the_first_round_the_top_half_meets_the_bottom_half_by_seed() -> None:
    assert sides(propose(7, [], 1)) == [{"e1", "e4"}, {"e2", "e5"}, {"e3", "e6"}]
    assert [(rest.entry, rest.kind) for rest in propose(7, [], 1).rests] == [("e7", results.BYE)]


def test_later_winners_meet_winners_and_the_page_can_say_why() -> None:
    facts = [match(1, 1, "e1", "e3", 900), match(1, 2, "e4", "e2", 500)]
    pairing = propose(4, facts, 2)
    assert sides(pairing) == [{"e1", "e4"}, {"e2", "e3"}]
    assert [reason.code for table in pairing.tables for reason in table.reasons] == ["same_score", "same_score"]
    facts += [match(2, 1, "e1", "e4", 900), match(2, 2, "e2", "e3", 500)]
    last = propose(4, facts, 3)
    assert sides(last) == [{"e1", "e2"}, {"e3", "e4"}]
    told = last.tables[0].reasons[0]
    assert told.code == "float"
    assert told.data == {"entry": "e1", "score": 4, "opponent_score": 2, "unmet_at_score": 0}


def test_who_has_just_met_a_lower_score_does_not_again_while_another_can() -> None:
    facts = [match(1, seed, f"e{seed}", f"e{seed + 6}", 4000 - 500 * seed) for seed in range(1, 7)]
    facts += [match(2, 1, "e1", "e4", 900), match(2, 2, "e2", "e5", 900), match(2, 3, "e3", "e8", 900)]
    facts += [match(2, 4, "e6", "e7", 0), match(2, 5, "e9", "e10", 0), match(2, 6, "e11", "e12", 0)]
    third = propose(12, facts, 3)
    assert [row.entry for row in standings(RULES, field(12), facts, 2).rows[:3]] == ["e1", "e2", "e3"]
    assert third.tables[0].reasons[0].code == "same_score"
    assert "e3" in sides(third)[0], "who is nearest to the others has been with them in round 2"


def test_a_bye_goes_to_the_lowest_among_those_with_the_fewest() -> None:
    """V40. Section 5, rows 5, 6 and 7: a forfeit won counts as a bye that was had."""
    facts: list[Fact] = [
        match(1, 1, "e1", "e3", 500),
        Unplayed(1, "e2", results.FORFEIT_WIN, ("e4",)),
        Unplayed(1, "e4", results.FORFEIT_LOSS, ("e2",)),
        Unplayed(1, "e5", results.BYE),
        match(2, 1, "e1", "e2", 500),
        match(2, 2, "e5", "e3", 500),
        Unplayed(2, "e4", results.BYE),
    ]
    pairing = propose(5, facts, 3)
    assert [(rest.entry, rest.kind) for rest in pairing.rests] == [("e3", results.BYE)]
    assert dict(pairing.rests[0].reasons[0].data) == {"rank": 5, "earlier": 0}


def test_a_rematch_is_better_than_no_round_and_is_called_one() -> None:
    """Section 5, row 16: never a silent end, when withdrawals have left nobody new to meet."""
    facts = [match(1, 1, "e1", "e2", 500), match(1, 2, "e3", "e4", 500)]
    pairing = propose(4, facts, 2, None, 3, 4)
    assert sides(pairing) == [{"e1", "e2"}]
    assert pairing.tables[0].reasons[0].code == "rematch" and dict(pairing.cost)["rematches"] == 1


@pytest.mark.parametrize("entries", range(3, 11))
def test_as_many_rounds_as_are_played_by_default_need_no_rematch_in_the_smallest_fields(entries: int) -> None:
    """Section 5, row 16: the cheapest third round of six may leave two threes who have all met."""
    for chance in range(8):
        rolls, facts = random.Random(chance), []
        for round in range(1, SWISS.rounds(RULES, entries) + 1):
            facts += played(propose(entries, facts, round), rolls)
        assert max(met(facts).values()) == 1
        byes = [fact.entry for fact in facts if isinstance(fact, Unplayed)]
        assert len(set(byes)) == len(byes)


def test_more_rounds_than_others_to_meet_are_refused_at_publication_unless_rematches_are_chosen() -> None:
    """V43. Section 5, row 16."""
    assert [SWISS.rounds(RULES, entries) for entries in (2, 3, 4, 5, 8, 9, 64)] == [1, 2, 3, 4, 5, 6, 8]
    chosen = {"format": "swiss", "rounds": 4}
    assert [problem.code for problem in SWISS.problems(rules_of(chosen), 4)] == ["too_many_rounds"]
    assert SWISS.problems(rules_of(chosen), 5) == SWISS.problems(rules_of(chosen | {"rematches": True}), 4) == []


def test_nothing_is_paired_when_at_most_one_entry_is_left() -> None:
    """Section 5, row 10."""
    with pytest.raises(PairingFailed, match="too_few"):
        propose(3, [], 1, None, 1, 3)


def test_locked_pairs_meet_families_do_not_and_who_asked_to_rest_rests() -> None:
    wishes = Wishes(locked=(("e1", "e2"),), forbidden=(("e3", "e5"),), half_byes=("e8",))
    pairing = propose(8, [], 1, wishes)
    assert {"e1", "e2"} in sides(pairing) and {"e3", "e5"} not in sides(pairing)
    assert {(rest.entry, rest.kind) for rest in pairing.rests} >= {("e8", results.HALF_BYE)}
    assert [reason.code for table in pairing.tables for reason in table.reasons].count("locked") == 1
    with pytest.raises(PairingFailed, match="wishes_leave_none"):
        propose(2, [], 1, Wishes(forbidden=(("e1", "e2"),)))
    with pytest.raises(PairingFailed, match="wish_twice"):
        propose(4, [], 1, Wishes(locked=(("e1", "e2"), ("e2", "e3"))))
    with pytest.raises(PairingFailed, match="wish_unknown"):
        propose(4, [], 1, Wishes(half_byes=("e9",)))


def test_the_hash_of_the_inputs_tells_any_two_of_them_apart() -> None:
    facts = [match(1, 1, "e1", "e2", 500)]
    made_of = [
        propose(3, facts, 2).inputs,
        propose(4, facts, 2).inputs,
        propose(3, facts, 3).inputs,
        propose(3, [match(1, 1, "e1", "e2", 505)], 2).inputs,
        propose(3, facts, 2, Wishes(half_byes=("e3",))).inputs,
    ]
    assert len(set(made_of)) == len(made_of)
    assert propose(3, list(reversed(facts)), 2).inputs == made_of[0]


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 64), st.integers(0), st.data())
def test_whoever_joins_leaves_or_forfeits_every_round_seats_each_once_and_no_one_meets_twice(
    entries: int, chance: int, data: st.DataObject
) -> None:
    """Section 5, rows 1, 5, 7, 10, 16 and 27, over events of 3 to 64 entries."""
    rolls = random.Random(chance)
    rules = rules_of({"format": "swiss", "rematches": True})
    gone: set[int] = set()
    facts: list[Fact] = []
    joined = entries
    for round in range(1, SWISS.rounds(rules, entries) + 1):
        here = field(joined, *gone)
        pairing = SWISS.propose(here, facts, round, rules, "")
        seated = [entry for pair in sides(pairing) for entry in pair] + [rest.entry for rest in pairing.rests]
        assert sorted(seated) == sorted(entry.id for entry in here if entry.active)
        assert plain(SWISS.propose(list(reversed(here)), list(reversed(facts)), round, rules, "")) == plain(pairing)
        check_bye(pairing, facts)
        before = met(facts)
        rematches = sum(frozenset(pair) in before for pair in sides(pairing))
        assert (rematches > 0) == (dict(pairing.cost)["rematches"] > 0)
        if entries >= 12 and not gone:
            assert rematches == 0
        facts += forfeited(played(pairing, rolls), rolls)
        standings(rules, here, facts, round)
        if rolls.random() < 0.3 and joined - len(gone) > 2:
            gone.add(rolls.choice(sorted(entry.seed for entry in here if entry.active)))
        if rolls.random() < 0.3:
            joined += 1
            facts += missed_rounds(f"e{joined}", round + 1)


def check_bye(pairing: Pairing, facts: list[Fact]) -> None:
    had = [fact.entry for fact in facts if isinstance(fact, Unplayed) and fact.kind in results.FULL_SCORE]
    byes = [rest.entry for rest in pairing.rests if rest.kind == results.BYE]
    seated = {entry for pair in sides(pairing) for entry in pair}
    if byes and dict(pairing.cost)["rematches"] == 0 and len(seated) > 12:
        assert had.count(byes[0]) == min(map(had.count, seated | set(byes)))


def forfeited(facts: list[Fact], rolls: random.Random) -> list[Fact]:
    """The same round, of which some tables were never played."""
    told: list[Fact] = []
    for fact in facts:
        if isinstance(fact, Played) and rolls.random() < 0.1:
            (one,), (other,) = fact.sides
            told += [Unplayed(fact.round, one, results.FORFEIT_WIN, (other,))]
            told += [Unplayed(fact.round, other, results.FORFEIT_LOSS, (one,))]
        else:
            told.append(fact)
    return told


def test_a_whole_event_pairs_equals_with_equals() -> None:
    """What is put up with stays small: in 40 pairs over 8 rounds next to nobody meets another score by two wins."""
    facts: list[Fact] = []
    rolls = random.Random(3)
    for round in range(1, 9):
        pairing = propose(40, facts, round)
        for reason in (one for table in pairing.tables for one in table.reasons if one.code == "float"):
            assert reason.data["score"] - reason.data["opponent_score"] <= 3
        facts += played(pairing, rolls)
    assert max(met(facts).values()) == 1
    scores = [row.values[0].value for row in standings(RULES, field(40), facts, 8).rows]
    assert all(above >= below for above, below in pairwise(scores))


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "chess"},
        {"format": "swiss", "colour": 1},
        {"format": "swiss", "rounds": "5"},
        {"format": "swiss", "rounds": True},
        {"format": "swiss", "rounds": -1},
        {"format": "swiss", "blitz": 0},
        {"format": "swiss", "order": []},
        {"format": "swiss", "order": ["vp", "vp"]},
        {"format": "swiss", "order": ["rating"]},
        {"format": "tables", "table_sizes": [8]},
    ],
)
def test_rules_are_only_those_that_exist_and_can_be_played(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        rules_of(wrong)


def test_what_an_organizer_may_rank_by_is_what_standings_know() -> None:
    assert set(KEYS) == {*ALONE, HEAD_TO_HEAD}
    assert {key for rules in FORMAT_DEFAULTS.values() for key in rules["order"]} <= set(KEYS)
    assert set(FORMAT_DEFAULTS) == set(FORMATS)
