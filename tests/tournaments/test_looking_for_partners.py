"""Who enters alone and looks for others to play with."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import User
from accounts.notices.kinds import lines
from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from tests.tournaments.playing import BEFORE, START, Evening, end_games
from tournaments import audit, command_handler, commands, services, state
from tournaments.models import Participant, Tournament

pytestmark = pytest.mark.django_db


def looks(evening: Evening, *names: str) -> list[User]:
    """Each enters alone."""
    users = [evening.member(name) for name in names]
    for one in users:
        services.enter(one, evening.id, [], BEFORE, alone=True)
    return users


def entry(evening: Evening, user: User) -> state.Entry:
    """In which somebody is."""
    found = evening.seen.state.entry_of(str(user.id))
    assert found is not None
    return found


def names(evening: Evening) -> list[list[str]]:
    """Who plays with whom, of those who are in it."""
    people = {str(user.id): user.username for user in User.objects.all()}
    return [[people[person] for person in one.persons] for one in evening.seen.state.entries if one.active]


def told(user: User) -> set[tuple[str, str]]:
    """What somebody is told, title and text."""
    return {(line.title, line.text) for line in lines(list(Notice.objects.filter(user=user, over_at=None))).values()}


def test_two_who_look_for_a_partner_ask_each_other_and_play_together() -> None:
    evening = Evening(1, least_entries=2)
    carla, david = looks(evening, "carla", "david")
    services.ask_to_join(carla, evening.id, entry(evening, carla).id, entry(evening, david).id, BEFORE)
    assert {title for title, _text in told(david)} == {"carla asks you to play in Tuesday pairs"}
    services.ask_to_join(david, evening.id, entry(evening, david).id, entry(evening, carla).id, BEFORE)
    assert names(evening) == [["ann0", "ben0"], ["carla", "david"]]
    assert {title for title, _text in told(carla)} == {"You play in Tuesday pairs with david"} and told(david) == set()
    assert Participant.objects.filter(tournament=evening.id, entry="2").count() == 2
    kept = Tournament.objects.get(id=evening.id).state
    command_handler.rebuild(evening.id)
    assert Tournament.objects.get(id=evening.id).state == kept and audit.verify(evening.id) == []
    assert len(evening.at(START).rounds[0].tables) == 1


def test_whoever_is_left_is_put_together_in_the_order_of_entering_and_the_last_one_is_told_that_nobody_was() -> None:
    evening = Evening(1, persons=3, least_entries=2)
    carla, _david, emma, _fred, gina = looks(evening, "carla", "david", "emma", "fred", "gina")
    blocks.block(carla, "emma")
    evening.at(START)
    assert names(evening) == [["ann0", "ben0", "cleo0"], ["carla", "david", "fred"]]
    assert told(gina) == told(emma) == {("You do not play in Tuesday pairs", "Why: nobody was left to play with.")}


def test_where_the_rules_say_so_nobody_is_put_together_by_itself() -> None:
    evening = Evening(2, format="swiss", least_entries=2, join_alone=False)
    carla, _david = looks(evening, "carla", "david")
    evening.at(START)
    assert len(names(evening)) == 2 and told(carla)


def test_who_runs_the_event_puts_others_together_but_not_themselves_and_nobody_with_whom_they_block() -> None:
    evening = Evening(2)
    carla, david, emma = looks(evening, "carla", "david", "emma")
    services.enter(evening.organizer, evening.id, [], BEFORE, alone=True)
    blocks.block(carla, "emma")
    ids = {user.username: entry(evening, user).id for user in (carla, david, emma, evening.organizer)}

    def put(*who: str) -> str:
        try:
            together = commands.PutTogether(tuple(ids[name] for name in who), "They asked me to.")
            services.lead(evening.organizer, evening.id, together, BEFORE)
        except ProblemError as refused:
            return refused.code
        return "done"

    assert put("carla", "emma") == "not_allowed"
    assert put("carla", "organizer") == "own_table"
    assert put("carla", "carla") == "malformed"
    assert put("carla", "david", "emma") == "malformed"
    assert put("carla", "david") == "done" and ["carla", "david"] in names(evening)
    assert put("carla", "emma") == "not_now"


def test_who_looks_for_a_partner_comes_late_with_one_or_is_out_when_nobody_may_come_in_any_more() -> None:
    evening = Evening(4, format="swiss", rounds=4)
    evening.at(START)
    carla, david, emma = [evening.member(name) for name in ("carla", "david", "emma")]
    for one in (carla, david, emma):
        services.enter(one, evening.id, [], START, alone=True)
    for one, other in ((carla, david), (david, carla)):
        services.ask_to_join(one, evening.id, entry(evening, one).id, entry(evening, other).id, START)
    assert entry(evening, david).first == 2
    end_games(evening.id, (700, 200))
    evening.at(START + timedelta(minutes=30))
    assert evening.round.number == 2 and "5" in [*seated(evening), *(rest["entry"] for rest in evening.round.rests)]
    assert told(emma) == {("You do not play in Tuesday pairs", "Why: nobody was left to play with.")}


def seated(evening: Evening) -> list[str]:
    """The entries at the tables of the round."""
    return [one for table in evening.round.tables for one in table.entries]


def test_the_page_lets_one_enter_alone_and_shows_who_else_looks() -> None:
    evening = Evening(2)
    (carla,) = looks(evening, "carla")
    david, browser = evening.member("david"), Client()
    browser.force_login(david, backend="accounts.backends.PasswordBackend")
    at = f"/events/{evening.id}"
    assert "Enter alone: I look for a partner" in browser.get(at).content.decode()
    page = browser.post(f"{at}/enter", {"alone": "true", "partner1": ""}, follow=True).content.decode()
    assert "look for others to play with" in page and "Ask carla" in page
    services.ask_to_join(carla, evening.id, entry(evening, carla).id, entry(evening, david).id, BEFORE)
    assert "Yes, with carla" in browser.get(at).content.decode()
    other = {"entry": entry(evening, david).id, "other": entry(evening, carla).id}
    page = browser.post(f"{at}/ask", other, follow=True).content.decode()
    assert "You: carla &amp; david" in page and "Ask carla" not in page
