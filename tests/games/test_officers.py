"""An officer of a club acts for a member who telephones: who may, for whom, what all are told, what nobody is."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from websockets.asyncio.client import connect

from accounts.clubs import services as clubs
from accounts.clubs.models import Membership
from accounts.models import User
from engine.errors import Refused
from games import audit, officers, requests, selectors, services, words
from games.models import Event
from tests.accounts.clubs.cast import CAST, Cast
from tests.games.playing import act, draw_for, new_table, play_out, seen, sync, table_of
from tests.games.positions import put
from tests.games.site import Site
from tests.games.test_socket import address, bearer, receive, until
from tests.games.test_tables import client, code

pytestmark = pytest.mark.django_db
OFFICERS = ("owner", "organizer", "arbiter")
PLAY: dict[str, Any] = {"turn": {"seat": 0, "phase": "play"}, "seats": [{"hand": "4H 4D 4S KD"}, {}], "teams": [{}, {}]}


def table_in(cast: Cast, *others: str, **more: Any) -> UUID:
    """The member sits on seat 0, the others beside; all have sat down."""
    seats = ["me", *(f"user:{cast[who].username}" for who in others)]
    game_id = new_table(cast["member"], seats, **{"visibility": "private", "club": str(cast.club.id), **more})
    for seat, who in enumerate(others, start=1):
        services.sit(cast[who].id, game_id, seat, datetime.now(UTC))
    return game_id


def members_turn(cast: Cast, *others: str, **more: Any) -> UUID:
    """A table at which the member, on seat 0, is to play."""
    game_id = table_in(cast, *(others or ("guest",)), **more)
    put(game_id, PLAY)
    return game_id


def for_seat(user: User | None, game_id: UUID, action: dict[str, Any], seat: int = 0, **more: Any) -> Any:
    body = {"action_id": str(uuid4()), "expected_version": seen(game_id).version, "action": action, "for_seat": seat}
    return client(user).post(f"/api/games/{game_id}/actions", body | more, "application/json")


DISCARD = {"do": "discard", "card": "KD"}


# --- Who, and for whom ---


@pytest.mark.parametrize("who", CAST)
def test_only_an_officer_of_the_table_s_club_acts_for_its_member(who: str) -> None:
    cast = Cast()
    game_id = members_turn(cast)
    answer = for_seat(cast.user(who), game_id, DISCARD)
    if who in OFFICERS:
        assert answer.status_code == 200
        return
    hidden = {"anonymous": (401, "unauthenticated")} | dict.fromkeys(("stranger", "banned"), (404, "unknown_game"))
    assert code(answer) == hidden.get(who, (403, "not_allowed"))
    assert not Event.objects.filter(game_id=game_id, type="discarded").exists()


@pytest.mark.parametrize("who", OFFICERS)
def test_an_officer_who_sits_at_the_table_acts_for_nobody_there(who: str) -> None:
    """They would know two hands."""
    cast = Cast()
    game_id = members_turn(cast, who)
    assert code(for_seat(cast[who], game_id, DISCARD)) == (403, "not_allowed")


@pytest.mark.parametrize("who", ["member", "arbiter"])
def test_a_turn_that_an_officer_ends_for_a_member_earns_what_the_member_s_own_would(who: str) -> None:
    """The member has played it, by telephone."""
    cast = Cast()
    clock = {"turn_seconds": 60, "bank_seconds": 60, "increment_seconds": 5, "bank_cap_seconds": 90}
    game_id = members_turn(cast, clock=clock)
    if who == "member":
        act(cast[who], game_id, DISCARD)
    else:
        assert for_seat(cast[who], game_id, DISCARD).status_code == 200
    assert seen(game_id).state.clock.seats[0].bank == 65_000


def test_for_a_bot_a_guest_of_the_club_a_stranger_an_empty_seat_and_one_that_is_not_there_nobody_acts() -> None:
    cast = Cast()
    game_id = new_table(
        cast["member"],
        ["me", "bot:random", "user:guest", "user:stranger"],
        club=str(cast.club.id),
        visibility="private",
    )
    for seat in (1, 2, 3, 5):
        assert code(for_seat(cast["owner"], game_id, {"do": "draw"}, seat)) == (403, "not_allowed")
    for seat, who in ((2, "guest"), (3, "stranger")):
        services.sit(cast[who].id, game_id, seat, datetime.now(UTC))
        assert code(for_seat(cast["owner"], game_id, {"do": "draw"}, seat)) == (403, "not_allowed")


def test_for_who_has_left_the_club_nobody_acts_any_more_and_who_is_officer_no_more_for_nobody() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    clubs.set_role(cast["owner"], cast.club.id, cast["arbiter"].id, "member")
    assert code(for_seat(cast["arbiter"], game_id, DISCARD)) == (403, "not_allowed")
    clubs.leave(cast["member"], cast.club.id)
    assert code(for_seat(cast["owner"], game_id, DISCARD)) == (403, "not_allowed")


def test_an_officer_of_another_club_and_at_a_table_of_none_is_nobody() -> None:
    cast = Cast()
    other, _ = clubs.create_club(cast["stranger"], name="Hill Cards", joining="open")
    Membership.objects.create(club=other, user=cast["member"], state="member")
    game_id = members_turn(cast, visibility="public")
    assert code(for_seat(cast["stranger"], game_id, DISCARD)) == (403, "not_allowed")
    own = table_of([cast["member"], cast["guest"]])
    assert code(for_seat(cast["owner"], own, {"do": "draw"})) == (403, "not_allowed")


# --- What all are told ---


@pytest.mark.django_db(transaction=True)
async def test_actor_is_not_seat_stored_in_the_event_and_shown_to_all_at_once(site: Site) -> None:
    """V97. Over a socket, by its frame; the log, every viewer's socket, the export and the words say the same."""
    cast = await sync(Cast)
    game_id = await sync(members_turn, cast)
    officer = {"kind": "officer", "name": "organizer"}
    async with (
        connect(address(site, game_id), additional_headers=await sync(bearer, cast["organizer"])) as acting,
        connect(address(site, game_id), additional_headers=await sync(bearer, cast["member"])) as member,
        connect(address(site, game_id), additional_headers=await sync(bearer, cast["guest"])) as other,
    ):
        for socket in (acting, member, other):
            version = (await receive(socket))["version"]
        frame = {"action_id": str(uuid4()), "expected_version": version, "action": DISCARD, "for_seat": 0}
        await acting.send(json.dumps({"type": "action", **frame}))
        for socket in (acting, member, other):
            told = (await until(socket, "view"))["events"][0]
            assert (told["type"], told["seat"], told["actor"]) == ("discarded", 0, officer)
    row = await sync(Event.objects.get, game_id=game_id, version=version + 1)
    assert (row.actor_kind, row.actor_id, row.seat) == ("officer", str(cast["organizer"].id), 0)
    lines = await sync(lambda: client(cast["guest"]).get(f"/api/games/{game_id}/events", headers={"Accept": NDJSON}))
    exported = [json.loads(line) for line in lines.content.splitlines()]
    (told,) = [one for one in exported if one["type"] == "discarded"]
    assert told["actor"] == officer
    assert words.event(told, "member") == "organizer, for member: member discards KD."


NDJSON = "application/x-ndjson"


def test_only_what_the_seat_decides_is_told_as_done_for_it() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    put(game_id, PLAY | {"seats": [{"hand": "KD", "foot": "5C 5D 5H"}, {}]})
    assert for_seat(cast["owner"], game_id, DISCARD).status_code == 200
    told = client(cast["guest"]).get(f"/api/games/{game_id}/events?since=4").json()["events"]
    said = {one["type"]: words.event(one, "member") for one in told if one["actor"]["kind"] == "officer"}
    assert said["discarded"] == "owner, for member: member discards KD."
    assert said["foot_taken"] == "member takes up the foot for the next turn."


def test_a_whole_game_played_by_an_officer_is_sound_and_may_be_verified() -> None:
    cast = Cast()
    game_id = table_in(cast, "guest", ruleset={"base": "classic", "minimums": [50]})
    done = 0
    while done < 3:
        seat = seen(game_id).state.to_act[0]
        action = draw_for(game_id, seat)
        if seat == 0:
            done += 1
            assert for_seat(cast["owner"], game_id, action).status_code == 200
        else:
            act(cast["guest"], game_id, action)
    play_out([cast["member"], cast["guest"]], game_id)
    assert audit.verify(game_id) == []
    assert Event.objects.filter(game_id=game_id, actor_kind="officer").exists()


def test_the_same_action_for_a_member_has_the_same_receipt_and_the_same_id_for_another_seat_is_another_action() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    action_id = str(uuid4())
    meld = {"do": "discard", "card": "4H"}
    first = for_seat(cast["owner"], game_id, meld, action_id=action_id)
    again = for_seat(cast["owner"], game_id, meld, action_id=action_id, expected_version=1)
    assert (first.status_code, first.json()) == (200, again.json())
    other = for_seat(cast["owner"], game_id, meld, seat=1, action_id=action_id)
    assert code(other) == (403, "not_allowed")  # the guest's seat; a member's would be `action_id_reused`
    Membership.objects.filter(user=cast["guest"]).update(role="member")
    assert code(for_seat(cast["owner"], game_id, meld, seat=1, action_id=action_id)) == (409, "action_id_reused")


# --- What is not told ---


def test_an_officer_sees_what_a_spectator_sees() -> None:
    cast = Cast()
    game_id = members_turn(cast, visibility="public")
    bodies = [client(user).get(f"/api/games/{game_id}").content for user in (cast["owner"], None)]
    assert bodies[0] == bodies[1]


def test_an_officer_does_not_ask_for_a_hand_card_by_card(settings: Any) -> None:
    settings.RATES = settings.RATES | {"refused for others by person and table": (5, 10**9)}
    cast = Cast()
    game_id = members_turn(cast)
    tries = [code(for_seat(cast["arbiter"], game_id, {"do": "discard", "card": f"{rank}S"})) for rank in "56789T"]
    assert tries == [(422, "not_playable")] * 5 + [(429, "rate_limited")]
    assert code(for_seat(cast["arbiter"], game_id, DISCARD)) == (429, "rate_limited")
    told = client(cast["owner"]).get(f"/api/clubs/{cast.club.id}/log").json()["changes"]
    assert [(one["act"], one["actor"], one["person"]) for one in told[:5]] == [
        ("refused_for_member", "arbiter", "member")
    ] * 5, "each try is seen by the other officers"
    assert for_seat(cast["owner"], game_id, DISCARD).status_code == 200


def test_a_try_for_another_is_refused_to_everybody() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    body = {"action": DISCARD, "for_seat": 0}
    for who, expected in (("owner", (403, "not_allowed")), ("stranger", (404, "unknown_game"))):
        answer = client(cast[who]).post(f"/api/games/{game_id}/actions?dry_run=1", body, "application/json")
        assert code(answer) == expected


MELDS = [
    ({"do": "discard", "card": "9H"}, "not_playable"),
    ({"do": "meld", "melds": [{"cards": "9H 9D 9S"}]}, "below_minimum"),
    ({"do": "meld", "melds": [{"cards": "4H 4D 4S"}]}, "below_minimum"),
    ({"do": "meld", "melds": [{"cards": "4H 9D 4S"}]}, "mixed_ranks"),
    ({"do": "meld", "melds": [{"cards": "KH KD KS KC AH AD AS"}]}, "mixed_ranks"),
    ({"do": "meld", "melds": [{"cards": "AH AD AS"}]}, "not_playable"),
    ({"do": "meld", "melds": [{"cards": "AH", "to": "A1"}]}, "unknown_meld"),
    ({"do": "draw"}, "wrong_phase"),
    ({"do": "answer", "yes": True}, "wrong_phase"),
    ({"do": "pass"}, "wrong_phase"),
    ({"do": "ask"}, "nobody_to_ask"),
]


@pytest.mark.parametrize("hand", ["4H 4D 4S KD", "9H 9C 9S 4C", "AH AD 2S 5H"])
def test_which_rule_an_officer_is_refused_by_does_not_hang_on_the_hand(hand: str) -> None:
    """`below_minimum` for cards that are not held would otherwise be `card_not_held`: a way to search a hand."""
    cast = Cast()
    game_id = table_in(cast, "guest")
    put(game_id, PLAY | {"seats": [{"hand": hand}, {}]})
    for action, expected in MELDS:
        if action.get("card", "") in hand.split():
            continue
        problem = for_seat(cast["owner"], game_id, action).json()
        assert (action, problem["code"]) == (action, expected)
        if expected == "not_playable":
            assert problem["data"] == {}


def test_what_the_seat_itself_is_told_stays_as_exact_as_ever() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    with pytest.raises(Refused, match="card_not_held"):
        act(cast["member"], game_id, {"do": "discard", "card": "9H"})


def test_a_refusal_is_made_of_the_cards_that_are_named_and_how_many_are_held() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    game = seen(game_id).state.game
    told = []
    for hand in (("4H", "4D", "4S", "KD"), ("JK", "2S", "3C", "3H")):
        deal = game.playing
        other = game._replace(deal=deal._replace(seats=(deal.seats[0]._replace(hand=hand), *deal.seats[1:])))
        for action, _expected in MELDS:
            command: Any = requests.parse(action)._replace(seat=0)  # type: ignore[union-attr]
            refused = officers.told(other, command)
            told.append((refused.code, refused.data))
    assert told[: len(MELDS)] == told[len(MELDS) :]


def test_whoever_tries_too_often_has_to_wait(settings: Any) -> None:
    settings.RATES = settings.RATES | {"acts for others by person": (2, 3600)}
    cast = Cast()
    game_id = members_turn(cast)
    for _ in range(2):
        assert code(for_seat(cast["owner"], game_id, {"do": "discard", "card": "9H"})) == (422, "not_playable")
    answer = for_seat(cast["owner"], game_id, DISCARD)
    assert code(answer) == (429, "rate_limited")
    assert int(answer.headers["Retry-After"]) > 0
    assert not Event.objects.filter(game_id=game_id, type="discarded").exists()


def test_it_costs_one_statement_more_than_the_member_s_own_action() -> None:
    cast = Cast()
    costs = []
    for by_officer in (False, True):
        game_id = members_turn(cast)
        order = requests.action(
            {"action_id": str(uuid4()), "expected_version": seen(game_id).version, "action": DISCARD}
            | ({"for_seat": 0} if by_officer else {})
        )
        with CaptureQueriesContext(connection) as captured:
            services.act(cast["owner" if by_officer else "member"].id, game_id, order, datetime.now(UTC))
        costs.append(len(captured))
    assert costs[1] == costs[0] + 1


# --- The page ---


def test_the_page_offers_whose_turn_it_is_and_does_what_is_said() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    browser = cast.browser("arbiter")
    path = f"/tables/{game_id}/act-for"
    assert path in browser.get(f"/tables/{game_id}").content.decode()
    page = browser.get(path)
    form = page.context["form"]
    assert [label for _value, label in form.fields["seat"].choices] == ["member"]
    entered = {"seat": 0, "do": "discard", "rank": "K", "suit": "D", "version": form["version"].value(), "key": uuid4()}
    assert browser.post(path, entered).headers["Location"] == path
    told = browser.get(path).content.decode()
    assert "arbiter, for member: member discards KD." in told
    assert "For a bot, a guest or somebody who does not belong" in told  # the guest is to play now


def test_the_page_says_what_is_refused_keeps_what_was_entered_and_tells_no_card() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    browser, path = cast.browser("owner"), f"/tables/{game_id}/act-for"
    version = browser.get(path).context["form"]["version"].value()
    entered = {"seat": 0, "do": "meld", "version": version, "key": uuid4(), "cards_1": "10h 10♦ 10s"}
    answer = browser.post(path, entered)
    page = answer.content.decode()
    assert (answer.status_code, "10h 10♦ 10s" in page) == (422, True)
    assert "Laid 30, 50 are needed." in page
    discard = browser.post(path, entered | {"do": "discard", "rank": "9", "suit": "H"}).content.decode()
    assert "The player cannot do this with the cards as they are." in discard
    stale = browser.post(path, entered | {"do": "discard", "rank": "K", "suit": "D", "version": 1}, follow=True)
    assert "The game has moved on, to version" in stale.content.decode()


@pytest.mark.parametrize("who", ["member", "guest"])
def test_who_is_no_officer_is_offered_no_such_page(who: str) -> None:
    cast = Cast()
    game_id = members_turn(cast, "owner", visibility="public")
    for one in (who, "owner"):  # the owner sits there
        assert "act-for" not in cast.browser(one).get(f"/tables/{game_id}").content.decode()
        assert cast.browser(one).get(f"/tables/{game_id}/act-for").status_code == 403


def test_an_officer_who_is_forgotten_stays_an_officer_without_a_name() -> None:
    cast = Cast()
    game_id = members_turn(cast)
    for_seat(cast["organizer"], game_id, DISCARD)
    Membership.objects.filter(user=cast["organizer"]).delete()
    row = Event.objects.get(game_id=game_id, type="discarded")
    User.objects.filter(id=cast["organizer"].id).update(username="x", deleted_at=datetime.now(UTC))
    told = selectors.events_page(selectors.look(game_id, cast["owner"].id), row.version - 1)["events"][0]
    assert told["actor"] == {"kind": "officer", "name": "a former player"}
