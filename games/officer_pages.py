"""The page by which an officer of a club acts for a member who telephones."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.selectors import people_by_id
from engine.errors import Refused
from games import endings, officer_form, overview, permissions, requests, selectors, serializers, services, table, words
from games.officer_form import ActForForm
from games.pressed import pressed
from games.rows import PUT_OFF
from games.selectors import Seen
from games.views import account

LATELY = 6
"""So many of the last things that happened stand on the page."""
LOOK_BACK = 40


@login_required
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def act_for(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Act for a member; whatever is refused is said, and what was entered is kept."""
    user = account(request)
    try:
        seen = selectors.look(game_id, user.id)
    except Refused as refused:
        raise Http404 from refused
    if not permissions.is_officer(seen.state.table, user.id):
        raise PermissionDenied
    form = _form(seen, user.id, request.POST if request.method == "POST" else None)
    if form is not None and form.is_bound and form.is_valid():
        try:
            services.act(user.id, game_id, requests.action(form.body()), timezone.now())
        except Refused as refused:
            sentence = str(words.explained(refused).detail)
            if refused.code == "stale_version":  # what was entered was meant for another moment
                messages.error(request, sentence)
                return redirect("act_for", game_id)
            form.add_error(None, sentence)
        else:
            messages.success(request, _("It is done, and everybody at the table sees who did it."))
            return redirect("act_for", game_id)
    context = {"form": form, "typed": officer_form.names(), **_around(seen)}
    return render(request, "games/act_for.html", context, status=422 if request.method == "POST" else 200)


@pressed("act_for")
def freeze(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Freeze a table with a reason, or let it go on."""
    user, entered = account(request), request.POST
    told = {"action_id": str(uuid4()), "reason": entered.get("reason", "")}
    try:
        if "reason" in entered:
            endings.freeze(user.id, game_id, requests.freeze(told), timezone.now())
        else:
            endings.unfreeze(user.id, game_id, uuid4(), timezone.now())
    except Refused as refused:
        if refused.code == "unknown_game":
            raise Http404 from refused
        if refused.code == "not_allowed":
            raise PermissionDenied from refused
        messages.error(request, str(words.explained(refused).detail))
    return redirect("act_for", game_id)


def _form(seen: Seen, user_id: UUID, entered: Any) -> ActForForm | None:
    """The form, where somebody is to act for whom this officer may; None else."""
    seats = permissions.may_act_for(seen.state.table, seen.state.marks.opened, user_id, *seen.state.to_act)
    if not seats:
        return None
    names = _names(seen)
    who = [(seat, names[seat]) for seat in seats]
    return ActForForm(entered, game=seen.state.game, seats=who, version=seen.version)


def _names(seen: Seen) -> list[str]:
    known = people_by_id(serializers.people_at(seen.state))
    return [overview.seat_name(seen.state, seat, known) for seat in range(seen.state.table.players)]


def _around(seen: Seen) -> dict[str, Any]:
    """What everybody sees of the table: who is to act, and what happened last."""
    names = _names(seen)
    told = selectors.events_page(seen, max(0, seen.version - LOOK_BACK))["events"]
    said = [words.event(one, "" if one["seat"] is None else names[one["seat"]]) for one in told]
    return {
        "nav": "clubs",
        "table": seen.id,
        "frozen": bool(seen.state.table.frozen),
        "put_off": seen.state.table.frozen == PUT_OFF,
        "may_freeze": seen.state.status in (table.PLAYING, table.PAUSED) and not seen.state.table.frozen,
        "longest_reason": requests.LONGEST_REASON,
        "to_act": ", ".join(names[seat] for seat in seen.state.to_act),
        "lately": said[: -LATELY - 1 : -1],
    }
