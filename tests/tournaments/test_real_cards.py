"""Tables with real cards: who plays there writes the score down, both confirm it, differences go to who leads."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from games.models import Game
from tests.tournaments.playing import START, Evening
from tests.tournaments.story import Story
from tests.tournaments.test_deciding import check
from tournaments import audit, calendar, command_handler, commands, facts, services, state
from tournaments.models import Tournament

REAL = {"real_cards": True}


def story(pairs: int = 4, **chosen: Any) -> Story:
    """An event with real cards whose first round is being played."""
    told = Story(pairs, **REAL, **chosen)
    told.until(state.PLAYING)
    return told


def writes(told: Story, side: int, *scores: tuple[int, int], table: int = 1) -> None:
    """A side of a table writes down what was scored."""
    at = told.round.table(table)
    assert at is not None
    entry = told.event.entry(at.sides[side][0])
    assert entry is not None
    told.do(commands.EnterScores(told.round.number, table, entry.persons[side], scores), by=entry.persons[side])


def types(told: Story) -> list[str]:
    """What has happened."""
    return [event.type for event, _at in told.rows]


@pytest.mark.pure
def test_what_both_sides_write_is_the_result_and_with_it_the_round_goes_on() -> None:
    told = story(first_move_minutes=10, reserve_minutes=5)
    assert [table.status for table in told.round.tables] == [state.ON, state.ON], "nothing is waited for"
    due = calendar.due(told.event)
    assert due and due[1] == "overdue", "nobody is looked for whom nobody can see"
    for table in (1, 2):
        writes(told, 0, (2500, 1800), table=table)
        assert not told.round.tables[table - 1].over
        writes(told, 1, (2500, 1800), table=table)
    (first, _second) = told.event.rounds[0].tables
    assert (first.status, first.totals, told.event.rounds[0].status) == (state.FINISHED, (2500, 1800), state.CLOSED)
    assert "scores_differ" not in types(told)


@pytest.mark.pure
def test_who_differs_is_told_of_and_may_correct_it_or_somebody_decides_who_does_not_sit_there() -> None:
    told = story()
    writes(told, 0, (2500, 1800))
    writes(told, 1, (2500, 1900))
    assert types(told)[-1] == "scores_differ" and not told.round.tables[0].over
    writes(told, 0, (2500, 1900))
    assert told.round.tables[0].totals == (2500, 1900)
    writes(told, 0, (100, 0), table=2)
    writes(told, 1, (0, 100), table=2)
    own = told.event.entry(told.round.tables[1].entries[0])
    assert own is not None
    ruling = commands.Rule(1, 2, "I saw the sheet.", (1,))
    with pytest.raises(ProblemError, match="own_table"):
        told.do(ruling, by=own.persons[1])
    told.do(ruling, by="director")
    assert told.event.rounds[0].status == state.CLOSED


@pytest.mark.pure
def test_of_a_table_whose_forfeit_was_taken_back_what_was_written_before_is_written_again_and_counts() -> None:
    told = story()
    for side in (0, 1):
        writes(told, side, (2500, 1800))
    told.do(commands.Rule(1, 1, "Not here.", (1,)), by="director")
    told.do(commands.Lift(1, 1, "The bus was late."), by="director")
    for side in (0, 1):
        assert not told.round.tables[0].over, "one side alone has written it down"
        writes(told, side, (2500, 1800))
    assert told.round.tables[0].totals == (2500, 1800)


@pytest.mark.pure
def test_nobody_writes_for_a_table_of_others_nor_what_is_no_score_of_it() -> None:
    told = story(deals=2, score_by="deal")
    far = told.event.entry(told.round.tables[1].entries[0])
    assert far is not None
    with pytest.raises(ProblemError, match="not_allowed"):
        told.do(commands.EnterScores(1, 1, far.persons[0], ((1, 0),)), by=far.persons[0])
    for wrong in ((), ((1, 0),) * 3, ((1,),)):
        with pytest.raises(ProblemError, match="malformed"):
            writes(told, 0, *wrong)  # type: ignore[arg-type]
    on_the_server = Story(4)
    on_the_server.until(state.PLAYING)
    on_the_server.step()
    with pytest.raises(ProblemError, match="not_now"):
        writes(on_the_server, 0, (1, 0))


@pytest.mark.pure
@given(st.integers(0, 2**32), st.sampled_from(["deal", "total"]), st.sampled_from([1, 2, 4]))
@settings(max_examples=60)
def test_whatever_sides_write_or_not_every_event_ends_in_time_and_what_nobody_denied_counts(
    seed: int, score_by: str, deals: int
) -> None:
    chance = Random(seed)
    told = Story(chance.randrange(2, 9), **REAL, deals=deals, score_by=score_by, least_entries=2)
    lines = deals if score_by == "deal" else 1
    steps = 0
    while told.event.status not in state.OVER:
        steps += 1
        assert steps < 1000
        on = told.on()
        if on and chance.random() < 0.7:
            table = chance.choice(on)
            scores = [(500, 100 * chance.randrange(2)) for _ in range(chance.randrange(1, lines + 1))]
            writes(told, chance.randrange(2), *scores, table=table.number)
        else:
            told.step()
        check(told)
    for one in told.event.rounds:
        assert one.closed_at is not None and one.closed_at <= one.times.hard_at
        for table in one.tables:
            whole = [each for each in table.scores.values() if len(each) == lines]
            if len(whole) == 2 and whole[0] != whole[1]:
                assert table.status == state.ASSIGNED and len({str(each) for each in table.points.values()}) == 1
            elif (len(whole) == 1 and len(table.scores) == 1) or (len(whole) == 2):
                assert table.totals == tuple(map(sum, zip(*whole[0], strict=True)))
            elif not table.scores:
                assert table.losers == (0, 1), "where nobody has written anything nobody wins"


def browser(user: User) -> Client:
    """Somebody's phone."""
    client = Client()
    client.force_login(user, backend="accounts.backends.PasswordBackend")
    return client


def open_notices(kind: str) -> set[str]:
    """Who is told of something that is not over."""
    return set(Notice.objects.filter(kind=kind, over_at=None).values_list("user__username", flat=True))


@pytest.mark.django_db
def test_an_evening_with_real_cards_is_led_from_phones_and_no_game_is_made() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2, deals=2, real_cards=True, score_by="deal")
    evening.at(START)
    first, second = (pair[0] for pair in evening.pairs)
    page, event = f"/events/{evening.id}/rounds/1/tables/1", f"/events/{evening.id}"
    assert "You play with real cards" in browser(first).get(event).content.decode()
    sent = browser(first).post(page, {"points": ["500", "1200", "", ""]})
    assert sent.status_code == 302, "one step"
    assert open_notices("event_score") == {user.username for user in evening.pairs[1]}
    told = browser(second).get(page).content.decode()
    assert "Yes, that is right" in told and ">1200<" in told
    assert "Points are whole numbers" in browser(second).post(page, {"points": ["5", "", "", ""]}).content.decode()
    browser(second).post(page, {"points": ["500", "1300", "5", "5"]})
    assert open_notices("event_differ") == {"organizer"} and open_notices("event_score") == set()
    assert "Two different scores" in browser(first).get(page).content.decode()
    desk = browser(evening.organizer).get(f"{event}/desk").content.decode()
    assert "500 : 1200" in desk and "500 : 1300, 5 : 5" in desk
    browser(first).post(page, {"points": ["500", "1300", "5", "5"]})
    assert evening.round.tables[0].totals == (505, 1305)
    assert open_notices("event_differ") == set()
    now = evening.at(START + timedelta(minutes=1))
    assert now.status == state.PROVISIONAL and Game.objects.count() == 0
    assert [row.rank for row in facts.standing(now).rows] == [1, 2]
    assert browser(first).get(page).status_code == 404
    assert audit.verify(evening.id) == []
    kept = Tournament.objects.get(id=evening.id).state
    command_handler.rebuild(evening.id)
    assert Tournament.objects.get(id=evening.id).state == kept
    log = browser(first).get(f"{event}/log").content.decode()
    assert "wrote down the score of round 1, table 1: 500 : 1200" in log and "have written different scores" in log


@pytest.mark.django_db
def test_a_single_table_is_played_with_real_cards_and_its_game_counts_for_nothing() -> None:
    evening = Evening(4, format="swiss", rounds=1)
    evening.at(START)
    game = evening.round.tables[0].game
    services.decide(evening.organizer, evening.id, commands.PlayWithRealCards(1, 1, "The power is off."), START)
    assert Game.objects.get(id=game).status != "playing"
    evening.at(START + timedelta(minutes=1))
    assert not evening.round.tables[0].over, "that its game was ended is no result"
    for entry in evening.round.tables[0].entries:
        found = evening.seen.state.entry(entry)
        assert found is not None
        user = User.objects.get(id=found.persons[0])
        services.enter_scores(user, evening.id, 1, 1, [[900, 300]], START + timedelta(hours=1))
    assert evening.round.tables[0].totals == (900, 300) and not evening.round.tables[1].over
    assert audit.verify(evening.id) == []
