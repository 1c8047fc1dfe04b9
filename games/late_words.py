"""In words: what a table does about a seat whose time is over, and what is wrong with such a list."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clock.late import MOST_STEPS, SUBSTITUTE, Step

SERVER_PLAYS = gettext_lazy(
    "When the time is over, the server plays: it draws and discards, answers no, and never melds."
)

CHOICES = {
    "extend": gettext_lazy("more time, then the server plays"),
    "default": gettext_lazy("the server plays"),
    "bot": gettext_lazy("a bot takes over until the player is back"),
    "bot_for_good": gettext_lazy("a bot takes over for good"),
    "substitute": gettext_lazy("a substitute is looked for, until the player is back"),
    "substitute_for_good": gettext_lazy("a substitute is looked for, for good"),
    "forfeit": gettext_lazy("the game ends: the team gives it up"),
}
"""Each step as a form offers it."""


def name_of(step: Step) -> str:
    """The step as a form calls it."""
    lasting = step.do in ("bot", "substitute") and not step.returns
    return f"{step.do}_for_good" if lasting else step.do


def _said(step: Step, time: str) -> str:
    """A step with its length."""
    if step.do == "extend":
        return _("%(time)s more, then the server plays") % {"time": time}
    return str(CHOICES[name_of(step)])


def sentences(steps: tuple[Step, ...], times: Mapping[int, str]) -> list[str]:
    """What happens when the time is over, one sentence for each step. `times`: lengths in words, by seconds."""
    if not steps:
        return [str(SERVER_PLAYS)]
    said = [_said(step, times.get(step.seconds, "")) for step in steps]
    if len(said) == 1:
        told = [_("Whenever a player's time is over: %(what)s.") % {"what": said[0]}]
    else:
        told = [
            _("When a player's time is over, turn %(n)s of theirs: %(what)s.") % {"n": n, "what": what}
            for n, what in enumerate(said[:-1], start=1)
        ]
        told.append(_("From overdue turn %(n)s on: %(what)s.") % {"n": len(said), "what": said[-1]})
    if any(step.do == SUBSTITUTE for step in steps):
        told.append(_("At a private table of no club nobody is looked for, and the server plays."))
    told.append(_("What the server plays: it draws and discards, answers no, and never melds."))
    return told


def short(steps: tuple[Step, ...], times: Mapping[int, str]) -> str:
    """The same as short as it can be."""
    said = (_said(step, times.get(step.seconds, "")) for step in steps)
    return _("when the time is over: %(steps)s") % {"steps": _(", next time ").join(said)}


def fault(told: Mapping[str, Any], low: str, high: str) -> str:
    """Why a list cannot stand; `low`, `high`: the lengths that are possible, in words."""
    if told["code"] == "clock_contradiction":
        return _("Step %(step)s must be the last one: after it nobody is waited for any more.") % {"step": told["step"]}
    if "most" in told:
        return _("At most %(most)s steps are possible.") % {"most": MOST_STEPS}
    told = {"step": told["step"], "low": low, "high": high}
    return _("Step %(step)s: %(low)s to %(high)s more are possible.") % told
