"""What of all that ends counts for ratings: every result says whether it does, and if not, why."""

from datetime import UTC, datetime, timedelta
from random import Random
from threading import Event, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.clubs.models import Membership, Role
from accounts.clubs.services import create_club
from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from games import due, endings, requests, tasks
from games.models import Game, Outcome
from tests.games.playing import new_table, people, play_out, seen, step, table_of
from tests.games.waiting import TURN, overdue_by
from tests.tournaments.leaderboards.counted import kept
from tests.tournaments.playing import BEFORE, START, Evening
from tournaments import commands, services, state
from tournaments.leaderboards import checking, counting, judging, reading
from tournaments.leaderboards import services as ruling
from tournaments.leaderboards.models import Fact, Part, Placing, Point, Rating, Recount
from tournaments.leaderboards.tasks import prove, sweep

pytestmark = pytest.mark.django_db

SHORT = {"base": "classic", "packs": 2, "hand_size": 7, "foot_size": 7, "draw": 4}
"""A deal is over in a moment."""
TWO_DEALS = SHORT | {"minimums": [50, 50]}
ONE_DEAL = {"base": "classic", "minimums": [50]}


def rated(users: Any, **more: Any) -> UUID:
    return table_of(users, **{"rated": True, "ruleset": TWO_DEALS} | more)


def play_deals(users: Any, game_id: UUID, deals: int, seed: int = 1) -> None:
    chance = Random(seed)
    while len(seen(game_id).state.game.scores) < deals:
        step(users, game_id, chance)


def why(game_id: UUID) -> str:
    sweep()
    return Fact.objects.get(game=game_id).why


def logs_read() -> int:
    """Whatever is new is read. Returns into how many logs of games that took a look."""
    with CaptureQueriesContext(connection) as asked:
        reading.read()
    return sum("deal_started" in one["sql"] for one in asked.captured_queries)


def test_every_end_of_a_game_says_whether_it_counts_and_why_not_and_nothing_is_left_out() -> None:
    """V09, V53."""
    users = people("ann", "ben", "cora", "dan")
    counts, casual, one_deal, resigned, cut, late, forfeit = (
        rated(users, ruleset=SHORT | {"minimums": [50, 50, 50]}),
        rated(users, rated=False),
        rated(users, ruleset=ONE_DEAL),
        rated(users),
        rated(users),
        rated(users, clock={"turn_seconds": TURN, "late": [{"do": "forfeit"}]}),
        rated(users, ruleset=SHORT | {"minimums": [50, 50, 50]}),
    )
    bots = new_table(users[0], ["me", "bot:random", "bot:random", "bot:random"], rated=True, ruleset=TWO_DEALS)
    play_deals(users, counts, 2)
    play_deals(users, forfeit, 2)
    for game_id in (counts, casual, one_deal, cut):
        endings.end_table(game_id, "the test", datetime.now(UTC))
    for game_id in (resigned, forfeit):
        for user in (users[0], users[2]):
            asked = requests.pause({"action_id": str(uuid4()), "agrees": True})
            endings.resign(user.id, game_id, asked, datetime.now(UTC))
    overdue_by(late, 5)
    due.play_overdue(late, tasks.GRACE)
    endings.end_table(bots, "the test", datetime.now(UTC))
    assert why(counts) == "", "cut after two deals that were played"
    assert why(forfeit) == "", "given up after two deals that were played"
    assert why(casual) == judging.NOT_ASKED
    assert why(one_deal) == judging.ONE_DEAL
    assert why(cut) == judging.CUT_SHORT
    assert why(resigned) == why(late) == judging.GIVEN_UP
    assert why(bots) in (judging.NOBODY, judging.CUT_SHORT)
    assert set(Fact.objects.values_list("number", flat=True)) == set(Outcome.objects.values_list("number", flat=True))
    assert Part.objects.filter(person=users[0].id).count() == 8, "a game is missing in a player's list"
    assert [one.ranks for one in Fact.objects.filter(game=forfeit)] == [[2, 1]], "who gives up has lost"
    played = Outcome.objects.get(game=counts)
    order = [1 if total == max(played.totals) else 2 for total in played.totals]
    assert Fact.objects.get(game=counts).ranks == order
    assert Point.objects.count() == 8 and Rating.objects.get(person=users[0].id).games == 2
    assert checking.differences(everything=True) == []


def test_whoever_played_half_of_the_deals_is_rated_for_a_seat_and_a_bot_for_nobody() -> None:
    """3.3: a substitute is rated who played at least half of the deals; of two with half each the first."""
    users = people("ann", "ben")
    now = seen(rated(users)).state
    told = judging.Told

    def rated_for(*deals: dict[str, int]) -> str:
        return judging.of_seat(now, 0, {n: {0: told(one)} for n, one in enumerate(deals, 1)}, len(deals))

    assert rated_for({"ann": 9}, {"ann": 1, "ben": 9}, {"ben": 9}, {"ben": 9}) == "ben"
    assert rated_for({"ann": 9}, {"ben": 9}) == "ann"
    assert rated_for({"ann": 3, "": 20}, {"ann": 20}) == "ann", "half of it was a bot's or the clock's"
    assert rated_for({"": 20}, {"": 20}, {"ann": 20}) == ""


def test_a_game_that_an_officer_takes_out_says_so_to_all_who_played_it_and_can_come_back() -> None:
    """V10."""
    users = people("ann", "ben", "cora", "dan", "officer")
    club, _ = create_club(users[4], name="Tuesday Cards", joining="open")
    for user in users[:4]:
        Membership.objects.create(club=club, user=user, role=Role.MEMBER, state=Membership.State.MEMBER)
    games = [rated(users[:4], club=str(club.id)) for _ in range(2)]
    for seed, game_id in enumerate(games):
        play_out(users[:4], game_id, seed)
        sweep()
    before = kept()
    with pytest.raises(ProblemError, match="not_allowed"):
        ruling.annul(users[0], games[0], True, "I lost.")
    Membership.objects.filter(user=users[0]).update(role=Role.ARBITER)
    with pytest.raises(ProblemError, match="own_table"):
        ruling.annul(users[0], games[0], True, "I lost.")
    assert ruling.annul(users[4], games[0], True, "The site was down.")
    assert not ruling.annul(users[4], games[0], True, "Once more."), "it was annulled twice"
    told = Notice.objects.filter(kind="rating_annulled", about=games[0])
    assert sorted(told.values_list("user__username", flat=True)) == sorted(one.username for one in users[:4])
    sweep()
    assert why(games[0]) == judging.ANNULLED
    assert list(Rating.objects.values_list("games", flat=True).distinct()) == [1]
    assert not Point.objects.filter(number=Fact.objects.get(game=games[0]).number).exists()
    recount = Recount.objects.get()
    assert recount.changed == 4 and recount.cause.startswith("ruling ")
    for user in users[:4]:
        browser = Client()
        browser.force_login(user, backend="accounts.backends.PasswordBackend")
        for page in (f"/people/{user.id}/ratings", f"/tables/{games[0]}/rating"):
            assert "The site was down." in browser.get(page).content.decode(), f"{user} does not find why"
    officer = Client()
    officer.force_login(users[4], backend="accounts.backends.PasswordBackend")
    assert "Let it count again" in officer.get(f"/tables/{games[0]}/rating").content.decode()
    assert ruling.annul(users[4], games[0], False, "It was not.")
    sweep()
    assert kept() == before
    assert checking.differences(everything=True) == []


def test_a_game_that_cannot_be_read_keeps_no_other_waiting_and_is_judged_when_it_can_be() -> None:
    users = people("ann", "ben", "cora", "dan")
    broken, sound = rated(users), rated(users)
    for game_id in (broken, sound):
        play_out(users, game_id)
    kept_state = Game.objects.get(id=broken).state
    Game.objects.filter(id=broken).update(state={"table": "?"})
    assert (why(broken), why(sound)) == (judging.UNREADABLE, "")
    assert Rating.objects.get(person=users[0].id).games == 1
    number = Fact.objects.get(game=broken).number
    prove()
    assert checking.differences() == [f"game {number} cannot be read"]
    Game.objects.filter(id=broken).update(state=kept_state)
    prove()
    assert why(broken) == "" and checking.differences(everything=True) == []
    assert Rating.objects.get(person=users[0].id).games == 2


def test_an_officer_does_not_take_out_a_game_of_their_own_while_somebody_else_reads() -> None:
    users = people("ann", "ben", "cora", "dan")
    club, _ = create_club(users[0], name="Tuesday Cards", joining="open")
    game_id = rated(users, club=str(club.id))
    endings.end_table(game_id, "the test", datetime.now(UTC))
    reads, read = Event(), Event()

    def work() -> None:
        with transaction.atomic():
            reading.wait_for_readers()
            reads.set()
            read.wait(0.5)
        connection.close()

    other = Thread(target=work)
    other.start()
    assert reads.wait(30)
    with pytest.raises(ProblemError, match="own_table"):
        ruling.annul(users[0], game_id, True, "I lost.")
    read.set()
    other.join()


def test_what_an_event_makes_of_a_table_later_is_what_counts_and_event_points_follow_its_ranks() -> None:
    evening = Evening(3, format="round_robin", deals=2, ruleset=SHORT)
    now = evening.at(START)
    for _ in range(12):
        if evening.round.open and evening.round.number == 1:
            evening.play_out()
        due_at = evening.seen.state.until or evening.round.times.hard_at
        now = evening.at(max(due_at, START) + timedelta(hours=1))
        if now.status == state.PROVISIONAL:
            break
    sweep()
    played = evening.seen.state.rounds[0].tables[0]
    assert why(UUID(played.game or "")) == ""
    before = kept()
    points = {entry: {"match_points": 1, "vp": 1000} for entry in played.entries}
    told = commands.Rule(1, played.number, "The cards were seen.", (), points)
    services.decide(evening.organizer, evening.id, told, BEFORE)
    assert checking.differences(everything=True) == [], "what no sweep has looked at yet is called a difference"
    assert logs_read() == 1, "a row about one table has all games of the event judged again"
    assert why(UUID(played.game or "")) == judging.ASSIGNED
    assert not Rating.objects.exists()
    assert not Placing.objects.exists(), "points for an event that is not final"
    assert evening.seen.state.until is not None
    evening.at(evening.seen.state.until)
    assert evening.seen.state.status == state.FINAL
    assert logs_read() == 0
    sweep()
    first = {entry.id: entry.persons for entry in evening.seen.state.entries}
    best = [row for row in reading.placings(evening.seen.state) if row[1] == 1]
    assert {who for who, _ in best} <= {person for persons in first.values() for person in persons}
    shared = {1: 100, 2: 90, 3: 82}[len(best) // 2]
    assert set(Placing.objects.filter(rank=1).values_list("points", flat=True)) == {shared}
    assert checking.differences(everything=True) == []
    assert before[1], "the game had counted before"
    assert counting.count() == 0


@pytest.mark.parametrize("lifted", [True, False])
def test_of_a_table_that_is_begun_anew_or_goes_on_with_real_cards_no_game_is_rated_that_is_not_its_own(
    lifted: bool,
) -> None:
    evening = Evening(4, format="swiss", rounds=1, deals=3, ruleset=SHORT)
    evening.at(START)
    dead = UUID(evening.round.tables[0].game or "")
    known = {str(user.id): user for pair in evening.pairs for user in pair}
    players = [known[seat.holder.id] for seat in seen(dead).state.table.seats if seat.holder]
    play_deals(players, dead, 2)
    if lifted:
        services.decide(evening.organizer, evening.id, commands.Rule(1, 1, "Too late.", (0,)), START)
        sweep()
        services.decide(evening.organizer, evening.id, commands.Lift(1, 1, "The bus was late."), START)
        assert why(dead) == judging.SET_ASIDE, "its table waits for another game"
        evening.at(START + timedelta(minutes=1))
        evening.play_out()
        evening.at(START + timedelta(minutes=2))
        assert why(UUID(evening.round.tables[0].game or "")) == ""
    else:
        services.decide(evening.organizer, evening.id, commands.PlayWithRealCards(1, 1, "The power is off."), START)
        for user in players[:2]:
            services.enter_scores(user, evening.id, 1, 1, [[900, 300]], START)
        assert evening.round.tables[0].totals == (900, 300)
    assert why(dead) == judging.SET_ASIDE
    fact = Fact.objects.get(game=dead)
    assert fact.tournament == evening.id and fact.totals == Outcome.objects.get(game=dead).totals
    assert set(Rating.objects.values_list("games", flat=True)) == ({1} if lifted else set())
    assert checking.differences(everything=True) == []
    assert reading.judge_all_again() == 0, "whoever counts anew finds the same"
