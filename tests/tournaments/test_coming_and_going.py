"""Who comes late and who goes: at every boundary of a round, and all of them."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from tests.tournaments.playing import RULES, START, Evening, end_games
from tests.tournaments.test_deciding import Story, check
from tournaments import commands, facts, services, state
from tournaments.models import Participant, Seat, Table

SWISS = RULES["pairing"] | {"format": "swiss", "rounds": 4}


@pytest.mark.pure
@pytest.mark.parametrize("point", [state.PROPOSED, state.PUBLISHED, state.PLAYING, state.CLOSED])
def test_an_event_that_everybody_has_left_ends_and_pairs_nobody_any_more(point: str) -> None:
    """V42."""
    story = Story(6, pairing=SWISS, publish_minutes=10)
    while story.event.round is None or story.round.status != point:
        story.step()
        for table in story.on():
            if point == state.CLOSED:
                story.do(commands.TakeResult(str(table.game), table.number, state.FINISHED, (500, 300)))
    for entry in story.event.entries:
        story.do(commands.Withdraw(entry.id, "own"))
    paired = [event.type for event, _at in story.rows].count("round_proposed")
    while story.event.status not in state.OVER:
        assert story.step() is not None
        check(story)
    assert [event.type for event, _at in story.rows].count("round_proposed") == paired
    assert story.event.status == state.FINAL and not any(one.open for one in story.event.rounds)


@pytest.mark.pure
def test_an_event_that_everybody_leaves_before_it_begins_is_called_off() -> None:
    """V42."""
    story = Story(4)
    for entry in story.event.entries:
        story.do(commands.Withdraw(entry.id, "own"))
    while story.event.status not in state.OVER:
        assert story.step() is not None
    assert story.event.status == state.CANCELLED and story.event.rounds == ()


@pytest.mark.pure
@pytest.mark.parametrize("passed", range(2))
@pytest.mark.parametrize("point", [state.PROPOSED, state.PUBLISHED, state.PLAYING, state.CLOSED])
def test_at_every_boundary_of_a_round_who_comes_late_plays_from_the_next_untold_round_on_or_is_told_that_it_is_over(
    point: str, passed: int
) -> None:
    """V49. Section 5, row 27."""
    story = Story(4, pairing=SWISS, publish_minutes=10, early=False)
    while len(story.event.rounds) <= passed or story.round.status != point:
        assert story.step() is not None
    known = passed + (0 if point == state.PROPOSED else 1)
    if known + 1 > 2:
        with pytest.raises(ProblemError, match="not_now"):
            story.do(commands.Enter(("x", "y"), "x"))
        return
    story.do(commands.Enter(("x", "y"), "x"))
    story.do(commands.Accept("5", "y"))
    assert story.event.entries[-1].first == known + 1
    while story.event.status not in state.OVER:
        story.step()
        check(story)  # a line for every round, also for those that were missed
    first = story.event.rounds[known]
    assert "5" in [
        *(entry for table in first.tables for entry in table.entries),
        *(one["entry"] for one in first.rests),
    ]
    rows = {row.entry: row for row in facts.standing(story.event).rows}
    assert [line.kind for line in rows["5"].lines[:known]] == ["late_zero", "late_half"][2 - known :]


@pytest.mark.django_db
def test_who_comes_late_is_told_of_no_round_that_began_before_and_of_each_that_begins_after_once() -> None:
    """V49."""
    evening = Evening(4, format="swiss", rounds=3)
    evening.at(START)
    late, partner = evening.member("late"), evening.member("later")
    services.enter(late, evening.id, [partner.username], START + timedelta(minutes=1))
    entry = evening.seen.state.entry_of(str(partner.id))
    assert entry is not None
    services.accept(partner, evening.id, entry.id, START + timedelta(minutes=2))
    evening.at(START + timedelta(minutes=3))
    theirs = Notice.objects.filter(user__in=(late, partner), kind="event_round")
    assert not theirs.exists()
    for minute in (10, 20):
        end_games(evening.id, (500, 300))
        evening.at(START + timedelta(minutes=minute))
        evening.at(START + timedelta(minutes=minute))
    numbers = {one.number for one in evening.seen.state.rounds for table in one.tables if entry.id in table.entries}
    assert 1 not in numbers and numbers
    assert sorted(theirs.values_list("user__username", "occasion")) == sorted(
        (name, number) for name in ("late", "later") for number in numbers
    )


@pytest.mark.django_db
def test_the_database_itself_lets_nobody_be_in_an_event_or_a_round_twice_nor_a_table_have_two_games() -> None:
    """V38. Section 5, row 1."""
    evening = Evening(4)
    evening.at(START)
    person = evening.pairs[0][0].id
    table = Table.objects.filter(tournament=evening.id).order_by("number")[0]
    other = Table.objects.filter(tournament=evening.id).order_by("number")[1]
    for again in (
        Participant(tournament_id=evening.id, person=person, entry="99", agreed=True),
        Seat(tournament_id=evening.id, round=1, person=person, number=99),
        Table(tournament_id=evening.id, round=1, number=table.number, game=evening.id),
        Table(tournament_id=evening.id, round=1, number=99, game=other.game),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            again.save(force_insert=True)
