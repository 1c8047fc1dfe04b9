"""The page of one's own account, and the forms behind its links."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import addresses, leaving, preferences, services
from accounts.forms import ChangeAddressForm, ChangePasswordForm, DeleteForm, PreferenceForm, SignOutForm, add_refusal
from accounts.pages import account_required, base_of, form_page, owner
from config.kernel.errors import ERRORS, ProblemError


@account_required
@require_GET
@cache_control(private=True, no_store=True)
def account(request: HttpRequest) -> HttpResponse:
    """What is known of me, and where to change it."""
    return render(
        request,
        "accounts/account.html",
        {"nav": "account", "now": timezone.now()},
    )


@account_required
@require_http_methods(["GET", "POST"])
def email(request: HttpRequest) -> HttpResponse:
    """Another e-mail address, or none."""
    user = owner(request)
    form = ChangeAddressForm(user, request, request.POST or None, initial={"email": user.email})
    if request.method == "POST" and form.is_valid():
        addresses.ask_to_change(user, form.cleaned_data["email"], base_of(request))
        waits = _("Look into your mail: a link waits at the new address.")
        messages.success(request, waits if user.new_email else _("Your e-mail address is forgotten."))
        return redirect("account")
    told = {
        "title": _("E-mail address"),
        "lead": _("We mail a link to the new address; until you follow it, the old one stays. Empty: no mail at all."),
        "button": _("Save"),
        "nav": "account",
    }
    return form_page(request, form, told)


@account_required
@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Have the link that confirms my address mailed once more."""
    addresses.ask_to_confirm(owner(request), base_of(request))
    messages.success(request, _("Look into your mail: a link waits there."))
    return redirect("account")


@sensitive_post_parameters("password", "old")
@account_required
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Another password; all other sessions end."""
    user = owner(request)
    form = ChangePasswordForm(user, request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            addresses.set_password(user, form.cleaned_data["password"])
        except ProblemError as refused:
            add_refusal(form, refused)
        else:
            update_session_auth_hash(request, user)
            messages.success(request, _("The new password counts from now on; you are signed out everywhere else."))
            return redirect("account")
    told = {
        "title": _("Password"),
        "lead": _("With a new one you are signed out everywhere else."),
        "button": _("Save"),
        "nav": "account",
    }
    return form_page(request, form, told)


@account_required
@require_http_methods(["GET", "POST"])
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End all sessions, here too; the programs' tokens only if asked to."""
    form = SignOutForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.end_sessions(owner(request), tokens=form.cleaned_data["tokens"])
        logout(request)
        messages.success(request, _("You are signed out everywhere."))
        return redirect("login")
    told = {
        "title": _("Sign out everywhere"),
        "lead": _("On this device and on all others, at once."),
        "button": _("Sign out everywhere"),
        "nav": "account",
    }
    return form_page(request, form, told)


@account_required
@require_GET
@cache_control(private=True, no_store=True)
def export(request: HttpRequest) -> HttpResponse:
    """All that is kept of me, as a file."""
    options = {"indent": 2, "ensure_ascii": False}
    answer = JsonResponse(leaving.export(owner(request)), json_dumps_params=options)
    answer.headers["Content-Disposition"] = 'attachment; filename="fairdeal.json"'
    return answer


@sensitive_post_parameters("old")
@account_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Have myself forgotten."""
    user = owner(request)
    form = DeleteForm(user, request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            leaving.forget(user)
        except ProblemError as refused:
            form.add_error(None, str(refused.detail or ERRORS[refused.code].title))
        else:
            logout(request)
            messages.success(request, _("You are forgotten here. Farewell!"))
            return redirect("home")
    told = {
        "title": _("Delete the account"),
        "lead": _(
            "Name, e-mail address, password, tokens and settings are deleted at once and for ever. What you played"
            " stays, for the others, under “a former player”."
        ),
        "button": _("Delete my account"),
        "danger": True,
        "nav": "account",
    }
    return form_page(request, form, told)


@account_required
@require_http_methods(["GET", "POST"])
def preference(request: HttpRequest) -> HttpResponse:
    """How I like to see things."""
    user = owner(request)
    form = PreferenceForm(request.POST or None, instance=preferences.of(user))
    if request.method == "POST" and form.is_valid():
        try:
            preferences.choose(user, **form.cleaned_data)
        except ProblemError as refused:
            add_refusal(form, refused)
        else:
            messages.success(request, _("It is noted."))
            return redirect("account")
    return form_page(request, form, {"nav": "account"}, template="accounts/preferences.html")
