"""The forms of the pages about ratings. What they take is what the API takes."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.clubs.forms import Keyed
from accounts.clubs.serializers import ONE_LINE
from tournaments.asking import within
from tournaments.leaderboards.serializers import LONGEST_REASON


class SeasonForm(Keyed):
    """A season to be made."""

    name = forms.CharField(label=_("Name of the season"), max_length=60, validators=[ONE_LINE])
    begins = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}), validators=[within])
    ends = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}), validators=[within])
    best = forms.IntegerField(
        label=_("How many events count (not needed)"),
        help_text=_("The best ones of each. Empty: two of three."),
        required=False,
        min_value=1,
        max_value=1000,
    )

    def clean(self) -> dict[str, Any]:
        """It ends after it begins."""
        told: dict[str, Any] = super().clean() or {}
        if "begins" in told and "ends" in told and told["ends"] < told["begins"]:
            raise ValidationError({"ends": _("It ends before it begins.")})
        return told


class RulingForm(forms.Form):
    """Why a game is taken out of the ratings, or counts again."""

    reason = forms.CharField(
        label=_("Why"),
        help_text=_("All who played it can read this."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
