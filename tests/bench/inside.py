"""What the benches do inside a Django process: tables whose whole game is known beforehand, so that only the handler's
own work is measured; long games, loaded from the log and from the stored state."""

import random
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from accounts.selectors import user_by_name
from engine.commands import Begin, parse, to_dict
from engine.decide import decide
from engine.default import to_act
from engine.evolve import fold
from engine.legal import commands
from engine.presets import build
from engine.shuffle import SecretChance
from engine.state import new_game
from games import requests, services
from games.models import Game, Secret
from tests.bench.client import NAMES

LONG = {"base": "classic", "minimums": [50] * 8}
"""A ruleset of which random play takes about two thousand actions a game."""


def ids() -> list[UUID]:
    """The four people of the bench."""
    return [user_by_name(name).id for name in NAMES]  # type: ignore[union-attr]


class Table:
    """A begun table, and all the actions of its game."""

    def __init__(self, rng: random.Random, ruleset: Any = "classic") -> None:
        self.rng, self.ruleset = rng, ruleset
        self.people = ids()
        self._begin()

    def _begin(self) -> None:
        seats = ["me", *(f"user:{name}" for name in NAMES[1:])]
        asked = requests.game({"ruleset": self.ruleset, "players": 4, "teams": 2, "seats": seats})
        self.game, _ = services.create_game(self.people[0], asked, timezone.now())
        for seat in (1, 2, 3):
            services.sit(self.people[seat], self.game, seat, timezone.now())
        secrets = dict(Secret.objects.filter(game=self.game).values_list("deal", "secret"))
        ruleset = build(asked.ruleset)
        chance = SecretChance(4, ruleset, secrets)
        game = new_game(ruleset, 4, 2)
        game = fold(game, decide(game, Begin(), chance))
        self.actions: list[tuple[int, dict[str, Any]]] = []
        while not game.over:
            command = self.rng.choice(commands(game, to_act(game)[0]))
            self.actions.append((to_act(game)[0], to_dict(command)))
            game = fold(game, decide(game, parse(*reversed(self.actions[-1])), chance))
        self.actions.reverse()
        self.version = Game.objects.values_list("version", flat=True).get(id=self.game)

    def move(self) -> None:
        """The next action, by the one path."""
        if not self.actions:
            self._begin()
        seat, action = self.actions.pop()
        body = {"action_id": str(uuid4()), "expected_version": self.version, "action": action}
        receipt = services.act(self.people[seat], self.game, requests.action(body), timezone.now())
        self.version = receipt.version
