"""The clock in words: what a table grants, what is wrong with settings, durations, the parts of a deadline."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games import clock, late_words
from games.clock.settings import DAY, HOUR, MINUTE

NAMES = {
    "none": pgettext_lazy("a clock", "No clock"),
    "live": pgettext_lazy("a clock", "Live"),
    "brisk": pgettext_lazy("a clock", "Brisk"),
    "daily": pgettext_lazy("a clock", "A day for a turn"),
    "three_days": pgettext_lazy("a clock", "Three days for a turn"),
}
"""The presets as people say them."""

SETTINGS = {
    "turn_seconds": gettext_lazy("Time for a turn"),
    "answer_seconds": gettext_lazy("Time for an answer"),
    "bank_seconds": gettext_lazy("Bank"),
    "increment_seconds": gettext_lazy("Added to the bank"),
    "bank_cap_seconds": gettext_lazy("Most in the bank"),
    "quiet": gettext_lazy("Quiet hours"),
    "weekends": gettext_lazy("Weekends off"),
    "vacation": gettext_lazy("Vacation"),
    "late": gettext_lazy("When the time is over"),
}
"""Each setting as a label."""

ITEMS = {
    "turn": gettext_lazy("Time for this decision: %(time)s"),
    "bank": gettext_lazy("Bank: %(time)s"),
    "extension": gettext_lazy("More time, since it was over: %(time)s"),
    "quiet": gettext_lazy("Quiet hours: %(time)s"),
    "weekend": gettext_lazy("Weekend: %(time)s"),
    "vacation": gettext_lazy("Vacation: %(time)s"),
    "rest": gettext_lazy("The clock rests: %(time)s"),
    "pause": gettext_lazy("Pause: %(time)s"),
    "taken_back": gettext_lazy("While another had the turn, until it was taken back: %(time)s"),
    "downtime": gettext_lazy("The site could not be reached: %(time)s"),
}
"""Each part of the time from a decision's beginning to its deadline."""


def duration(seconds: int) -> str:
    """A length of time in its two largest units: "1 day 12 hours"."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    parts = [
        days and ngettext("%(n)s day", "%(n)s days", days) % {"n": days},
        hours and ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours},
        minutes and ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes},
        seconds and ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds},
    ]
    first = next((place for place, part in enumerate(parts) if part), None)
    if first is None:
        return pgettext("a length of time", "none")
    return " ".join(str(part) for part in parts[first : first + 2] if part)


def name(record: Any) -> str:
    """What a clock is called in a list: its preset, or the time for a turn."""
    preset = clock.name_of(record)
    if preset is not None:
        return str(NAMES[preset])
    return _("%(time)s for a turn") % {"time": duration(record["turn_seconds"])}


def settings(record: Any) -> list[str]:
    """All that a table's clock grants, in sentences."""
    granted = clock.of(record)
    if granted is None:
        return [_("No clock: everybody takes the time they need.")]
    told = {"turn": duration(granted.turn), "answer": duration(granted.answer)}
    said = [
        _("A turn has %(turn)s.") % told
        if granted.turn == granted.answer
        else _("A turn has %(turn)s, the answer to a question %(answer)s.") % told
    ]
    if granted.bank or granted.increment:
        said.append(
            _("What a decision takes beyond that comes out of the player's bank: at first %(bank)s.")
            % {"bank": duration(granted.bank)}
        )
    if granted.increment:
        told = {"more": duration(granted.increment), "cap": duration(granted.cap)}
        said.append(_("Each turn played by oneself adds %(more)s to it, up to %(cap)s.") % told)
    if granted.quiet:
        hours = {"from": f"{granted.quiet.begins:%H:%M}", "to": f"{granted.quiet.ends:%H:%M}"}
        said.append(
            _("The clock rests from %(from)s to %(to)s in the player's own time zone, or in quiet hours of their own.")
            % hours
        )
    if granted.weekends:
        said.append(_("It rests on Saturdays and Sundays, in the player's own time zone."))
    if granted.vacation:
        said.append(_("It rests while a player is on vacation."))
    if not granted.rests:
        said.append(_("It never rests: no quiet hours, no weekends, no vacation."))
    return said + late_words.sentences(granted.late, _lengths(granted))


def _lengths(granted: clock.Settings) -> dict[int, str]:
    """The lengths of a table's extensions, in words."""
    return {step.seconds: duration(step.seconds) for step in granted.late if step.seconds}


def summary(record: Any) -> str:
    """The same as short as it can be."""
    granted = clock.of(record)
    if granted is None:
        return _("Everybody takes the time they need.")
    parts = [_("%(time)s for a turn") % {"time": duration(granted.turn)}]
    if granted.answer != granted.turn:
        parts.append(_("%(time)s for an answer") % {"time": duration(granted.answer)})
    if granted.bank:
        parts.append(_("bank of %(time)s") % {"time": duration(granted.bank)})
    if granted.increment:
        told = {"time": duration(granted.increment), "cap": duration(granted.cap)}
        parts.append(_("%(time)s more for each turn, up to %(cap)s") % told)
    if granted.quiet:
        hours = {"from": f"{granted.quiet.begins:%H:%M}", "to": f"{granted.quiet.ends:%H:%M}"}
        parts.append(_("quiet from %(from)s to %(to)s in each player's zone") % hours)
    if granted.weekends:
        parts.append(_("weekends off"))
    if granted.vacation:
        parts.append(_("vacation"))
    if granted.late:
        parts.append(late_words.short(granted.late, _lengths(granted)))
    return _("%(parts)s.") % {"parts": "; ".join(parts)}


def item(kind: str, seconds: int) -> str:
    """One part of a deadline."""
    return str(ITEMS[kind]) % {"time": duration(seconds)}


# --- What is wrong with settings ----------------------------------------------------------------------------------

CONTRADICTIONS = {
    ("answer_seconds", "turn_seconds"): gettext_lazy("An answer cannot have more time than a turn."),
    ("increment_seconds", "bank_cap_seconds"): gettext_lazy("What adds to the bank needs a most that it can hold."),
    ("bank_cap_seconds", "increment_seconds"): gettext_lazy("It says nothing where nothing is added to the bank."),
    ("bank_cap_seconds", "bank_seconds"): gettext_lazy("The bank would begin with more than that."),
    ("quiet", "turn_seconds"): gettext_lazy("A clock of minutes has none, and on a slow one they must end."),
    ("weekends", "turn_seconds"): gettext_lazy("A clock of seconds and minutes does not rest at weekends."),
    ("vacation", "turn_seconds"): gettext_lazy("A clock of seconds and minutes does not rest for vacations."),
}


def sentence(fault: Mapping[str, Any]) -> str:
    """Why a setting cannot stand; the fault as a refusal's data tells it."""
    if fault["parameter"] == "late":
        return late_words.fault(fault, *(duration(fault.get(end, 0)) for end in ("low", "high")))
    if fault["code"] == "clock_contradiction":
        return str(CONTRADICTIONS[fault["parameter"], fault["with"]])
    if fault["parameter"] == "turn_seconds":
        (low, high), (slow_low, slow_high) = fault["live"], fault["slow"]
        told = dict(
            zip(("low", "high", "slow_low", "slow_high"), map(duration, (low, high, slow_low, slow_high)), strict=True)
        )
        return (
            _(
                "With more than a time for a turn: %(low)s to %(high)s for a live clock, %(slow_low)s to %(slow_high)s"
                " for a slow one."
            )
            % told
        )
    if fault["parameter"] == "quiet":
        return _("At most %(time)s of a day can be quiet.") % {"time": duration(fault["high"])}
    return _("From %(low)s to %(high)s is possible.") % {"low": duration(fault["low"]), "high": duration(fault["high"])}


def explained(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a refusal with each fault's sentence for its reason."""
    told = [{**fault, "reason": sentence(fault)} for fault in data["faults"]]
    return {**data, "reason": told[0]["reason"], "faults": told}


def named(fault: Mapping[str, Any]) -> str:
    """The sentence with the setting it belongs to before it: by its name, and as programs write it."""
    named_ = f"{SETTINGS[fault['parameter']]} ({fault['parameter']})"
    return _("%(parameter)s: %(sentence)s") % {"parameter": named_, "sentence": sentence(fault)}
