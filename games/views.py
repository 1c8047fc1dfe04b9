"""The pages about tables: home with the lobby, a new table, the table itself."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import preferences
from accounts.clubs.selectors import on_home
from accounts.guests import make_guest
from accounts.models import User
from accounts.notices.pages import on_home as notices_on_home
from accounts.pages import BACKEND
from accounts.safety.selectors import on_home as reports_on_home
from config.kernel.errors import ERRORS, ProblemError
from config.kernel.rates import address_of
from engine.errors import Refused
from games import (
    clock_words,
    guide,
    hints,
    lobby,
    notices,
    overview,
    permissions,
    pictures,
    rematch,
    requests,
    selectors,
    serializers,
    services,
    steps,
    visits,
    words,
)
from games.forms import NewTableForm
from games.pressed import pressed

AGAINST_BOTS = {
    "ruleset": "classic",
    "players": 4,
    "teams": 2,
    "seats": ["me", *["bot:careful"] * 3],
    "visibility": "public",
    "clock": "none",
}


def _person(request: HttpRequest) -> UUID | None:
    return request.user.id if request.user.is_authenticated else None


def _member(request: HttpRequest) -> UUID:
    """Who it is, behind `login_required`."""
    person = _person(request)
    assert person is not None
    return person


def account(request: HttpRequest) -> User:
    """The account of who it is, behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


@require_GET
@cache_control(private=True, no_store=True)
def home(request: HttpRequest) -> HttpResponse:
    """What waits for a person; for a visitor what this is, a live table, and the lobby."""
    demo = overview.demo_table()
    wanted = lobby.wanted(request.GET, overview.RULES)
    context: dict[str, Any] = {
        "nav": "home",
        "lists": overview.lists(_person(request), wanted),
        "demo": demo,
        "boot": None,
        "wanted": wanted,
        "filters": _filters(wanted),
    }
    if request.user.is_authenticated:
        context["notices"] = notices_on_home(request, notices.ON_HOME)
        context["clubs"] = on_home(request.user)
        context["safety"] = reports_on_home(request.user)
    else:
        context["pictures"] = pictures.pictures()
    if demo and not request.user.is_authenticated:
        seen = selectors.look(demo.id, None)
        context["boot"] = _boot(request, seen, overview.rules_name(demo.ruleset_name))
    return render(request, "games/home.html", context)


def _filters(wanted: lobby.Wanted) -> list[tuple[str, str, list[tuple[str, Any]], str]]:
    """The lobby's filters, for the template: name, label, what can be chosen, what is."""
    rules = [*overview.RULES.items(), (serializers.OWN_RULES, _("House rules"))]
    paces = [(name, label) for name, (label, _search) in lobby.PACES.items()]
    return [
        ("rules", _("Rules"), [("", _("Any")), *rules], wanted.rules),
        ("pace", _("Pace"), [("", _("Any")), *paces], wanted.pace),
        ("free", _("Free seats"), [("", _("Any")), *lobby.FREE.items()], wanted.free),
    ]


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A table against three bots, at once; a visitor plays as a guest."""
    return _at_once(request, lambda me, at: services.create_game(me, requests.game(AGAINST_BOTS), at)[0])


@require_POST
def first_game(request: HttpRequest) -> HttpResponse:
    """The first game with the guide, at once; a visitor plays as a guest."""
    return _at_once(request, guide.begin)


def _at_once(request: HttpRequest, begin: Callable[[UUID, datetime], UUID]) -> HttpResponse:
    if not request.user.is_authenticated:
        try:
            login(request, make_guest(address_of(request)), backend=BACKEND)
        except ProblemError as refused:
            messages.error(request, str(ERRORS[refused.code].title))
            return redirect("home")
    try:
        return redirect("table", begin(_member(request), timezone.now()))
    except Refused as refused:
        messages.error(request, str(words.explained(refused).detail))
        return redirect("home")


@login_required
@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table. What can't stand is said beside its field, and nothing chosen is lost."""
    asked = request.POST if request.method == "POST" else None
    form = NewTableForm(asked, maker=account(request), initial={"club": request.GET.get("club", "")})
    if request.method == "POST" and form.is_valid():
        try:
            game_id, _new = services.create_game(_member(request), requests.game(form.body()), timezone.now())
        except Refused as refused:
            _add_refusal(form, refused)
        except ProblemError:  # they have left the club meanwhile, or it has closed
            form.add_error("club", _("In this club you cannot open tables any more."))
        else:
            return redirect("table", game_id)
    status = 422 if form.is_bound else 200
    return render(request, "games/new_table.html", {"form": form, "nav": "new"}, status=status)


@login_required
@require_POST
def check_rules(request: HttpRequest) -> JsonResponse:
    """What is wrong with the rules as they are entered so far: {"faults": {parameter: sentence}}."""
    form = NewTableForm(request.POST, maker=account(request))
    form.is_valid()
    return JsonResponse({"faults": form.faults}, headers={"Cache-Control": "private, no-store"})


def _add_refusal(form: NewTableForm, refused: Refused) -> None:
    seat = refused.data.get("seat")
    if isinstance(seat, int):
        form.add_error(f"name_{seat + 1}", _("There is nobody of this name."))
    else:
        form.add_error(None, str(words.explained(refused).detail))


@require_GET
@cache_control(private=True, no_store=True)
@ensure_csrf_cookie
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table page: the position as this viewer may see it goes with it, so that it is drawn at once."""
    try:
        seen = selectors.look(game_id, _person(request))
    except Refused as refused:
        raise Http404 from refused
    rules = overview.title_of(seen.id, _person(request))
    boot = _boot(request, seen, rules)
    person = _person(request)
    boot["seen"] = serializers.visit(*visits.last(person, game_id)) if person and visits.plays(seen, person) else None
    return render(request, "games/table.html", {"boot": boot, "title": boot["title"]})


@require_GET
@cache_control(private=True, no_store=True)
def replay(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game told again, as far as this viewer may see it; `?at=VERSION&eyes=` is a moment of it."""
    try:
        seen = selectors.look(game_id, _person(request))
    except Refused as refused:
        raise Http404 from refused
    rules = overview.title_of(seen.id, _person(request))
    boot = {
        "id": str(seen.id),
        "seat": seen.seat,
        "seats": selectors.body(seen)["view"]["seats"],
        "eyes": steps.ALL if seen.seat is None else str(seen.seat),
        "at": 1 if seen.state.over else seen.version,
        "rulesName": rules,
        "table": reverse("table", args=[seen.id]),
        "audit": reverse("audit", args=[seen.id]),
    }
    title = _("Replay · %(rules)s · Fairdeal") % {"rules": rules}
    return render(request, "games/replay.html", {"boot": boot, "title": title})


@require_GET
@cache_control(private=True, no_store=True)
def audit(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """All that was done at a table, by whom and when, and the chain that the browser can check."""
    try:
        seen = selectors.look(game_id, _person(request))
    except Refused as refused:
        raise Http404 from refused
    rules = overview.title_of(seen.id, _person(request))
    view = selectors.body(seen)["view"]
    boot = {
        "id": str(seen.id),
        "view": {name: view[name] for name in ("seats", "teams", "totals", "status")},
        "replay": reverse("replay", args=[seen.id]),
    }
    return render(request, "games/audit.html", {"boot": boot, "rules": rules, "table": seen.id, "nav": "home"})


def _boot(request: HttpRequest, seen: selectors.Seen, rules: str) -> dict[str, Any]:
    """What the page's scripts start from."""
    first = guide.is_one(seen)
    return {
        **selectors.body(seen),
        "me": request.user.get_username() if request.user.is_authenticated else None,
        "guest": isinstance(request.user, User) and request.user.is_guest,
        "rulesName": rules,
        "hints": hints.offered(seen),
        "likings": [one._asdict() for one in preferences.AT_TABLE],
        "guide": _guide() if first else None,
        "club": overview.club_of(seen.state.table, _person(request)),
        "mayWithdraw": seen.creator is not None and seen.creator == _person(request),
        "maySit": permissions.may_sit(seen.state.table, _person(request)),
        "mayStandIn": permissions.may_stand_in(seen.state.table, _person(request)),
        "actFor": _act_for(request, seen),
        "replayPage": reverse("replay", args=[seen.id]),
        "auditPage": reverse("audit", args=[seen.id]),
        "again": reverse("play_again", args=[seen.id]) if rematch.offered(seen) and not first else None,
        "rulesPage": reverse("table_rules", args=[seen.id]),
        "clockSays": clock_words.settings(seen.state.table.clock),
        "title": _("%(rules)s · Fairdeal") % {"rules": rules},
        "icons": {"still": static("games/icon.svg"), "turn": static("games/icon-turn.svg")},
    }


def _guide() -> dict[str, str]:
    """Where the guide of a first game leads on to."""
    return {"bots": reverse("play_now"), "rules": reverse("rules", args=["classic"])}


def _act_for(request: HttpRequest, seen: selectors.Seen) -> str | None:
    """The page where an officer acts for a member; None for everybody else."""
    if not permissions.is_officer(seen.state.table, _person(request)):
        return None
    return reverse("act_for", args=[seen.id])


@pressed("table")
def accept(request: HttpRequest, game_id: UUID, seat: int) -> HttpResponse:
    """Take the seat that is kept for me."""
    try:
        services.sit(_member(request), game_id, seat, timezone.now())
    except Refused as refused:
        messages.error(request, str(words.explained(refused).detail))
        return redirect("home")
    return redirect("table", game_id)


@pressed("table")
def play_again(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The same table once more, with the same people: to the one that another of them made, or to a new one."""
    try:
        return redirect("table", rematch.again(_member(request), game_id, timezone.now()))
    except Refused as refused:
        if refused.code == "unknown_game":
            raise Http404 from refused
        messages.error(request, str(words.explained(refused).detail))
    except ProblemError as refused:
        messages.error(request, str(ERRORS[refused.code].title))
    return redirect("home")


@pressed("table")
def decline(request: HttpRequest, game_id: UUID, seat: int) -> HttpResponse:
    """Give the seat that is kept for me back."""
    try:
        services.leave(_member(request), game_id, seat, timezone.now())
    except Refused as refused:
        messages.error(request, str(words.explained(refused).detail))
    return redirect("home")
