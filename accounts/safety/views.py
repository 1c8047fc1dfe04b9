"""The pages about reports: reporting, the desk's queue, one's own. The tables' page to report at is theirs."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.clubs import selectors as clubs
from accounts.clubs.models import Announcement
from accounts.clubs.pages import look, member, page
from accounts.clubs.permissions import Standing
from accounts.safety import desk, selectors, services
from accounts.safety.forms import AppealForm, ClosingForm, DecisionForm, ReportForm
from accounts.safety.models import Report
from config.kernel.errors import ProblemError
from config.kernel.rates import address_of


def _id(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError as error:
        raise ProblemError("not_found") from error


def _subject(found: Standing, announcement: UUID | None, person: UUID | None) -> dict[str, Any]:
    """What is about to be reported, for the page."""
    if announcement is not None:
        one = Announcement.objects.select_related("author").filter(club=found.club, id=announcement).first()
        if one is None or one.author is None:
            raise ProblemError("not_found")
        return {"name": one.author.username, "what": f"{one.title}\n{one.text}"}
    return {"name": clubs.member(found, person or services.NOBODY).user.username, "what": ""}


@page("GET", "POST")
def report_in_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Report an announcement (`?announcement=`) or a person (`?person=`); the way to block them stands there too."""
    which = {name: _id(request.GET.get(name)) for name in ("announcement", "person")}
    found = look(request, slug, "report a person" if which["announcement"] is None else "report an announcement")
    subject = _subject(found, **which)
    form = ReportForm(request.POST or None)
    if form.is_bound and form.is_valid():
        services.report_in_club(member(request), found.club.id, form.told(), address_of(request), **which)
        messages.success(request, _("Thank you. The officers of the club will look at it."))
        return redirect("my_reports")
    return _show(
        request, "report", found, form=form, back=reverse("club", args=[slug]), back_to=found.club.name, **subject
    )


@page("GET")
def club_reports(request: HttpRequest, slug: str) -> HttpResponse:
    """What was reported in the club."""
    found = look(request, slug, "see reports")
    told = selectors.of_club(found, cursor=request.GET.get("cursor"))
    reports = sorted(told.rows, key=lambda one: not one.waits)
    return _show(request, "queue", found=found, reports=reports, next=told.next)


@page("GET", "POST")
def club_report(request: HttpRequest, slug: str, report_id: UUID) -> HttpResponse:
    """A report, and the form to decide it for who may."""
    found = look(request, slug, "see reports")
    one = selectors.one_of_club(found, report_id)
    may = found.may("decide appeals" if one.state == "appealed" else "decide reports") and desk.may_decide(one, found)
    form = form_for(request, one, found) if may else None
    if form and form.is_bound and form.is_valid():
        user, club_id = member(request), found.club.id
        if isinstance(form, ClosingForm):
            services.decide_appeal(user, club_id, one.id, **form.cleaned_data)
        else:
            services.decide(user, club_id, one.id, **form.decided())
        messages.success(request, _("It is decided, and told."))
        return redirect("club_reports", slug)
    return _show(request, "one", found=found, report=one, form=form, house=one.waits and not one.by_a_club)


def form_for(request: HttpRequest, one: Report, found: Standing | None) -> DecisionForm | ClosingForm | None:
    """The form by which a report is decided as it stands; None: nothing is to be decided."""
    data = request.POST if request.method == "POST" else None
    if one.state == "open":
        return DecisionForm(desk.outcomes(one, found), data)
    return ClosingForm(data) if one.state == "appealed" else None


def _show(request: HttpRequest, template: str, found: Standing, **context: Any) -> HttpResponse:
    status = 422 if context.get("form") is not None and context["form"].is_bound else 200
    whole = {"club": found.club, "nav": "clubs", "own": found.membership, **context}
    return render(request, f"safety/{template}.html", whole, status=status)


@page("GET")
def my_reports(request: HttpRequest) -> HttpResponse:
    """What I have reported, and what was decided about me."""
    user = member(request)
    names, most = selectors.names_of_clubs(user), selectors.MOST_OF_ONES_OWN
    told = {
        "made": [(one, names.get(one.club_id)) for one in selectors.made_by(user)[:most]],
        "about": [(one, names.get(one.club_id)) for one in selectors.about(user)[:most]],
        "nav": "account",
    }
    return render(request, "safety/mine.html", told)


@page("GET", "POST")
def about_me(request: HttpRequest, report_id: UUID) -> HttpResponse:
    """A decision about me, and the form to appeal."""
    user = member(request)
    one = selectors.one_about(user, report_id)
    form = AppealForm(request.POST or None) if one.may_be_appealed else None
    if form and form.is_bound and form.is_valid():
        services.appeal(user, one.id, **form.cleaned_data)
        messages.success(request, _("Somebody else will look at it."))
        return redirect("about_me", one.id)
    status = 422 if form and form.is_bound else 200
    name = selectors.names_of_clubs(user).get(one.club_id)
    told = {"report": one, "club_name": name, "form": form, "nav": "account"}
    return render(request, "safety/about_me.html", told, status=status)
