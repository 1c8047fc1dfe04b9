"""The forms of the pages about people."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import preferences, services
from accounts.models import Preference, User
from accounts.scopes import PLAY, READ, SCOPES
from config.kernel.errors import ERRORS, ProblemError
from config.kernel.rates import address_of


class TooOften(forms.ValidationError):
    """Said of a whole form that was sent too often."""

    CODE = "rate_limited"

    def __init__(self) -> None:
        super().__init__(str(ERRORS[self.CODE].title), code=self.CODE)


def refused_status(form: forms.BaseForm, usual: int) -> int:
    """The status of a page with a form that was refused."""
    return ERRORS["rate_limited"].status if form.has_error(NON_FIELD_ERRORS, TooOften.CODE) else usual


def add_refusal(form: forms.BaseForm, refused: ProblemError) -> None:
    """Say beside its fields, or over the form, what a service has refused."""
    if refused.code == TooOften.CODE:
        form.add_error(None, TooOften())
    for field, faults in refused.data.get("fields", {}).items():
        for fault in faults:
            form.add_error(field if field in form.fields else None, fault)


class SignInForm(AuthenticationForm):
    """Name, or confirmed e-mail address, and password."""

    username = UsernameField(
        label=_("Name"), widget=forms.TextInput(attrs={"autofocus": True, "autocapitalize": "none"})
    )

    error_messages = {
        "invalid_login": _("No account with this name and this password."),
        "inactive": _("This account is closed."),
    }

    def clean(self) -> dict[str, Any]:
        """The same count of tries as at `/api/token`."""
        address = address_of(self.request) if self.request else ""
        try:
            services.try_password(self.cleaned_data.get("username", ""), address)
        except ProblemError as refused:
            raise TooOften from refused
        try:
            return super().clean()
        except forms.ValidationError:
            if getattr(self.request, "axes_locked_out", False):
                refusal = services.locked_out()
                raise forms.ValidationError(str(refusal.detail), code=TooOften.CODE) from None
            raise


class SignUpForm(forms.Form):
    """A new person. What may stand in the fields is decided by `services.register`."""

    username = forms.CharField(
        label=_("Name"),
        max_length=30,
        help_text=_("Everybody at the table sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("E-mail address (not needed)"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    time_zone = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)  # the browser's guess

    def clean(self) -> dict[str, Any]:
        """A password is needed, but for who is sent a link instead."""
        told = self.cleaned_data
        by_mail = settings.MAIL_IS_SENT and told.get("email")
        if not told.get("password") and not by_mail and not self.has_error("password"):
            self.add_error("password", forms.Field.default_error_messages["required"])
        return told

    def password_rules(self) -> list[str]:
        """What a password must be like, in sentences."""
        return password_validators_help_texts()


class AddressForm(forms.Form):
    """To which address a link is mailed."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class NewPasswordForm(forms.Form):
    """A new password. Whether it can stand is decided by `addresses.set_password`."""

    password = forms.CharField(
        label=_("New password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def password_rules(self) -> list[str]:
        """What a password must be like, in sentences."""
        return password_validators_help_texts()


class OwnPasswordForm(forms.Form):
    """A form that is answered only with one's password, for who has one: a device left open is not enough."""

    old = forms.CharField(
        label=_("Your password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, request: HttpRequest, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.user, self.request = user, request
        if not user.has_usable_password():
            del self.fields["old"]

    def clean_old(self) -> str:
        """It is theirs; tries are counted as at the log-in."""
        old: str = self.cleaned_data["old"]
        try:
            services.try_password(self.user.username, address_of(self.request))
        except ProblemError as refused:
            raise TooOften from refused
        if not self.user.check_password(old):
            raise forms.ValidationError(_("This is not your password."))
        return old


class ChangePasswordForm(OwnPasswordForm, NewPasswordForm):
    """The old password, and a new one."""

    field_order = ("old", "password")


class ChangeAddressForm(OwnPasswordForm):
    """Another e-mail address, or none."""

    email = forms.EmailField(
        label=_("New e-mail address"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "old")

    def clean_email(self) -> str:
        """An address is all that some have to sign in by."""
        email: str = self.cleaned_data["email"]
        if not email and not self.user.has_usable_password():
            raise forms.ValidationError(_("Choose a password first: without both you could not sign in."))
        return email


class SignOutForm(forms.Form):
    """Whether the programs are signed out too."""

    tokens = forms.BooleanField(
        label=_("Take back the tokens of my programs too, and switch off the calendar feed"), required=False
    )


class TokenForm(forms.Form):
    """A new token for a program."""

    name = forms.CharField(label=_("What is it for?"), max_length=60, help_text=_("Only you see it."))
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"),
        choices=list(SCOPES.items()),
        initial=[READ, PLAY],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("Until when?"),
        choices=[
            (30, _("30 days from now")),
            (90, _("90 days from now")),
            (365, _("a year from now")),
            (0, _("until you take it back")),
        ],
        initial=90,
        coerce=int,
    )


class BlockForm(forms.Form):
    """Whom to block."""

    username = forms.CharField(label=_("Name"), max_length=30)


class ProgramForm(forms.Form):
    """Whether a program plays with this account."""

    is_program = forms.BooleanField(label=_("A program plays with this account"), required=False)


class DeleteForm(OwnPasswordForm):
    """The name, typed once more, and the password."""

    name = forms.CharField(label=_("Your name, to be sure"), max_length=30)
    field_order = ("name", "old")

    def clean_name(self) -> str:
        """It is theirs."""
        name: str = self.cleaned_data["name"]
        if name.casefold() != self.user.username.casefold():
            raise forms.ValidationError(_("This is not your name."))
        return name


class PreferenceForm(forms.ModelForm):
    """How I like to see things."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [("", _("Not chosen: UTC")), *((zone, zone.replace("_", " ")) for zone in preferences.zones())],
        required=False,
        help_text=_("All times are shown in it."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", _("What the browser asks for")), *settings.LANGUAGES],
        required=False,
    )
    dates = forms.ChoiceField(
        label=_("Dates"),
        choices=[("", _("As the language writes them")), *Preference.Dates.choices],
        required=False,
    )

    class Meta:
        model = Preference
        fields = ("time_zone", "language", "dates", *(one.field for one in preferences.AT_TABLE))
        labels = {one.field: one.label for one in preferences.AT_TABLE}
        help_texts = {one.field: one.help for one in preferences.AT_TABLE}
        widgets = {
            one.field: forms.CheckboxInput({"data-liking": one.attribute, "data-value": one.value})
            for one in preferences.AT_TABLE
        }

    def usual(self) -> list[forms.BoundField]:
        """What holds on every page."""
        return [field for field in self.visible_fields() if field.name not in self.Meta.labels]

    def at_table(self) -> list[forms.BoundField]:
        """What holds at the table."""
        return [field for field in self.visible_fields() if field.name in self.Meta.labels]


def moment_input() -> forms.DateTimeInput:
    """Where a day and a time are chosen."""
    return forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")


class VacationForm(forms.Form):
    """From when until when, in the viewer's own zone."""

    begins = forms.DateTimeField(
        label=_("From"), widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")
    )
    ends = forms.DateTimeField(
        label=_("Until"), widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")
    )


class QuietForm(forms.Form):
    """Quiet hours of one's own: both or neither."""

    quiet_from = forms.TimeField(label=_("From"), required=False, widget=forms.TimeInput({"type": "time"}, "%H:%M"))
    quiet_to = forms.TimeField(label=_("Until"), required=False, widget=forms.TimeInput({"type": "time"}, "%H:%M"))

    def clean(self) -> dict[str, Any]:
        """Both or neither, and not all day."""
        data: dict[str, Any] = super().clean() or {}
        begins, ends = data.get("quiet_from"), data.get("quiet_to")
        if (begins is None) != (ends is None) or (begins is not None and begins == ends):
            raise forms.ValidationError(_("Quiet hours need a beginning and an end, and they are not the same."))
        return data
