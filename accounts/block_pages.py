"""The page about whom one blocks: a name to block, and the list with a way back."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts import blocks
from accounts.forms import BlockForm, add_refusal, refused_status
from accounts.pages import account_required, owner
from config.kernel.errors import ProblemError


@account_required
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom I block; with `?name=` the form is filled in."""
    form = BlockForm(request.POST or None, initial={"username": request.GET.get("name", "")})
    if form.is_bound and form.is_valid():
        try:
            made = blocks.block(owner(request), **form.cleaned_data)
        except ProblemError as refused:
            add_refusal(form, refused)
        else:
            messages.success(request, _("You block %(name)s.") % {"name": made.blocked.username})
            return redirect("blocks")
    told = {"form": form, "blocks": blocks.of(owner(request)), "nav": "account"}
    return render(request, "accounts/blocks.html", told, status=refused_status(form, 422) if form.is_bound else 200)


@account_required
@require_POST
def undo(request: HttpRequest, user_id: UUID) -> HttpResponse:
    """Block somebody no longer."""
    if blocks.unblock(owner(request), user_id):
        messages.success(request, _("The block is taken back."))
    return redirect("blocks")
