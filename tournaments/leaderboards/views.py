"""The pages about ratings: the board for everybody, a club's, its seasons, a person's, a game's."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.pages import look, member, page, viewer
from config.kernel.errors import ERRORS, ProblemError
from tournaments.defaults import LEAST_GAMES_FOR_MARGINS, LEAST_GAMES_ON_A_BOARD
from tournaments.leaderboards import boards, counting, selectors, services, words
from tournaments.leaderboards.chart import chart
from tournaments.leaderboards.forms import RulingForm, SeasonForm

RATING, MARGIN, PAIRS = "rating", "margin", "pairs"


def _tabs(chosen: str) -> list[tuple[str, Any, bool]]:
    return [(name, words.POOLS[name], name == chosen) for name in counting.POOLS]


def _show(request: HttpRequest, name: str, told: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, f"leaderboards/{name}.html", {"nav": "clubs", **told}, status=status)


@page("GET", public=True)
def for_everybody(request: HttpRequest) -> HttpResponse:
    """Who plays best, of all who want to be seen by everybody."""
    user, pool = viewer(request), boards.pool(request.GET.get("pool"))
    board = boards.for_everybody(pool, user, request.GET.get("cursor"))
    listed = user is not None and selectors.listed(user.id)
    least = LEAST_GAMES_ON_A_BOARD
    told = {"board": board, "pool": pool, "tabs": _tabs(pool), "listed": listed, "least": least, "nav": "leaderboard"}
    return _show(request, "everybody", told)


@page("GET")
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's board, by ratings or by margins, and its last results."""
    found = look(request, slug, boards.SEES)
    user, pool, by = viewer(request), boards.pool(request.GET.get("pool")), request.GET.get("by", RATING)
    if by == MARGIN:
        told: dict[str, Any] = {"margins": boards.margins(found, pool, user), "least": LEAST_GAMES_FOR_MARGINS}
    elif by == PAIRS:
        told = {"pairs": boards.pairs(found, pool, user), "least": LEAST_GAMES_ON_A_BOARD}
    else:
        board = boards.of_club(found, pool, user, request.GET.get("cursor"))
        told = {"board": board, "least": LEAST_GAMES_ON_A_BOARD}
    results = selectors.results_of_club(user, found, request.GET.get("before"))
    told |= {"club": found.club, "pool": pool, "by": by, "tabs": _tabs(pool), "results": results}
    told |= {
        "recount": selectors.last_recount(pool),
        "seasons": boards.seasons(found),
        "may_run": found.may("run events"),
    }
    return _show(request, "club", told)


@page("GET")
def season(request: HttpRequest, slug: str, season_id: UUID) -> HttpResponse:
    """Who stands where in a season of a club."""
    found = look(request, slug, boards.SEES)
    one = boards.season(found, season_id)
    rows, events, best = boards.sums(found, one, viewer(request))
    told = {"club": found.club, "season": one, "rows": rows, "events": events, "best": best}
    return _show(request, "season", {**told, "may_run": found.may("run events")})


@page("GET", "POST")
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a season."""
    found = look(request, slug, services.RUNS)
    form = SeasonForm(request.POST or None)
    if form.is_bound and form.is_valid():
        made, _new = services.make_season(member(request), found.club.id, **form.made())
        return redirect("club_season", slug, made.id)
    return _show(request, "new_season", {"club": found.club, "form": form}, 422 if form.is_bound else 200)


@page("POST")
def remove_season(request: HttpRequest, slug: str, season_id: UUID) -> HttpResponse:
    """Remove a season."""
    found = look(request, slug, services.RUNS)
    services.remove_season(member(request), found.club.id, season_id)
    messages.success(request, _("The season is removed. The events and their points stay."))
    return redirect("club_leaderboard", slug)


@page("GET")
def mine(request: HttpRequest) -> HttpResponse:
    """One's own ratings."""
    return redirect("person_ratings", member(request).id)


@page("POST")
def listing(request: HttpRequest) -> HttpResponse:
    """Stand on the board that everybody sees, or not."""
    user, listed = member(request), request.POST.get("listed") == "yes"
    services.list_me(user, listed)
    seen = _("Everybody can see your ratings now.")
    messages.success(request, seen if listed else _("Your ratings are seen in your clubs only."))
    return redirect("person_ratings", user.id)


@page("GET", public=True)
def person(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """The ratings of somebody, how they came to be, and their games that are over."""
    user = viewer(request)
    one = selectors.person(user, person_id)
    pools = [
        (words.POOLS[told.pool], told, chart([rating for _number, _at, rating in told.history]), told.history[::-1])
        for told in selectors.ratings_of(one.id)
    ]
    games = selectors.games_of(user, one.id, request.GET.get("before"))
    own = user is not None and one == user
    told = {"person": one, "pools": pools, "games": games, "own": own, "listed": own and selectors.listed(one.id)}
    return _show(request, "person", {**told, "nav": "account" if own else "clubs"})


@page("GET", "POST", public=True)
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Whether a game that is over counts, and why; for officers of its club the form to take it out."""
    user = viewer(request)
    told = selectors.of_game(user, game_id)
    form = RulingForm(request.POST or None)
    if form.is_bound:
        if user is None:
            raise ProblemError("not_allowed")
        try:
            if form.is_valid():
                annulled = request.POST.get("annulled") == "yes"
                services.annul(user, game_id, annulled, form.cleaned_data["reason"])
                messages.success(request, _("Done. The ratings follow in a minute."))
                return redirect("game_rating", game_id)
        except ProblemError as refused:
            if refused.code in ("not_found", "not_allowed"):
                raise
            form.add_error(None, str(refused.detail or ERRORS[refused.code].title))
    return _show(request, "game", {"told": told, "form": form}, 422 if form.is_bound else 200)
