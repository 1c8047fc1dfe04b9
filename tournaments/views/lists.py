"""The events of a club, and the form of a new one."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.clubs.pages import look, member, page, viewer
from config.kernel.errors import ERRORS, ProblemError
from games import words as game_words
from games.clock import Refused
from tournaments import beginnings, drafting, schedule, selectors, services, state, words
from tournaments.forms import EventForm
from tournaments.overview import person
from tournaments.services import RUNS, SEES


@page("GET")
def event_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of a club."""
    found = look(request, slug, SEES)
    rows = selectors.of_club(found, request.GET.get("cursor"))
    parts = [(title, [one for one in rows.rows if one.status in these]) for title, these in words.PARTS]
    context = {"club": found.club, "parts": parts, "next": rows.next, "may_run": found.may(RUNS), "nav": "clubs"}
    return render(request, "tournaments/list.html", context)


@page("GET")
def my_events(request: HttpRequest) -> HttpResponse:
    """The events in which who looks is or was, in all their clubs, and what came of them."""
    user = member(request)
    rows = selectors.in_which(user, request.GET.get("cursor"))
    context = {"events": person.events(user, rows.rows), "next": rows.next, "nav": "clubs"}
    return render(request, "tournaments/mine.html", context)


@page("GET", "POST")
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Draft an event; with `template` in the address from what was chosen before."""
    found, now = look(request, slug, RUNS), timezone.now()
    template = request.GET.get("template")
    base = beginnings.rules_of(viewer(request), found, template, now) if template else None
    form = EventForm(request.POST or None, club=found.club, draft=base, new=True)
    if form.is_bound and form.is_valid():
        try:
            key = str(form.cleaned_data["key"])
            chosen = drafting.over(base, form.chosen()) if base else form.chosen()
            id_, _new = services.draft(member(request), found.club.id, chosen, now, key)
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
