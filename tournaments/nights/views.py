"""The pages of club nights: a club's series, one of them, one night, a new one. For who runs the club's events."""

from datetime import date
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
from games.clock import Refused
from tournaments import schedule
from tournaments.nights import plan as plans
from tournaments.nights import selectors, serializers, services, store, words
from tournaments.nights.forms import LaterForm, MoveForm, SeriesForm, SkipForm
from tournaments.nights.selectors import Seen, Shown
from tournaments.services import RUNS
from tournaments.views.lists import say


def _shown(request: HttpRequest, name: str, club: Any, status: int = 200, **context: Any) -> HttpResponse:
    return render(request, f"nights/{name}.html", {"club": club, "nav": "clubs", **context}, status=status)


@page("GET")
def series_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The series of a club."""
    found = look(request, slug, RUNS)
    rows = selectors.of_club(found, request.GET.get("cursor"))
    told = [(one.id, plans.read(one.state)) for one in rows.rows]
    lines = [{"id": id_, "name": plan.name, "rule": words.rule(plan.series.rule), "plan": plan} for id_, plan in told]
    return _shown(request, "list", found.club, lines=lines, next=rows.next)


@page("GET", "POST")
def new_series(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a series."""
    found = look(request, slug, RUNS)
    form = SeriesForm(request.POST or None, club=found.club)
    if form.is_bound and form.is_valid():
        try:
            key = str(form.cleaned_data["key"])
            id_, _new = services.make(member(request), found.club.id, form.chosen(), timezone.now(), key)
        except (ProblemError, Refused) as refused:
            say(form, refused)
        else:
            return redirect("series", id_)
    return _shown(request, "form", found.club, 422 if form.is_bound else 200, form=form)


@page("GET")
def series(request: HttpRequest, series_id: UUID) -> HttpResponse:
    """A series with the nights to come, as clocks will show them there."""
    seen = selectors.look(viewer(request), series_id)
    nights = [(one, words.when(one.begins)) for one in selectors.nights(seen, timezone.now())]
    return _shown(
        request,
        "series",
        seen.standing.club,
        id=seen.one.id,
        plan=seen.plan,
        rule=words.rule(seen.plan.series.rule),
        nights=nights,
        clocks=any(one.begins.told for one, _when in nights),
    )


@page("GET")
def log(request: HttpRequest, series_id: UUID) -> HttpResponse:
    """Whatever was done to a series, by whom."""
    seen = selectors.look(viewer(request), series_id)
    told = zip(store.rows(seen.one), serializers.rows(seen), strict=True)
    lines = [
        (row.at, words.row(row, shape["actor"]["name"] if row.actor_kind == "user" else _("The site")), row.hash)
        for row, shape in told
    ]
    return _shown(request, "log", seen.standing.club, id=seen.one.id, plan=seen.plan, lines=reversed(lines))


def _night(request: HttpRequest, series_id: UUID, day: str) -> tuple[Seen, Shown]:
    seen = selectors.look(viewer(request), series_id)
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        raise ProblemError("not_found") from None
    return seen, selectors.night(seen, wanted)


@page("GET", "POST")
def night(request: HttpRequest, series_id: UUID, day: str) -> HttpResponse:
    """One night: move it, or skip it."""
    seen, one = _night(request, series_id, day)
    published = one.status not in ("", "draft")
    asked = request.POST.get("do", "")
    forms: dict[str, Form] = {
        "move": MoveForm(
            request.POST if asked == "move" else None,
            published=published,
            prefix="m",
            initial={"starts": one.begins.wall.isoformat(timespec="minutes")},
        ),
        "skip": SkipForm(request.POST if asked == "skip" else None, published=published, prefix="s"),
    }
    form = forms.get(asked)
    if form is not None and form.is_valid():
        try:
            services.act(member(request), series_id, {"do": asked, "day": one.day, **form.cleaned_data}, timezone.now())
        except ProblemError as refused:
            say(form, refused)
        else:
            if asked == "move":
                _tell_clocks(request, form.cleaned_data["starts"], one.begins.zone)
            messages.success(request, _("Done."))
            return redirect("series", series_id)
    context = {"id": seen.one.id, "plan": seen.plan, "night": one, "when": words.when(one.begins), "forms": forms}
    context["goes_on"] = seen.plan.series.goes_on(one.day)
    return _shown(request, "night", seen.standing.club, 422 if form else 200, published=published, **context)


def _tell_clocks(request: HttpRequest, wall: Any, zone: str) -> None:
    """Say what a wall time means that does not exist there, or comes twice."""
    meant = schedule.moment(wall, zone)
    if meant.told:
        messages.warning(request, words.when(meant))


@page("GET", "POST")
def later(request: HttpRequest, series_id: UUID, day: str) -> HttpResponse:
    """This night and all later ones otherwise."""
    seen, one = _night(request, series_id, day)
    if not seen.plan.series.goes_on(one.day):
        raise ProblemError("not_found")
    form = LaterForm(request.POST or None, club=seen.standing.club, plan=seen.plan, first=one.begins.wall)
    if form.is_bound and form.is_valid():
        chosen = form.chosen()
        why = chosen.pop("reason", "")
        try:
            new = services.change_from(member(request), series_id, one.day, chosen, why, timezone.now())
        except (ProblemError, Refused) as refused:
            say(form, refused)
        else:
            messages.success(request, _("This is the later part now."))
            return redirect("series", new)
    told = {"id": seen.one.id, "plan": seen.plan, "later": words.day(one.day), "form": form}
    return _shown(request, "form", seen.standing.club, 422 if form.is_bound else 200, **told)


@page("POST")
def end(request: HttpRequest, series_id: UUID) -> HttpResponse:
    """No more nights from a day on."""
    try:
        day = date.fromisoformat(request.POST.get("day", ""))
    except ValueError:
        messages.error(request, _("A day is needed."))
        return redirect("series", series_id)
    try:
        services.end(member(request), series_id, day, timezone.now())
    except ProblemError as refused:
        if refused.code in ("not_found", "not_allowed"):
            raise
        messages.error(request, str(refused.detail or ERRORS[refused.code].title))
    else:
        messages.success(request, _("Done."))
    return redirect("series", series_id)
