"""The pages of what is done by mail: asking for a link, and following one.

A GET of a mailed link changes nothing (programs that check mail open links): the page has the button that does.
"""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import addresses, links
from accounts.forms import AddressForm, NewPasswordForm, TooOften, add_refusal, refused_status
from accounts.models import User
from accounts.pages import BACKEND, base_of, form_page, target_of
from config.kernel.errors import ProblemError
from config.kernel.rates import address_of

ASKED = {
    links.SIGN_IN: {
        "title": lazy("Sign in by e-mail"),
        "lead": lazy("We mail you a link that signs you in, without a password. It works once, and for an hour."),
        "button": lazy("Mail me a link"),
    },
    links.RESET: {
        "title": lazy("Forgotten password"),
        "lead": lazy("We mail you a link to a page where you choose a new one. It works once, and for an hour."),
        "button": lazy("Mail me a link"),
    },
}
FOLLOWED = {
    links.CONFIRM: {"title": lazy("Confirm your address"), "button": lazy("Yes, this is my address")},
    links.SIGN_IN: {"title": lazy("Sign in"), "button": lazy("Sign in")},
    links.RESET: {"title": lazy("A new password"), "button": lazy("Save the password and sign in")},
    links.CHANGE: {"title": lazy("Your new e-mail address"), "button": lazy("Use this address")},
}


@require_http_methods(["GET", "POST"])
def ask(request: HttpRequest, kind: str) -> HttpResponse:
    """Have a link mailed. The answer is the same for every address."""
    told: dict[str, Any] = {**ASKED[kind], "nav": "login"}
    if not settings.MAIL_IS_SENT:
        told |= {"lead": _("This site sends no mail. Please ask whoever runs it for help."), "button": ""}
        return form_page(request, None, told)
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            target = request.GET.get("next", "") and target_of(request)
            addresses.mail_link(kind, form.cleaned_data["email"], base_of(request), address_of(request), target)
        except ProblemError:
            form.add_error(None, TooOften())
        else:
            return sent(request)
    return form_page(request, form, told, refused_status(form, 422))


def sent(request: HttpRequest) -> HttpResponse:
    """Look into your mail."""
    return render(request, "accounts/sent.html", {"nav": "login"})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def mailed(request: HttpRequest, kind: str, text: str) -> HttpResponse:
    """Follow a link that was mailed."""
    user = links.follow(kind, text) if kind in links.PURPOSES else None
    if user is None:
        return render(request, "accounts/link_gone.html", {"nav": "login"}, status=410)
    form = NewPasswordForm(request.POST or None) if kind == links.RESET else None
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            return _do(request, kind, user, form.cleaned_data["password"] if form else "")
        except ProblemError as refused:
            assert form is not None  # only a password is refused
            add_refusal(form, refused)
    told = {**FOLLOWED[kind], "lead": _("For %(name)s.") % {"name": user.username}, "nav": "login"}
    return form_page(request, form, told, 422)


def _do(request: HttpRequest, kind: str, user: User, password: str) -> HttpResponse:
    if kind == links.CHANGE:
        addresses.change(user, base_of(request))
        messages.success(request, _("Mail goes to your new address from now on."))
        return redirect("account" if request.user.is_authenticated else "home")
    if kind == links.RESET:
        addresses.set_password(user, password)
    addresses.confirm(user)
    if kind == links.CONFIRM:
        messages.success(request, _("Thank you: the address is confirmed."))
        return redirect("home")
    login(request, user, backend=BACKEND)
    return redirect(target_of(request))
