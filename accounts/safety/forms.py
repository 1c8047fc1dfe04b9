"""The forms of the pages about reports. What they take is what the API takes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.clubs.forms import Keyed
from accounts.safety.models import Cause, Outcome
from accounts.safety.serializers import LONGEST_TEXT
from accounts.safety.services import Told

DAYS = (1, 7, 30, 365)


def _text(label: Any, required: bool = True, help_text: Any = "") -> forms.CharField:
    area = forms.Textarea(attrs={"rows": 3})
    return forms.CharField(label=label, required=required, max_length=LONGEST_TEXT, widget=area, help_text=help_text)


class ReportForm(Keyed):
    """Why something is reported."""

    cause = forms.ChoiceField(label=_("What is wrong?"), choices=Cause.choices, widget=forms.RadioSelect)
    text = _text(_("In your own words (not needed)"), required=False)

    def told(self) -> Told:
        """As a service takes it."""
        return Told(**self.made())


class DecisionForm(forms.Form):
    """What follows of a report, and why."""

    outcome = forms.ChoiceField(label=_("What follows"), widget=forms.RadioSelect)
    days = forms.TypedChoiceField(
        label=_("No chat for"),
        choices=lambda: [(one, ngettext("%(n)d day", "%(n)d days", one) % {"n": one}) for one in DAYS],
        coerce=int,
        initial=7,
        required=False,
    )
    text = _text(_("Why"), help_text=_("The person reads this. Who reported is not told to them."))

    def __init__(self, offered: list[str], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        outcome = self.fields["outcome"]
        assert isinstance(outcome, forms.ChoiceField)
        outcome.choices = [(one, Outcome(one).label) for one in offered]
        if Outcome.CHAT_OFF not in offered:
            del self.fields["days"]

    def decided(self) -> dict[str, Any]:
        """As a service takes it: days are said with no chat alone."""
        told = self.cleaned_data
        off = told["outcome"] == Outcome.CHAT_OFF
        return {"outcome": told["outcome"], "text": told["text"], "days": (told.get("days") or 7) if off else None}


class ClosingForm(forms.Form):
    """Whether a decision stands, and why."""

    upheld = forms.TypedChoiceField(
        label=_("The decision"),
        choices=[("yes", _("It stands")), ("no", _("It is lifted"))],
        coerce=lambda said: said == "yes",
        empty_value=None,
        widget=forms.RadioSelect,
    )
    text = _text(_("Why"), help_text=_("The person reads this."))


class AppealForm(forms.Form):
    """Why it should be decided otherwise."""

    text = _text(_("Why should it be decided otherwise?"))
