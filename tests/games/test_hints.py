"""Hints: what a sound player would do, and why, for the seat that is to act, at tables that are not rated."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_token
from engine import legal, sight
from engine.bots import explain
from engine.bots.reasons import CODES, Reason
from engine.chance import Chance
from engine.commands import Begin, parse
from engine.decide import act as play
from engine.default import to_act
from engine.presets import PRESETS
from engine.shuffle import SecretChance
from engine.state import new_game
from games import hints
from games.models import Event, Game
from tests.games.playing import act, new_table, people, seen, table_of, turn_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put

VALUES: dict[str, Any] = {
    **{"why": "no_pair", "cards": 7, "gain": 120, "value": 1500, "minimum": 90},
    **{"rank": "K", "kind": "clean", "meld": "K1", "wilds": 1},
}


def ask(user: User | None, game_id: object) -> Any:
    headers = {"Authorization": f"Bearer {create_token(user)}"} if user else {}
    return Client(headers=headers).get(f"/api/games/{game_id}/hint")


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.pure
def test_every_reason_of_a_bot_has_its_sentence() -> None:
    assert set(hints.WHY) == set(CODES)
    for name, data in CODES.items():
        said = hints.why(Reason(name, {key: VALUES[key] for key in data}))
        assert said.endswith(".") and "%" not in said


@pytest.mark.pure
@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (Reason("opens", {"value": 95, "minimum": 90}), "It is worth 95, and your first meld needs 90."),
        (Reason("completes_book", {"rank": "Q", "kind": "dirty"}), "It completes a dirty book of queens."),
        (Reason("completes_book", {"rank": "W", "kind": "wild"}), "It completes a wild book."),
        (Reason("adds_to_meld", {"meld": "T2", "wilds": 0}), "It brings the meld of 10s nearer to a book."),
        (Reason("pile_not_open", {"why": "pile_empty"}), "The pile is empty."),
    ],
)
def test_a_reason_is_a_sentence_with_its_data(reason: Reason, sentence: str) -> None:
    assert hints.why(reason) == sentence


@pytest.mark.pure
@pytest.mark.parametrize("name", PRESETS)
def test_in_whole_games_everything_that_is_advised_can_be_said(name: str) -> None:
    """Two deals' worth of a sound player against itself: no sentence lacks a word."""
    rules = PRESETS[name]
    chance: Chance = SecretChance(4, rules, {deal: f"{deal:064x}" for deal in range(1, 5)})
    _, game = play(new_game(rules, 4, 2), Begin(), chance)
    while game.playing.number <= 2 and not game.over:
        seat = to_act(game)[0]
        action, reason = explain(hints.WHOSE, sight.view(game, seat), legal.actions(game, seat), Random(1))
        said = f"{hints.what(action)} {hints.why(reason)}"
        assert re.fullmatch(r"[A-Z].*\. [A-Z].*\.", said) and "%" not in said
        _, game = play(game, parse(action, seat), chance)


@pytest.mark.django_db
def test_a_hint_is_an_action_that_is_accepted_with_its_reason_and_writes_nothing() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    for _ in range(30):
        turn, rows = turn_of(game_id), Event.objects.count()
        answer = ask(users[turn], game_id)
        told = answer.json()
        assert (answer.status_code, told["version"]) == (200, seen(game_id).version)
        assert set(told) == {"version", "action", "reason", "says", "why"}
        assert set(told["reason"]) == {"code", "data"}
        assert told["says"].endswith(told["why"])
        assert answer["Cache-Control"] == "private, no-store"
        assert Event.objects.count() == rows
        act(users[turn], game_id, told["action"])


@pytest.mark.django_db
def test_only_the_seat_that_is_to_act_gets_a_hint() -> None:
    ann, ben, cora, _ = people("ann", "ben", "cora", "dan")
    game_id = table_of([ann, ben])
    put(game_id, {"turn": {"seat": 0}, "seats": [{}, {}], "teams": [{}, {}]})
    assert ask(ann, game_id).status_code == 200
    assert code(ask(ben, game_id)) == (422, "not_your_turn")
    assert code(ask(cora, game_id)) == (403, "not_seated")
    assert code(ask(None, game_id)) == (401, "unauthenticated")


@pytest.mark.django_db
def test_a_table_that_one_may_not_see_gives_no_hint_nor_one_that_has_not_begun() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    private = new_table(ann, ["me", "user:ben"], visibility="private")
    assert code(ask(cora, private)) == (404, "unknown_game")
    assert code(ask(cora, "nonsense")) == (404, "unknown_game")
    assert code(ask(ann, private)) == (409, "not_started")
    assert code(ask(ben, private)) == (403, "not_seated"), "an invitation is no seat yet"


@pytest.mark.django_db
def test_a_rated_table_gives_no_hints_and_its_page_offers_none() -> None:
    users = people("ann", "ben")
    rated, free = table_of(users, rated=True), table_of(users)
    assert Game.objects.get(id=rated).rated
    assert code(ask(users[turn_of(rated)], rated)) == (403, "not_allowed")
    client = Client()
    client.force_login(users[0])
    offers = [b'"hints": true' in client.get(f"/tables/{game_id}").content for game_id in (rated, free)]
    assert offers == [False, True]


@pytest.mark.django_db
def test_while_a_question_is_open_the_asked_partner_gets_advice_and_nobody_else() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    seats = [{"hand": "9C 9H 9D 4C", **ON_THE_FOOT}, {}, {"hand": "7S 8S", **ON_THE_FOOT}, {}]
    put(game_id, {"turn": {"seat": 0, "phase": "play"}, "seats": seats, "teams": [{"melds": BOOKS}, {}]})
    assert ask(users[0], game_id).json()["says"].startswith("Ask to go out. ")
    act(users[0], game_id, {"do": "ask"})
    assert code(ask(users[0], game_id)) == (422, "awaiting_answer")
    assert ask(users[2], game_id).json()["says"].startswith(("Say yes. ", "Say no. "))


@pytest.mark.django_db
def test_a_game_that_is_over_gives_no_hint() -> None:
    users = people("ann", "ben")
    game_id = table_of(
        users, ruleset={"base": "classic", "minimums": [0], "stock_out": "at_once", "pile_take": "never"}
    )
    put(
        game_id,
        {"turn": {"seat": 0, "phase": "play"}, "seats": [{}, {}], "teams": [{}, {}], "stock": ""},
        {"base": "classic", "minimums": [0], "stock_out": "at_once", "pile_take": "never"},
    )
    act(users[0], game_id, {"do": "discard", "card": "4C"})
    assert seen(game_id).state.status == "finished"
    assert code(ask(users[0], game_id)) == (422, "game_over")
