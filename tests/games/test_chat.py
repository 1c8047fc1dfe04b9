"""The chat of a table: who reads and writes, when it is closed, what is taken away, what others are told."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from websockets.asyncio.client import connect

from accounts import blocks
from accounts.clubs import services as club_services
from accounts.leaving import export, forget
from accounts.models import User
from accounts.safety import services as safety
from accounts.safety.models import Report
from games import services, tasks
from games.models import ChatMessage, Event
from tests.accounts.clubs.cast import Cast
from tests.games.playing import new_table, people, play, play_out, seen, sync, table_of
from tests.games.site import Site
from tests.games.test_socket import address, bearer, receive, until

pytestmark = pytest.mark.django_db

PARTNERS = ["me", "user:ben", "bot:random", "open"]
HELLO = "Hello all!"

Waiting = tuple[list[User], UUID]


def browser(user: User, **more: Any) -> Client:
    client = Client(**more)
    client.force_login(user, "accounts.backends.PasswordBackend")
    return client


def say(user: User, game_id: UUID, text: Any = HELLO, message_id: UUID | None = None, **more: Any) -> Any:
    body = {"message_id": str(message_id or uuid4()), "text": text}
    return browser(user, **more).post(f"/api/games/{game_id}/chat", body, "application/json")


def read(user: User, game_id: UUID, since: int = 0) -> Any:
    return browser(user).get(f"/api/games/{game_id}/chat?since={since}")


def texts(user: User, game_id: UUID, since: int = 0) -> list[str | None]:
    return [one["text"] for one in read(user, game_id, since).json()["messages"]]


def report(user: User, game_id: UUID, **which: int) -> int:
    body = {**which, "cause": "insult"}
    return browser(user).post(f"/api/games/{game_id}/reports", body, "application/json").status_code


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def sit(user: User, game_id: UUID, seat: int) -> None:
    services.sit(user.id, game_id, seat, datetime.now(UTC))


@pytest.fixture
def waiting() -> Waiting:
    """A table of partners that has not begun: ann and ben sit there."""
    users = people("ann", "ben")
    game_id = new_table(users[0], PARTNERS)
    sit(users[1], game_id, 1)
    return users, game_id


def each_alone(*names: str) -> Waiting:
    users = people(*names)
    return users, table_of(users, teams=len(users))


# --- Who reads and writes ---


def test_what_one_says_the_others_at_the_table_read(waiting: Waiting) -> None:
    (ann, ben), game_id = waiting
    told = say(ann, game_id).json()
    assert (told["text"], told["author"], told["seat"], told["mine"]) == (HELLO, "ann", 0, True)
    (message,) = read(ben, game_id).json()["messages"]
    assert message == told | {"mine": False}
    assert texts(ben, game_id, since=told["number"]) == []


def test_nobody_else_reads_it_whoever_may_watch_the_table(waiting: Waiting) -> None:
    (ann, _ben), game_id = waiting
    say(ann, game_id)
    (cora,) = people("cora")
    for answer in (read(cora, game_id), say(cora, game_id)):
        assert code(answer) == (403, "not_seated")
    assert Client().get(f"/api/games/{game_id}/chat").status_code == 401
    public = (f"/api/games/{game_id}", f"/api/games/{game_id}/events", f"/tables/{game_id}")
    assert not any(HELLO in Client().get(path).content.decode() for path in public)


def test_at_a_private_table_not_even_that_there_is_a_chat() -> None:
    ann, _ben, cora = people("ann", "ben", "cora")
    game_id = new_table(ann, [*PARTNERS[:3], "bot:random"], visibility="private")
    assert code(read(cora, game_id)) == (404, "unknown_game")


def test_a_guest_reads_and_does_not_write() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, PARTNERS)
    sit(ben, game_id, 1)
    User.objects.filter(id=ben.id).update(is_guest=True)
    say(ann, game_id)
    assert read(ben, game_id).json()["open"] is False and texts(ben, game_id) == [HELLO]
    assert code(say(ben, game_id)) == (403, "not_allowed")


def test_the_same_message_id_is_the_same_message(waiting: Waiting) -> None:
    (ann, ben), game_id = waiting
    same = uuid4()
    assert say(ann, game_id, HELLO, same).json() == say(ann, game_id, HELLO, same).json()
    assert code(say(ann, game_id, "Else", same)) == (409, "action_id_reused")
    assert say(ben, game_id, "Mine", same).status_code == 200, "ids are each person's own"
    assert texts(ann, game_id) == [HELLO, "Mine"]


@pytest.mark.parametrize("text", ["", "   ", "x" * 501, "a\x00b", 7, None])
def test_what_is_no_message_is_refused(waiting: Waiting, text: Any) -> None:
    (ann, _ben), game_id = waiting
    assert code(say(ann, game_id, text)) == (400, "malformed")


def test_a_long_chat_comes_in_pages(waiting: Waiting) -> None:
    (ann, _ben), game_id = waiting
    now = datetime.now(UTC)
    ChatMessage.objects.bulk_create(
        ChatMessage(game_id=game_id, author=ann.id, seat=0, message_id=uuid4(), text=str(n), at=now) for n in range(101)
    )
    first = read(ann, game_id).json()
    assert len(first["messages"]) == 100 and texts(ann, game_id, first["next"]) == ["100"]


# --- When it is closed ---


def test_between_partners_it_is_closed_from_the_first_card_on(waiting: Waiting) -> None:
    (ann, ben), game_id = waiting
    same = uuid4()
    before = say(ann, game_id, HELLO, same).json()
    sit(people("cora")[0], game_id, 3)
    answer = say(ben, game_id)
    assert code(answer) == (409, "chat_closed")
    assert answer.json()["data"] == {"because": "deal"} and "Partners sit here" in answer.json()["detail"]
    told = read(ben, game_id).json()
    assert (told["open"], told["closed"], len(told["messages"])) == (False, {"because": "deal"}, 1)
    assert say(ann, game_id, HELLO, same).json() == before, "a lost answer is told again"


def test_it_opens_again_when_the_game_is_over() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50]})
    assert code(say(users[0], game_id)) == (409, "chat_closed")
    play_out(users, game_id)
    assert say(users[0], game_id, "Well played.").status_code == 200


def test_where_everybody_plays_alone_it_is_always_open() -> None:
    (ann, ben), game_id = each_alone("ann", "ben")
    assert say(ann, game_id).status_code == 200 and read(ben, game_id).json()["open"] is True


def test_a_club_lets_its_tables_talk_always_or_never() -> None:
    cast = Cast()
    owner, member = cast["owner"], cast["member"]
    seats = ["me", "user:member", "bot:random", "bot:random"]
    game_id = new_table(owner, seats, club=str(cast.club.id))
    sit(member, game_id, 1)
    assert code(say(member, game_id)) == (409, "chat_closed")
    club_services.change_club(owner, cast.club.id, chat="always")
    assert say(member, game_id).status_code == 200
    club_services.change_club(owner, cast.club.id, chat="off")
    answer = say(owner, game_id)
    assert code(answer) == (409, "chat_closed") and answer.json()["data"] == {"because": "club"}


def test_what_is_reported_at_a_club_s_table_is_its_officers_to_decide() -> None:
    cast = Cast()
    owner, member = cast["owner"], cast["member"]
    game_id = new_table(owner, ["me", "user:member", "open", "open"], club=str(cast.club.id))
    sit(member, game_id, 1)
    assert report(owner, game_id, message=say(member, game_id, "You towel!").json()["number"]) == 201
    (kept,) = Report.objects.all()
    safety.decide(cast["arbiter"], cast.club.id, kept.id, outcome="text_removed", text="Be kind.")
    assert texts(owner, game_id) == [None] and texts(member, game_id) == [None]
    assert say(member, game_id).status_code == 200, "only the text is gone"


def test_a_message_is_reported_as_it_was_and_who_wrote_it_silenced_by_the_decision(waiting: Waiting) -> None:
    (ann, ben), game_id = waiting
    assert report(ann, game_id, message=say(ben, game_id, "You towel!").json()["number"]) == 201
    (kept,) = Report.objects.all()
    assert kept.evidence is not None and kept.evidence.text == "You towel!"
    row = Event.objects.get(game_id=game_id, version=seen(game_id).version)
    assert (kept.game, kept.game_version, kept.game_hash) == (game_id, row.version, row.hash)
    safety.decide_as_the_house(people("op")[0], kept.id, True, outcome="chat_off", days=7, text="Be kind.")
    assert texts(ann, game_id) == [None], "and what they said is taken away"
    answer = say(ben, game_id)
    assert code(answer) == (409, "chat_closed") and set(answer.json()["data"]) == {"because", "until"}


# --- Blocked people ---


def test_two_of_whom_one_blocks_the_other_read_nothing_of_each_other() -> None:
    users = ann, ben, cora = people("ann", "ben", "cora")
    game_id = new_table(ann, ["me", "user:ben", "user:cora", "open"])
    sit(ben, game_id, 1)
    sit(cora, game_id, 2)
    blocks.block(ann, "ben")
    for user in users:
        say(user, game_id, user.username)
    assert texts(ann, game_id) == ["ann", "cora"]
    assert texts(ben, game_id) == ["ben", "cora"]
    assert texts(cora, game_id) == ["ann", "ben", "cora"]
    blocks.unblock(ann, ben.id)
    assert texts(ben, game_id) == ["ann", "ben", "cora"]


# --- Taking away ---


def test_one_takes_back_one_s_own_words_and_nobody_else_s(waiting: Waiting) -> None:
    (ann, ben), game_id = waiting
    path = f"/api/games/{game_id}/chat/{say(ann, game_id).json()['number']}"
    assert browser(ben).delete(path).status_code == 404
    assert browser(ann).delete(path).status_code == 204
    assert texts(ben, game_id) == [None]
    before = ChatMessage.objects.get().taken_back_at
    assert browser(ann).delete(path).status_code == 204
    assert ChatMessage.objects.get().taken_back_at == before


def test_what_was_taken_back_is_erased_after_a_week_and_can_be_reported_until_then(waiting: Waiting) -> None:
    (ann, ben), game_id = waiting
    number = say(ben, game_id, "You towel!").json()["number"]
    browser(ben).delete(f"/api/games/{game_id}/chat/{number}")
    blocks.block(ann, "ben")
    assert "towel" not in browser(ann).get(f"/tables/{game_id}/report?message={number}").content.decode()
    assert report(ann, game_id, message=number) == 201
    assert Report.objects.get().evidence.text == "You towel!"
    tasks.tidy()
    assert ChatMessage.objects.get().text == "You towel!"
    ChatMessage.objects.update(taken_back_at=datetime.now(UTC) - timedelta(days=8))
    tasks.tidy()
    assert ChatMessage.objects.get().text == ""
    assert report(ann, game_id, message=number) == 404


def test_who_is_banned_from_a_club_plays_on_at_its_table_and_says_nothing_more_there() -> None:
    cast = Cast()
    owner, member = cast["owner"], cast["member"]
    club_services.change_club(owner, cast.club.id, chat="always")
    game_id = new_table(owner, ["me", "user:member", "bot:random", "bot:random"], club=str(cast.club.id))
    sit(member, game_id, 1)
    assert say(member, game_id).status_code == 200
    club_services.ban(owner, cast.club.id, member.id)
    answer = say(member, game_id)
    assert code(answer) == (409, "chat_closed") and answer.json()["data"] == {"because": "decision"}


def test_who_is_forgotten_leaves_no_word_and_takes_them_along_before() -> None:
    (ann, ben), game_id = each_alone("ann", "ben")
    say(ben, game_id)
    assert export(ben)["chat"][0]["text"] == HELLO
    forget(ben)
    (told,) = read(ann, game_id).json()["messages"]
    assert (told["text"], told["author"]) == (None, "a former player")


def test_nothing_that_was_said_lies_in_the_log_of_the_game() -> None:
    (ann, ben), game_id = each_alone("ann", "ben")
    before = seen(game_id).version
    say(ann, game_id)
    assert seen(game_id).version == before
    play([ann, ben], game_id, 4)
    assert not any(HELLO in f"{row.data}{row.hidden}" for row in Event.objects.filter(game_id=game_id))


# --- Reporting at a table ---


def test_a_player_is_reported_by_their_seat_and_a_bot_is_not(waiting: Waiting) -> None:
    (ann, _ben), game_id = waiting
    assert [report(ann, game_id, seat=seat) for seat in (0, 1, 2, 3, 9)] == [403, 201, 404, 404, 400]
    page = browser(ann).get(f"/tables/{game_id}/report?seat=1").content.decode()
    assert "Report ben" in page and "Block ben" in page and "Those who run this site" in page


def test_only_who_reads_a_message_reports_it(waiting: Waiting) -> None:
    (ann, ben), game_id = waiting
    number = say(ben, game_id).json()["number"]
    (cora,) = people("cora")
    assert [report(user, game_id, message=number) for user in (cora, ann)] == [404, 201]
    assert browser(cora).get(f"/tables/{game_id}/report?message={number}").status_code == 404
    assert HELLO in browser(ann).get(f"/tables/{game_id}/report?message={number}").content.decode()


# --- How often ---


def test_a_person_and_an_address_write_only_so_often(
    waiting: Waiting, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann, ben), game_id = waiting
    monkeypatch.setattr(cache, "key_prefix", str(uuid4()))
    settings.RATES = settings.RATES | {"chat by person": (2, 10**9), "chat by address": (3, 10**9)}
    told = [say(user, game_id, REMOTE_ADDR="203.0.113.5").status_code for user in (ann, ann, ann, ben, ben)]
    assert told == [200, 200, 429, 200, 429]


# --- Told at once ---


@pytest.mark.django_db(transaction=True)
async def test_a_socket_is_told_up_to_where_the_chat_goes_and_no_word(site: Site) -> None:
    users, game_id = await sync(each_alone, "ann", "ben", "cora")
    await sync(blocks.block, users[0], "cora")
    headers = [await sync(bearer, user) for user in users]
    where = address(site, game_id)
    async with (
        connect(where, additional_headers=headers[0]) as own,
        connect(where, additional_headers=headers[1]) as other,
        connect(where, additional_headers=headers[2]) as blocked,
    ):
        for socket in (own, other, blocked):
            await until(socket, "view")
        first = (await sync(say, users[0], game_id)).json()["number"]
        for socket in (own, other):
            assert await receive(socket) == {"type": "chat", "last": first}
        second = (await sync(say, users[1], game_id)).json()["number"]
        assert await receive(blocked) == {"type": "chat", "last": second}, "of what they do not read they hear nothing"
        for _ in range(3):
            await sync(say, users[0], game_id)
            await until(other, "chat")
        third = (await sync(say, users[1], game_id)).json()["number"]
        assert await receive(blocked) == {"type": "chat", "last": third}, "not even that something was said"
        await sync(lambda: browser(users[1]).delete(f"/api/games/{game_id}/chat/{second}"))
        assert await receive(blocked) == {"type": "chat", "last": third}, "taken away: to be asked for again"


@pytest.mark.django_db(transaction=True)
async def test_a_spectator_hears_nothing_of_the_chat_and_who_comes_later_where_it_stands(site: Site) -> None:
    users, game_id = await sync(each_alone, "ann", "ben")
    async with connect(address(site, game_id), additional_headers={"Origin": site.url}) as spectator:
        await until(spectator, "view")
        number = (await sync(say, users[0], game_id)).json()["number"]
        async with connect(address(site, game_id), additional_headers=await sync(bearer, users[1])) as later:
            assert (await until(later, "chat"))["last"] == number
        await sync(play, users, game_id, 1)
        assert (await receive(spectator))["type"] == "view"
