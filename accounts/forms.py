"""The forms of the pages about people."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_texts
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.scopes import PLAY, READ, SCOPES
from config.kernel.errors import ERRORS, ProblemError
from config.kernel.rates import address_of


class TooOften(forms.ValidationError):
    """Said of a whole form that was sent too often."""

    CODE = "rate_limited"

    def __init__(self) -> None:
        super().__init__(str(ERRORS[self.CODE].title), code=self.CODE)


class SignInForm(AuthenticationForm):
    """Name and password."""

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
        return super().clean()


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
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("E-mail address (not needed)"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def password_rules(self) -> list[str]:
        """What a password must be like, in sentences."""
        return password_validators_help_texts()


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


class ProgramForm(forms.Form):
    """Whether a program plays with this account."""

    is_program = forms.BooleanField(label=_("A program plays with this account"), required=False)
