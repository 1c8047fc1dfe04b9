"""A game that is put off: by all who sit there or by who leads the event, to a told time, and nobody else waits."""

from datetime import timedelta
from random import Random
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from engine.errors import Refused
from games import endings, requests
from games import selectors as games
from tests.tournaments.playing import RULES, START, Evening, end_game
from tests.tournaments.story import Story, found
from tournaments import audit, calendar, commands, decisions, facts, state
from tournaments.deciding import adjourning
from tournaments.models import Table

SLOW = {"round_minutes": 7 * 1440, "grace_minutes": 1440, "period_minutes": 9 * 1440, "publish_minutes": 120}


def begun(rounds: int = 2) -> Story:
    """Four pairs at two tables of the first of some slow rounds."""
    pairing = RULES["pairing"] | {"format": "swiss", "rounds": rounds}
    story = Story(4, pairing=pairing, early=False, **SLOW)
    story.until(state.PLAYING)
    story.step()
    return story


def sides(story: Story, table: int = 0) -> list[str]:
    """One person of each side of a table."""
    entries = (story.event.entry(id_) for id_ in story.round.tables[table].entries)
    return [entry.persons[0] for entry in entries if entry]


@pytest.mark.pure
def test_a_table_is_put_off_once_all_its_sides_want_the_same_and_goes_on_by_itself() -> None:
    story = begun()
    one, other = sides(story)
    first, until = START + timedelta(days=1), START + timedelta(days=2)
    story.do(commands.AskToAdjourn(1, 1, first), by=one)
    story.do(commands.AskToAdjourn(1, 1, until), by=other)
    assert not story.round.tables[0].still, "they want different times"
    with pytest.raises(ProblemError, match="not_allowed"):
        story.do(commands.AskToAdjourn(1, 1, until), by=sides(story, 1)[0])
    story.do(commands.AskToAdjourn(1, 1, until), by=one)
    assert story.round.tables[0].still and calendar.due(story.event) == (until, "end_adjournment")
    story.step()
    table = story.round.tables[0]
    assert not table.still and table.adjourned == until
    with pytest.raises(ProblemError, match="cannot_adjourn"):
        story.do(commands.Adjourn(1, 1, story.now + timedelta(hours=3), "Again."), by="director")


@pytest.mark.pure
def test_who_wants_no_adjournment_ends_the_question_and_the_director_decides_but_not_about_their_own_table() -> None:
    story = begun()
    one, other = sides(story)
    until = START + timedelta(days=1)
    story.do(commands.AskToAdjourn(1, 1, until), by=one)
    story.do(commands.AskToAdjourn(1, 1, None), by=other)
    assert story.round.tables[0].asked == {}
    with pytest.raises(ProblemError, match="own_table"):
        story.do(commands.Adjourn(1, 1, until, "A wedding."), by=one)
    story.do(commands.Adjourn(1, 1, until, "A wedding."), by="director")
    assert story.round.tables[0].still


@pytest.mark.pure
def test_a_question_whose_time_is_past_is_one_no_more() -> None:
    story = begun()
    one, other = sides(story)
    until = START + timedelta(days=1)
    story.do(commands.AskToAdjourn(1, 1, until), by=one)
    table = story.round.tables[0]
    assert adjourning.wanted(story.event, story.round, table, until - timedelta(minutes=1)) == table.asked != {}
    story.now = until
    assert adjourning.wanted(story.event, story.round, table, until) == {}
    with pytest.raises(ProblemError, match="not_now"):
        story.do(commands.AskToAdjourn(1, 1, None), by=other)


@pytest.mark.pure
@pytest.mark.parametrize("rounds", [1, 2])
def test_no_adjournment_lasts_longer_than_three_days_or_makes_the_next_round_wait(rounds: int) -> None:
    story = begun(rounds)
    story.now = START + timedelta(days=6)
    hard = story.round.times.hard_at
    told = START + timedelta(days=9) - timedelta(hours=2)
    latest = min(story.now + timedelta(days=3), told - timedelta(hours=1)) if rounds == 2 else START + timedelta(days=9)
    with pytest.raises(ProblemError, match="adjourned_too_long"):
        story.do(commands.Adjourn(1, 1, latest + timedelta(minutes=1), "A wedding."), by="director")
    story.do(commands.Adjourn(1, 1, latest, "A wedding."), by="director")
    ends = story.round.ends(story.round.tables[0])
    assert ends == (told if rounds == 2 else latest + timedelta(days=2)) and ends > hard
    story.now = story.round.times.soft_at
    with pytest.raises(ProblemError, match="cannot_adjourn"):
        story.do(commands.Adjourn(1, 2, story.now + timedelta(hours=1), "Late."), by="director")


@pytest.mark.pure
def test_where_nobody_does_anything_a_round_with_tables_put_off_closes_at_their_told_end() -> None:
    """V16. V45. Section 5, row 25: an adjournment holds up no round for good, nor does it move the others' times."""
    for seed in range(40):
        story, chance = begun(3), Random(seed)
        story.now = START + timedelta(minutes=chance.randrange(7 * 1440))
        times, at = story.round.times, story.now
        for table in story.round.tables[: chance.randrange(1, 3)]:
            last = adjourning.latest(story.event, story.round, table, at)
            until = at + (last - at) * chance.random()
            story.do(commands.Adjourn(1, table.number, until, "Illness."), by="director")
        if chance.random() < 0.3:
            story.do(commands.Pause("A power cut."), by="director")
            story.now += timedelta(hours=5)
            story.do(commands.Resume(), by="director")
            times = state.Times(*(moment + timedelta(hours=5) for moment in times))
        assert story.round.times == times
        latest = max(map(story.round.ends, story.round.tables))
        while story.round.number == 1 and story.round.status != state.CLOSED:
            story.found = {1: found(0, (0, 0), (9, 9), moved=False), 2: found(0, (0, 0), (9, 9), moved=False)}
            assert story.step() is not None
        assert story.round.closed_at is not None and story.round.closed_at <= latest
        assert latest + timedelta(hours=2) <= story.event.times[1].opens_at
        assert state.read(state.plain(story.event)) == story.event and facts.standing(story.event)


@pytest.mark.django_db
def test_a_game_that_is_put_off_stands_still_all_are_told_and_it_goes_on_at_its_time() -> None:
    evening = Evening(4, format="swiss", rounds=1, pace="slow", clock="daily")
    evening.at(START)
    table = evening.round.tables[0]
    game, until = UUID(str(table.game)), START + timedelta(days=1)
    owners = [next(pair for pair in evening.pairs if evening.seen.state.entry(entry).persons[0] == str(pair[0].id))
              for entry in table.entries]  # fmt: skip
    for person in (owners[0][0], owners[1][1]):
        asked = {"do": "ask_to_adjourn", "round": "1", "table": "1", "until": until.isoformat()}
        decisions.decide(person, evening.id, decisions.posted(asked), START + timedelta(minutes=5))
    with pytest.raises(Refused, match="put_off"):  # an officer lets it go on at the event's desk
        endings.unfreeze(evening.organizer.id, game, uuid4(), START + timedelta(minutes=6))
    with pytest.raises(Refused, match=r"unknown_game|not_allowed"):
        endings.unfreeze(owners[0][0].id, game, uuid4(), START + timedelta(minutes=6))
    before = games.look_as_the_house(game)
    assert before.state.table.frozen and not before.state.deadlines()
    told = Notice.objects.filter(kind="event_ruled", data__ruling__type="adjourned")
    assert {one.user.username for one in told} == {one.username for pair in owners for one in pair} - {
        owners[1][1].username
    }
    client = Client()
    client.force_login(evening.organizer)
    assert "is put off" in client.get(f"/events/{evening.id}/desk").content.decode()
    officers = client.get(f"/tables/{game}/act-for").content.decode()
    assert "The table is put off" in officers and "Let it go on" not in officers
    evening.at(until + timedelta(seconds=30))
    after = games.look_as_the_house(game)
    assert not after.state.table.frozen and after.state.to_act and after.state.deadlines()
    end_game(game, (700, 200))
    end_game(UUID(str(evening.round.tables[1].game)), (700, 200))
    evening.at(until + timedelta(minutes=2))
    assert evening.seen.state.status == state.PROVISIONAL and audit.verify(evening.id) == []
    assert Table.objects.filter(tournament=evening.id, over=False).count() == 0


@pytest.mark.django_db
def test_a_table_that_officers_let_rest_is_not_put_off_and_only_they_let_it_go_on() -> None:
    evening = Evening(4, format="swiss", rounds=1, pace="slow", clock="daily")
    evening.at(START)
    game = UUID(str(evening.round.tables[0].game))
    endings.freeze(evening.organizer.id, game, requests.FreezeRequest(uuid4(), "Something is odd."), START)
    told = {"do": "adjourn", "round": "1", "table": "1", "reason": "A wedding."}
    asked = decisions.posted(told | {"until": (START + timedelta(days=1)).isoformat()})
    with pytest.raises(ProblemError, match="cannot_adjourn"):
        decisions.decide(evening.organizer, evening.id, asked, START)
    assert not evening.round.tables[0].still
    endings.unfreeze(evening.organizer.id, game, uuid4(), START)
    decisions.decide(evening.organizer, evening.id, asked, START)
    assert evening.round.tables[0].still


@pytest.mark.django_db
def test_who_puts_off_a_table_is_told_why_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a table refuses but that its officers let it rest is told as it is."""
    evening = Evening(4, format="swiss", rounds=1, pace="slow", clock="daily")
    evening.at(START)

    def refuse(*_: object) -> None:
        raise Refused("not_started")

    monkeypatch.setattr(endings, "put_off", refuse)
    told = {"do": "adjourn", "round": "1", "table": "1", "reason": "A wedding."}
    asked = decisions.posted(told | {"until": (START + timedelta(days=1)).isoformat()})
    with pytest.raises(Refused, match="not_started"):
        decisions.decide(evening.organizer, evening.id, asked, START)
    assert not evening.round.tables[0].still
