"""The pages of notices: the list, how one wants to be told, the end of mails."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from accounts import preferences
from accounts.forms import add_refusal, refused_status
from accounts.notices import keys, pushing, selectors, services, unsubscribing, writing
from accounts.notices.context import UNSEEN
from accounts.notices.forms import WishesForm
from accounts.pages import account_required, owner
from config.kernel.errors import ProblemError


@login_required
@require_GET
@cache_control(private=True, no_store=True)
def notices(request: HttpRequest) -> HttpResponse:
    """What waits for me. Whoever opens the list has seen what it shows."""
    listed = selectors.entries(owner(request).id)
    writing.seen(owner(request).id, [one.id for one in listed])
    return render(request, "notices/list.html", {"nav": "notices", "entries": listed})


def on_home(request: HttpRequest, without: Collection[str]) -> list[selectors.Entry]:
    """The newest unseen that the first page shows, but for kinds that it shows anyhow; whoever sees it has looked."""
    unseen, listed = selectors.on_home(owner(request).id, without)
    setattr(request, UNSEEN, unseen)
    return listed


@account_required
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def wishes(request: HttpRequest) -> HttpResponse:
    """How I want to be told."""
    user = owner(request)
    if "forget_browsers" in request.POST:
        pushing.unsubscribe_all(user)
        messages.success(request, _("No browser shows your notices any more."))
        return redirect("notice_wishes")
    form = WishesForm(request.POST if request.method == "POST" else None, selectors.reader_of(user.id))
    if request.method == "POST" and form.is_valid():
        try:
            services.choose(user, **form.chosen())
        except ProblemError as refused:
            add_refusal(form, refused)
        else:
            messages.success(request, _("It is noted."))
            return redirect("notice_wishes")
    context: dict[str, Any] = {
        "nav": "account",
        "form": form,
        "preference": preferences.of(user),
        "push_key": keys.public() if keys.offered() else "",
        "browsers": selectors.browsers_of(user.id),
    }
    status = refused_status(form, 422) if form.is_bound else 200
    return render(request, "notices/wishes.html", context, status=status)


@csrf_exempt  # RFC 8058: a mail program posts without cookies; the address itself says whose mails end
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def unsubscribe(request: HttpRequest, text: str) -> HttpResponse:
    """End notices by mail, by one click. A GET changes nothing: programs that check mail open links."""
    user = unsubscribing.follow(text)
    if user is None:
        return render(request, "accounts/link_gone.html", {"nav": ""}, status=410)
    if request.method == "POST":
        unsubscribing.end_mail(user)
    return render(request, "notices/unsubscribe.html", {"name": user.username, "done": request.method == "POST"})
