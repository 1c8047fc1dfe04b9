"""Why a bot does what it does: a code and plain data, from which a shell can make a sentence."""

from typing import Any, NamedTuple

from engine.commands import Command

CODES: dict[str, tuple[str, ...]] = {
    "chance": (),  # drawn by lot
    "aims_at_both_packets": (),  # grab: where hand and foot together would end
    "pile_not_open": ("why",),  # draw or pass: the pile can't be taken, for this reason (a refusal's code)
    "pile_not_worth_it": (),  # draw or pass, though the pile could be taken
    "takes_pile": ("cards", "gain"),  # so many cards of the pile are worth so many points more than drawing
    "opens": ("value", "minimum"),  # the first meld
    "starts_meld": ("rank", "kind"),
    "adds_to_meld": ("meld", "wilds"),
    "completes_book": ("rank", "kind"),
    "takes_up_foot": (),  # the last card of the hand goes
    "can_go_out": (),  # asks, for there is a way out and it pays
    "ending_pays": (),  # yes
    "playing_on_pays": (),  # no
    "goes_out": (),  # the next step of the way out
    "sheds_red_three": ("value",),  # which would cost so much
    "stops_pile": (),  # discards a three: the next player can't take the pile
    "sheds_points": ("value",),  # the stock ends: so much less to be caught with
    "least_useful": ("rank",),  # of what is held, with what the next player may take in mind
    "last_card_stays": (),  # passes: one card on the foot, and no leave to go out
    "nothing_better": (),  # what the server would do in the seat's place
}
"""Every reason there is, with the data it always has. `sharp` adds `ahead`: by how many points the action was better,
in what it imagined, than the next best."""


class Reason(NamedTuple):
    """A stable code, and what it speaks of."""

    code: str
    data: dict[str, Any]


class Move(NamedTuple):
    """A command and the reason for it."""

    command: Command
    reason: Reason


def move(command: Command, code: str, **data: Any) -> Move:
    """A move for a reason."""
    return Move(command, Reason(code, data))
