"""What every page of an event is given."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.clubs.pages import viewer
from tournaments import selectors
from tournaments.asking import MOST_ROUNDS
from tournaments.decisions import FOR_GOOD
from tournaments.overview import pages
from tournaments.overview.pages import Page
from tournaments.services import ENTERS, RULES, RUNS, SEES


def found(request: HttpRequest, event_id: UUID, act: str = SEES) -> Page:
    """An event for who asks, who may do this; standings as they were `after` the round that the
    address names. Raises ProblemError."""
    user = viewer(request)
    asked = request.GET.get("after", "")
    after = int(asked) if asked.isdecimal() and len(asked) < len(str(MOST_ROUNDS)) + 1 else None
    return pages.page(selectors.look(user, event_id, act), user, after)


def shown(request: HttpRequest, name: str, one: Page, status: int = 200, **more: Any) -> HttpResponse:
    """A page of an event."""
    seen = one.seen
    may = {"run": seen.may(RUNS), "rule": seen.may(RULES), "enter": seen.may(ENTERS)}
    context = {
        "for_good": FOR_GOOD,
        "event": one,
        "t": one.t,
        "id": seen.id,
        "club": seen.club,
        "may": may,
        "nav": "clubs",
        **more,
    }
    return render(request, f"tournaments/{name}.html", context, status=status)
