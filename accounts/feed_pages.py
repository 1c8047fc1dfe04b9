"""The feed itself, for calendar programs, and the page where its address is made, replaced and switched off."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import feeds, preferences
from accounts.feeds import Entry
from accounts.models import Feed
from accounts.pages import account_required, base_of, owner
from config.kernel import rates
from config.kernel.errors import ProblemError
from config.kernel.problem import problem_response


@require_safe
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """What has a time, for whoever holds the secret. It is nobody's but its owner's, so no cache between keeps it."""
    user = feeds.owner_of(secret)
    counted = (
        rates.spend("feeds by person", str(user.id))
        if user
        else rates.spend_by_address("unknown feeds by address", rates.address_of(request))
    )
    if counted:
        return problem_response(ProblemError("rate_limited", retry_after=counted))
    if user is None:
        raise Http404
    now = timezone.now()
    language = preferences.of(user).language or translation.get_language()
    return answered(request, lambda: feeds.entries(user, now), language, "Fairdeal")


def answered(request: HttpRequest, entries: Callable[[], Sequence[Entry]], language: str, name: str) -> HttpResponse:
    """A feed in a language; nothing where the calendar program has it already."""
    with translation.override(language):
        told = entries()
        body = feeds.written(told, base_of(request), timezone.now(), name)
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    tag = feeds.tag(told, language)
    for name, value in {"ETag": tag, "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex"}.items():
        answer.headers[name] = value
    return get_conditional_response(request, etag=tag, response=answer) or answer


@account_required
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def mine(request: HttpRequest) -> HttpResponse:
    """Whether I have a feed, and its address at the moment when it is made."""
    user, told = owner(request), ""
    if request.method == "POST":
        told = base_of(request) + reverse("feed", args=[feeds.make(user)])
    return render(
        request,
        "accounts/feed.html",
        {"nav": "account", "kept": Feed.objects.filter(user=user).first(), "told": told},
    )


@account_required
@require_POST
def switch_off(request: HttpRequest) -> HttpResponse:
    """Have no feed any more."""
    feeds.switch_off(owner(request))
    messages.success(request, _("The feed is switched off: whoever knows its address gets nothing any more."))
    return redirect("my_feed")
