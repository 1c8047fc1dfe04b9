"""The one table of errors: every refusal has a stable code, an HTTP status and a title.

A code is said once here and means the same in problem+json and in a socket's error frame. The codes of the
rules are the engine's; they are all 422 but for `malformed`.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Error:
    """What is known of a code: the HTTP status and a title that a person can read."""

    status: int
    title: str | Promise


def _with(status: int, titles: dict[str, str | Promise]) -> dict[str, Error]:
    return {code: Error(status, title) for code, title in titles.items()}


BY_THE_HOUSE = {
    **_with(400, {"malformed": _("The request could not be read.")}),
    **_with(401, {"unauthenticated": _("Please log in first.")}),
    **_with(
        403,
        {
            "not_allowed": _("You may not do this."),
            "not_seated": _("You have no seat at this table."),
            "has_seen_cards": _("You have seen other cards of this deal; with the next deal you may sit down here."),
            "own_table": _("Nobody decides about their own table."),
            "second_officer": _("Another officer has to agree to this."),
        },
    ),
    **_with(
        404,
        {
            "not_found": _("There is nothing at this address."),
            "unknown_game": _("There is no such game."),
        },
    ),
    **_with(405, {"method_not_allowed": _("This address does not take this method.")}),
    **_with(406, {"not_acceptable": _("This address cannot answer in that format.")}),
    **_with(
        409,
        {
            "stale_version": _("The game has moved on; look at it again."),
            "version_ahead": _("The game has not come that far."),
            "action_id_reused": _("This action id was used for another action."),
            "already_seated": _("You already have a seat at this table, or the seat is taken."),
            "not_started": _("The game has not started."),
            "paused": _("The game is paused."),
            "frozen": _("The club's officers have frozen this table."),
            "not_paused": _("The game is not paused."),
            "put_off": _(
                "Its event has put this table off: it goes on by itself at the told time. See the event's desk."
            ),
            "already_agreed": _("You have agreed already."),
            "pause_off": _("In this event tables are not paused by those who play."),
            "pauses_used_up": _("A side of this table has no time for pauses left in this event."),
            "undo_off": _("At this table nothing is taken back."),
            "nothing_to_undo": _("This cannot be taken back, or not any more."),
            "already_offered": _("Somebody is looked for already."),
            "not_offered": _("Nobody is looked for here."),
            "nonce_late": _("It is too late for a nonce for this deal."),
            "vacation_overlaps": _("There is a vacation in this time already."),
            "last_owner": _("A club needs an owner: hand it over first, or close it."),
            "chat_closed": _("Nothing can be written here now."),
            "already_decided": _("This has been decided already."),
            "already_appealed": _("There was an appeal already; there is only one."),
            "not_now": _("The event is not at this point."),
            "cannot_adjourn": _(
                "This table cannot be put off: only while it is on, before its round is to be done, once for each."
            ),
            "fixed_schedule": _("Here everybody meets everybody; the schedule is fixed."),
            "results_missing": _("Results of this round are missing."),
            "too_late": _("It is too late for this."),
            "adjourned_too_long": _(
                "So long it cannot be put off: three days at most, and the next round waits for nobody."
            ),
            "already_entered": _("Somebody of these has entered this event already."),
            "event_full": _("The event is full."),
            "kept_for_reserve": _("A reserve of those whose seat it is may take it first; others may a while later."),
            "roster_full": _("So many have played for this pair already that nobody else can."),
            "mail_off": _("This site sends no mail."),
        },
    ),
    **_with(413, {"too_large": _("The request is too large.")}),
    **_with(415, {"unsupported_media_type": _("Please send application/json.")}),
    **_with(
        422,
        {
            "ruleset_contradiction": _("Two parameters of the ruleset contradict each other."),
            "ruleset_too_few_cards": _("The ruleset has too few cards for so many players."),
            "ruleset_out_of_range": _("A parameter of the ruleset is out of its range."),
            "ruleset_unknown": _("There is no such ruleset, parameter or value."),
            "vacation_used_up": _("There are not so many days of vacation left."),
            "nothing_to_plan": _("At this table no such decision comes up."),
            "not_paired": _("Every pair that plays is at one table, or rests, once."),
            "not_acknowledged": _("This breaks a rule of fair pairing; say yes to it by name, or pair otherwise."),
            "no_such_member": _("There is no member of the club of this name."),
            "not_playable": _("The player cannot do this with the cards as they are."),
            "clock_contradiction": _("Two settings of the clock contradict each other."),
            "clock_out_of_range": _("A setting of the clock is out of its range."),
        },
    ),
    **_with(429, {"rate_limited": _("Too many requests; please wait a moment.")}),
    **_with(500, {"internal": _("Something went wrong here; it has been written down.")}),
    **_with(503, {"unavailable": _("The server cannot do this right now; please try the same again in a moment.")}),
}

BY_THE_RULES = _with(
    422,
    {
        "game_over": _("The game is over."),
        "awaiting_answer": _("A question to go out is open."),
        "not_your_turn": _("It is another seat's turn."),
        "wrong_phase": _("This cannot be done at this point of the turn."),
        "stock_empty": _("The stock is empty."),
        "stock_not_empty": _("There are still cards in the stock."),
        "pile_empty": _("The pile is empty."),
        "pile_blocked": _("The pile cannot be taken now."),
        "no_pair": _("Taking the pile needs a pair of its top card in the hand."),
        "card_not_held": _("A card named is not in the hand."),
        "unknown_meld": _("The team has no such meld."),
        "top_not_melded": _("The pile's top card and two more of its rank must be melded."),
        "meld_of_threes": _("Threes cannot be melded."),
        "mixed_ranks": _("A meld holds one rank only."),
        "no_wild_melds": _("This ruleset has no melds of wild cards."),
        "too_few_cards": _("A new meld needs at least three cards."),
        "book_complete": _("This book takes no such card."),
        "too_many_cards": _("A meld holds seven cards at most."),
        "too_many_wilds": _("There are too many wild cards in the meld."),
        "rank_already_open": _("The team already has a meld of this rank."),
        "one_meld_action": _("In one turn melds are either started or added to."),
        "below_minimum": _("The first meld is worth too little."),
        "must_keep_two": _("This would leave too few cards without going out."),
        "must_go_out": _("After a yes the player has to go out in this turn."),
        "already_asked": _("The question was asked in this turn already."),
        "nobody_to_ask": _("There is nobody to ask."),
        "not_in_foot": _("The player is still in the hand."),
        "partner_not_in_foot": _("A partner has not played from the foot yet."),
        "cannot_go_out": _("There is no way to go out in this turn."),
    },
)

ERRORS = BY_THE_HOUSE | BY_THE_RULES


class ProblemError(Exception):
    """A refusal by the house: `code` stands in the table, `data` is plain, `detail` is a sentence for a person."""

    def __init__(self, code: str, *, detail: str | Promise | None = None, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.data = data

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return ERRORS[self.code].status
