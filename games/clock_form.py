"""The clock in the form for a new table: a preset, and every detail of it by itself.

A detail that is left alone means: as in the preset. What is entered is read into the record that the API takes, and
judged by the clock's one validator.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import clock, clock_words, late_words
from games.clock.late import EXTEND
from games.clock.settings import DAY, HOUR, LATE_BOUNDS, LIVE, MINUTE, NUMBERS, PRESETS, RESTS

UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY}
UNIT_NAMES = [("s", _("seconds")), ("min", _("minutes")), ("h", _("hours")), ("d", _("days"))]
USUAL_UNIT = {"turn_seconds": "h", "answer_seconds": "h", "bank_seconds": "h"}
AS_CHOSEN = _("as chosen above")
LARGEST = 1_000_000

STEPS = 5
"""So many steps has the form; programs may ask for more."""
LATE = tuple(f"clock_late_{n}" for n in range(1, STEPS + 1))
EXTENSION = ("clock_extension", "clock_extension_unit")

ABOUT: dict[str, str | Promise] = {
    "turn_seconds": _(
        "15 seconds to 5 minutes for a live table, an hour to 14 days for a slow one; by itself, anything."
    ),
    "answer_seconds": _("For a partner who is asked whether one may go out."),
    "bank_seconds": _("What a player has once for all turns that take longer; 0 for none."),
    "increment_seconds": _("For each turn played by oneself; 0 for nothing."),
    "bank_cap_seconds": _("However much is added, the bank holds no more."),
    "quiet": _("The clock stands still in these hours, in each player's own time zone."),
    "weekends": _("The clock stands still on Saturdays and Sundays, in each player's own time zone."),
    "vacation": _("The clock stands still while a player is on vacation, which is so many days a year."),
    "late": _(
        "What is done about a player's first overdue turn, the second, and so on; the last step holds for all further"
        " ones. And how long more time is."
    ),
}
"""Each detail in a sentence."""


class Line(NamedTuple):
    """A detail of the clock with its fields, for the template."""

    name: str
    label: Any
    about: Any
    controls: tuple[forms.BoundField, ...]
    errors: tuple[str, ...]


def field_names(name: str) -> tuple[str, ...]:
    """The fields of a detail; the first is where a fault is said."""
    if name == "quiet":
        return "clock_quiet", "clock_from", "clock_to"
    if name == "late":
        return *LATE, *EXTENSION
    return _length_fields(name) if name in NUMBERS else (f"clock_{name}",)


def _length_fields(name: str) -> tuple[str, str]:
    return f"clock_{name}", f"clock_{name}_unit"


def fields() -> dict[str, forms.Field]:
    """All fields of the details."""
    made: dict[str, forms.Field] = {}
    yes_no = [("", AS_CHOSEN), ("yes", _("yes")), ("no", _("no"))]
    lengths = [(*_length_fields(name), clock_words.SETTINGS[name], name) for name in NUMBERS]
    lengths.append((*EXTENSION, _("More time"), "extension"))
    for number, unit, label, name in lengths:
        made[number] = forms.IntegerField(
            label=label,
            required=False,
            min_value=0,
            max_value=LARGEST,
            widget=forms.NumberInput({"placeholder": " "}),
        )
        initial = USUAL_UNIT.get(name, "min")
        made[unit] = forms.ChoiceField(
            label=_("Unit"), choices=UNIT_NAMES, required=False, initial=initial, widget=forms.Select({"data-unit": ""})
        )
    for name in RESTS:
        made[field_names(name)[0]] = forms.ChoiceField(label=clock_words.SETTINGS[name], choices=yes_no, required=False)
    for n, field in enumerate(LATE, start=1):
        steps = [("", AS_CHOSEN if n == 1 else _("nothing further")), *late_words.CHOICES.items()]
        made[field] = forms.ChoiceField(label=_("Overdue turn %(n)s") % {"n": n}, choices=steps, required=False)
    for name, label in (("clock_from", _("from")), ("clock_to", _("to"))):
        made[name] = forms.TimeField(
            label=label, required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
        )
    return made


def settings_of(preset: str, entered: Mapping[str, Any]) -> Any:
    """The settings that are meant, as the API takes them."""
    told = dict(PRESETS.get(preset, {}))
    for name in NUMBERS:
        number, unit = field_names(name)
        if entered.get(number) is not None:
            told[name] = entered[number] * UNITS[entered.get(unit) or "min"]
    for name in RESTS:
        said = entered.get(field_names(name)[0])
        if said == "no":
            told.pop(name, None)
        elif said == "yes" and name != "quiet":
            told[name] = True
    begins, ends = entered.get("clock_from"), entered.get("clock_to")
    if entered.get("clock_quiet") != "no" and (begins or ends or entered.get("clock_quiet") == "yes"):
        usual = told.get("quiet", PRESETS["brisk"]["quiet"])
        told["quiet"] = {
            "from": f"{begins:%H:%M}" if begins else usual["from"],
            "to": f"{ends:%H:%M}" if ends else usual["to"],
        }
    if entered.get(LATE[0]) or entered.get(EXTENSION[0]) is not None:
        told["late"] = _late(told, entered)
    return told or clock.NONE


def _late(told: Mapping[str, Any], entered: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The steps that are meant: those entered, or the preset's; with the length that is entered, or a quarter turn."""
    chosen = [entered[field] for field in LATE if entered.get(field)] if entered.get(LATE[0]) else []
    steps = [_step(one) for one in chosen] or told.get("late", [_step(EXTEND)])
    turn = told.get("turn_seconds", 0)
    length = max(LATE_BOUNDS["live" if turn <= LIVE[1] else "slow"][0], turn // 4)
    usual = next((one["seconds"] for one in told.get("late", ()) if "seconds" in one), length)
    if entered.get(EXTENSION[0]) is not None:
        usual = entered[EXTENSION[0]] * UNITS[entered.get(EXTENSION[1]) or "min"]
    return [{**one, "seconds": usual} if one["do"] == EXTEND else one for one in steps]


def _step(name: str) -> dict[str, Any]:
    do = name.removesuffix("_for_good")
    return {"do": do, "returns": True} if do == name and do in ("bot", "substitute") else {"do": do}


def faults(settings: Any) -> dict[str, str]:
    """What cannot stand, a sentence for each detail that it belongs to."""
    if settings == clock.NONE:
        return {}
    if "turn_seconds" not in settings:
        return {"turn_seconds": str(_("How long is a turn?"))}
    try:
        clock.check(settings)
    except clock.ClockRefused as refused:
        return {fault["parameter"]: clock_words.sentence(fault) for fault in reversed(refused.data["faults"])}
    except clock.Refused:
        longest = clock_words.duration(clock.LONGEST_TURN)
        return {"turn_seconds": str(_("From a second to %(longest)s is possible.")) % {"longest": longest}}
    return {}


def tiles() -> list[tuple[str, Any, str]]:
    """The presets, for the template: name, title, what they grant in short."""
    presets = {clock.NONE: clock.NONE, **PRESETS}
    return [(name, clock_words.NAMES[name], clock_words.summary(record)) for name, record in presets.items()]


def lines(form: forms.BaseForm) -> Iterator[Line]:
    """All details with their fields, for the template."""
    for name, label in clock_words.SETTINGS.items():
        controls = tuple(form[field] for field in field_names(name))
        errors = tuple(str(error) for one in controls for error in one.errors)
        yield Line(name, label, ABOUT[name], controls, errors)
