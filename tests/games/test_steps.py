"""A game told again shows each moment as it was seen then, and of what is hidden no more than the log tells."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from accounts.models import User
from engine.errors import Refused
from games import projector, selectors, steps
from tests.games import corpus
from tests.games.playing import people, seen, step, table_of

TOLD_NOW = frozenset(("deadline", "bank_seconds", "absent", "offered"))  # of a seat, and no matter of the past


def told_again(user: User | None, game_id: UUID, eyes: steps.Eyes) -> dict[int, dict[str, Any]]:
    """All steps by their versions, each with the whole view."""
    looks, since, view = selectors.look(game_id, user and user.id), 0, {}
    found = {}
    while since is not None:
        page = steps.page(looks, eyes, since)
        for number, one in enumerate(page["steps"]):
            view = one["view"] if number == 0 else {k: v for k, v in (view | one["view"]).items() if v is not None}
            found[one["version"]] = {**one, "view": view}
        since = page["next"]
    return found


def as_it_was(view: dict[str, Any]) -> dict[str, Any]:
    """What of a view is a matter of the past."""
    seats = [{name: one for name, one in seat.items() if name not in TOLD_NOW} for seat in view["seats"]]
    return {name: one for name, one in (view | {"seats": seats}).items() if one is not None}


def recorded(users: list[User], game_id: UUID, deals: int) -> dict[int, list[dict[str, Any]]]:
    """Everybody's view at every version, until so many deals have ended; the last one is who looks on."""
    chance, found = Random(5), {}
    while True:
        everybody = [*(user.id for user in users), None]
        now = seen(game_id).version
        found[now] = [as_it_was(selectors.body(selectors.look(game_id, one))["view"]) for one in everybody]
        if len(seen(game_id).state.game.scores) == deals:
            return found
        step(users, game_id, chance)


@pytest.mark.django_db
def test_every_moment_is_shown_as_it_was_seen_then() -> None:
    """From any seat's eyes once the deal is over; in the one that is on from one's own, or as who looks on."""
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(
        users, ruleset={"base": "favourite", "minimums": [50, 50], "packs": 2, "stock_out": "first_pass"}
    )
    were = recorded(users, game_id, deals=1)
    for _ in range(6):
        step(users, game_id, Random(6))
    opened = seen(game_id).state.marks.opened
    for viewer in (*range(4), None):
        for eyes in (*range(4), steps.TABLE, steps.ALL):
            again = told_again(None if viewer is None else users[viewer], game_id, eyes)
            assert opened in again, "the end of a deal is a moment of its own"
            whose = {steps.TABLE: 4, steps.ALL: 4 if viewer is None else viewer}.get(eyes, eyes)
            for version, views in were.items():
                shown = again[version]["view"]
                if version > opened:  # the deal that is on
                    allowed = whose if whose == viewer else 4
                    assert_shows(shown, views[allowed])
                elif eyes == steps.ALL:
                    assert all(
                        "hand" in seat and "foot" in seat for seat in shown["seats"] if seat.get("in_foot") is not None
                    )
                else:
                    assert_shows(shown, views[whose])


def assert_shows(shown: dict[str, Any], was: dict[str, Any]) -> None:
    """All that is shown was seen then, and nothing of the game is left out."""
    shown = {name: one for name, one in shown.items() if one is not None}
    assert {name: was.get(name) for name in shown} == shown
    left_out = was.keys() - shown.keys()
    assert left_out <= {
        "visibility",
        "clock",
        "commitments",
        "undo_allowed",
        "undo",
        "pause_wanted_by",
        "resign_wanted_by",
        "deadline",
    }


@pytest.mark.django_db
def test_of_the_deal_that_is_on_nobody_is_told_anothers_cards() -> None:
    """What the log hides from somebody a replay hides, whoever's eyes they ask for: cards, draws, feet, the stock."""
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    for _ in range(12):
        step(users, game_id, Random(7))
    for viewer in (*range(4), None):
        user = None if viewer is None else users[viewer]
        log = selectors.events_page(selectors.look(game_id, user and user.id), 0)["events"]
        for eyes in (*range(4), steps.TABLE, steps.ALL):
            for one in told_again(user, game_id, eyes).values():
                for event in one["events"]:
                    assert told(event) <= told(log[event["version"] - 1])
                for seat, cards in enumerate(one["view"]["seats"]):
                    assert "foot" not in cards
                    assert "hand" not in cards or seat == viewer
                assert "stock" not in one["view"]


def told(event: dict[str, Any]) -> set[str]:
    """The parts that are told."""
    return set(event["data"])


@pytest.mark.django_db
def test_whose_eyes_is_all_that_can_be_asked() -> None:
    game_id = table_of(people("ann", "ben"))
    for asked in ("2", "-1", "everybody", "１", "9" * 5000):
        with pytest.raises(Refused, match="malformed"):
            steps.read_eyes(asked, seen(game_id).state.table.players)


@pytest.mark.pure
@pytest.mark.parametrize("path", list(corpus.stored()), ids=lambda path: path.stem)
def test_the_steps_of_a_game_are_all_of_its_rows_and_end_as_it_ended(path: Any) -> None:
    _, rows = corpus.read(path)
    found = list(steps.of(rows))
    assert [row for one in found for row in one.rows] == rows
    assert found[-1].state == projector.fold(rows)
    ends = [one.state.game for one in found if one.rows[-1].type == "deal_scored"]
    assert [len(game.scores) for game in ends] == list(range(1, len(ends) + 1))
    assert all(game.deal and game.deal.over for game in ends)
