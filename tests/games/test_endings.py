"""Games that are stopped before their last deal: given up by a team, or ended by the house."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_token
from engine.errors import Refused
from games import endings, overview, requests, selectors
from games.audit import verify
from games.models import Game, Outcome
from tests.games.playing import act, new_table, people, play, seen, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]


def resign(user: User, game_id: UUID, agrees: bool = True) -> None:
    asked = requests.pause({"action_id": str(uuid4()), "agrees": agrees})
    endings.resign(user.id, game_id, asked, datetime.now(UTC))


def outcome_of(game_id: UUID) -> Outcome:
    return Outcome.objects.get(game_id=game_id)


def test_a_team_gives_the_game_up_when_all_of_it_agree_and_that_is_final() -> None:
    """V21: that they left stands beside who won."""
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    resign(users[0], game_id)
    resign(users[1], game_id)
    assert seen(game_id).state.status == "playing", "of each team one: nobody is asked by the others"
    resign(users[2], game_id, agrees=False)
    assert seen(game_id).state.table.resigning == (1,), "a no is for the team"
    resign(users[3], game_id)
    over = seen(game_id).state
    assert (over.status, over.table.forfeited) == ("forfeited", (1,))
    told = outcome_of(game_id)
    assert (told.status, told.winners) == ("forfeited", [0])
    assert [(one["seat"], one["how"]) for one in told.abandoned] == [(1, "resigned"), (3, "resigned")]
    with pytest.raises(Refused, match="game_over"):
        act(users[turn_of_the_last_deal(over)], game_id, {"do": "draw"})
    with pytest.raises(Refused, match="game_over"):
        resign(users[0], game_id)
    assert verify(game_id) == []


def turn_of_the_last_deal(state: Any) -> int:
    return int(state.game.deal.seat)


def test_all_see_the_cards_and_the_secret_of_a_game_that_was_given_up() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    resign(users[0], game_id)
    view = selectors.body(selectors.look(game_id, users[1].id))["view"]
    assert (view["status"], view["forfeited_by"], view["winners"]) == ("forfeited", [0], [1])
    assert all("hand" in seat and "foot" in seat for seat in view["seats"]) and "turn" not in view
    events = list(selectors.all_events(selectors.look(game_id, None), 0))
    assert len(events[-1]["data"]["secret"]) == 64 and not any("hidden" in event for event in events)


def test_a_bot_agrees_with_its_partner() -> None:
    (ann,) = people("ann")
    game_id = new_table(ann, ["me", "bot:careful", "bot:careful", "bot:careful"])
    resign(ann, game_id)
    assert outcome_of(game_id).winners == [1]


def test_of_several_teams_the_best_of_the_others_win_when_one_gives_up() -> None:
    users = people("ann", "ben", "cora")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50, 50]})
    resign(users[1], game_id)
    assert outcome_of(game_id).winners == [0, 2], "no deal was scored: they are equal"
    assert verify(game_id) == []


def test_the_house_ends_a_game_at_its_last_scored_deal_once() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50, 50]})
    while seen(game_id).state.deals_begun < 2:
        play(users, game_id, 1)
    done = endings.end_table(game_id, "ruled", datetime.now(UTC))
    assert endings.end_table(game_id, "ruled", datetime.now(UTC)) == done
    told = outcome_of(game_id)
    assert (told.status, told.abandoned) == ("truncated", [])
    (scores,) = seen(game_id).state.game.scores
    assert told.totals == list(scores) and told.winners == [n for n, one in enumerate(scores) if one == max(scores)]
    assert verify(game_id) == []
    (line,) = overview.lists(users[0].id).finished
    assert (line.id, line.status) == (game_id, "truncated")


def test_the_house_ends_a_game_as_given_up_by_whom_it_says_even_by_all() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    endings.end_table(game_id, "absent", datetime.now(UTC), given_up_by=(0, 1))
    assert (outcome_of(game_id).status, outcome_of(game_id).winners) == ("forfeited", [])
    assert verify(game_id) == []


def test_a_forged_end_is_found() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    play(users, game_id, 3)
    resign(users[0], game_id)
    Outcome.objects.filter(game_id=game_id).update(winners=[0])
    assert verify(game_id) == ["the outcome is not what the log gives"]
    Game.objects.filter(id=game_id).update(status="playing")
    assert "the status or the deadline is not what the log gives" in verify(game_id)


def test_resigning_over_the_api() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    client = Client(headers={"Authorization": f"Bearer {create_token(users[0])}"})
    body = json.dumps({"action_id": str(uuid4()), "agrees": True})
    path = f"/api/games/{game_id}/resign"
    first = client.post(path, body, content_type="application/json")
    again = client.post(path, body, content_type="application/json")
    assert (first.status_code, first.json()) == (200, again.json())
    assert turn_of_nobody(game_id)
    listed = client.get("/api/games?status=forfeited").json()["games"]
    assert [one["id"] for one in listed] == [str(game_id)]


def turn_of_nobody(game_id: UUID) -> bool:
    return seen(game_id).state.to_act == ()
