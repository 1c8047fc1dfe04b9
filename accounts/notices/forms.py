"""The form for how one wants to be told."""

import re
from datetime import time
from typing import Any

from django import forms
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from accounts.notices import wishes
from accounts.notices.kinds import KINDS
from accounts.notices.models import Channel, Mode, Reader

MODES = [
    (Mode.EVERY, _("every time")),
    (Mode.ONCE, _("once until I look")),
    (Mode.DIGEST, _("once a day, together")),
    (Mode.NEVER, _("never")),
]
_RUNG = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)")


def hours(minutes: int) -> str:
    """Minutes as hours: 90 is 1.5."""
    return f"{minutes / 60:.2f}".rstrip("0").rstrip(".")


class WishesForm(forms.Form):
    """A choice for each kind and channel, the ladder, the hour of the digest."""

    ladder = forms.CharField(
        label=_("Remind me before my time runs out"),
        required=False,
        max_length=60,
        help_text=_(
            "Hours before the deadline, up to five, from 0.25 to 168: for instance 24, 8, 1. Empty: not at all."
        ),
    )
    digest_hour = forms.TypedChoiceField(label=_("Once a day, at"), coerce=int)
    no_mail = forms.BooleanField(label=_("No notices by e-mail at all"), required=False)

    def __init__(self, data: Any, reader: Reader) -> None:
        initial = {
            "ladder": ", ".join(map(hours, reader.ladder)),
            "digest_hour": reader.digest_hour,
            "no_mail": reader.no_mail,
        }
        super().__init__(data, initial=initial)
        self.fields["digest_hour"].choices = [(n, time_format(time(n))) for n in range(24)]  # type: ignore[attr-defined]
        for kind in KINDS.values():
            for channel in Channel.values:
                chosen = wishes.chosen(reader.modes, kind.name, channel)
                self.fields[f"{kind.name}_{channel}"] = forms.ChoiceField(choices=MODES, initial=chosen)

    def rows(self) -> list[tuple[Any, Any, Any]]:
        """For each kind its name and the choices for mail and push."""
        return [(kind.label, self[f"{kind.name}_mail"], self[f"{kind.name}_push"]) for kind in KINDS.values()]

    def clean_ladder(self) -> list[int]:
        """The rungs in minutes."""
        words = [one for one in re.split(r"[,;\s]+", self.cleaned_data["ladder"]) if one]
        try:
            if not all(_RUNG.fullmatch(one) for one in words):
                raise ValueError(words)
            return wishes.checked_ladder(round(float(one) * 60) for one in words)
        except ValueError as error:
            raise forms.ValidationError(_("Up to five numbers of hours, each from 0.25 to 168.")) from error

    def chosen(self) -> dict[str, Any]:
        """What `services.choose` takes."""
        modes = {
            name: {channel: self.cleaned_data[f"{name}_{channel}"] for channel in Channel.values} for name in KINDS
        }
        return {"modes": modes, **{name: self.cleaned_data[name] for name in ("ladder", "digest_hour", "no_mail")}}
