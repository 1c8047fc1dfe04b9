"""Everybody plays alone, with another partner each round; and tables of many."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import field, met, played
from tournaments import results
from tournaments.formats import FORMATS, Pairing, PairingFailed, Wishes, plain
from tournaments.formats.rotation import WHIST, whist
from tournaments.formats.sitting_out import past
from tournaments.formats.tables import cut
from tournaments.results import Fact, Unplayed
from tournaments.rules import Rules, rules_of
from tournaments.standings import standings

pytestmark = pytest.mark.pure
ROTATION, TABLES = FORMATS["rotation"], FORMATS["tables"]


@pytest.mark.parametrize("players", WHIST)
def test_in_a_whist_schedule_everybody_is_the_partner_of_each_once_and_the_opponent_of_each_twice(players: int) -> None:
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for round in range(1, players):
        tables = whist(players, round)
        assert sorted(player for table in tables for side in table for player in side) == list(range(players))
        partners.update(frozenset(side) for table in tables for side in table)
        opponents.update(frozenset((one, other)) for ours, theirs in tables for one in ours for other in theirs)
    assert set(partners.values()) == {1} and set(opponents.values()) == {2}
    assert len(partners) == len(opponents) == players * (players - 1) // 2


def event(rules: Rules, entries: int, rounds: int, chance: int = 1) -> tuple[list[Pairing], list[Fact]]:
    """All rounds of an event in which everybody stays."""
    rolls, facts, pairings = random.Random(chance), [], []
    for round in range(1, rounds + 1):
        pairing = FORMATS[rules.format].propose(field(entries), facts, round, rules, "chance")
        pairings.append(pairing)
        facts += played(pairing, rolls)
    return pairings, facts


def test_eight_who_stay_follow_the_schedule_and_one_who_leaves_breaks_it() -> None:
    rules = rules_of({"format": "rotation", "rounds": 7})
    pairings, facts = event(rules, 8, 7)
    assert {reason.code for one in pairings for table in one.tables for reason in table.reasons} == {"whist"}
    assert set(past(facts).partners.values()) == {1}
    after = ROTATION.propose(field(8, 3), facts, 8, rules, "chance")
    assert [len(after.tables), len(after.rests)] == [1, 3]
    assert [rest.kind for rest in after.rests] == [results.SIT_OUT] * 3


@pytest.mark.parametrize(("entries", "rounds", "most"), [(9, 6, 3), (17, 8, 2), (20, 8, 2), (22, 8, 2), (64, 8, 1)])
def test_nobody_has_a_partner_twice_and_sitting_out_is_shared(entries: int, rounds: int, most: int) -> None:
    _, facts = event(rules_of({"format": "rotation", "rounds": rounds}), entries, rounds)
    told = past(facts)
    assert max(told.partners.values()) == 1
    assert max(told.opponents.values()) <= most
    sat_out = [told.sat_out[entry.id] for entry in field(entries)]
    assert max(sat_out) - min(sat_out) <= 1


def test_of_those_who_have_sat_out_least_the_lowest_rests() -> None:
    rules = rules_of({"format": "rotation"})
    facts: list[Fact] = [Unplayed(1, "e5", results.SIT_OUT)]
    pairing = ROTATION.propose(field(5), facts, 2, rules, "chance")
    lowest = [row.entry for row in standings(rules, field(5), facts, 1).rows if row.entry != "e5"][-1]
    assert [rest.entry for rest in pairing.rests] == [lowest]


def test_the_first_round_is_a_draw_by_the_seed_and_nothing_else() -> None:
    rules = rules_of({"format": "rotation"})
    first, again, other = (ROTATION.propose(field(20), [], 1, rules, seed) for seed in ("a", "a", "b"))
    assert plain(first) == plain(again) and first.tables != other.tables


def test_partners_can_be_locked_and_forbidden() -> None:
    rules = rules_of({"format": "rotation"})
    pairing = ROTATION.propose(field(9), [], 1, rules, "a", Wishes(locked=(("e1", "e9"),), forbidden=(("e2", "e3"),)))
    partners = [set(side) for table in pairing.tables for side in table.sides]
    assert {"e1", "e9"} in partners and {"e2", "e3"} not in partners


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["rotation", "tables"]), st.integers(4, 40), st.integers(0))
def test_whoever_joins_and_leaves_every_round_seats_each_once(name: str, entries: int, chance: int) -> None:
    """Section 5, rows 1 and 10."""
    rolls = random.Random(chance)
    size = rolls.randrange(2, 8) if name == "tables" else 4
    rules = rules_of({"format": name, "table_sizes": [size]})
    gone: set[int] = set()
    facts: list[Fact] = []
    for round in range(1, 6):
        here = field(entries, *gone)
        active = sorted(entry.id for entry in here if entry.active)
        if len(active) < size:
            with pytest.raises(PairingFailed, match="too_few"):
                FORMATS[name].propose(here, facts, round, rules, "")
            return
        pairing = FORMATS[name].propose(here, facts, round, rules, "")
        seated = [entry for table in pairing.tables for side in table.sides for entry in side]
        assert sorted(seated + [rest.entry for rest in pairing.rests]) == active
        assert len(pairing.rests) == len(active) % size
        assert plain(FORMATS[name].propose(here[::-1], facts[::-1], round, rules, "")) == plain(pairing)
        facts += played(pairing, rolls)
        standings(rules, here, facts, round)
        if rolls.random() < 0.4:
            gone.add(rolls.choice([entry.seed for entry in here if entry.active]))
        entries += rolls.random() < 0.3


def test_at_tables_of_three_nobody_meets_twice_while_that_can_be() -> None:
    rules = rules_of({"format": "tables", "table_sizes": [3], "rounds": 6})
    for entries in (24, 40):
        pairings, facts = event(rules, entries, 6)
        assert max(met(facts).values()) == 1
        assert {dict(one.cost)["opponents_again"] for one in pairings} == {0}
    _, facts = event(rules, 12, 5)  # of ten meetings with eleven others some will be second ones
    assert sum(times - 1 for times in met(facts).values()) <= 6


def test_equals_sit_with_equals_where_nobody_has_met() -> None:
    rules = rules_of({"format": "tables"})
    first = TABLES.propose(field(8), [], 1, rules, "")
    assert [[entry for (entry,) in table.sides] for table in first.tables] == [
        ["e1", "e2", "e3", "e4"],
        ["e5", "e6", "e7", "e8"],
    ]
    apart = TABLES.propose(field(8), [], 1, rules, "", Wishes(forbidden=(("e1", "e2"),)))
    assert sum({"e1", "e2"} <= {entry for (entry,) in table.sides} for table in apart.tables) == 0


def test_tables_are_of_one_size_unless_the_rules_name_more() -> None:
    assert cut(21, [4]) == [4] * 5
    assert cut(21, [4, 3]) == [4, 4, 4, 3, 3, 3]
    assert (cut(5, [4, 3]), cut(7, [4, 3]), cut(2, [4, 3]), cut(6, [3, 2])) == ([4], [4, 3], [], [3, 3])
