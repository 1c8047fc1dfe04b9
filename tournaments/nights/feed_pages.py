"""Feeds of clubs and events, for calendar programs, and the page on which a club's address is found and made."""

from collections.abc import Callable, Sequence
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.clubs.models import Club
from accounts.clubs.pages import look, page
from accounts.feed_pages import answered
from accounts.feeds import Entry
from accounts.pages import base_of
from config.kernel import rates
from config.kernel.errors import ProblemError
from config.kernel.problem import problem_response
from tournaments.models import Tournament
from tournaments.nights import feeds
from tournaments.services import RUNS, SEES

Told = Callable[[], Sequence[Entry]]


@require_safe
def of_club(request: HttpRequest, club_id: UUID, secret: str = "") -> HttpResponse:
    """The rounds of all events of a club."""
    club = Club.objects.filter(id=club_id).first()
    return _feed(request, club, feeds.CLUB, club_id, secret, lambda: feeds.of_club(club_id, timezone.now()))


@require_safe
def of_event(request: HttpRequest, event_id: UUID, secret: str = "") -> HttpResponse:
    """The rounds of one event; of a draft nothing is known here."""
    event = Tournament.objects.filter(id=event_id, starts_at__isnull=False).first()
    club = Club.objects.filter(id=event.club).first() if event else None
    return _feed(request, club, feeds.EVENT, event_id, secret, lambda: feeds.of_event(event_id, timezone.now()))


def _feed(request: HttpRequest, club: Club | None, what: str, id_: UUID, secret: str, told: Told) -> HttpResponse:
    found = feeds.opens(club, what, id_, secret)
    limit = "feeds of clubs by address" if found else "unknown feeds by address"
    if wait := rates.spend_by_address(limit, rates.address_of(request)):
        return problem_response(ProblemError("rate_limited", retry_after=wait))
    if club is None or not found:
        raise Http404
    return answered(request, told, club.language or settings.LANGUAGE_CODE, club.name)


@page("GET", "POST")
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the club's feed is; who runs its events makes another address, or switches it off."""
    found = look(request, slug, SEES)
    if request.method == "POST":
        found.check(RUNS)
        if request.POST.get("do") == "off":
            feeds.switch_off(found.club)
            messages.success(request, _("The feed is switched off: whoever knows its address gets nothing any more."))
        else:
            feeds.make(found.club)
            messages.success(request, _("This is the address of the club's feed now."))
        return redirect("club_feed", slug)
    address = feeds.address(found.club, feeds.CLUB, found.club.id)
    context = {"address": base_of(request) + address if address else "", "is_open": feeds.is_open(found.club)}
    context |= {"club": found.club, "may_run": found.may(RUNS), "nav": "clubs"}
    return render(request, "nights/feed.html", context)
