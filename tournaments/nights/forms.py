"""The forms of the pages about club nights. What they take is what the API takes."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments import drafting
from tournaments.asking import LONGEST_REASON, within
from tournaments.forms import EventForm
from tournaments.nights import words
from tournaments.nights.plan import Plan

DAYS_BEFORE = (3, 7, 14, 21, 30, 45)
WEEKS = (1, 2, 3, 4)


def every() -> list[tuple[str, str]]:
    """How often a night may be; the day is that of the first one."""
    weeks = [(str(n), ngettext("every week", "every %(n)d weeks", n) % {"n": n}) for n in WEEKS]
    same = str(_("every month, on the same weekday of it (the second Thursday)"))
    return [*weeks, ("month", same), ("last", str(_("every month, on the last such weekday of it")))]


def before() -> list[tuple[Any, str]]:
    """When a night is published."""
    told = [(n, ngettext("%(n)d day before", "%(n)d days before", n) % {"n": n}) for n in DAYS_BEFORE]
    return [*told, ("", str(_("not by itself: it stays a draft")))]


class WallField(forms.CharField):
    """A day and a time, by the clocks of the event's place."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(max_length=20, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        """As a time without a zone."""
        text = super().clean(value)
        read = drafting.wall_time(text) if text else None
        if text and read is None:
            raise forms.ValidationError(_("A day and a time are needed."))
        return read


class SeriesForm(EventForm):
    """What is chosen of a series: as of an event, and which days."""

    every = forms.ChoiceField(label=_("How often"), choices=every)
    days = forms.MultipleChoiceField(
        label=_("On these days (none: that of the first night)"),
        choices=[(day, WEEKDAYS[number]) for number, day in enumerate(words.DAYS)],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Counts where nights are weekly."),
    )
    ends = forms.DateField(
        label=_("No more from this day on (not needed)"),
        required=False,
        validators=[within],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    publish_days = forms.TypedChoiceField(
        label=_("Published by itself"), choices=before, coerce=int, empty_value=None, required=False, initial=14
    )
    order = ("name", "starts", "zone", "every", "days", "ends", "publish_days")

    def __init__(self, *args: Any, plan: Plan | None = None, first: datetime | None = None, **kwargs: Any) -> None:
        super().__init__(*args, draft=None if plan is None else plan.rules, **kwargs)
        self.fields["starts"].label = _("The first night begins")
        if plan is not None:
            kept = {"": _("as it is: %(rule)s") % {"rule": words.rule(plan.series.rule)}}
            field = self.fields["every"]
            assert isinstance(field, forms.ChoiceField)
            field.choices, field.required = [*kept.items(), *every()], False
            self.initial.update(ends=plan.series.ends, publish_days=plan.publish_days, starts=first)
        self.rule = "" if plan is None else plan.series.rule
        self.order_fields(self.order)

    def chosen(self) -> dict[str, Any]:
        """What was chosen, as a service takes it."""
        told = super().chosen()
        often, days = told.pop("every", ""), told.pop("days", [])
        rule = rule_of(often, days, self.cleaned_data["starts"].date()) if often else self.rule
        return told | {"rule": rule} | {name: self.cleaned_data[name] for name in ("ends", "publish_days")}


def rule_of(often: str, days: list[str], first: date) -> str:
    """The rule that was chosen, as RFC 5545 writes it."""
    own = words.DAYS[first.weekday()]
    if often == "last":
        return f"FREQ=MONTHLY;BYDAY=-1{own}"
    if often == "month":
        place = (first.day - 1) // 7 + 1
        return f"FREQ=MONTHLY;BYDAY={place if place < 5 else -1}{own}"
    return f"FREQ=WEEKLY;INTERVAL={often};BYDAY={','.join(sorted(days, key=words.DAYS.index) or [own])}"


def reason(needed: bool) -> forms.CharField:
    """Why; needed where the night is published."""
    label = _("Reason, for those who have entered") if needed else _("Reason (not needed)")
    return forms.CharField(label=label, max_length=LONGEST_REASON, required=needed)


class MoveForm(forms.Form):
    """When one night begins instead."""

    starts = WallField(label=_("It begins"))

    def __init__(self, *args: Any, published: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason(published)


class SkipForm(forms.Form):
    """Why one night is not held."""

    def __init__(self, *args: Any, published: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason(published)


class LaterForm(SeriesForm):
    """This night and all later ones otherwise."""

    reason = forms.CharField(
        label=_("Reason, for those who have entered nights that are published and begin at another time now"),
        max_length=LONGEST_REASON,
        required=False,
    )
