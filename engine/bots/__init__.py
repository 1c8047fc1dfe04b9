"""Players that are programs. A bot sees what its seat sees: its own view and its list of legal actions."""

import random
from collections.abc import Callable, Sequence
from typing import Any

Action = dict[str, Any]
Bot = Callable[[dict[str, Any], Sequence[Action], random.Random], Action]


def random_bot(view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> Action:
    """Any of the listed actions, each as likely."""
    return rng.choice(legal)


BOTS: dict[str, Bot] = {"random": random_bot}
NAMES = tuple(BOTS)


def choose(name: str, view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> Action:
    """The action that the bot of this name takes. Raises KeyError for a name that there isn't, ValueError if nothing is
    legal."""
    if not legal:
        raise ValueError("nothing to choose from")
    return BOTS[name](view, legal, rng)
