"""Players that are programs. A bot sees what its seat sees: its own view and its list of legal actions."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from engine.bots.careful import careful
from engine.bots.imagine import imagine
from engine.bots.reasons import Reason
from engine.bots.sharp import sharp
from engine.commands import to_dict

Action = dict[str, Any]
Explained = tuple[Action, Reason]
Bot = Callable[[dict[str, Any], Sequence[Action], random.Random], Explained]


def random_bot(view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> Explained:
    """Any of the listed actions, each as likely."""
    return rng.choice(legal), Reason("chance", {})


def careful_bot(view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> Explained:
    """A sound player (`engine.bots.careful`)."""
    command, reason = careful(*imagine(view, legal))
    return to_dict(command), reason


def sharp_bot(view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> Explained:
    """A stronger player, which plays on in worlds that it imagines (`engine.bots.sharp`)."""
    game, seat = imagine(view, legal)
    command, reason = sharp(game, seat, rng)
    return to_dict(command), reason


BOTS: dict[str, Bot] = {"random": random_bot, "careful": careful_bot, "sharp": sharp_bot}
NAMES = tuple(BOTS)


def explain(name: str, view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> Explained:
    """The action that the bot of this name takes, and why. Raises KeyError for a name that there isn't, ValueError if
    nothing is legal."""
    if not legal:
        raise ValueError("nothing to choose from")
    return BOTS[name](view, legal, rng)


def choose(name: str, view: dict[str, Any], legal: Sequence[Action], rng: random.Random) -> Action:
    """The action alone."""
    return explain(name, view, legal, rng)[0]
