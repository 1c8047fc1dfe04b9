"""The page about one's programs: make a token (shown once), look at them, take them back."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts import selectors, services
from accounts.forms import ProgramForm, TokenForm
from accounts.pages import account_required, owner


@account_required
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def programs(request: HttpRequest) -> HttpResponse:
    """One's tokens, and the form for a new one."""
    user = owner(request)
    form = TokenForm(request.POST or None)
    told = None
    if request.method == "POST" and form.is_valid():
        days = form.cleaned_data["days"]
        expires_at = timezone.now() + timedelta(days=days) if days else None
        told, _kept = services.new_token(user, form.cleaned_data["name"], form.cleaned_data["scopes"], expires_at)
        form = TokenForm()
    context = {
        "nav": "account",
        "form": form,
        "told": told,
        "tokens": selectors.tokens_of(user),
        "now": timezone.now(),
        "mark_form": ProgramForm(initial={"is_program": user.is_program}),
    }
    return render(request, "accounts/programs.html", context, status=422 if form.is_bound else 200)


@account_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Take a token back."""
    if services.revoke_token(owner(request), token_id):
        messages.success(request, _("The token is taken back: the program is out."))
    return redirect("programs")


@account_required
@require_POST
def mark(request: HttpRequest) -> HttpResponse:
    """Say whether a program plays with this account."""
    form = ProgramForm(request.POST)
    if form.is_valid():
        services.mark_as_program(owner(request), form.cleaned_data["is_program"])
        messages.success(request, _("It is noted."))
    return redirect("programs")
