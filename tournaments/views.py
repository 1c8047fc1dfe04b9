"""The pages of events: a club's list, one event, its desk, its stream; and a form for a new one."""

import csv
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from accounts.clubs.pages import look, member, page, viewer
from accounts.notices import writing
from config.kernel.errors import ERRORS, ProblemError
from games import words as game_words
from games.clock import Refused
from tournaments import asking, drafting, overview, schedule, selectors, services, state
from tournaments.forms import EntryForm, EventForm, ReasonForm
from tournaments.services import RULES, RUNS, SEES


@page("GET")
def event_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of a club."""
    found = look(request, slug, SEES)
    rows = selectors.of_club(found, request.GET.get("cursor"))
    return render(
        request,
        "tournaments/list.html",
        {"club": found.club, "events": rows.rows, "next": rows.next, "may_run": found.may(RUNS), "nav": "clubs"},
    )


@page("GET", "POST")
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Draft an event."""
    found = look(request, slug, RUNS)
    form = EventForm(request.POST or None, club=found.club)
    if form.is_bound and form.is_valid():
        try:
            key = str(form.cleaned_data["key"])
            id_, _new = services.draft(member(request), found.club.id, form.chosen(), timezone.now(), key)
        except (ProblemError, Refused) as refused:
            say(form, refused)
        else:
            _tell_change_of_clocks(request, form.chosen())
            return redirect("event", id_)
    status = 422 if form.is_bound else 200
    context = {"form": form, "club": found.club, "nav": "clubs"}
    return render(request, "tournaments/form.html", context, status=status)


@page("GET", "POST")
def edit_event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Change a draft."""
    seen = selectors.look(viewer(request), event_id, RUNS)
    if seen.state.status != state.DRAFT:
        raise ProblemError("not_now", at=seen.state.status)
    form = EventForm(request.POST or None, club=seen.club, draft=seen.state.rules)
    if form.is_bound and form.is_valid():
        try:
            services.change(member(request), event_id, drafting.over(seen.state.rules, form.chosen()), timezone.now())
        except (ProblemError, Refused) as refused:
            say(form, refused)
        else:
            _tell_change_of_clocks(request, form.chosen())
            return redirect("event", event_id)
    status = 422 if form.is_bound else 200
    context = {"form": form, "club": seen.club, "event": seen, "nav": "clubs"}
    return render(request, "tournaments/form.html", context, status=status)


def _tell_change_of_clocks(request: HttpRequest, chosen: dict[str, Any]) -> None:
    """Say what a wall time means that does not exist there, or comes twice."""
    meant = schedule.moment(chosen["starts"], chosen["zone"])
    if meant.told == schedule.GAP:
        told = {"at": f"{meant.wall:%Y-%m-%d %H:%M}"}
        messages.warning(request, _("The clocks are put forward there: it begins at %(at)s.") % told)
    if meant.told == schedule.FOLD:
        messages.warning(request, _("This time comes twice there, when the clocks are put back: the first is meant."))


def say(form: Form, refused: ProblemError | Refused) -> None:
    """A refusal beside the field that it concerns; one that concerns no field goes on."""
    told = refused if isinstance(refused, ProblemError) else game_words.explained(refused)
    fields = [name for name in told.data.get("fields", {}) if name in form.fields]
    if told.code in ("not_found", "not_allowed"):
        raise told
    form.add_error(fields[0] if fields else None, str(told.detail or ERRORS[told.code].title))


def _page(request: HttpRequest, name: str, act: str, event_id: UUID, **more: Any) -> HttpResponse:
    user = viewer(request)
    seen = selectors.look(user, event_id, act)
    one = overview.page(seen, user)
    may = {"run": seen.may(RUNS), "rule": seen.may(RULES), "enter": seen.may(services.ENTERS)}
    context = {"event": one, "t": seen.state, "id": seen.id, "club": seen.club, "may": may, "nav": "clubs", **more}
    return render(request, f"tournaments/{name}.html", context)


@page("GET")
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """An event."""
    if user := viewer(request):
        selectors.look(user, event_id)
        writing.seen(user.id, about=event_id)
    return _page(request, "event", SEES, event_id, entry_form=EntryForm(), reason_form=ReasonForm(prefix="w"))


@page("GET")
def desk(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What holds the round up, and what may be done about it."""
    user = viewer(request)
    seen = selectors.look(user, event_id, RULES)
    held = overview.holding(overview.page(seen, user))
    return _page(request, "desk", RULES, event_id, holding=held, failed=seen.state.why)


@page("GET")
def standings(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The standings as a file for spreadsheets."""
    one = overview.page(selectors.look(viewer(request), event_id), viewer(request))
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="standings-{event_id}.csv"'
    csv.writer(answer).writerows(overview.table_of_standings(one))
    return answer


@page("GET")
def log(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Whatever happened, by whom, and why."""
    seen = selectors.look(viewer(request), event_id)
    return _page(request, "log", SEES, event_id, lines=overview.log(overview.page(seen, viewer(request))))


@page("POST")
def act(request: HttpRequest, event_id: UUID, act: str) -> HttpResponse:
    """What a button or a small form of the event's page does."""
    user, posted, now = member(request), request.POST, timezone.now()
    try:
        match act:
            case "publish":
                services.publish(user, event_id, now)
            case "enter":
                services.enter(user, event_id, asking.typed(asking.NewEntry, "partner", posted), now)
            case "accept":
                services.accept(user, event_id, posted.get("entry", ""), now)
            case "check-in":
                services.check_in(user, event_id, posted.get("entry", ""), now)
            case "withdraw":
                why = asking.typed(asking.Withdrawal, "reason", posted)
                services.withdraw(user, event_id, posted.get("entry", ""), now, why)
            case "protest":
                services.protest(user, event_id, asking.typed(asking.NewProtest, "reason", posted), now)
            case "decide":
                asking.decide(user, event_id, asking.posted(posted), now)
            case _:
                raise ProblemError("not_found")
    except ValidationError:
        messages.error(request, _("Something is missing or too long: a reason is needed, and every field of the form."))
    except ProblemError as refused:
        if refused.code in ("not_found", "not_allowed"):
            raise
        messages.error(request, str(refused.detail or ERRORS[refused.code].title))
    else:
        messages.success(request, _("Done."))
    back = "event_desk" if posted.get("back") == "desk" else "event"
    return redirect(back, event_id)
