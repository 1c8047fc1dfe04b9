"""The desk of an event: what officers see and decide."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from accounts.clubs.pages import member, page
from config.kernel.errors import ERRORS, ProblemError
from tournaments import decisions, progress
from tournaments.overview import desk as seen
from tournaments.overview import next_round, rounds
from tournaments.services import RULES, RUNS
from tournaments.views.showing import found, shown


@page("GET")
def desk(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What holds the round up, and what may be done about it."""
    one, now = found(request, event_id, RULES), timezone.now()
    running, every = progress.running(one.t), rounds.with_results(one)
    asked = request.GET.get("results")
    number = next((n for n in every if str(n) == asked), max(every, default=0))
    return shown(
        request,
        "desk",
        one,
        holding=seen.holding(one, running, now),
        ends=seen.ends(one, now),
        decided=rounds.decided(one, number),
        results_of=number,
        every_result=every,
        failed=one.t.why,
    )


@page("GET", "POST")
def pairing(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The next round as it would be, why each table is as it is; and, for who runs the event, to pair it by hand."""
    one = found(request, event_id, RUNS if request.method == "POST" else RULES)
    told = next_round.next_round(one, progress.stand(progress.running(one.t)))
    may = next_round.may_pair(one)
    chosen = may.seats(told.sides if told else [])
    faults: list[str] = []
    broken: list[tuple[str, str]] = []
    if request.method == "POST":
        chosen = request.POST.getlist("seat")
        try:
            decisions.decide(member(request), event_id, _by_hand(request, may), timezone.now())
        except ValidationError:
            faults = [_("A reason is needed, and tables that are full.")]
        except ProblemError as refused:
            if refused.code in ("not_found", "not_allowed"):
                raise
            broken = next_round.broken(one, refused)
            faults = next_round.faults(one, refused) or [str(ERRORS[refused.code].title)]
        else:
            messages.success(request, _("The round is paired as you have chosen."))
            return redirect("event_pairing", event_id)
    tables = [chosen[place : place + may.at_a_table] for place in range(0, len(chosen), may.at_a_table)]
    context = {"next": told, "by_hand": may, "tables": tables, "faults": faults, "broken": broken}
    return shown(request, "pairing", one, 422 if faults else 200, reason=request.POST.get("reason", ""), **context)


def _by_hand(request: HttpRequest, may: next_round.ByHand) -> dict[str, object]:
    """What was chosen, as a program would send it: whoever sits at no table rests. Raises ValidationError."""
    seats = request.POST.getlist("seat")
    placed = set(seats)
    told = {
        "do": "pair_by_hand",
        "round": may.number or 1,
        "tables": may.read(seats),
        "rests": [id_ for id_, _name in may.playing if id_ not in placed],
        "accepted": request.POST.getlist("accepted"),
        "reason": request.POST.get("reason", ""),
    }
    body = decisions.Decision(data=told)
    body.is_valid(raise_exception=True)
    checked: dict[str, object] = body.validated_data
    return checked
