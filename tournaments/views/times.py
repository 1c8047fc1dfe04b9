"""The times of a draft's rounds, each its own."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from accounts.clubs.pages import member, page
from config.kernel.errors import ERRORS, ProblemError
from tournaments import asking, drafting, services, state
from tournaments.overview import times
from tournaments.services import RUNS
from tournaments.views.showing import found, shown


@page("GET", "POST")
def round_times(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """When each round opens and when it is to be done; what clocks there skip or show twice is said beside it."""
    one = found(request, event_id, RUNS)
    if one.t.status != state.DRAFT:
        raise ProblemError("not_now", at=one.t.status)
    windows, fault = times.windows(one.t), ""
    if request.method == "POST":
        try:
            services.amend(member(request), event_id, _chosen(request, one.t.rules), timezone.now())
        except ValidationError:
            fault = _("Each round needs a day and a time to open, and another to end.")
        except ProblemError as refused:
            if refused.code in ("not_found", "not_allowed"):
                raise
            fault = str(refused.detail or ERRORS[refused.code].title)
        else:
            messages.success(request, _("These are the times of the rounds now."))
            return redirect("event_times", event_id)
        typed = zip(windows, request.POST.getlist("opens"), request.POST.getlist("ends"), strict=False)
        windows = [window._replace(opens=opens, ends=ends) for window, opens, ends in typed]
    own = "round_times" in one.t.rules
    return shown(request, "times", one, 422 if fault else 200, windows=windows, fault=fault, own=own)


def _chosen(request: HttpRequest, rules: dict[str, object]) -> dict[str, object]:
    """The times as a program would send them; the first round opens when the event begins. Raises ValidationError."""
    if "usual" in request.POST:
        return {"round_times": [], "early": drafting.in_one_go(rules)}
    opens, ends = request.POST.getlist("opens"), request.POST.getlist("ends")
    told = [{"opens": first, "ends": last} for first, last in zip(opens, ends, strict=False)]
    body = asking.RulesChange(data={"starts": next(iter(opens), ""), "round_times": told})
    body.is_valid(raise_exception=True)
    checked: dict[str, object] = body.validated_data
    return checked
