"""What who leads a round decides about one table of it, or about each: more time, its end, a forfeit taken back."""

from datetime import timedelta

import pytest

from config.kernel.errors import ProblemError
from games.models import Game
from tests.tournaments.playing import START, Evening, end_games
from tests.tournaments.story import Story, found
from tournaments import audit, calendar, commands, decisions, facts, services, state
from tournaments.deciding import deadlines
from tournaments.models import Table
from tournaments.standings.vp import ALL

BY = "director"


def playing(pairs: int = 4, **chosen: object) -> Story:
    """An event whose first round is being played."""
    story = Story(pairs, **chosen)
    story.until(state.PLAYING)
    story.step()
    return story


@pytest.mark.pure
def test_one_table_has_more_time_than_its_round_and_the_round_waits_for_it_alone() -> None:
    story = playing()
    hard_at = story.round.times.hard_at
    until = hard_at + timedelta(hours=5)
    with pytest.raises(ProblemError, match="malformed"):
        story.do(commands.ExtendTable(1, 1, hard_at, "Illness."), by=BY)
    story.do(commands.ExtendTable(1, 1, until, "Illness."), by=BY)
    assert story.step() == "overdue" and story.now == story.round.times.soft_at
    assert [table.over for table in story.round.tables] == [False, True]
    assert calendar.due(story.event) == (until, "overdue")
    assert story.step() == "overdue" and story.round.status == state.CLOSED and story.now == until
    assert story.event.rounds[0].closed_at == until


@pytest.mark.pure
def test_a_pause_moves_the_time_of_a_table_that_has_more_of_it() -> None:
    story = playing()
    until = story.round.times.hard_at + timedelta(hours=5)
    story.do(commands.ExtendTable(1, 1, until, "Illness."), by=BY)
    story.do(commands.Pause("A power cut."), by=BY)
    story.now += timedelta(hours=2)
    story.do(commands.Resume(), by=BY)
    assert story.round.tables[0].until == until + timedelta(hours=2)


@pytest.mark.pure
def test_whoever_ends_a_round_says_for_each_table_what_becomes_of_it() -> None:
    """V46."""
    story = playing(12, deals=4)
    every = dict(enumerate((*deadlines.POLICIES[1:], deadlines.DEADLINE), start=1))
    one_deal = {number: found(1, (900, 400), (10, 90)) for number in every}
    story.do(commands.CloseRound(1, "The hall closes.", every), by=BY, found=one_deal)
    tables = {every[table.number]: table for table in story.event.rounds[0].tables}
    assert (tables["cut"].totals, tables["cut"].fault) == ((900, 400), None)
    assert {entry["vp"] for entry in tables["draw"].points.values()} == {ALL // 2}
    forfeits = {policy: tables[policy].losers for policy in (*deadlines.LOSERS, deadlines.DEADLINE)}
    assert forfeits == deadlines.LOSERS | {deadlines.DEADLINE: (1,)}, "less than two of four deals: the slower forfeits"
    told = next(row for row, _at in story.rows if row.type == "cut_short")
    assert told.data["policies"] == {str(number): policy for number, policy in every.items()}
    assert told.texts == {"reason": "The hall closes."}
    assert facts.standing(story.event).rounds == 1


@pytest.mark.pure
@pytest.mark.parametrize("table", ["9" * 5000, "first", "-1", "01", "²"])
def test_what_is_no_table_s_number_has_no_choice(table: str) -> None:
    told = {"do": "close_round", "round": 1, "reason": "Late.", "policies": {table: deadlines.CUT}}
    body = decisions.Decision(data=told)
    assert not body.is_valid() and set(body.errors) == {"policies"}


@pytest.mark.pure
def test_of_a_table_without_a_whole_deal_that_is_to_be_cut_a_draw_is_made() -> None:
    story = playing(2)
    with pytest.raises(ProblemError, match="malformed"):
        story.do(commands.CloseRound(1, "Late.", {7: deadlines.DRAW}), by=BY)
    story.do(commands.CloseRound(1, "Late.", {1: deadlines.CUT}), by=BY, found={1: found(0, (0, 0), (1, 9))})
    assert {row.values[0].value for row in facts.standing(story.event).rows} == {1}


@pytest.mark.pure
def test_no_table_of_pairs_that_are_out_holds_the_round_up() -> None:
    """V45."""
    story = playing()
    for entry in story.round.tables[0].entries:
        story.do(commands.Disqualify(entry, "They fought."), by=BY)
    (rest,) = story.on()
    story.do(commands.TakeResult(str(rest.game), 1, state.FINISHED, (100, 50)))
    assert story.event.rounds[0].status == state.CLOSED
    assert {row.entry for row in facts.standing(story.event).rows if row.active} == set(rest.entries)


@pytest.mark.pure
def test_a_forfeit_is_taken_back_only_while_the_round_is_on_and_both_pairs_are_in_it() -> None:
    story = playing()
    story.do(commands.Rule(1, 1, "Not here.", (0,)), by=BY)
    story.do(commands.Lift(1, 1, "The bus was late."), by=BY)
    assert (story.round.tables[0].status, story.round.tables[0].losers) == (state.WAITING, ())
    assert story.step() == "make_tables" and story.round.tables[0].status == state.ON
    story.do(commands.Withdraw(story.round.tables[0].entries[0], "own"))
    with pytest.raises(ProblemError, match="not_found"):
        story.do(commands.Lift(1, 1, "Come back!"), by=BY)
    with pytest.raises(ProblemError, match="not_now"):
        story.do(commands.Lift(1, 2, "Nobody has forfeited here."), by=BY)


@pytest.mark.django_db
def test_a_table_whose_forfeit_is_taken_back_has_a_new_game_that_counts() -> None:
    evening = Evening(4, format="swiss", rounds=1)
    evening.at(START)
    services.decide(evening.organizer, evening.id, commands.Rule(1, 1, "Not here.", (0,)), START)
    old = evening.round.tables[0].game
    asked = {"do": "lift", "round": "1", "table": "1", "reason": "The bus was late."}
    decisions.decide(evening.organizer, evening.id, decisions.posted(asked), START)
    evening.at(START + timedelta(minutes=1))
    table = evening.round.tables[0]
    assert table.game not in (old, None) and Game.objects.get(id=old).status == "forfeited"
    assert Table.objects.get(tournament=evening.id, number=1).game == Game.objects.get(id=table.game).id
    end_games(evening.id, (700, 200))
    now = evening.at(START + timedelta(minutes=2))
    assert [one.totals for one in now.rounds[0].tables] == [(700, 200), (700, 200)]
    assert audit.verify(evening.id) == []
