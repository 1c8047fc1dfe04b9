"""What the tests about tables do again and again: people, tables, turns, straight through the services."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from random import Random
from secrets import token_bytes
from typing import Any
from uuid import UUID, uuid4

from django.db import connections

from accounts.models import User
from engine import commands, legal
from games import requests, selectors, services
from games.orders import Receipt
from games.selectors import Seen


def people(*names: str) -> list[User]:
    """People of these names."""
    return [User.objects.create_user(name) for name in names]


def new_table(creator: User, seats: Sequence[str], **more: Any) -> UUID:
    """A table set up by `creator`. `draw`: where its secrets come from, so that its deals are known."""
    draw = more.pop("draw", token_bytes)
    asked = requests.game({"ruleset": "classic", "players": len(seats), "seats": list(seats), **more})
    game_id, _ = services.create_game(creator.id, asked, datetime.now(UTC), draw=draw)
    return game_id


def table_of(users: Sequence[User], **more: Any) -> UUID:
    """A table at which these people sit, and the game has begun."""
    game_id = new_table(users[0], ["me", *(f"user:{user.username}" for user in users[1:])], **more)
    for seat, user in enumerate(users[1:], start=1):
        services.sit(user.id, game_id, seat, datetime.now(UTC))
    return game_id


def seen(game_id: UUID) -> Seen:
    """The table as the house sees it."""
    return selectors.look_as_the_house(game_id)


def act(user: User, game_id: UUID, action: dict[str, Any], expected: int | None = None, **more: Any) -> Receipt:
    """An action by a person, for the version that stands unless another is named."""
    body = {
        "action_id": str(more.pop("action_id", None) or uuid4()),
        "expected_version": seen(game_id).version if expected is None else expected,
        "action": action,
        **more,
    }
    return services.act(user.id, game_id, requests.action(body), datetime.now(UTC))


def step(users: Sequence[User], game_id: UUID, chance: Random) -> None:
    """Whoever is to act does something legal."""
    now = seen(game_id)
    seat = now.state.to_act[0]
    act(users[seat], game_id, chance.choice(legal.actions(now.state.game, seat)), now.version)


def play(users: Sequence[User], game_id: UUID, steps: int, seed: int = 1) -> None:
    """So many actions, or fewer if the game ends."""
    chance = Random(seed)
    for _ in range(steps):
        if not seen(game_id).state.to_act:
            return
        step(users, game_id, chance)


def play_out(users: Sequence[User], game_id: UUID, seed: int = 1) -> None:
    """To the end of the game."""
    play(users, game_id, 100_000, seed)


def turn_of(game_id: UUID) -> int:
    """The seat that is to act."""
    return seen(game_id).state.to_act[0]


def draw_for(game_id: UUID, seat: int) -> dict[str, Any]:
    """An action that the seat may do now, plain."""
    return commands.to_dict(legal.commands(seen(game_id).state.game, seat)[0])


async def sync(function: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """Call what asks the database from an async test, in a thread that gives its connection back."""

    def call() -> Any:
        try:
            return function(*args, **more)
        finally:
            connections.close_all()

    return await asyncio.to_thread(call)
