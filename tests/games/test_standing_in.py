"""Substitutes: a seat that looks for somebody, and who may sit down there."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts import blocks
from accounts.clubs import services as clubs
from accounts.clubs.models import Change
from accounts.leaving import export
from accounts.models import User
from accounts.notices.models import Notice
from accounts.services import create_token
from engine.errors import Refused
from games import notices, permissions, table
from games.audit import verify
from games.models import Outcome
from games.table import Context, Holder, Seat, Sit, Table, Want
from tests.accounts.clubs.cast import Cast
from tests.games.playing import act, draw_for, people, play, seen, table_of, turn_of
from tests.games.waiting import TURN, overdue_by

ANN, BEN, CORA, DAN, EVE = (Holder("user", str(UUID(int=n))) for n in range(5))
BOT = Holder("bot", "careful")
NEW = Context()


# --- What the table decides ---------------------------------------------------------------------------------------


def four(*, club: str | None = None, visibility: str = "public") -> Table:
    seats = tuple(Seat(holder, since=1) for holder in (ANN, BEN, CORA, BOT))
    return Table(1, {}, 4, 2, visibility, "none", ("aa",) * 4, seats, status=table.PLAYING, club=club)


def after(one: Table, command: table.Command, context: Context = NEW, version: int = 10) -> Table:
    for event in table.decide(one, command, context):
        one = table.evolve(one, event, version)
    return one


def refusal(one: Table, command: table.Command, context: Context = NEW) -> str:
    with pytest.raises(Refused) as refused:
        table.decide(one, command, context)
    return refused.value.code


@pytest.mark.pure
def test_a_player_asks_for_themselves_a_partner_for_who_is_away_and_an_officer_for_anybody() -> None:
    away = Context(absent=frozenset({2}))
    assert after(four(), Want(0, True, asker=0)).offers(0)
    assert after(four(), Want(2, True, asker=0), away).offers(2)
    assert after(four(), Want(1, True, asker=None)).offers(1)
    assert refusal(four(), Want(2, True, asker=0)) == "not_allowed", "nobody is thrown out"
    assert refusal(four(), Want(2, True, asker=1), away) == "not_allowed", "not by the others either"
    assert refusal(four(), Want(3, True, asker=None)) == "not_allowed", "a bot lacks nobody"
    assert refusal(four(visibility="private"), Want(0, True, asker=0)) == "not_allowed", "nobody would find it"
    assert refusal(four()._replace(status=table.WAITING), Want(0, True, asker=0)) == "not_started"
    assert refusal(four(), Want(0, True, asker=0), Context(over=True)) == "game_over"
    assert refusal(four(), Want(4, True, asker=None)) == "not_found"


@pytest.mark.pure
def test_a_wish_is_taken_back_by_the_player_and_by_others_only_if_it_was_theirs() -> None:
    away = Context(absent=frozenset({2}))
    own, partners = after(four(), Want(2, True, asker=2)), after(four(), Want(2, True, asker=0), away)
    assert refusal(own, Want(2, True, asker=2)) == "already_offered"
    assert not after(own, Want(2, False, asker=2)).offers(2)
    assert refusal(own, Want(2, False, asker=0)) == "not_allowed"
    assert not after(partners, Want(2, False, asker=0)).offers(2)
    assert not after(own, Want(2, False, asker=None)).offers(2)
    assert refusal(four(), Want(2, False, asker=2)) == "not_offered"


@pytest.mark.pure
def test_who_acts_is_not_away_so_what_others_have_wished_ends_and_the_own_wish_stays() -> None:
    away = Context(absent=frozenset({2}))
    partners, own = after(four(), Want(2, True, asker=0), away), after(four(), Want(2, True, asker=2))
    assert not table.decided(partners, 2, in_person=True).offers(2)
    assert table.decided(own, 2, in_person=True).offers(2)
    let_pass = table.decided(partners, 2, in_person=False)
    assert let_pass.offers(2) and let_pass.seats[2].absent
    assert not table.decided(let_pass, 2, in_person=True).seats[2].absent
    assert table.decode(table.encode(let_pass)) == let_pass


@pytest.mark.pure
def test_nobody_who_has_seen_other_cards_of_the_running_deal_sits_down_in_it() -> None:
    one = after(four(), Want(0, True, asker=0))
    one = after(one, Sit(0, DAN), version=20)
    assert one.seats[0].holder == DAN
    one = after(one, Want(1, True, asker=None))
    assert refusal(one, Sit(1, ANN)) == "already_seated", "her seat is the one that is played for her"
    assert refusal(one, Sit(1, CORA)) == "already_seated"
    one = after(one, Want(0, True, asker=0))
    one = after(one, Sit(0, EVE), version=30)
    assert refusal(one, Sit(1, DAN), Context(opened=29)) == "has_seen_cards"
    assert after(one, Sit(1, DAN), Context(opened=30)).seats[1].holder == DAN, "with the next deal he may"
    back = after(after(one, Want(0, True, asker=0)), Sit(0, DAN))
    assert back.seats[0].holder == DAN, "to cards that he has seen he may come back"
    assert (back.seats[0].away, back.seats[0].offer) == (table.Away(ANN, True), None)
    assert table.decode(table.encode(back)) == back


# --- The way over HTTP --------------------------------------------------------------------------------------------


class Api:
    """A person's program."""

    def __init__(self, user: User) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {create_token(user)}"})

    def ask(self, path: str, body: Any = None) -> Any:
        """A GET, or with a body a POST."""
        if body is None:
            return self.client.get(f"/api/games{path}")
        return self.client.post(f"/api/games{path}", body, content_type="application/json")

    def want(self, game_id: UUID, seat: int, wanted: bool = True, **more: Any) -> Any:
        return self.ask(f"/{game_id}/seats/{seat}/substitute", {"action_id": str(uuid4()), "wanted": wanted, **more})

    def sit(self, game_id: UUID, seat: int) -> Any:
        return self.ask(f"/{game_id}/seats/{seat}", {})


@pytest.fixture
def cast() -> Cast:
    """A club in which somebody stands in."""
    made = Cast()
    clubs.choose(made["organizer"], made.club.id, stands_in=True)
    return made


def of_club(cast: Cast, **more: Any) -> UUID:
    users = [cast["member"], cast.target, *people("cora", "dan")]
    for user in users[2:]:
        cast.put(user)
    return table_of(users, club=str(cast.club.id), clock={"turn_seconds": TURN}, **more)


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_the_seat_is_offered_to_the_club_s_list_and_the_first_one_has_it(cast: Cast) -> None:
    game_id = of_club(cast)
    member, stands_in, other = Api(cast["member"]), Api(cast["organizer"]), Api(cast["arbiter"])
    assert stands_in.ask("?looking=1").json()["games"] == []
    assert member.want(game_id, 0).status_code == 200
    [listed] = stands_in.ask("?looking=1").json()["games"]
    assert listed["id"] == str(game_id) and listed["seats"][0]["offered"] is True
    assert [Api(cast[who]).ask("?looking=1").json()["games"] for who in ("arbiter", "member", "stranger")] == [[]] * 3
    assert other.sit(game_id, 0).status_code == 403
    clubs.choose(cast["arbiter"], cast.club.id, stands_in=True)
    told = stands_in.sit(game_id, 0).json()["view"]
    assert (told["seat"], "hand" in told["seats"][0], "offered" in told["seats"][0]) == (0, True, False)
    assert told["seats"][0]["player"]["for"] == {"kind": "user", "name": "member", "returns": True, "wanted": False}
    assert other.sit(game_id, 0).json()["code"] == "already_seated"
    assert stands_in.sit(game_id, 0).status_code == 200, "the answer may have been lost"
    before = member.ask(f"/{game_id}").json()["view"]
    assert before["seat"] is None and not any("hand" in seat for seat in before["seats"])
    assert stands_in.ask("?looking=1").json()["games"] == []
    assert verify(game_id) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_a_partner_asks_once_a_turn_was_missed_and_who_comes_back_and_plays_keeps_the_seat(cast: Cast) -> None:
    game_id = of_club(cast)
    users = [cast["member"], cast.target, *User.objects.filter(username__in=("cora", "dan")).order_by("username")]
    seat = turn_of(game_id)
    partner = Api(users[(seat + 2) % 4])
    assert partner.want(game_id, seat).status_code == 403
    overdue_by(game_id, 1)
    assert partner.want(game_id, seat).status_code == 200
    assert seen(game_id).state.table.offers(seat)
    act(users[seat], game_id, draw_for(game_id, seat))
    assert not seen(game_id).state.table.offers(seat)
    assert Api(cast["organizer"]).sit(game_id, seat).json()["code"] == "already_seated"


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_an_officer_asks_for_anybody_s_seat_and_the_club_s_log_says_so(cast: Cast) -> None:
    game_id = of_club(cast)
    assert Api(cast["guest"]).want(game_id, 1).json()["code"] == "not_seated"
    assert Api(cast["arbiter"]).want(game_id, 1).status_code == 200
    line = Change.objects.filter(club=cast.club).latest("id")
    assert (line.act, line.actor, line.person) == ("substitute_wanted", cast["arbiter"].id, cast.target.id)
    told = Api(cast["guest"]).ask(f"/{game_id}/events").json()["events"][-1]
    assert (told["type"], told["seat"], told["actor"]) == (
        "substitute_wanted",
        1,
        {"kind": "officer", "name": "arbiter"},
    )
    assert Api(cast.target).want(game_id, 1, wanted=False).status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_at_a_public_table_of_no_club_anybody_stands_in_but_whom_somebody_there_blocks() -> None:
    ann, ben, cora, dan = people("ann", "ben", "cora", "dan")
    game_id = table_of([ann, ben])
    seat = 1 - turn_of(game_id)
    one, other = (ann, ben) if seat == 0 else (ben, ann)
    Api(one).want(game_id, seat)
    blocks.block(other, "cora")
    refused = Api(cora).sit(game_id, seat)
    assert (refused.status_code, refused.json()["data"]) == (403, {"seat": seat})
    assert Api(dan).sit(game_id, seat).status_code == 200
    assert Api(one).sit(game_id, seat).json()["view"]["seat"] == seat, "whose seat it is comes back"


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_no_guest_stands_in_who_may_be_anybody_s_second() -> None:
    ann, ben, gus = people("ann", "ben", "gus")
    game_id = table_of([ann, ben])
    Api(ann).want(game_id, 0)
    assert [one["id"] for one in Api(gus).ask("?looking=1").json()["games"]] == [str(game_id)]
    User.objects.filter(id=gus.id).update(is_guest=True)
    assert Api(gus).ask("?looking=1").json()["games"] == []
    assert Api(gus).sit(game_id, 0).json()["code"] == "not_allowed"


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_an_officer_who_knows_a_hand_acts_for_no_other_in_that_deal(cast: Cast) -> None:
    game_id, officer = of_club(cast), cast["organizer"]
    seat = (turn_of(game_id) + 1) % 4  # between two turns
    held = seen(game_id).state.table.seats[seat].holder
    player = Api(User.objects.get(id=held.id if held else None))

    def may(opened: int = 0) -> list[int]:
        return permissions.may_act_for(seen(game_id).state.table, opened, officer.id, 0, 1, 2, 3)

    assert may() == [0, 1, 2, 3]
    player.want(game_id, seat)
    Api(officer).sit(game_id, seat)
    assert may() == []
    player.sit(game_id, seat)
    assert may() == [seat] and may(seen(game_id).version) == [0, 1, 2, 3], "with the next deal for all"


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_replacing_again_and_again_gives_one_turn_s_time_and_no_more() -> None:
    """V20."""
    users = people("ann", "ben", "cora", "dan", "eve")
    game_id = table_of(users[:2], clock={"turn_seconds": TURN})
    seat = turn_of(game_id)
    deadlines = []
    overdue_by(game_id, -10)
    for before, newcomer in ((users[seat], users[2]), (users[2], users[3]), (users[3], users[4])):
        assert Api(before).want(game_id, seat).status_code == 200
        assert Api(newcomer).sit(game_id, seat).status_code == 200
        deadlines.append(seen(game_id).state.deadline)
    full = datetime.now(UTC) + timedelta(seconds=TURN)
    assert deadlines[0] is not None and abs(deadlines[0] - full) < timedelta(seconds=20)
    assert deadlines[1:] == [deadlines[0]] * 2


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_the_home_page_shows_the_table_to_who_stands_in(cast: Cast) -> None:
    game_id = of_club(cast)
    Api(cast["member"]).want(game_id, 0)
    for path in ("/", f"/clubs/{cast.club.slug}"):
        pages = {who: cast.browser(who).get(path).content.decode() for who in ("organizer", "arbiter")}
        assert ["Look at the free seat" in page for page in pages.values()] == [True, False], path
    Api(cast["organizer"]).sit(game_id, 0)
    assert "Another plays for you" in cast.browser("member").get("/").content.decode(), "they find the way back"
    assert "organizer for member" in cast.browser("organizer").get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_a_game_that_ends_with_a_substitute_has_an_outcome_and_a_sound_log() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    game_id = table_of([ann, ben], ruleset={"base": "classic", "minimums": [50]})
    Api(ann).want(game_id, 0)
    Api(cora).sit(game_id, 0)
    play([cora, ben], game_id, 100_000)
    assert Outcome.objects.get(game_id=game_id).abandoned == [{"seat": 0, "player": str(ann.id), "how": "replaced"}]
    assert [[one["id"] for one in export(user)["games"]] for user in (ann, cora)] == [[game_id]] * 2
    assert verify(game_id) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_who_stands_in_is_told_once_that_a_table_looks_for_somebody_and_no_more_when_it_does_not(cast: Cast) -> None:
    game_id = of_club(cast)

    def told() -> list[tuple[str, bool]]:
        notices.sweep(timezone.now())
        found = Notice.objects.filter(kind=notices.STAND_IN, about=game_id).order_by("id")
        return [(one.user.username, one.over_at is not None) for one in found.select_related("user")]

    assert told() == []
    Api(cast["member"]).want(game_id, 0)
    assert told() == told() == [("organizer", False)]
    line = Client()
    line.force_login(cast["organizer"], backend="accounts.backends.PasswordBackend")
    assert "Somebody is looked for who plays on" in line.get("/notices").content.decode()
    Api(cast["member"]).want(game_id, 0, wanted=False)
    assert told() == [("organizer", True)]
