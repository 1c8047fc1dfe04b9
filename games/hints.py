"""Hints: what a sound player would do in a seat's place, and why, in sentences. Not at rated tables.

A hint is made of the seat's own view and its legal actions, as a bot's action is: it cannot know more than its seat.
"""

from collections.abc import Callable
from random import SystemRandom
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from config.kernel.errors import ERRORS
from engine import legal
from engine.bots import explain
from engine.bots.reasons import Reason
from engine.cards import WILD_RANK, from_text
from engine.errors import Refused
from games import serializers, table
from games.faces import NAMES, RANKS
from games.rulebook.parameters import KINDS
from games.rulebook.text import listed, number
from games.selectors import Seen

WHOSE = "careful"
"""The bot that is asked."""


def hint(seen: Seen) -> dict[str, Any]:
    """What the viewer's seat would do well to do: {"version", "action", "reason", "says", "why"}. Raises Refused."""
    _check(seen)
    view = serializers.view(seen.state, seen.seat, {})
    action, reason = explain(WHOSE, view, legal.actions(seen.state.game, seen.seat), SystemRandom())
    told = why(reason)
    return {
        "version": seen.version,
        "action": action,
        "reason": {"code": reason.code, "data": reason.data},
        "says": f"{what(action)} {told}",
        "why": told,
    }


def offered(seen: Seen) -> bool:
    """Whether hints are given at this table at all."""
    return not seen.rated


def _check(seen: Seen) -> None:
    """Refuses whoever has no seat or is not to act, and a table without hints."""
    state = seen.state
    if seen.seat is None:
        raise Refused("not_seated")
    if not offered(seen):
        raise Refused("not_allowed")
    if state.status in ("waiting", "cancelled"):
        raise Refused("not_started")
    if state.status == table.PAUSED:
        raise Refused("paused")
    if state.over:
        raise Refused("game_over")
    if seen.seat not in state.to_act:
        deal = state.game.playing
        if deal.question:
            raise Refused("awaiting_answer", waiting_for=list(deal.question.waiting_for))
        raise Refused("not_your_turn", turn=deal.seat)


# --- What ---------------------------------------------------------------------------------------------------------


def _cards(text: str) -> str:
    return listed([str(NAMES[card]) for card in from_text(text)])


def _laid(action: dict[str, Any]) -> str:
    return "; ".join(_cards(lay["cards"]) for lay in action["melds"])


WHAT: dict[str, Callable[[dict[str, Any]], str]] = {
    "draw": lambda action: _("Draw from the stock."),
    "take_pile": lambda action: _("Take the pile, and lay %(cards)s.") % {"cards": _laid(action)},
    "meld": lambda action: _("Lay %(cards)s.") % {"cards": _laid(action)},
    "ask": lambda action: _("Ask to go out."),
    "answer": lambda action: _("Say yes.") if action["yes"] else _("Say no."),
    "discard": lambda action: _("Discard this card: %(card)s.") % {"card": NAMES[action["card"]]},
    "pass": lambda action: _("Pass."),
    "grab": lambda action: _("Grab at %(percent)s percent of the heap.") % {"percent": action["fraction"] // 10_000},
}
"""An action as advice."""


def what(action: dict[str, Any]) -> str:
    """What to do."""
    return WHAT[action["do"]](action)


# --- Why ----------------------------------------------------------------------------------------------------------

Data = dict[str, Any]


def _says(sentence: Any) -> Callable[[Data], str]:
    return lambda data: str(sentence) % {name: number(n) if isinstance(n, int) else n for name, n in data.items()}


NOT_OPEN: dict[str, Any] = {
    "pile_empty": lazy("The pile is empty."),
    "pile_blocked": lazy("The pile cannot be taken as it lies."),
    "no_pair": lazy("You hold nothing with which to take the pile."),
}


def _not_open(data: Data) -> str:
    return str(NOT_OPEN.get(data["why"]) or ERRORS[data["why"]].title)


def _takes(data: Data) -> str:
    sentence = ngettext(
        "That %(cards)s card should be worth %(gain)s points more to you than drawing.",
        "Those %(cards)s cards should be worth %(gain)s points more to you than drawing.",
        data["cards"],
    )
    return sentence % {"cards": data["cards"], "gain": number(round(data["gain"]))}


def _starts(data: Data) -> str:
    return _("It starts a meld of %(rank)s.") % {"rank": RANKS[data["rank"]]}


def _adds(data: Data) -> str:
    rank = {"rank": RANKS[data["meld"][0]]}
    if data["wilds"] and data["meld"][0] != WILD_RANK:
        return _("It brings the meld of %(rank)s nearer to a book, and a wild is well spent on it.") % rank
    return _("It brings the meld of %(rank)s nearer to a book.") % rank


def _completes(data: Data) -> str:
    if data["rank"] == WILD_RANK:
        return _("It completes a wild book.")
    told = {"rank": RANKS[data["rank"]], "kind": KINDS[data["kind"]]}
    return _("It completes a %(kind)s book of %(rank)s.") % told


WHY: dict[str, Callable[[Data], str]] = {
    "chance": _says(lazy("It was drawn by lot.")),
    "aims_at_both_packets": _says(lazy("That is where hand and foot together would end.")),
    "pile_not_open": _not_open,
    "pile_not_worth_it": _says(lazy("The pile is worth less to you than fresh cards.")),
    "takes_pile": _takes,
    "opens": _says(lazy("It is worth %(value)s, and your first meld needs %(minimum)s.")),
    "starts_meld": _starts,
    "adds_to_meld": _adds,
    "completes_book": _completes,
    "takes_up_foot": _says(lazy("With the last card of your hand gone you take up the foot.")),
    "can_go_out": _says(lazy("There is a way to go out, and it pays to end the deal.")),
    "ending_pays": _says(lazy("To end the deal now should bring your team more than playing on.")),
    "playing_on_pays": _says(lazy("To play on should bring your team more than ending the deal now.")),
    "goes_out": _says(lazy("It is the next step on the way out.")),
    "sheds_red_three": _says(lazy("Caught in your hand it would cost %(value)s.")),
    "stops_pile": _says(lazy("With a three on top the next player cannot take the pile.")),
    "sheds_points": _says(lazy("The deal may end soon, and you would be caught with %(value)s less.")),
    "least_useful": _says(lazy("Of what you hold it is of the least use to you, and to the next player.")),
    "last_card_stays": _says(lazy("You hold a single card, and may not go out.")),
    "nothing_better": _says(lazy("There is nothing better to be seen.")),
}
"""The sentence of every reason."""


def why(reason: Reason) -> str:
    """Why it would be done."""
    return WHY[reason.code](reason.data)
