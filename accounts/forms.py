"""The forms of the pages about people."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_texts
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": _("No account with this name and this password."),
        "inactive": _("This account is closed."),
    }


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
