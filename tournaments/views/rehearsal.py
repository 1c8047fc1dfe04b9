"""The page of an event's rehearsal: beginning one, what it shows, being done with it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.clubs.pages import member, page
from config.kernel.errors import ERRORS, ProblemError
from games import clock_words
from tournaments import facts, rehearsal_report, rehearsal_words, rehearsing, state
from tournaments.forms import RehearsalForm
from tournaments.overview import pages
from tournaments.services import RUNS
from tournaments.views import showing


@page("GET", "POST")
def rehearsal(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What the last rehearsal has shown, and a new one."""
    one = showing.found(request, event_id, RUNS)
    form = RehearsalForm(request.POST or None, initial={"entries": rehearsing.expected(one.t)})
    if request.method == "POST" and _done(request, event_id, form):
        return redirect("event_rehearsal", event_id)
    found = rehearsing.latest(event_id)
    told = None if found is None else rehearsal_report.report(found, one.t)
    rows = facts.standing(found.state).rows if found and found.state.times else []
    names = pages.page(found, one.user).names if found else {}
    return showing.shown(
        request,
        "rehearsal",
        one,
        422 if form.is_bound and not form.is_valid() else 200,
        form=form,
        may_begin=one.t.status in (state.DRAFT, state.OPEN) and not one.t.rehearses,
        report=told,
        rehearsed=found.state if found else None,
        needed=clock_words.duration(told.needed * 60) if told and told.needed else "",
        on=found is not None and found.state.status not in (state.PROVISIONAL, state.CANCELLED),
        discarded=found is not None and found.state.status == state.CANCELLED,
        warnings=[rehearsal_words.warning(each.code, each.data) for each in told.warnings] if told else [],
        places=[(row.rank, names[row.entry]) for row in rows],
    )


def _done(request: HttpRequest, event_id: UUID, form: RehearsalForm) -> bool:
    """Whether what was asked for is done; else it is said why not."""
    try:
        if request.POST.get("do") == "discard":
            rehearsing.discard(member(request), event_id, timezone.now())
        elif form.is_valid():
            rehearsing.begin(member(request), event_id, form.cleaned_data["entries"], timezone.now())
        else:
            return False
    except ProblemError as refused:
        if refused.code == "not_allowed":
            raise
        messages.error(request, str(refused.detail or ERRORS[refused.code].title))
    else:
        messages.success(request, _("Done."))
    return True
