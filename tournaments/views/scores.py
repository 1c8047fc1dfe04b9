"""The page at a table with real cards, for a phone that lies beside them."""

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from accounts.clubs.pages import member, page
from config.kernel.errors import ERRORS, ProblemError
from tournaments import asking, services, state
from tournaments.deciding import real_cards
from tournaments.overview.pages import Page
from tournaments.overview.rounds import table_line
from tournaments.views import showing


class Written(NamedTuple):
    """What a side has written down; `own`: the side of who looks."""

    name: str
    lines: list[list[int]]
    own: bool


@page("GET", "POST")
def scores(request: HttpRequest, event_id: UUID, round: int, table: int) -> HttpResponse:
    """Write down what was scored, or say yes to what the others have written."""
    one = showing.found(request, event_id)
    at, own = _table(one, round, table)
    if request.method == "POST":
        if _written(request, event_id, round, table, len(at.sides)):
            return redirect("event", event_id)
        one = showing.found(request, event_id)
        at, own = _table(one, round, table)
    return _shown(request, one, at, own)


def _table(one: Page, round: int, number: int) -> tuple[state.Table, int]:
    """A table with real cards, and on which side of it who looks plays. Raises ProblemError."""
    current = one.t.round
    found = current.table(number) if current and current.number == round and current.open else None
    entry = one.t.playing(str(one.user.id), round) if one.user else None
    if found is None or not found.real or entry is None or entry.id not in found.entries:
        raise ProblemError("not_found")
    return found, found.side_of(entry.id)


def _written(request: HttpRequest, event_id: UUID, round: int, table: int, sides: int) -> bool:
    """Whether what was typed could be written down; else what is wrong is said."""
    typed = request.POST.getlist("points")
    lines = [typed[start : start + sides] for start in range(0, len(typed), sides)]
    asked = asking.Scores(data={"scores": [line for line in lines if any(line)]})
    try:
        asked.is_valid(raise_exception=True)
        told = asked.validated_data["scores"]
        services.enter_scores(member(request), event_id, round, table, told, timezone.now())
    except ValidationError:
        messages.error(request, _("Points are whole numbers, for every side."))
    except ProblemError as refused:
        if refused.code in ("not_found", "not_allowed"):
            raise
        messages.error(request, str(refused.detail or ERRORS[refused.code].title))
    else:
        messages.success(request, _("Written down."))
        return True
    return False


def _shown(request: HttpRequest, one: Page, at: state.Table, own: int) -> HttpResponse:
    assert one.t.round is not None
    line = table_line(one, one.t.round, at)
    written = [Written(line.sides[int(side)], told, int(side) == own) for side, told in sorted(at.scores.items())]
    others = [each for each in written if not each.own]
    count = real_cards.lines(one.t)
    start = next((each.lines for each in written if each.own), [])
    typed = request.POST.getlist("points") if request.method == "POST" else []
    deals = [
        {"number": deal + 1, "points": list(zip(line.sides, _row(deal, start, typed, len(at.sides)), strict=True))}
        for deal in range(count)
    ]
    more: dict[str, Any] = {"line": line, "written": written, "others": others, "deals": deals, "count": count}
    more |= {"differ": real_cards.contradicted(at.scores), "own_written": any(each.own for each in written)}
    return showing.shown(request, "scores", one, **more)


def _row(deal: int, start: list[list[int]], typed: list[str], sides: int) -> list[Any]:
    """What stands in the fields of a deal: what was just typed, or what the own side has written before."""
    if typed:
        return (typed[deal * sides : (deal + 1) * sides] + [""] * sides)[:sides]
    return list(start[deal]) if deal < len(start) else [""] * sides
