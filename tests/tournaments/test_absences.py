"""Who cannot play, says so, or does not come; and a round that is paired anew."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from games import selectors as games
from games.models import Game, Look
from tests.tournaments.playing import RULES, START, Evening, end_games
from tests.tournaments.story import Story, found
from tournaments import audit, calendar, commands, decisions, facts, results, services, state
from tournaments.models import Table

SWISS: dict[str, Any] = {"pairing": RULES["pairing"] | {"format": "swiss", "rounds": 3}}
LOOKED: dict[str, Any] = SWISS | {"first_move_minutes": 60, "reserve_minutes": 30}


def lines(story: Story, entry: str) -> list[tuple[str, int, int]]:
    """How an entry has spent its rounds: kind, match points ×2, VP ×100."""
    row = next(one for one in facts.standing(story.event).rows if one.entry == entry)
    return [(line.kind, line.match_points, line.vp) for line in row.lines]


def play(story: Story) -> None:
    """Let the round end, each first side winning."""
    for table in story.on():
        story.do(commands.TakeResult(str(table.game), len(story.rows), state.FINISHED, (100, 50)))


@pytest.mark.pure
def test_a_pair_rests_once_for_a_draw_and_after_that_for_nothing() -> None:
    story = Story(5, **SWISS)
    story.do(commands.Rest("1", "a0", 1, True))
    story.do(commands.Rest("1", "b0", 2, True))
    story.do(commands.Rest("1", "a0", 3, True))
    story.do(commands.Rest("1", "b0", 3, False))
    for number in (1, 2, 3):
        while story.event.round is None or story.round.number < number or story.round.status != state.PLAYING:
            assert story.step()
        story.step()
        entries = [entry for table in story.round.tables for entry in table.entries]
        assert ("1" in entries + [rest["entry"] for rest in story.round.rests if rest["kind"] == "bye"]) is (
            number == 3
        )
        play(story)
    assert lines(story, "1")[:2] == [(results.HALF_BYE, 1, 1000), (results.ABSENT, 0, 0)]


@pytest.mark.pure
def test_who_says_it_after_the_proposal_is_paired_anew_and_who_says_it_after_the_round_was_told_is_too_late() -> None:
    story = Story(4, publish_minutes=10, **SWISS)
    story.until(state.PROPOSED)
    with pytest.raises(ProblemError, match="not_allowed"):
        story.do(commands.Rest("1", "a2", 1, True))
    story.do(commands.Rest("1", "a0", 1, True))
    assert story.event.rounds == ()
    story.until(state.PUBLISHED)
    assert {rest["entry"]: rest["kind"] for rest in story.round.rests}["1"] == results.HALF_BYE
    with pytest.raises(ProblemError, match="not_now"):
        story.do(commands.Rest("2", "a1", 1, True))
    with pytest.raises(ProblemError, match="fixed_schedule"):
        Story(4).do(commands.Rest("1", "a0", 1, True))


@pytest.mark.pure
def test_an_event_goes_on_though_nearly_everybody_says_that_they_cannot_play() -> None:
    story = Story(3, **SWISS)
    for number in (1, 2, 3):
        story.do(commands.Rest(str(number), f"a{number - 1}", 1, True))
    story.until(state.PLAYING)
    assert len(story.round.tables) == 1


@pytest.mark.pure
@pytest.mark.parametrize("format_", ["rotation", "tables"])
def test_where_a_table_takes_four_one_of_four_who_cannot_play_ends_no_event(format_: str) -> None:
    story = Story(4, persons=1, pairing=RULES["pairing"] | {"format": format_, "rounds": 2, "table_sizes": [4]})
    story.do(commands.Rest("1", "a0", 1, True))
    story.until(state.PLAYING)
    assert story.event.status == state.RUNNING and len(story.round.tables) == 1
    five = Story(5, persons=1, pairing=RULES["pairing"] | {"format": format_, "rounds": 2, "table_sizes": [4]})
    five.do(commands.Rest("1", "a0", 1, True))
    five.until(state.PLAYING)
    assert [(rest["entry"], rest["kind"]) for rest in five.round.rests] == [("1", results.HALF_BYE)]


@pytest.mark.pure
def test_whoever_has_not_come_is_looked_for_and_forfeits_only_if_the_table_waits_for_them() -> None:
    story = Story(4, **LOOKED)
    story.until(state.PLAYING)
    story.step()
    assert calendar.due(story.event) == (START + timedelta(hours=1), "look_for")
    away = {1: found(0, (0, 0), (9, 0))._replace(waited_for=(0,), unseen=(0, 1))}
    here = {2: found(0, (0, 0), (9, 0))._replace(waited_for=(1,), unseen=(3,))}  # it is not seat 3's turn
    story.now = START + timedelta(hours=1)
    story.do(commands.LookFor(1), found=away | here)
    assert story.round.missing == (1, 2)
    assert calendar.due(story.event) == (START + timedelta(minutes=90), "end_search")
    story.now = START + timedelta(minutes=90)
    story.do(commands.EndSearch(1), found=away | here)
    assert (story.round.tables[0].losers, story.round.tables[1].over) == ((0,), False)
    assert calendar.due(story.event) == (story.round.times.soft_at, "overdue")


@pytest.mark.pure
def test_a_table_that_was_begun_anew_while_others_are_looked_for_is_not_forfeited_by_who_has_come_to_it() -> None:
    story = Story(4, **LOOKED)
    story.until(state.PLAYING)
    story.step()
    absent = {one: found(0, (0, 0), (9, 0))._replace(waited_for=(0,), unseen=(0,)) for one in (1, 2)}
    story.now = START + timedelta(hours=1)
    story.do(commands.LookFor(1), found=absent)
    story.do(commands.Rule(1, 1, "Not here.", (0,)), by="director")
    story.do(commands.Lift(1, 1, "The bus was late."), by="director")
    assert story.step() == "make_tables"
    story.now = START + timedelta(minutes=90)
    story.do(commands.EndSearch(1), found=absent)
    assert [table.status for table in story.round.tables] == [state.ON, state.FORFEITED]


@pytest.mark.pure
@pytest.mark.parametrize("minutes", [30, 70])
def test_a_table_that_is_put_off_around_the_first_move_has_a_look_of_its_own_once_it_goes_on(minutes: int) -> None:
    story = Story(4, **LOOKED, round_minutes=7 * 1440, grace_minutes=1440, period_minutes=9 * 1440, early=False)
    story.until(state.PLAYING)
    story.step()
    absent = {one: found(0, (0, 0), (9, 0))._replace(waited_for=(0,), unseen=(0,)) for one in (1, 2)}
    goes_on, story.found = START + timedelta(hours=30), absent
    if minutes > 60:
        assert story.step() == "look_for" and story.round.missing == (1, 2)
    story.now = START + timedelta(minutes=minutes)
    story.do(commands.Adjourn(1, 1, goes_on, "A wedding."), by="director")
    while not story.round.tables[1].over:
        assert story.step() in ("look_for", "end_search")
    assert not story.round.tables[0].over and story.now == START + timedelta(minutes=90)
    assert [story.step() for _ in range(3)] == ["end_adjournment", "look_for", "end_search"]
    assert (story.round.tables[0].by, story.now) == ("absent", goes_on + timedelta(minutes=90))


@pytest.mark.pure
def test_a_table_that_is_put_off_while_it_is_looked_for_forfeits_by_no_look_but_its_own_which_pauses_move() -> None:
    story = Story(4, **LOOKED, round_minutes=7 * 1440, grace_minutes=1440, period_minutes=9 * 1440, early=False)
    story.until(state.PLAYING)
    story.step()
    story.found = {one: found(0, (0, 0), (9, 0))._replace(waited_for=(0,), unseen=(0,)) for one in (1, 2)}
    assert story.step() == "look_for" and story.round.missing == (1, 2)
    story.now = START + timedelta(minutes=70)
    story.do(commands.Adjourn(1, 1, START + timedelta(minutes=80), "The bus is late."), by="director")
    story.now = went_on = START + timedelta(minutes=85)
    story.do(commands.EndAdjournment(1))
    assert story.step() == "end_search" and story.now == START + timedelta(minutes=90)
    assert [table.status for table in story.round.tables] == [state.ON, state.FORFEITED]
    story.do(commands.Pause("A power cut."), by="director")
    story.now += timedelta(hours=5)
    story.do(commands.Resume(), by="director")
    assert calendar.due(story.event) == (went_on + timedelta(hours=6), "look_for")
    assert state.read(state.plain(story.event)) == story.event


@pytest.mark.pure
@pytest.mark.parametrize("excused", [False, True])
def test_a_pair_that_stays_away_twice_is_out_unless_an_officer_has_decided_about_it(excused: bool) -> None:
    story = Story(4, **LOOKED)
    gone = None
    for number in (1, 2):
        while story.event.round is None or story.round.number < number or not story.on():
            assert story.step()
        table = next((one for one in story.round.tables if gone in one.entries), story.round.tables[0])
        gone = gone or table.entries[0]
        side = table.side_of(gone)
        absent = {table.number: found(0, (0, 0), (9, 9))._replace(waited_for=(side,), unseen=(side,))}
        story.now = story.round.times.opens_at + timedelta(hours=1)
        story.do(commands.LookFor(number), found=absent)
        story.now += timedelta(minutes=30)
        story.do(commands.EndSearch(number), found=absent)
        if excused:
            story.do(commands.Rule(number, table.number, "They were ill.", (side,)), by="director")
        play(story)
        entry = story.event.entry(gone)
        assert entry is not None
        assert entry.withdrawn == ("stayed_away" if number == 2 and not excused else None)


@pytest.mark.pure
def test_a_round_that_is_told_is_paired_anew_as_long_as_no_deal_is_complete_and_by_nobody_who_plays_in_it() -> None:
    story = Story(4, **SWISS)
    story.until(state.PLAYING)
    story.step()
    old = story.round
    with pytest.raises(ProblemError, match="own_table"):
        story.do(commands.RePair(1, "Somebody came."), by="a0")
    with pytest.raises(ProblemError, match="not_now"):
        story.do(commands.RePair(1, "Somebody came."), by="director", found={1: found(1, (9, 0), (9, 9))})
    story.do(commands.Wish("part", (old.tables[0].entries[0], old.tables[0].entries[1]), "A family."), by="director")
    story.do(commands.RePair(1, "They are a family."), by="director", found={1: found(0, (0, 0), (9, 9))})
    assert story.event.rounds == () and [one.number for one in story.event.void] == [1]
    story.until(state.PLAYING)
    assert frozenset(old.tables[0].entries) not in [frozenset(table.entries) for table in story.round.tables]
    play_on = [table.attempt for table in story.round.tables]
    assert play_on == [100, 100], "its games would be those of the first pairing"


@pytest.mark.django_db
def test_nobody_has_come_so_stand_ins_are_offered_the_seats_and_then_the_side_that_is_waited_for_forfeits() -> None:
    evening = Evening(4, format="swiss", rounds=1, first_move_minutes=10, reserve_minutes=10)
    evening.at(START)
    first, second = (table.game for table in Table.objects.filter(tournament=evening.id).order_by("number"))
    here = games.look_as_the_house(second)
    for seat in here.state.table.seats:
        assert seat.holder is not None
        Look.objects.create(game_id=second, person=seat.holder.id, version=here.version, at=START)
    evening.at(START + timedelta(minutes=10))
    offered = [seat.offer is not None for seat in games.look_as_the_house(first).state.table.seats]
    assert offered == [True] * 4 and evening.round.missing == (1,)
    told = set(Notice.objects.filter(kind="event_ruled").values_list("user__username", flat=True))
    names = {person.username for pair in evening.pairs for person in pair}
    assert told < names and len(told) == 4
    now = evening.at(START + timedelta(minutes=20))
    assert [table.status for table in now.rounds[0].tables] == [state.FORFEITED, state.ON]
    assert len(now.rounds[0].tables[0].losers) == 1


@pytest.mark.django_db
def test_the_games_of_a_round_that_is_paired_anew_end_and_none_of_them_counts() -> None:
    evening = Evening(4, format="swiss", rounds=1)
    evening.at(START)
    old = set(Game.objects.values_list("id", flat=True))
    asked = decisions.posted({"do": "re_pair", "round": "1", "reason": "A pair came late."})
    decisions.decide(evening.organizer, evening.id, asked, START)
    evening.at(START + timedelta(minutes=1))
    assert set(Game.objects.filter(id__in=old).values_list("status", flat=True)) == {"truncated"}
    new = {table.game for table in Table.objects.filter(tournament=evening.id)}
    assert len(new) == 2 and not new & old
    end_games(evening.id, (700, 200))
    evening.at(START + timedelta(minutes=2))
    assert evening.seen.state.status == state.PROVISIONAL and audit.verify(evening.id) == []
    with pytest.raises(ProblemError, match="not_now"):
        services.lead(evening.organizer, evening.id, commands.RePair(1, "Again!"), START)
