"""Two worlds that differ only in cards that a viewer may not see: the same people, ids, times and actions."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid5

import pytest

from accounts.models import User
from engine import legal
from engine.cards import RED_THREES, WILDS, Cards, packs
from engine.commands import to_dict
from games import requests, services
from games.models import Event, Game, Outcome, Receipt, Seat, Secret
from tests.games.playing import seen
from tests.harness.database import triggers_off

START = datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=UTC)
IDS = UUID(int=77)
PLAYERS = 4


class FixedChance:
    """The chance of a world whose first deal is dealt from a given order."""

    def __init__(self, order: Cards) -> None:
        self._order = order

    def dealer(self) -> int:
        """The last seat, so that seat 0 begins."""
        return PLAYERS - 1

    def order(self, deal: int) -> Cards:
        """The given order."""
        return self._order

    def grab_error(self, deal: int, seat: int) -> int:
        """None."""
        return 0

    def secret(self, deal: int) -> str:
        """Nothing of the order."""
        return "0" * 64


def shuffled(seed: int) -> Cards:
    """Five packs."""
    cards = list(packs(5, 2))
    Random(seed).shuffle(cards)
    return tuple(cards)


def wipe() -> None:
    """Forget all tables; people and their tokens stay."""
    with triggers_off():
        for model in (Receipt, Seat, Secret, Outcome, Event, Game):
            model.objects.all().delete()


class World:
    """A table at which the same things are done, whatever the cards."""

    def __init__(self, users: Sequence[User], order: Cards, monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:
        wipe()
        self.users, self.steps = users, 0
        numbers = iter(range(10_000))
        monkeypatch.setattr("games.command_handler.SecretChance", lambda *args: FixedChance(order))
        for module in ("services", "setting_up"):
            monkeypatch.setattr(f"games.{module}.uuid4", lambda: uuid5(IDS, f"table {next(numbers)}"))
        monkeypatch.setattr("secrets.token_hex", lambda size: "ab" * size)  # salts, and the words for requests
        seats = ["me", *(f"user:{user.username}" for user in users[1:])]
        asked = requests.game({"ruleset": "classic", "seats": seats, "clock": {"turn_seconds": 86_400}, **more})
        self.game_id, _ = services.create_game(users[0].id, asked, START, draw=lambda size: b"\xab" * size)
        for seat, user in enumerate(users[1:], start=1):
            services.sit(user.id, self.game_id, seat, START)

    def do(self, seat: int, action: dict[str, Any]) -> None:
        """The next action, at its own time and under its own id."""
        self.steps += 1
        body = {
            "action_id": str(uuid5(IDS, f"action {self.steps}")),
            "expected_version": seen(self.game_id).version,
            "action": action,
        }
        at = START + timedelta(seconds=self.steps)
        services.act(self.users[seat].id, self.game_id, requests.action(body), at)


def random_actions(world: World, count: int, seed: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """So many random actions, done in this world as they are told."""
    chance = Random(seed)
    for _ in range(count):
        game = seen(world.game_id).state.game
        seat = world.steps and seen(world.game_id).state.to_act[0]
        action = to_dict(chance.choice(legal.commands(game, seat)))
        world.do(seat, action)
        yield seat, action


def swapped(world: World, order: Cards, movable: Callable[[int], bool]) -> Cards:
    """Another order of the same history: hands of the movable seats, all feet and the stock exchange cards.

    Only cards that nobody has shown: of a hand those faces which the seat has neither laid, nor discarded, nor taken.
    """
    deal = seen(world.game_id).state.game.playing
    places: list[int] = []
    for seat in range(PLAYERS):
        if deal.seats[seat].foot:
            if movable(seat):
                shown = _shown_by(world, seat)
                places += [place for place in range(seat * 13, seat * 13 + 13) if order[place] not in shown]
            places += range((PLAYERS + seat) * 13, (PLAYERS + seat) * 13 + 13)
    places += range(len(order) - deal.stock_size // 2, len(order))
    places = [place for place in places if order[place] not in RED_THREES and order[place] not in WILDS]
    other = list(order)
    for first, second in zip(places, places[::-1], strict=True):
        if first < second:
            other[first], other[second] = other[second], other[first]
    return tuple(other)


def _shown_by(world: World, seat: int) -> set[str]:
    """Every face that this seat has let anybody see."""
    shown: set[str] = set()
    for row in Event.objects.filter(game_id=world.game_id, seat=seat):
        laid = [meld["cards"] for meld in row.data.get("melds", ())]
        shown.update(" ".join([row.data.get("card", ""), row.data.get("cards", ""), *laid]).split())
    return shown
