"""What an event decides, without a database: random events of random pairs, and single rules that matter.

Time only passes when the event says what is due next, so a round that nothing ends would be seen here.
"""

from collections import Counter
from datetime import datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.kernel.errors import ProblemError
from tests.tournaments.playing import RULES, START
from tests.tournaments.story import Story, come_late, found, look_for_partners, nobody_came
from tournaments import calendar, commands, facts, state
from tournaments.deciding import deadlines
from tournaments.evolve import evolve
from tournaments.rules import plain, rules_of
from tournaments.state import Tournament

pytestmark = pytest.mark.pure


KINDS = [
    ("swiss", 1, [4]),
    ("swiss", 2, [4]),
    ("swiss", 3, [4]),
    ("round_robin", 2, [4]),
    ("round_robin", 3, [4]),
    ("rotation", 1, [4]),
    ("tables", 1, [4]),
    ("tables", 1, [5, 4]),
    ("tables", 1, [7]),
    ("tables", 2, [3]),
]
"""Format, how many play as one, and the sides of a table of many."""


def check(story: Story) -> None:
    """What holds at every moment."""
    for one in story.event.rounds:
        persons = [entry for table in one.tables for entry in table.entries] + [rest["entry"] for rest in one.rests]
        assert max(Counter(persons).values(), default=1) == 1, "somebody is in a round twice"
        assert one.times.opens_at <= one.times.soft_at <= one.times.hard_at
        if one.status == state.CLOSED:
            assert all(table.over for table in one.tables)
    assert state.read(state.plain(story.event)) == story.event
    for row in facts.standing(story.event).rows if story.event.times else ():
        assert len(row.lines) == facts.closed(story.event), "every pair has a line for every round"


@given(
    st.integers(2, 14),
    st.sampled_from(KINDS),
    st.booleans(),
    st.integers(0, 2**32),
    st.booleans(),
)
@settings(max_examples=90)
def test_whatever_happens_every_event_ends_by_itself(
    entries: int, kind: tuple[str, int, list[int]], early: bool, seed: int, nobody_plays: bool
) -> None:
    """Section 5, rows 1, 5, 10, 25, 27: whoever comes, goes and never plays, in every format."""
    chance = Random(seed)
    format_, persons, sizes = kind
    chosen = state.plain(plain(rules_of({"format": format_, "rounds": chance.choice([0, 2, 5]), "table_sizes": sizes})))
    looked = {"first_move_minutes": chance.choice([0, 60]), "reserve_minutes": 30}
    story = Story(entries, persons, pairing=chosen, early=early, deals=chance.choice([1, 2, 4]), **looked)
    look_for_partners(story, chance)
    steps = 0
    while story.event.status not in state.OVER:
        steps += 1
        assert steps < 2000
        away = [(table, chance.randrange(len(table.sides))) for table in story.on() if chance.random() < 0.3]
        story.found = {table.number: nobody_came(table, side) for table, side in away}
        if chance.random() < 0.05 and story.event.status == state.RUNNING:
            gone = chance.choice(story.event.entries)
            if gone.active:
                story.do(commands.Withdraw(gone.id, "own"))
        elif chance.random() < 0.05:
            come_late(story, steps)
        elif chance.random() < 0.1 and story.event.status in (state.RUNNING, state.PAUSED):
            lead(story, chance)
        elif not nobody_plays and story.on() and chance.random() < 0.8:
            table = chance.choice(story.on())
            totals = tuple(chance.randrange(-500, 9000) for _ in table.sides)
            story.do(commands.TakeResult(str(table.game), steps, state.FINISHED, totals))
        elif story.step() is None:
            raise AssertionError(f"nothing is due while it is {story.event.status}")
        check(story)
    for one in story.event.rounds if story.event.status == state.FINAL else ():
        latest = max(map(one.ends, one.tables), default=one.times.hard_at)
        assert one.closed_at is not None and one.closed_at <= latest
    again: Tournament | None = None
    for row, at in story.rows:
        again = evolve(again, row, 0, at)
    assert again == story.event, "the stream told again gives another state"


def lead(story: Story, chance: Random) -> None:
    """Somebody decides something, by chance; what cannot be decided now is refused and changes nothing."""
    number = len(story.event.rounds)
    times = story.round.times if number else None
    ids = [entry.id for entry in story.event.entries]
    one = chance.choice(
        [
            commands.Rule(
                max(1, chance.randrange(number + 1)), 1, "So be it.", ((0,), (1,), (0, 1), (2,))[chance.randrange(4)]
            ),
            commands.Penalize(chance.choice(story.event.entries).id, "Late.", 1),
            commands.Extend(number, (times.soft_at if times else START) + timedelta(hours=5), "Illness."),
            commands.CloseRound(number, "The hall closes."),
            commands.CloseRound(number, "So be it.", {1: chance.choice(deadlines.POLICIES)}),
            commands.ExtendTable(number, 1, (times.hard_at if times else START) + timedelta(hours=9), "Illness."),
            commands.Adjourn(number, 1, story.now + timedelta(minutes=chance.randrange(6000)), "A wedding."),
            commands.Lift(number, 1, "The bus was late."),
            commands.RePair(number, "A pair came late."),
            commands.Rest(ids[0], story.event.entries[0].persons[0], number + 1, chance.random() < 0.7),
            commands.Disqualify(chance.choice(ids), "Rude."),
            commands.Substitute(ids[0], story.event.entries[0].persons[0], f"s{len(story.rows)}", "Illness."),
            commands.Pause("A power cut."),
            commands.Resume(),
            commands.TryAgain(),
            commands.Wish(chance.choice(("meet", "part", "")), (chance.choice(ids), chance.choice(ids)), "A family."),
        ]
    )
    before = story.event
    try:
        story.do(one, by="director")
    except ProblemError:
        assert story.event == before
    if story.event.status == state.PAUSED:  # whoever pauses an event lets it go on
        story.now += timedelta(hours=1)
        story.do(commands.Resume(), by="director")


@pytest.mark.parametrize(
    ("deals", "complete", "used", "status", "losers", "fault"),
    [
        (4, 2, (100, 200), state.TRUNCATED, (), 1),
        (4, 3, (100, 102), state.TRUNCATED, (), None),
        (4, 1, (100, 200), state.FORFEITED, (1,), None),
        (4, 1, (100, 102), state.FORFEITED, (0, 1), None),
        (2, 1, (200, 100), state.TRUNCATED, (), 0),
        (1, 0, (200, 100), state.FORFEITED, (0,), None),
        (1, 0, (0, 0), state.FORFEITED, (0, 1), None),
    ],
)
def test_at_the_hard_deadline_a_table_is_cut_after_its_last_deal_or_forfeited_by_the_slower_side(
    deals: int, complete: int, used: tuple[int, int], status: str, losers: tuple[int, ...], fault: int | None
) -> None:
    story = Story(2, deals=deals)
    story.until(state.PLAYING)
    story.step()
    story.now = story.round.times.hard_at
    story.do(commands.Overdue(1), found={1: found(complete, (900, 400), used)})
    (table,) = story.round.tables
    assert (table.status, table.losers, table.fault) == (status, losers, fault)
    assert story.round.status == state.CLOSED


def test_at_the_soft_deadline_only_who_moves_gets_a_time_of_grace() -> None:
    story = Story(4)
    story.until(state.PLAYING)
    story.step()
    story.now = story.round.times.soft_at
    story.do(
        commands.Overdue(1),
        found={1: found(0, (0, 0), (9, 9)), 2: found(0, (0, 0), (0, 9), moved=False)},
    )
    assert [table.status for table in story.round.tables] == [state.ON, state.FORFEITED]
    assert story.round.status == state.GRACE


def test_a_pair_that_goes_is_paired_anew_before_the_round_is_told_and_forfeits_that_table_alone_after() -> None:
    """Section 5, row 12."""
    story = Story(4, publish_minutes=10, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 2})
    story.until(state.PROPOSED)
    story.do(commands.Withdraw("1", "own"))
    assert story.event.rounds == ()
    story.until(state.PUBLISHED)
    assert "1" not in [entry for table in story.round.tables for entry in table.entries]
    gone = story.round.tables[0].sides[0][0]
    story.do(commands.Withdraw(gone, "own"))
    assert story.round.tables[0].losers == (0,)
    assert [table.status for table in story.round.tables[1:]] == [state.WAITING] * (len(story.round.tables) - 1)


def test_of_two_pairs_that_both_go_before_they_meet_neither_wins() -> None:
    story = Story(4)
    story.until(state.PUBLISHED)
    first, second = story.round.tables[0].entries
    story.do(commands.Withdraw(first, "own"))
    assert story.round.tables[0].losers == (0,)
    story.do(commands.Withdraw(second, "own"))
    assert story.round.tables[0].losers == (0, 1)


def test_when_everybody_has_gone_the_event_ends_and_nobody_is_paired() -> None:
    """V42. Section 5, row 10."""
    story = Story(4)
    story.until(state.PLAYING)
    for entry in ("1", "2", "3"):
        story.do(commands.Withdraw(entry, "own"))
    assert story.step() == "propose"
    assert story.event.status == state.PROVISIONAL and len(story.event.rounds) == 1


def test_a_pair_that_comes_late_plays_from_the_next_round_on_and_has_a_result_for_each_it_missed() -> None:
    story = Story(6, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 4})
    story.until(state.PLAYING)
    come_late(story, 9)
    assert story.event.entries[-1].first == 2
    story.step()
    for table in story.on():
        story.do(commands.TakeResult(str(table.game), table.number, state.FINISHED, (100, 50)))
    lines = {row.entry: row.lines for row in facts.standing(story.event).rows}
    assert [line.kind for line in lines["7"]] == ["late_half"]
    story.step()
    entries = [entry for table in story.round.tables for entry in table.entries]
    assert "7" in entries + [rest["entry"] for rest in story.round.rests]
    while len(story.event.rounds) < 3:
        assert story.step()
    with pytest.raises(ProblemError):
        story.do(commands.Enter(("x", "y"), "x"))


def test_nobody_is_in_an_event_twice_also_as_a_partner() -> None:
    """Section 5, row 14."""
    story = Story(2)
    for persons in (("a0", "x"), ("x", "b1"), ("x", "x")):
        with pytest.raises(ProblemError):
            story.do(commands.Enter(persons, persons[0]))


def test_a_round_that_cannot_be_paired_is_told_to_the_director_after_three_tries_and_leaves_no_table() -> None:
    """V37. Section 5, row 2."""
    story = Story(4)
    story.now = START
    story.do(commands.CloseEntries())
    for _ in range(calendar.MOST_FAILURES):
        story.do(commands.CannotPair("internal", {}))
    assert calendar.due(story.event) == (START + timedelta(days=1), "propose")
    assert story.event.why["code"] == "internal" and story.event.rounds == ()
    story.do(commands.TryAgain(), by="somebody")
    assert calendar.due(story.event) == (START, "propose")
    assert story.step() == "propose" and story.round.status == state.PROPOSED


def test_a_pairing_that_failed_is_tried_again_some_minutes_later_whatever_else_happens_meanwhile() -> None:
    story = Story(4)
    story.now = START
    story.do(commands.CloseEntries())
    story.do(commands.CannotPair("internal", {}))
    story.now += timedelta(minutes=4)
    story.do(commands.Withdraw("1", "own"))
    assert calendar.due(story.event) == (START + timedelta(minutes=5), "propose")
    assert story.step() == "propose" and story.round.status == state.PROPOSED


def test_too_few_pairs_postpone_an_event_once_and_then_cancel_it() -> None:
    story = Story(1)
    assert story.step() == "close_entries"
    assert story.event.starts_at == START + timedelta(days=1)
    assert story.step() == "close_entries"
    assert story.event.status == state.CANCELLED


def test_a_protest_keeps_the_standings_from_being_final_until_it_is_answered_or_for_three_days() -> None:
    story = Story(2)
    while story.event.status != state.PROVISIONAL:
        story.step()
        for table in story.on():
            story.do(commands.TakeResult(str(table.game), 1, state.FINISHED, (100, 50)))
    story.t = story.event._replace(protests=((7, "1"),))
    usual = story.event.until
    assert usual is not None
    story.now = usual + timedelta(hours=71)
    story.do(commands.Finalize(""))
    assert story.event.status == state.PROVISIONAL
    assert calendar.due(story.event) == (usual + timedelta(hours=72), "finalize")
    story.do(commands.Answer(7, "It stands."), by="somebody")
    assert calendar.due(story.event) == (usual, "finalize")
    assert story.step() == "finalize" and story.event.status == state.FINAL


def test_a_pause_moves_every_time_that_was_to_come() -> None:
    story = Story(4)
    story.until(state.PLAYING)
    before = story.round.times
    story.do(commands.Pause("A power cut."))
    assert calendar.due(story.event) is None
    story.now += timedelta(hours=2)
    story.do(commands.Resume())
    assert story.round.times.hard_at == before.hard_at + timedelta(hours=2)


def test_a_table_that_cannot_be_made_keeps_nothing_waiting_whose_time_has_come() -> None:
    story = Story(4, first_move_minutes=10, reserve_minutes=5, pairing=RULES["pairing"] | {"format": "swiss"})
    story.until(state.PLAYING)
    story.do(commands.MakeTables(1, {1: "1/1"}))
    began, minute = story.now, timedelta(minutes=1)

    def due(at: datetime) -> str:
        found = calendar.due_at(story.event, at)
        return found[1] if found else ""

    assert due(began) == "make_tables" and due(began + 10 * minute) == "look_for"
    story.now = began + 10 * minute
    story.do(commands.LookFor(1), found={1: nobody_came(story.round.tables[0], 0)})
    assert due(story.now) == "make_tables" and due(story.now + 5 * minute) == "end_search"
    story.do(commands.Penalize("1", "Late.", 1), by="a0", officers=frozenset())
    assert due(story.event.corrections[0].until - minute) == "end_search"
    story.now += 5 * minute
    story.do(commands.EndSearch(1))
    story.do(commands.Extend(1, story.now + timedelta(days=9), "Illness."), by="director")
    assert due(story.event.corrections[0].until - minute) == "make_tables"
    assert due(story.event.corrections[0].until) == "unopposed"


def test_without_grace_a_table_with_more_time_is_waited_for_and_not_looked_at_all_the_while() -> None:
    story = Story(4, grace_minutes=0)
    story.until(state.PLAYING)
    story.step()
    until = story.round.times.hard_at + timedelta(hours=5)
    story.do(commands.ExtendTable(1, 1, until, "Illness."), by="director")
    assert story.step() == "overdue"
    assert [table.over for table in story.round.tables] == [False, True] and story.round.open
    assert calendar.due(story.event) == (until, "overdue")
    story.step()
    assert story.event.rounds[0].status == state.CLOSED and story.now == until
