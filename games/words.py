"""Events and refusals as sentences a person can read, through gettext, with named placeholders."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.kernel.errors import ERRORS, ProblemError
from engine.errors import Refused
from games import clock_words
from games.rows import DECISIONS, PUT_OFF
from games.rulebook import faults

Data = Mapping[str, Any]

# --- Refusals -----------------------------------------------------------------------------------------------------

REFUSALS: dict[str, tuple[tuple[str, ...], Any]] = {
    "malformed": (("reason",), gettext_lazy("The request could not be read. %(reason)s")),
    "below_minimum": (("laid", "needed"), gettext_lazy("Laid %(laid)s, %(needed)s are needed.")),
    "not_your_turn": (("turn",), gettext_lazy("It is the turn of seat %(turn)s.")),
    "card_not_held": (("cards",), gettext_lazy("Not in the hand: %(cards)s.")),
    "unknown_meld": (("meld",), gettext_lazy("The team has no meld %(meld)s.")),
    "pile_blocked": (("top",), gettext_lazy("The pile cannot be taken with %(top)s on top.")),
    "no_pair": (("top",), gettext_lazy("Taking the pile needs a pair to go with its top card, %(top)s.")),
    "top_not_melded": (("top",), gettext_lazy("The top card, %(top)s, and two more of its rank must be melded.")),
    "rank_already_open": (("rank",), gettext_lazy("The team already has an open meld of %(rank)s.")),
    "too_many_wilds": (("meld",), gettext_lazy("There are too many wild cards in the meld %(meld)s.")),
    "book_complete": (("meld",), gettext_lazy("The book %(meld)s takes no such card.")),
    "too_many_cards": (("meld",), gettext_lazy("The meld %(meld)s would hold more than seven cards.")),
    "mixed_ranks": (("meld",), gettext_lazy("The meld %(meld)s holds one rank only.")),
    "version_ahead": (("version",), gettext_lazy("The game has not come that far; it is at version %(version)s.")),
    "stale_version": (("version",), gettext_lazy("The game has moved on, to version %(version)s; look at it again.")),
    "nonce_late": (("deal",), gettext_lazy("It is too late for a nonce for deal %(deal)s.")),
}
"""The sentence of a code and what it needs; without that, and for all other codes, the title of the table of errors."""


def refusal(code: str, data: Data) -> str:
    """Why something was refused; of a ruleset or a clock all that is wrong with it."""
    if "faults" in data:
        return " ".join(map(_of(code).named, data["faults"]))
    needed, sentence = REFUSALS.get(code, ((), None))
    if sentence is None or any(name not in data for name in needed):
        return str(ERRORS[code].title)
    return str(sentence) % {name: data[name] for name in needed}


def _of(code: str) -> Any:
    """Who has the sentences of faults with such a code."""
    return clock_words if code.startswith("clock_") else faults


def explained(refused: Refused) -> ProblemError:
    """A refusal of the engine or the table, with its sentence."""
    problem = ProblemError(refused.code, detail=refusal(refused.code, refused.data))
    problem.data = _of(refused.code).explained(refused.data) if "faults" in refused.data else refused.data
    return problem


# --- Events -------------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """An EVENT of wire.md as the sentences see it."""

    player: str
    data: Data
    hidden: Data

    def fill(self, sentence: Any, **more: Any) -> str:
        """The sentence with its placeholders filled in."""
        return str(sentence) % {**self.data, "player": self.player, **more}


def event(told: Data, player: str) -> str:
    """What an EVENT says, in a sentence. `player`: the name to call its seat by ("" where it has none)."""
    said = SENTENCES[told["type"]](Told(player, told["data"], told.get("hidden", {})))
    actor = told.get("actor", {})
    if actor.get("kind") == "officer" and told["type"] in DECISIONS:
        return _("%(officer)s, for %(player)s: %(said)s") % {"officer": actor["name"], "player": player, "said": said}
    if actor.get("kind") == "plan":
        return _("Decided beforehand. %(said)s") % {"said": said}
    return said


def _says(sentence: Any) -> Callable[[Told], str]:
    return lambda told: told.fill(sentence)


def _about_holder(sentence: Any) -> Callable[[Told], str]:
    return lambda told: told.fill(sentence, name=told.data["holder"]["name"])


def _numbers(sentence: Any, field: str) -> Callable[[Told], str]:
    return lambda told: told.fill(sentence, numbers=", ".join(map(str, told.data[field])))


def _laying(sentence: Any) -> Callable[[Told], str]:
    return lambda told: told.fill(sentence, melds="; ".join(map(_meld, told.data["melds"])))


def _meld(meld: Data) -> str:
    sentence = _("new %(name)s: %(cards)s") if meld["new"] else _("on %(name)s: %(cards)s")
    return sentence % meld


def _drew(told: Told) -> str:
    if "cards" in told.data:
        return told.fill(_("%(player)s draws %(cards)s."))
    count = told.hidden.get("cards", 0)
    return told.fill(
        ngettext("%(player)s draws %(count)s card.", "%(player)s draws %(count)s cards.", count), count=count
    )


def _deal_ended(told: Told) -> str:
    if told.data["how"] == "went_out":
        return told.fill(_("%(player)s goes out; the deal is over."))
    return _("The stock is exhausted; the deal is over.")


def _answered(told: Told) -> str:
    return told.fill(_("%(player)s says yes.") if told.data["yes"] else _("%(player)s says no."))


def _foot_taken(told: Told) -> str:
    if told.data["how"] == "run":
        return told.fill(_("%(player)s takes up the foot and plays on."))
    return told.fill(_("%(player)s takes up the foot for the next turn."))


def _upcard_turned(told: Told) -> str:
    if "card" in told.data:
        return told.fill(_("The pile starts with %(card)s."))
    return _("The pile starts empty.")


OVERDUE = {
    "extend": gettext_lazy("%(player)s did not play in time, and has %(time)s more. (overdue turn %(count)s)"),
    "default": gettext_lazy("%(player)s did not play in time: the server plays. (overdue turn %(count)s)"),
    "bot": gettext_lazy("%(player)s did not play in time: a bot takes over. (overdue turn %(count)s)"),
    "substitute": gettext_lazy(
        "%(player)s did not play in time: a substitute is looked for, and the server plays. (overdue turn %(count)s)"
    ),
    "forfeit": gettext_lazy("%(player)s did not play in time: the game is given up. (overdue turn %(count)s)"),
}
"""What an overdue turn leads to; the number says how many there were."""


def _overdue(told: Told) -> str:
    return told.fill(OVERDUE[told.data["step"]], time=clock_words.duration(told.data.get("seconds", 0)))


def _forfeited(told: Told) -> str:
    if told.data["because"] == "resigned":
        return told.fill(_("The team of %(player)s has given the game up."))
    if told.data["because"] == "overdue":
        return told.fill(_("%(player)s has left the game, which is over."))
    return _("The game is ended: it counts as given up.")


def _substituted(told: Told) -> str:
    names = {"name": told.data["holder"]["name"], "was": told.data["was"]["name"]}
    if told.data["holder"]["kind"] == "bot":
        return told.fill(_("A bot plays for %(was)s from now on."), **names)
    if told.data["was"]["kind"] == "bot":
        return told.fill(_("%(name)s plays instead of the bot from now on."), **names)
    return told.fill(_("%(name)s plays for %(was)s from now on."), **names)


SENTENCES: dict[str, Callable[[Told], str]] = {
    "created": _says(gettext_lazy("The table is set for %(players)s players.")),
    "invited": _about_holder(gettext_lazy("%(name)s is asked to the table.")),
    "seated": _about_holder(gettext_lazy("%(name)s sits down.")),
    "left": _about_holder(gettext_lazy("%(name)s leaves the table.")),
    "nonce_added": _says(gettext_lazy("%(player)s adds to the shuffle of deal %(deal)s.")),
    "pause_wanted": lambda told: told.fill(
        _("%(player)s wants a pause.") if told.data["agrees"] else _("%(player)s wants no pause.")
    ),
    "paused": _says(gettext_lazy("All agree: the game is paused.")),
    "resumed": lambda told: told.fill(
        _("%(player)s goes on with the game.")
        if told.player
        else _("No more time for pauses is left: the game goes on.")
    ),
    "undo_wanted": lambda told: told.fill(
        _("%(player)s wants the last action taken back.")
        if told.data["agrees"]
        else _("%(player)s lets the last action stand.")
    ),
    "action_undone": _says(gettext_lazy("All agree: the last action is taken back.")),
    "frozen": lambda told: told.fill(
        _("The game is put off by its event: it goes on by itself at the told time.")
        if told.data["reason"] == PUT_OFF
        else _("The club's officers freeze the table: nothing can be done, and all clocks stand still.")
    ),
    "unfrozen": _says(gettext_lazy("The table is unfrozen: the game goes on.")),
    "calendar_told": _says(gettext_lazy("%(player)s tells when not to play.")),
    "substitute_wanted": lambda told: told.fill(
        _("Somebody is looked for who plays for %(player)s.")
        if told.data["wanted"]
        else _("Nobody is looked for any more who plays for %(player)s.")
    ),
    "substituted": _substituted,
    "return_wanted": _says(gettext_lazy("Whose seat %(player)s plays is back, and has it after this turn.")),
    "overdue": _overdue,
    "resign_wanted": lambda told: told.fill(
        _("%(player)s wants to give the game up.") if told.data["agrees"] else _("%(player)s does not want to give up.")
    ),
    "forfeited": _forfeited,
    "truncated": _says(gettext_lazy("The game is ended here, before its last deal.")),
    "started": _says(gettext_lazy("The game begins.")),
    "deal_started": _says(gettext_lazy("Deal %(deal)s is shuffled; a first meld must reach %(minimum)s.")),
    "grabbed": _says(gettext_lazy("%(player)s grabs %(count)s cards.")),
    "dealt": _says(gettext_lazy("%(player)s gets a hand and a foot.")),
    "upcard_turned": _upcard_turned,
    "red_threes_laid": _says(gettext_lazy("%(player)s lays %(cards)s on the table.")),
    "drew": _drew,
    "pile_taken": _laying(gettext_lazy("%(player)s takes %(cards)s from the pile; %(melds)s.")),
    "melded": _laying(gettext_lazy("%(player)s melds for %(value)s; %(melds)s.")),
    "foot_taken": _foot_taken,
    "discarded": _says(gettext_lazy("%(player)s discards %(card)s.")),
    "asked": _says(gettext_lazy("%(player)s asks to go out.")),
    "answered": _answered,
    "passed": _says(gettext_lazy("%(player)s passes.")),
    "passed_over": _says(gettext_lazy("%(player)s cannot take the pile and is passed over.")),
    "deal_ended": _deal_ended,
    "deal_scored": _numbers(gettext_lazy("Deal %(deal)s is scored: %(numbers)s."), "scores"),
    "game_ended": _numbers(gettext_lazy("The game is over: %(numbers)s."), "totals"),
}
"""The sentence of each type of event."""
