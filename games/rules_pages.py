"""The pages that tell rules: of each preset, and of a table for whoever may see it."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from engine.errors import Refused
from engine.presets import PRESETS, build
from engine.ruleset import Ruleset
from games import overview, selectors, serializers
from games.forms import NewTableForm
from games.pressed import pressed
from games.rulebook import chapters
from games.views import account


@require_GET
def of_a_preset(request: HttpRequest, name: str) -> HttpResponse:
    """The rules that have a name of their own, for any number of players."""
    if name not in PRESETS:
        raise Http404
    return show(request, PRESETS[name], title=overview.rules_name(name), preset=name)


@require_GET
@cache_control(private=True, no_store=True)
def of_a_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The rules of one table; a table that one may not see has none."""
    user_id = request.user.id if request.user.is_authenticated else None
    try:
        seen = selectors.look(game_id, user_id)
    except Refused as refused:
        raise Http404 from refused
    game = seen.state.game
    shape = overview.shape(game.players, game.teams)
    title = overview.title_of(game_id, user_id)
    return show(request, game.ruleset, game.players, game.teams, title=title, shape=shape, table=game_id)


@pressed("new_table")
def as_entered(request: HttpRequest) -> HttpResponse:
    """The rules of a house as they are entered in the form for a new table; the form again, if they cannot stand."""
    form = NewTableForm(request.POST, maker=account(request))
    form.is_valid()
    if form.faults:
        return render(request, "games/new_table.html", {"form": form, "nav": "new"}, status=422)
    players, teams = map(int, form.cleaned_data.get("layout", "4-2").split("-"))
    ruleset = build(form.rules)
    name = overview.rules_name(serializers.ruleset_name(ruleset.to_dict()))
    return show(request, ruleset, players, teams, title=name, shape=overview.shape(players, teams))


def show(
    request: HttpRequest, ruleset: Ruleset, players: int | None = None, teams: int | None = None, **more: Any
) -> HttpResponse:
    """The rules as a page; where the numbers of players and teams are not known, for any."""
    told = chapters(ruleset, players, teams)
    differs = any(line.differs for chapter in told for line in (*chapter.sentences, *chapter.table))
    names = [(name, overview.rules_name(name)) for name in PRESETS]
    context = {"nav": "rules", "chapters": told, "differs": differs, "presets": names, **more}
    return render(request, "games/rules.html", context)
