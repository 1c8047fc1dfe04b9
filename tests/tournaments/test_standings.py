"""Standings: what counts, what an unplayed round is worth, and what decides between those who are level."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import field, match, played
from tournaments import results
from tournaments.defaults import KEYS
from tournaments.formats import FORMATS
from tournaments.results import Assigned, Entry, Fact, Penalty, Played, Unplayed, missed_rounds
from tournaments.rules import Rules, plain, rules_of
from tournaments.standings import Row, Standings, standings
from tournaments.standings import plain as plain_standings
from tournaments.standings.vp import victory_points

pytestmark = pytest.mark.pure
SWISS = rules_of({"format": "swiss"})


def ranks(table: Standings) -> list[tuple[int, str]]:
    return [(row.rank, row.entry) for row in table.rows]


def row_of(table: Standings, entry: str) -> Row:
    return next(row for row in table.rows if row.entry == entry)


def value(table: Standings, entry: str, key: str) -> int:
    return next(one.value for one in row_of(table, entry).values if one.key == key)


def ordered(*keys: str) -> Rules:
    return rules_of({"format": "swiss", "order": list(keys)})


@pytest.mark.parametrize(
    ("margin", "blitz", "vp"),
    [
        (0, 6000, 1000),
        (500, 6000, 1148),
        (2000, 6000, 1500),
        (6000, 6000, 2000),
        (9999, 6000, 2000),
        # The scale of the WBF for 20 boards, whose blitz is 15 √20 = 67.082, in thousandths.
        (1_000, 67_082, 1028),
        (10_000, 67_082, 1253),
        (20_000, 67_082, 1458),
        (68_000, 67_082, 2000),
    ],
)
def test_a_margin_is_worth_what_the_tables_of_victory_points_say(margin: int, blitz: int, vp: int) -> None:
    assert victory_points(margin, blitz) == vp


@given(st.integers(0, 7000), st.integers(1, 500))
def test_more_points_are_never_worth_fewer_victory_points_and_the_next_never_more_than_the_last(
    margin: int, more: int
) -> None:
    low, middle, high = (victory_points(margin + step * more, 6000) for step in range(3))
    assert low <= middle <= high
    assert (high - middle) <= (middle - low) + 1  # rounding, both ways


def test_four_pairs_and_their_opponents_strength_by_hand() -> None:
    """Section 5, row 30. e1 beats e2, draws e3, has a bye; e2 beats e3; e4 comes late. Match points ×2:

    e1 2 + 1 + 2 = 5, e2 0 + 2 + 2 = 4, e3 2 + 1 + 0 = 3, e4 0 + 1 + 0 = 1.
    """
    facts: list[Fact] = [
        match(1, 1, "e1", "e2", 500),
        Unplayed(1, "e3", results.BYE),
        Unplayed(1, "e4", results.LATE_ZERO),
        match(2, 1, "e1", "e3", 0),
        Unplayed(2, "e2", results.FORFEIT_WIN, ("e4",)),
        Unplayed(2, "e4", results.LATE_HALF),
        Unplayed(3, "e1", results.BYE),
        match(3, 1, "e2", "e3", 2000),
        Unplayed(3, "e4", results.ABSENT),
    ]
    table = standings(ordered("match_points", "opponents", "opponents_cut", "beaten"), field(4), facts, 3)
    assert ranks(table) == [(1, "e1"), (2, "e2"), (3, "e3"), (4, "e4")]
    assert [value(table, f"e{n}", "match_points") for n in (1, 2, 3, 4)] == [5, 4, 3, 1]
    # e1 has met 4 and 3 and, in the bye, itself: 5. e2: 5, itself 4, 3. e3: itself 3, 5, 4. e4: itself three times.
    assert [value(table, f"e{n}", "opponents") for n in (1, 2, 3, 4)] == [12, 12, 12, 3]
    assert [value(table, f"e{n}", "opponents_cut") for n in (1, 2, 3, 4)] == [9, 9, 9, 2]
    # Twice what was beaten, once what was drawn with: 2·4 + 3 + 2·5, 2·4 + 2·3, 2·3 + 5, and a draw with itself.
    assert [value(table, f"e{n}", "beaten") for n in (1, 2, 3, 4)] == [21, 14, 11, 1]
    cut = next(one for one in row_of(table, "e1").values if one.key == "opponents_cut")
    assert [(part.round, part.entry, part.value, part.cut) for part in cut.parts] == [
        (1, "e2", 4, False),
        (2, "e3", 3, True),
        (3, "", 5, False),
    ]


@pytest.mark.parametrize(
    ("first", "second", "points", "beaten"),
    [
        (["ab", "ac", "ad", "bc", "bd", "cd"], ["ba", "ac", "da", "cb", "bd", "cd"], (4, 4, 3, 1), (11, 9, 6, 4)),
        (["ab", "ac", "da", "bc", "bd", "dc"], ["ab", "ac", "da", "bc", "bd", "dc"], (4, 4, 0, 4), (8, 8, 0, 8)),
    ],
)
def test_whom_one_has_beaten_counts_as_in_the_published_tables_of_sonneborn_and_berger(
    first: list[str], second: list[str], points: tuple[int, ...], beaten: tuple[int, ...]
) -> None:
    """Section 4: four who meet twice. The first is the example of Sensei's Library and of fiveinline.com."""
    names = dict(zip("abcd", ("e1", "e2", "e3", "e4"), strict=True))
    rules = rules_of({"format": "round_robin", "cycles": 2, "order": ["match_points", "beaten"]})
    schedule = [
        {frozenset("ab"), frozenset("cd")},
        {frozenset("ac"), frozenset("bd")},
        {frozenset("ad"), frozenset("bc")},
    ]
    facts = [
        match(
            3 * cycle + next(n for n, pairs in enumerate(schedule, 1) if frozenset(won) in pairs),
            table,
            *(names[x] for x in won),
            100,
        )
        for cycle, results_ in enumerate((first, second))
        for table, won in enumerate(results_, 1)
    ]
    table = standings(rules, field(4), facts, 6)
    assert tuple(value(table, f"e{n}", "match_points") for n in (1, 2, 3, 4)) == tuple(2 * one for one in points)
    assert tuple(value(table, f"e{n}", "beaten") for n in (1, 2, 3, 4)) == tuple(4 * one for one in beaten)


def test_those_who_are_level_are_compared_by_their_own_matches_only_if_all_of_them_have_met() -> None:
    cycle = [match(1, 1, "e1", "e2", 500), match(2, 1, "e2", "e3", 500), match(3, 1, "e1", "e3", -500)]
    rules = ordered("match_points", "head_to_head")
    around = standings(rules, field(3), cycle, 3)
    assert ranks(around) == [(1, "e1"), (1, "e2"), (1, "e3")]
    assert all(row.values[1].applied and row.values[1].value == 2 for row in around.rows)
    # e1 and e2 have two points each, and e2 has won their match; e3 and e4 have none and have not met.
    met = [match(1, 1, "e2", "e1", 500), match(2, 1, "e1", "e3", 500), match(2, 2, "e4", "e2", 500)]
    known = standings(rules, field(4), met, 2)
    assert ranks(known) == [(1, "e1"), (1, "e2"), (1, "e4"), (4, "e3")]
    assert not row_of(known, "e1").values[1].applied, "e1 and e4 have not met"
    pair = standings(rules, field(4), [*met, match(3, 1, "e4", "e3", 0)], 3)
    assert ranks(pair) == [(1, "e4"), (2, "e2"), (3, "e1"), (4, "e3")]


def test_equal_keys_share_a_rank_and_the_next_rank_skips() -> None:
    """Section 5, row 32: neither seed nor time decides."""
    facts = [match(1, 1, "e4", "e1", 500), match(1, 2, "e3", "e2", 500)]
    assert ranks(standings(SWISS, field(5), facts, 1)) == [(1, "e3"), (1, "e4"), (3, "e1"), (3, "e2"), (5, "e5")]


def test_only_closed_rounds_are_read() -> None:
    """Section 5, row 30."""
    facts = [match(1, 1, "e1", "e2", 500), match(2, 1, "e1", "e2", -900)]
    assert standings(SWISS, field(2), facts, 1) == standings(SWISS, field(2), facts[:1], 1)


def test_a_late_entry_has_a_result_for_each_round_it_missed_and_one_of_them_is_a_draw() -> None:
    """Section 5, row 27."""
    late = missed_rounds("e3", 4)
    assert [(fact.round, fact.kind) for fact in late] == [(1, "late_zero"), (2, "late_zero"), (3, "late_half")]
    table = standings(SWISS, field(4), [*late, match(1, 1, "e1", "e2", 500), match(4, 1, "e3", "e1", 500)], 4)
    assert {len(row.lines) for row in table.rows} == {4}
    assert value(table, "e3", "match_points") == 3
    assert [line.kind for line in row_of(table, "e4").lines] == ["absent"] * 4


def test_who_has_withdrawn_ranks_below_everybody_who_has_not() -> None:
    """Section 5, row 42."""
    facts = [match(1, 1, "e1", "e2", 9000), match(1, 2, "e3", "e4", 500)]
    assert ranks(standings(SWISS, field(4, 1), facts, 1)) == [(1, "e3"), (2, "e4"), (3, "e2"), (4, "e1")]


def test_a_forfeit_is_worth_the_own_mean_if_that_is_more_and_no_margin() -> None:
    forfeit: list[Fact] = [
        Unplayed(2, "e1", results.FORFEIT_WIN, ("e2",)),
        Unplayed(2, "e2", results.FORFEIT_LOSS, ("e1",)),
    ]
    for margin, vp in ((0, 1200), (6000, 2000)):
        table = standings(SWISS, field(3), [match(1, 1, "e1", "e3", margin), *forfeit], 2)
        line = row_of(table, "e1").lines[1]
        assert (line.match_points, line.vp, line.net) == (2, vp, 0)
        line = row_of(table, "e2").lines[1]
        assert (line.match_points, line.vp, line.net) == (0, 0, 0)


@pytest.mark.parametrize(("kind", "points", "vp"), [("bye", 2, 1200), ("half_bye", 1, 1000), ("late_half", 1, 1000)])
def test_a_bye_is_a_win_and_a_half_bye_a_draw(kind: str, points: int, vp: int) -> None:
    line = standings(SWISS, field(2), [Unplayed(1, "e1", kind)], 1).rows[0].lines[0]
    assert (line.match_points, line.vp) == (points, vp)


@pytest.mark.parametrize(("totals", "points"), [((5000, 1000), (1, 1)), ((1000, 5000), (0, 2)), ((700, 700), (1, 1))])
def test_the_side_at_fault_for_a_table_that_was_cut_short_can_not_win_it(
    totals: tuple[int, int], points: tuple[int, int]
) -> None:
    table = standings(SWISS, field(2), [Played(1, 1, (("e1",), ("e2",)), totals, fault=0)], 1)
    assert tuple(value(table, entry, "match_points") for entry in ("e1", "e2")) == points
    assert value(table, "e1", "net") <= 0
    assert value(table, "e1", "vp") <= 1000 and value(table, "e1", "vp") + value(table, "e2", "vp") == 2000


def test_places_at_a_table_of_many_are_worth_two_for_each_who_was_left_behind_and_ties_share() -> None:
    rules = rules_of({"format": "tables"})
    facts = [Played(1, 1, (("e1",), ("e2",), ("e3",), ("e4",)), (900, 4000, 900, -50))]
    table = standings(rules, field(4), facts, 1)
    assert [(row.rank, row.entry, row.values[0].value) for row in table.rows] == [
        (1, "e2", 6),
        (2, "e1", 3),
        (2, "e3", 3),
        (4, "e4", 0),
    ]
    assert [value(table, f"e{n}", "firsts") for n in (1, 2)] == [0, 1]


def test_a_sit_out_is_half_a_table_until_the_event_ends_and_then_the_own_mean() -> None:
    rules = rules_of({"format": "rotation"})
    facts: list[Fact] = [
        Played(1, 1, (("e1", "e2"), ("e3", "e4")), (3500, 3000)),
        Played(2, 1, (("e1", "e3"), ("e2", "e4")), (3000, 4001)),
        Unplayed(3, "e4", results.SIT_OUT),
    ]
    running, ended = (standings(rules, field(4), facts, 3, final).rows for final in (False, True))
    assert {row.entry: row.lines[2].net for row in running}["e4"] == 0
    assert {row.entry: row.lines[2].net for row in ended}["e4"] == 251  # of −500 and 1001, half up
    assert {row.entry: row.values[0].value for row in ended} == {"e1": -501, "e2": 1501, "e3": -1501, "e4": 752}


def test_whom_a_pair_met_before_it_left_a_round_robin_makes_no_difference() -> None:
    rules = rules_of({"format": "round_robin"})
    facts: list[Fact] = [
        match(1, 1, "e1", "e5", 6000),
        match(1, 2, "e2", "e3", 500),
        match(2, 1, "e2", "e1", 500),
        match(2, 2, "e4", "e3", 500),
        Unplayed(2, "e5", results.BYE),
        Unplayed(3, "e4", results.FORFEIT_WIN, ("e5",)),
        Unplayed(3, "e5", results.FORFEIT_LOSS, ("e4",)),
    ]
    early = standings(rules, field(5, 5), facts, 3)
    assert {row.entry: row.values[0].value for row in early.rows} == {"e2": 4, "e4": 2, "e1": 0, "e3": 0, "e5": 0}
    assert [line.kind for line in row_of(early, "e4").lines] == ["absent", "played", "cancelled"]
    # Half the matches are played: what was won stands, and the rest are forfeits.
    late = standings(rules, field(5, 5), [*facts, match(4, 1, "e3", "e5", 500)], 4)
    assert value(late, "e1", "match_points") == 2 and value(late, "e4", "match_points") == 4


def test_more_rounds_than_a_round_robin_has_make_no_half_of_it_longer() -> None:
    facts: list[Fact] = [
        match(1, 1, "e1", "e4", 500),
        match(1, 2, "e2", "e3", 500),
        match(2, 1, "e4", "e3", 500),
        match(2, 2, "e1", "e2", 500),
    ]
    of_three, of_ten = (rules_of({"format": "round_robin", "rounds": rounds}) for rounds in (3, 10))
    whole = standings(of_three, field(4, 4), facts, 2)
    assert value(whole, "e1", "match_points") == 4, "two of three matches were played"
    assert [row.lines for row in standings(of_ten, field(4, 4), facts, 2).rows] == [row.lines for row in whole.rows]


def test_rulings_give_and_take() -> None:
    facts: list[Fact] = [
        Assigned(1, "e1", ("e2",), 2, 1400, 300),
        Assigned(1, "e2", ("e1",), 1, 1000, 0),
        Penalty(1, "e1", 1, 250),
    ]
    table = standings(SWISS, field(2), facts, 1)
    assert (value(table, "e1", "match_points"), value(table, "e1", "vp")) == (1, 1150)
    assert ranks(table) == [(1, "e1"), (2, "e2")]


def test_total_points_first_asks_only_how_much_was_scored() -> None:
    social = rules_of({"format": "swiss", "total_first": True})
    facts = [match(1, 1, "e1", "e2", 100, points=500), match(1, 2, "e3", "e4", 100, points=8000)]
    assert [row.entry for row in standings(social, field(4), facts, 1).rows] == ["e3", "e4", "e1", "e2"]


@pytest.mark.parametrize(
    "facts",
    [
        [match(1, 1, "e1", "e2", 0), Unplayed(1, "e1", results.BYE)],
        [match(1, 1, "e1", "e9", 0)],
        [match(1, 1, "e1", "e1", 0)],
        [match(0, 1, "e1", "e2", 0)],
        [Assigned(1, "e1", ("e9",))],
    ],
)
def test_an_entry_spends_a_round_once_and_must_have_entered(facts: list[Fact]) -> None:
    """Section 5, rows 1 and 14."""
    with pytest.raises(ValueError):
        standings(SWISS, field(2), facts, 1)
    with pytest.raises(ValueError):
        standings(SWISS, [Entry("e1", 1), Entry("e2", 1)], [], 0)


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 20), st.integers(1, 5), st.integers(0), st.permutations(KEYS))
def test_standings_are_the_same_in_whatever_order_they_are_told_and_every_table_shares_twenty(
    entries: int, rounds: int, chance: int, keys: list[str]
) -> None:
    """Section 5, row 38: facts that were stored and read give the same hash."""
    rules = rules_of({"format": "swiss", "order": list(keys), "rematches": True})
    rolls, facts = random.Random(chance), []
    for round in range(1, rounds + 1):
        facts += played(FORMATS["swiss"].propose(field(entries), facts, round, rules, ""), rolls)
    table = standings(rules, field(entries), facts, rounds)
    stored = [results.decode(results.encode(fact)) for fact in facts]
    rolls.shuffle(stored)
    again = standings(rules_of(plain(rules)), list(reversed(field(entries))), stored, rounds)
    assert (again.hash, plain_standings(again)) == (table.hash, plain_standings(table))
    lines = [line for row in table.rows for line in row.lines if line.kind == "played"]
    assert sum(line.vp for line in lines) == 1000 * len(lines)
    assert sum(line.net for line in lines) == 0
    for above, below in zip(table.rows, table.rows[1:], strict=False):
        assert (above.rank == below.rank) == (above.values == below.values or _level(above, below))


def _level(above: Row, below: Row) -> bool:
    return [(one.key, one.value) for one in above.values] == [(one.key, one.value) for one in below.values]
