"""One event: its page, a pair's place in it, its stream, what is printed of it and what goes into spreadsheets."""

import csv
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.clubs.pages import page
from accounts.notices import writing
from config.kernel.errors import ProblemError
from tournaments.forms import EntryForm, ReasonForm
from tournaments.overview import crosstable, explained, history, live, rounds, sheets, standing
from tournaments.overview.pages import Page
from tournaments.views.showing import found, shown

LATEST = 5
"""So many rows of its stream stand on an event's page."""
PAPERS = ("pairings", "standings", "crosstable")
"""What is made to be printed and hung up."""


@page("GET")
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """An event."""
    one = found(request, event_id)
    if one.user:
        writing.seen(one.user.id, about=event_id)
    return shown(
        request,
        "event",
        one,
        rounds=rounds.rounds(one),
        live=live.live(one),
        latest=history.log(one, LATEST),
        now=timezone.now(),
        entry_form=EntryForm(one.partners),
        reason_form=ReasonForm(prefix="w"),
        **_standings(one),
    )


def _standings(one: Page) -> dict[str, Any]:
    return {
        "keys": standing.keys(one),
        "rows": standing.standings(one),
        "rested": standing.rested(one),
        "cross": crosstable.crosstable(one),
    }


@page("GET")
def tables(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The tables that are on: a part of the event's page, asked for again and again."""
    one = found(request, event_id)
    context = {"event": one, "t": one.t, "id": one.seen.id, "live": live.live(one)}
    return render(request, "tournaments/event/_live.html", context)


@page("GET")
def entry(request: HttpRequest, event_id: UUID, entry: int) -> HttpResponse:
    """How a pair came to where it stands."""
    one = found(request, event_id)
    place = explained.place(one, str(entry))
    if place is None:
        raise ProblemError("not_found")
    return shown(request, "entry", one, place=place)


@page("GET")
def paper(request: HttpRequest, event_id: UUID, what: str) -> HttpResponse:
    """Pairings, standings or the crosstable, to be printed and hung up."""
    if what not in PAPERS:
        raise ProblemError("not_found")
    one = found(request, event_id)
    context = {"rounds": rounds.rounds(one)[:1]} if what == "pairings" else _standings(one)
    return shown(request, "paper", one, what=what, now=timezone.now(), **context)


@page("GET")
def sheet(request: HttpRequest, event_id: UUID, what: str) -> HttpResponse:
    """Standings, pairings, the crosstable or the log as a file for spreadsheets."""
    if what not in sheets.SHEETS:
        raise ProblemError("not_found")
    one = found(request, event_id)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{what}-{event_id}.csv"'
    csv.writer(answer).writerows(sheets.SHEETS[what](one))
    return answer


@page("GET")
def log(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Whatever happened, by whom, and why."""
    one = found(request, event_id)
    return shown(request, "log", one, lines=history.log(one))
