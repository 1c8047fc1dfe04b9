"""One event: its page, its stream, its files."""

import csv
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from accounts.clubs.pages import page
from accounts.notices import writing
from tournaments.forms import EntryForm, ReasonForm
from tournaments.overview import files, history, rounds, standing
from tournaments.views.showing import found, shown


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
        keys=standing.keys(one),
        rows=standing.standings(one),
        entry_form=EntryForm(),
        reason_form=ReasonForm(prefix="w"),
    )


@page("GET")
def standings(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The standings as a file for spreadsheets."""
    one = found(request, event_id)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="standings-{event_id}.csv"'
    csv.writer(answer).writerows(files.table_of_standings(one))
    return answer


@page("GET")
def log(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Whatever happened, by whom, and why."""
    one = found(request, event_id)
    return shown(request, "log", one, lines=history.log(one))
