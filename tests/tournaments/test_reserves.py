"""The reserves whom an entry names itself: who they may be, and that they come before the club's stand-ins."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.clubs.models import Membership
from accounts.models import User
from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from engine.errors import Refused
from games import selectors as games
from games import services as at_tables
from games.models import Look
from tests.tournaments.playing import BEFORE, START, Evening
from tests.tournaments.story import Story
from tournaments import audit, command_handler, commands, decisions, services, state, tables
from tournaments.models import Table


def refused(story: Story, command: commands.Command, by: str) -> str:
    """The code with which it is refused."""
    with pytest.raises(ProblemError) as found:
        story.do(command, by=by)
    return str(found.value.code)


@pytest.mark.pure
def test_nobody_is_in_two_entries_also_as_partner_or_reserve() -> None:
    """Row 14."""
    story = Story(3)
    story.do(commands.NameReserve("1", "x"), by="a0")
    for entry, by, person in (("1", "a0", "x"), ("1", "b0", "a0"), ("2", "a1", "x"), ("1", "a0", "b2")):
        assert refused(story, commands.NameReserve(entry, person), by) == "already_entered"
    with pytest.raises(ProblemError, match="already_entered"):
        story.do(commands.Enter(("y", "x"), "y"))
    story.do(commands.Withdraw("1", "own"))
    story.do(commands.Enter(("y", "x"), "y"))


@pytest.mark.pure
@pytest.mark.parametrize(("persons", "most"), [(1, 3), (2, 2), (3, 1)])
def test_with_its_reserves_an_entry_has_four_persons_at_most(persons: int, most: int) -> None:
    format_ = "rotation" if persons == 1 else "round_robin"
    story = Story(4, persons=persons, pairing={**Story(0).event.rules["pairing"], "format": format_})
    for number in range(most):
        story.do(commands.NameReserve("1", f"x{number}"), by="a0")
    assert refused(story, commands.NameReserve("1", "y"), "a0") == "roster_full"
    story.do(commands.DropReserve("1", "x0"), by="a0")
    story.do(commands.NameReserve("1", "y"), by="a0")


@pytest.mark.pure
def test_who_plays_names_reserves_while_entering_is_open_and_who_runs_the_event_later_but_never_of_their_own() -> None:
    story = Story(4)
    assert refused(story, commands.AgreeReserve("1"), "x") == "not_allowed"
    assert refused(story, commands.NameReserve("1", "director"), "director") == "own_table"
    story.do(commands.NameReserve("1", "x"), by="a0")
    story.do(commands.AgreeReserve("1"), by="x")
    story.until(state.PLAYING)
    story.step()
    assert refused(story, commands.NameReserve("1", "y"), "a0") == "not_now"
    assert refused(story, commands.DropReserve("1", "x"), "a0") == "not_now"
    met = next(table for table in story.round.tables if "1" in table.entries)
    opponent = story.event.entry(next(id_ for id_ in met.entries if id_ != "1"))
    assert opponent is not None
    for by in ("x", opponent.persons[0]):
        assert refused(story, commands.NameReserve("1", "y", "Illness."), by) == "own_table"
    assert refused(story, commands.Disqualify("1", "They cheat."), "x") == "own_table"
    story.do(commands.NameReserve("1", "y", "Illness."), by="director")
    story.do(commands.DropReserve("1", "x"), by="x")
    story.do(commands.AgreeReserve("1"), by="y")
    story.do(commands.Substitute("1", "a0", "y", "Illness."), by="director")
    entry = story.event.entries[0]
    assert (entry.persons, entry.reserves, entry.ready) == (("y", "b0"), (), ())


def wanted(evening: Evening, person: User) -> tuple[Table, int]:
    """The table and the seat of a player, for whom somebody is looked."""
    for table in Table.objects.filter(tournament=evening.id):
        seats = games.look_as_the_house(table.game).state.table.seats
        for number, seat in enumerate(seats):
            if seat.holder and seat.holder.id == str(person.id):
                return table, number
    raise AssertionError("they sit nowhere")


def decide(evening: Evening, user: User, do: str, **asked: str) -> None:
    decisions.decide(user, evening.id, decisions.posted({"do": do, **asked}), BEFORE)


@pytest.mark.django_db
def test_where_nobody_came_their_own_reserve_is_told_and_sits_down_before_the_clubs_stand_ins() -> None:
    evening = Evening(4, format="swiss", rounds=1, first_move_minutes=10, reserve_minutes=20)
    (ann, ben), rex, carla = evening.pairs[0], evening.member("rex"), evening.member("carla")
    Membership.objects.filter(user=carla).update(stands_in=True)
    decide(evening, ann, "name_reserve", entry="1", comes="rex")
    assert Notice.objects.get(user=rex).kind == "event_asked"
    decide(evening, rex, "agree_reserve", entry="1")
    evening.at(START)
    looked = START + timedelta(minutes=10)
    evening.at(looked)
    assert Notice.objects.filter(user=rex, kind="event_seat").exists()
    for person in (ann, ben):
        table, seat = wanted(evening, person)
        with pytest.raises(Refused, match="kept_for_reserve"):
            at_tables.sit(carla.id, table.game, seat, looked + timedelta(minutes=9))
    asked = {"do": "take_seat", "round": "1", "table": str(table.number)}
    with pytest.raises(ProblemError, match="not_allowed"):
        decisions.decide(carla, evening.id, decisions.posted(asked), looked)
    decisions.decide(rex, evening.id, decisions.posted(asked), looked)
    held = [seat.holder.id for seat in games.look_as_the_house(table.game).state.table.seats if seat.holder]
    assert str(rex.id) in held
    free = next(seat for seat in (wanted(evening, one) for one in (ann, ben) if str(one.id) in held))
    at_tables.sit(carla.id, free[0].game, free[1], looked + timedelta(minutes=1))  # no other reserve is free
    assert evening.seen.state.entries[0].persons == (str(ann.id), str(ben.id))
    assert audit.verify(evening.id) == []
    command_handler.rebuild(evening.id)
    assert audit.verify(evening.id) == []


@pytest.mark.django_db
def test_a_reserve_who_has_taken_the_seat_in_time_does_not_forfeit_as_absent() -> None:
    evening = Evening(4, format="swiss", rounds=1, first_move_minutes=10, reserve_minutes=20)
    reserves = {str(number): evening.member(f"rex{number}") for number in range(1, 5)}
    for entry in evening.seen.state.entries:
        first = User.objects.get(id=entry.persons[0])
        decide(evening, first, "name_reserve", entry=entry.id, comes=f"rex{entry.id}")
        decide(evening, reserves[entry.id], "agree_reserve", entry=entry.id)
    evening.at(START)
    came: dict[int, User] = {}
    for number, game in Table.objects.filter(tournament=evening.id).values_list("number", "game"):
        now = games.look_as_the_house(game)
        holders = [seat.holder.id for seat in now.state.table.seats if seat.holder]
        absent = holders[now.state.to_act[0]]
        for person in set(holders) - {absent}:
            Look.objects.create(game_id=game, person=person, version=now.version, at=START)
        came[number] = next(reserves[one.id] for one in evening.seen.state.entries if absent in one.persons)
    looked = START + timedelta(minutes=10)
    evening.at(looked)
    asked = decisions.posted({"do": "take_seat", "round": "1", "table": "1"})
    decisions.decide(came[1], evening.id, asked, looked)
    after = evening.at(looked + timedelta(minutes=20))
    assert [table.status for table in after.rounds[0].tables] == [state.ON, state.FORFEITED]
    assert tables.sat_at(after, 1, str(came[1].id)), "they rule about no table at which they sit"


@pytest.mark.django_db
def test_a_reserve_who_does_not_come_keeps_the_seat_from_others_for_half_of_the_time_only() -> None:
    evening = Evening(4, format="swiss", rounds=1, first_move_minutes=10, reserve_minutes=20)
    ann, rex, carla = evening.pairs[0][0], evening.member("rex"), evening.member("carla")
    Membership.objects.filter(user=carla).update(stands_in=True)
    decide(evening, ann, "name_reserve", entry="1", comes="rex")
    decide(evening, rex, "agree_reserve", entry="1")
    evening.at(START)
    evening.at(START + timedelta(minutes=10))
    table, seat = wanted(evening, ann)
    at_tables.sit(carla.id, table.game, seat, START + timedelta(minutes=20))


@pytest.mark.django_db
def test_who_leaves_the_club_is_nobodys_reserve_any_more() -> None:
    evening = Evening(2)
    rex = evening.member("rex")
    decide(evening, evening.pairs[0][0], "name_reserve", entry="1", comes="rex")
    services.take_out(rex.id, evening.club.id, BEFORE)
    assert evening.seen.state.entries[0].reserves == ()
    assert audit.verify(evening.id) == []


@pytest.mark.django_db
def test_a_reserve_is_named_asked_and_seated_on_the_events_page() -> None:
    evening = Evening(4, format="swiss", rounds=1, first_move_minutes=10, reserve_minutes=20)
    ann, rex = evening.pairs[0][0], evening.member("rex")
    named, reserve = Client(), Client()
    for browser, user in ((named, ann), (reserve, rex)):
        browser.force_login(user, backend="accounts.backends.PasswordBackend")

    def press(browser: Client, button: str, **told: str) -> None:
        page = browser.get(f"/events/{evening.id}").content.decode()
        form = next(one for one in page.split("<form")[1:] if f">{button}</button>" in one.split("</form>")[0])
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form.split("</form>")[0]))
        answer = browser.post(f"/events/{evening.id}/decide", hidden | told, follow=True)
        assert "Done." in answer.content.decode()

    press(named, "Name a reserve", comes="rex")
    assert "waits for a yes" in named.get(f"/events/{evening.id}").content.decode()
    press(reserve, "Yes, I stand by")
    evening.at(START)
    evening.at(START + timedelta(minutes=10))
    press(reserve, f"Take the seat at table {wanted(evening, ann)[0].number}")
    table, _seat = wanted(evening, rex)
    page = reserve.get(f"/events/{evening.id}").content.decode()
    assert f'href="/tables/{table.game}">To the table</a>' in page and "Take the seat" not in page
    log = named.get(f"/events/{evening.id}/log").content.decode()
    assert "rex took a seat as a reserve of ann0 &amp; ben0" in log
    told = api_of(evening, rex)
    assert told["entries"][0]["reserves"] == told["entries"][0]["ready"] == ["rex"]


def api_of(evening: Evening, user: User) -> dict[str, Any]:
    """The event as a program reads it."""
    browser = Client()
    browser.force_login(user, backend="accounts.backends.PasswordBackend")
    found: dict[str, Any] = browser.get(f"/api/tournaments/{evening.id}").json()
    return found
