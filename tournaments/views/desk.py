"""The desk of an event: what officers see and decide."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from accounts.clubs.pages import page
from tournaments.overview import desk as seen
from tournaments.overview import rounds
from tournaments.services import RULES
from tournaments.views.showing import found, shown


@page("GET")
def desk(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What holds the round up, and what may be done about it."""
    one = found(request, event_id, RULES)
    return shown(
        request,
        "desk",
        one,
        holding=seen.holding(one),
        decided=rounds.decided(one),
        failed=one.t.why,
    )
