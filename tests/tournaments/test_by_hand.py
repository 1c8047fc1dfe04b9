"""A round that is paired by hand, the next pairing before it is one, and when an event ends. Without a database."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from config.kernel.errors import ProblemError
from tests.tournaments.playing import RULES, START
from tests.tournaments.story import CLUB, Story
from tournaments import blockers, commands, dry_run, forecast, pairing, results, state
from tournaments.commands import CannotPair, PairByHand, Propose
from tournaments.selectors import Seen

pytestmark = pytest.mark.pure

SWISS: dict[str, Any] = {"pairing": RULES["pairing"] | {"format": "swiss", "rounds": 3}, "publish_minutes": 10}


def by_hand(number: int, *tables: tuple[str, ...], rests: tuple[str, ...] = (), accepted: Any = ()) -> PairByHand:
    """A round by hand, of pairs of entries."""
    sides = tuple(((one,), (other,)) for one, other in tables)
    return PairByHand(number, sides, rests, tuple(accepted), "As we like it.")


def result(story: Story, table: int, *totals: int) -> None:
    """How a table has ended."""
    game = story.round.table(table).game  # type: ignore[union-attr]
    assert game is not None
    outcome = int(game.split("/")[0]) * 100 + table
    story.do(commands.TakeResult(game, outcome, state.FINISHED, totals))


def second_round(pairs: int = 4) -> Story:
    """A Swiss whose first round is over."""
    story = Story(pairs, **SWISS)
    story.until(state.PLAYING)
    story.step()
    for table in story.on():
        result(story, table.number, 900 + table.number, 100)
    assert story.round.status == state.CLOSED
    return story


def test_a_round_that_the_engine_cannot_pair_is_paired_by_hand_and_goes_on() -> None:
    """V37."""
    story = second_round()
    for _ in range(3):
        story.do(CannotPair("wishes_leave_none", {}))
    assert story.event.failures == 3 and story.event.why["code"] == "wishes_leave_none"
    met = [tuple(entry for side in table.sides for entry in side) for table in story.round.tables]
    (a, b), (c, d) = met
    story.do(by_hand(2, (a, c), (b, d)), by="director")
    assert story.event.failures == 0 and story.round.status == state.PROPOSED
    assert [table.entries for table in story.round.tables] == [(a, c), (b, d)]
    assert story.round.tables[0].reasons[0]["code"] == "by_hand"
    assert story.rows[-1][0].texts == {"reason": "As we like it."}
    story.until(state.PLAYING)
    story.until(state.CLOSED)


def test_nobody_is_forgotten_or_twice_in_a_round_by_hand() -> None:
    """V37."""
    story = second_round(5)
    for tables, rests, wrong, unknown in (
        ((("1", "2"), ("3", "4")), (), ["5"], []),
        ((("1", "2"), ("3", "1")), ("5",), ["1", "4"], []),
        ((("1", "2"), ("3", "9")), ("5",), ["4"], ["9"]),
    ):
        with pytest.raises(ProblemError, match="not_paired") as refused:
            story.do(by_hand(2, *tables, rests=rests), by="director")
        assert (refused.value.data["entries"], refused.value.data["unknown"]) == (wrong, unknown)


def test_a_rule_of_fair_pairing_is_broken_only_by_who_says_so_by_name() -> None:
    """V37."""
    story = second_round(5)
    had_bye = story.round.rests[0]["entry"]
    again = [table.entries for table in story.round.tables]
    story.do(commands.Wish("part", again[1], "A family."), by="director")
    needed = {"rematch", "kept_apart", "second_bye"}
    asked = by_hand(2, *again, rests=(had_bye,))
    with pytest.raises(ProblemError, match="not_acknowledged") as refused:
        story.do(asked, by="director")
    assert {one["rule"] for one in refused.value.data["broken"]} == needed
    with pytest.raises(ProblemError, match="not_acknowledged"):
        story.do(asked._replace(accepted=("rematch", "kept_apart")), by="director")
    story.do(asked._replace(accepted=tuple(needed)), by="director")
    assert [one["code"] for one in story.round.tables[0].reasons] == ["by_hand", "rematch"]
    assert dict(map(tuple, story.round.pairing["cost"])) == {"kept_apart": 1, "rematch": 2, "second_bye": 1}


def test_who_cannot_play_has_by_hand_what_they_would_have_else_a_draw_once_and_then_nothing() -> None:
    made_of = []
    for proposed in (False, True):
        story = second_round(5)
        out, *others = [entry.id for entry in story.event.entries]
        for number in (2, 3):
            story.do(commands.Rest(out, "a0", number, True))
        for number, kind in ((2, results.HALF_BYE), (3, results.ABSENT)):
            if proposed:
                story.until(state.PROPOSED)
            a, b, c, d = others
            asked = by_hand(number, (a, b), (c, d), rests=(out,), accepted=("rematch",))
            story.do(asked, by="director")
            assert [(rest["entry"], rest["kind"]) for rest in story.round.rests] == [(out, kind)]
            made_of.append(story.round.pairing["inputs"])
            with pytest.raises(ProblemError, match="not_acknowledged") as refused:
                story.do(by_hand(number, (a, b), rests=(out, c, d), accepted=("rematch",)), by="director")
            assert [(one["rule"], one["entries"]) for one in refused.value.data["broken"]] == [
                ("needless_rest", [c, d])
            ]
            story.until(state.PLAYING)
            story.step()
            for table in story.on():
                result(story, table.number, 900, 100)
    assert made_of[:2] == made_of[2:], "what was asked of a round is the same once it is proposed"


FORMATS: dict[str, tuple[int, list[list[str]], set[str]]] = {
    "rotation": (5, [["1", "2"], ["3", "4"]], {"partners_again", "second_bye"}),
    "tables": (5, [["1"], ["2"], ["3"], ["4"]], {"rematch", "second_bye"}),
    "round_robin": (4, [["1"], ["2"]], {"rematch"}),
}
"""Of each other format: so many entries, the first table of a round by hand, and what it breaks when it comes again."""


@pytest.mark.parametrize("name", FORMATS)
def test_a_round_of_any_format_is_paired_by_hand_at_its_own_tables_and_by_its_own_rules(name: str) -> None:
    """V37. What departs from them is said yes to by name, and stands with the reason."""
    entries, first, again = FORMATS[name]
    chosen = {"pairing": RULES["pairing"] | {"format": name, "rounds": 3, "table_sizes": [4]}, "publish_minutes": 10}
    story = Story(entries, 2 if name == "round_robin" else 1, **chosen)
    seated = {entry for side in first for entry in side}
    rest = tuple(str(one) for one in range(1, entries + 1) if str(one) not in seated)
    whole = (tuple(map(tuple, first)), *([((rest[0],), (rest[1],))] if name == "round_robin" else []))
    asked = PairByHand(1, whole, () if name == "round_robin" else rest, (), "As we like it.")
    story.until(state.PROPOSED)
    if name == "round_robin":  # the schedule has others meet
        with pytest.raises(ProblemError, match="not_acknowledged") as refused:
            story.do(asked, by="director")
        assert {one["rule"] for one in refused.value.data["broken"]} == {"off_schedule"}
        asked = asked._replace(accepted=("off_schedule",))
    for wrong in (whole[1:], (*whole, whole[0]), ((whole[0][0],),)):
        with pytest.raises(ProblemError, match="not_paired"):
            story.do(asked._replace(tables=wrong), by="director")
    story.do(asked, by="director")
    assert story.round.tables[0].sides == whole[0]
    story.until(state.PLAYING)
    story.step()
    for table in story.on():
        result(story, table.number, *range(900, 900 - 100 * len(table.sides), -100))
    story.until(state.PROPOSED)
    with pytest.raises(ProblemError, match="not_acknowledged") as refused:
        story.do(asked._replace(number=2), by="director")
    assert {one["rule"] for one in refused.value.data["broken"]} == again
    story.do(asked._replace(number=2, accepted=tuple(again)), by="director")
    kind = {"round_robin": [], "rotation": [results.SIT_OUT], "tables": [results.SIT_OUT]}[name]
    assert [one["kind"] for one in story.round.rests] == kind
    told = {one["code"] for table in story.round.tables for one in table.reasons}
    assert told == {"by_hand"} | again - {"second_bye"}
    while story.step():
        pass
    assert (story.event.status, len(story.event.rounds)) == (state.FINAL, 3)


def test_who_would_meet_one_that_has_left_a_fixed_schedule_wins_also_in_a_round_by_hand() -> None:
    story = Story(5, publish_minutes=10)
    story.until(state.PROPOSED)
    (a, b), (c, d) = [table.entries for table in story.round.tables]
    (bye,) = [rest["entry"] for rest in story.round.rests]
    story.do(commands.Withdraw(a, "own"))
    story.until(state.PROPOSED)
    story.do(by_hand(1, (d, c), rests=(bye, b)), by="director")
    kinds = {rest["entry"]: rest["kind"] for rest in story.round.rests}
    assert kinds == {bye: results.BYE, b: results.FORFEIT_WIN, a: results.FORFEIT_LOSS}
    with pytest.raises(ProblemError, match="not_acknowledged") as refused:
        story.do(by_hand(1, (b, c), rests=(bye, d)), by="director")
    told = {one["rule"]: set(one["entries"]) for one in refused.value.data["broken"]}
    assert told == {"off_schedule": {c, d}, "needless_rest": {d}}


def test_what_is_proposed_is_changed_before_it_is_told_and_not_after() -> None:
    story = second_round()
    story.until(state.PROPOSED)
    first = story.round.tables[0].sides
    story.do(by_hand(2, (first[1][0], first[0][0]), story.round.tables[1].entries[:2]), by="director")
    assert story.round.number == 2 and story.round.tables[0].sides == (first[1], first[0])
    story.until(state.PUBLISHED)
    with pytest.raises(ProblemError, match="not_now"):
        story.do(by_hand(2, ("1", "2"), ("3", "4")), by="director")


def test_a_director_who_plays_does_not_choose_whom_they_meet() -> None:
    story = second_round()
    story.until(state.PROPOSED)
    own, met = story.round.tables[0].entries
    others = story.round.tables[1].entries
    person = story.event.entry(own).persons[0]  # type: ignore[union-attr]
    soft = ("rematch",)
    with pytest.raises(ProblemError, match="own_table"):
        story.do(by_hand(2, (own, others[0]), (met, others[1]), accepted=soft), by=person)
    story.do(by_hand(2, (own, met), (others[1], others[0])), by=person)
    assert story.round.tables[1].entries == (others[1], others[0])
    other = story.event.entry(others[0])
    assert other is not None
    story.do(commands.Substitute(others[0], other.persons[0], "official", "Illness."), by="director")
    with pytest.raises(ProblemError, match="own_table"):  # nor where they play, or played, for another
        story.do(by_hand(2, (own, others[0]), (met, others[1]), accepted=soft), by=other.persons[0])


def test_no_round_is_made_while_results_are_missing_and_it_is_said_which() -> None:
    """V54."""
    story = Story(4, **SWISS)
    story.until(state.PLAYING)
    story.step()
    result(story, 1, 900, 100)
    with pytest.raises(ProblemError, match="results_missing") as refused:
        story.do(by_hand(2, ("1", "2"), ("3", "4")), by="director")
    assert refused.value.data == {"round": 1, "tables": [2]}
    story.do(pairing.of_next_round(story.event))
    assert len(story.event.rounds) == 1, "a proposal that comes too early counts for nothing"
    found = dry_run.of_next(story.event, {2: (50, 650)})
    assert found.assumed == ((2, (50, 650)),) and isinstance(found.found, Propose)
    assert dry_run.of_next(story.event, {}).assumed == ((2, (0, 0)),)


def test_the_dry_run_is_the_pairing_that_comes_and_leaves_no_trace() -> None:
    """V55."""
    story = Story(6, **SWISS)
    story.until(state.PLAYING)
    story.step()
    before, stand = story.event, {1: (800, 300), 2: (300, 800), 3: (500, 500)}
    told = dry_run.of_next(story.event, stand).found
    assert story.event == before
    for table, totals in stand.items():
        result(story, table, *totals)
    story.until(state.PROPOSED)
    assert isinstance(told, Propose)
    assert [table["sides"] for table in told.pairing["tables"]] == [
        [list(side) for side in table.sides] for table in story.round.tables
    ]
    assert all(table.reasons for table in story.round.tables), "each table says why"
    again = dry_run.of_next(story.event, {})
    assert again.round == 2 and again.proposed and again.found == told, "what is proposed is what would be"
    assert not dry_run.of_next(before, stand).proposed


def test_the_end_is_foretold_by_the_deals_that_were_played_and_never_after_the_latest() -> None:
    story = Story(4, deals=4, publish_minutes=0, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 2})
    story.until(state.PLAYING)
    story.step()
    began, minute = story.round.began_at, timedelta(minutes=1)
    assert began == START
    plan = forecast.of(story.event, {}, began)
    assert plan is not None and plan.round is not None
    assert (plan.sure, plan.round.expected, plan.round.latest) == ("plan", began + 180 * minute, began + 190 * minute)
    told = forecast.of(story.event, {1: [began + 10 * minute, began + 20 * minute]}, began + 25 * minute)
    assert told is not None and told.round is not None
    assert (told.sure, told.measured, told.for_a_deal) == ("rough", 2, 10 * minute), "two deals, both of one table"
    assert told.tables[1] == began + 40 * minute
    assert told.tables[2] == began + 55 * minute, "whose first deal is late ends it now at the earliest"
    assert told.round.expected == told.tables[2]
    assert told.played.expected == told.tables[2] + 40 * minute and told.final.expected > told.played.expected
    both = forecast.of(story.event, {1: [began + 10 * minute], 2: [began + 20 * minute]}, began + 25 * minute)
    assert both is not None and both.sure == "measured"
    late = forecast.of(story.event, {1: [began + 170 * minute]}, began + 185 * minute)
    assert late is not None and late.round is not None and late.round.expected == began + 190 * minute


def test_a_table_that_was_given_more_time_is_foretold_by_its_own_end() -> None:
    story = Story(4, real_cards=True, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 1})
    story.until(state.PLAYING)
    hard, hour = story.round.times.hard_at, timedelta(hours=1)
    story.do(commands.ExtendTable(1, 1, hard + 2 * hour, "The power was off."), by="director")
    found = forecast.of(story.event, {}, hard + hour)
    assert found is not None and found.round is not None and found.tables[1] == hard + hour
    assert (found.round.expected, found.round.latest) == (hard + hour, hard + 2 * hour)
    until = {one.table: one.until for one in blockers.of(Seen(UUID(CLUB), 1, story.event), {}, hard)}
    assert (until[1], until[2]) == (hard + 2 * hour, hard)


def test_the_dry_run_of_a_round_that_is_proposed_by_hand_is_what_was_proposed() -> None:
    story = second_round()
    (a, b), (c, d) = [table.entries for table in story.round.tables]
    story.do(by_hand(2, (a, d), (b, c)), by="director")
    found = dry_run.of_next(story.event, {})
    assert found.proposed and isinstance(found.found, Propose)
    assert [table["sides"] for table in found.found.pairing["tables"]] == [[[a], [d]], [[b], [c]]]
