"""The page of a club's templates."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.clubs.pages import look, member, page
from config.kernel.errors import ProblemError
from tournaments import beginnings, selectors
from tournaments.forms import TemplateForm
from tournaments.services import RUNS


@page("GET", "POST")
def templates(request: HttpRequest, slug: str) -> HttpResponse:
    """From what an event may begin, and keeping what was chosen for one."""
    found = look(request, slug, RUNS)
    events = selectors.of_club(found).rows
    form = TemplateForm(request.POST or None, events=events)
    if form.is_bound and form.is_valid():
        told = form.cleaned_data
        beginnings.keep(member(request), found, UUID(told["event"]), told["name"], timezone.now())
        messages.success(request, _("Done."))
        return redirect("event_templates", slug)
    context = {
        "club": found.club,
        "kept": beginnings.kept(found),
        "house": [(key, title) for key, (title, _chosen) in beginnings.HOUSE.items()],
        "events": events,
        "form": form,
        "nav": "clubs",
    }
    return render(request, "tournaments/templates.html", context, status=422 if form.is_bound else 200)


@page("POST")
def forget_template(request: HttpRequest, slug: str, template_id: UUID) -> HttpResponse:
    """Keep one no more."""
    found = look(request, slug, RUNS)
    try:
        beginnings.forget(found, template_id)
    except ProblemError as refused:
        if refused.code != "not_found":
            raise
    messages.success(request, _("Done."))  # also when somebody else was faster
    return redirect("event_templates", slug)
