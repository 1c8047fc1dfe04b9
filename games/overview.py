"""Tables at a glance, for the home page and the lobby: what waits for a person, what is open, what can be watched."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.selectors import people_by_id
from games import clock_words, permissions, serializers, snapshots, table
from games.models import Game, Seat
from games.projector import State

MOST_OF_ONES_OWN = 40
MOST_IN_THE_LOBBY = 20
MOST_FINISHED = 10

RULES = {
    "classic": gettext_lazy("Classic rules"),
    "favourite": gettext_lazy("Favourite rules"),
    "pagat": gettext_lazy("Pagat rules"),
    "bicycle": gettext_lazy("Bicycle rules"),
}

SHORT_NAMES = {
    "classic": pgettext_lazy("a ruleset", "Classic"),
    "favourite": pgettext_lazy("a ruleset", "Favourite"),
    "pagat": pgettext_lazy("a ruleset", "Pagat"),
    "bicycle": pgettext_lazy("a ruleset", "Bicycle"),
}


class Line(NamedTuple):
    """One table in a list, as one person (or a visitor) finds it."""

    id: UUID
    status: str
    rules: str
    shape: str
    seats: tuple[str, ...]
    open_seats: int
    mine: int | None
    invited: int | None
    to_act: str
    my_turn: bool
    asked: bool
    deal: int
    deals: int
    totals: tuple[tuple[str, str], ...]
    deadline: datetime | None
    pace: str


class Lists(NamedTuple):
    """What the home page shows, each list in its order."""

    my_turn: list[Line]
    running: list[Line]
    invitations: list[Line]
    waiting: list[Line]
    finished: list[Line]
    open: list[Line]
    to_watch: list[Line]


def rules_name(ruleset_name: str) -> str:
    """The name of a ruleset as people say it."""
    return str(RULES.get(ruleset_name, gettext("House rules")))


def shape(players: int, teams: int) -> str:
    """How many play, and how they are grouped."""
    if players == teams:
        return gettext("%(players)s players, each alone") % {"players": players}
    size = players // teams
    return gettext("%(players)s players, %(teams)s teams of %(size)s") % {
        "players": players,
        "teams": teams,
        "size": size,
    }


def lists(user_id: UUID | None) -> Lists:
    """All lists of the home page. For a visitor (None) only those that everybody sees."""
    mine = _own(user_id)
    public = Game.objects.filter(visibility=table.PUBLIC, demo=False, version__gt=0).exclude(
        pk__in=[one.pk for one in mine]
    )
    strangers = list(public.filter(status=table.WAITING).order_by("-created_at")[:MOST_IN_THE_LOBBY])
    strangers += list(public.filter(status=table.PLAYING).order_by("-created_at")[:MOST_IN_THE_LOBBY])
    lines = _lines([*mine, *strangers], user_id)
    own, others = lines[: len(mine)], lines[len(mine) :]
    playing = [one for one in own if one.status == table.PLAYING and one.mine is not None]
    return Lists(
        my_turn=sorted((one for one in playing if one.my_turn), key=_urgency),
        running=[one for one in playing if not one.my_turn],
        invitations=[one for one in own if one.status == table.WAITING and one.invited is not None],
        waiting=[one for one in own if one.status == table.WAITING and one.invited is None],
        finished=[one for one in own if one.status == table.FINISHED][:MOST_FINISHED],
        open=[one for one in others if one.status == table.WAITING and one.open_seats],
        to_watch=[one for one in others if one.status == table.PLAYING],
    )


def demo_table() -> Game | None:
    """The table at which the demo bots play, if there is one: the running one first."""
    found = Game.objects.filter(demo=True, visibility=table.PUBLIC, version__gt=0).order_by("-created_at")
    return found.filter(status=table.PLAYING).first() or found.first()


def _own(user_id: UUID | None) -> list[Game]:
    if user_id is None:
        return []
    seat = Exists(Seat.objects.filter(game=OuterRef("pk"), kind="user", holder=str(user_id)))
    part = Q(creator=user_id) | seat
    games: QuerySet[Game] = Game.objects.filter(part, demo=False, version__gt=0).order_by("-created_at")
    unfinished = games.filter(status__in=(table.WAITING, table.PLAYING, table.PAUSED))
    return list(unfinished[:MOST_OF_ONES_OWN]) + list(games.filter(status=table.FINISHED)[:MOST_FINISHED])


def _lines(games: list[Game], user_id: UUID | None) -> list[Line]:
    states = [snapshots.load(one.id, one.version, one.state_version, one.state) for one in games]
    known = people_by_id({id_ for state in states for id_ in serializers.people_at(state)})
    return [_line(one, state, user_id, known) for one, state in zip(games, states, strict=True)]


def _line(game: Game, state: State, user_id: UUID | None, known: serializers.Names) -> Line:
    seats = [seat_name(state, number, known) for number in range(game.players)]
    mine = permissions.seat_of(state.table, user_id)
    invited = None if user_id is None else state.table.invited_to(permissions.person(user_id))
    return Line(
        id=game.id,
        status=state.status,
        rules=rules_name(game.ruleset_name),
        shape=shape(game.players, game.teams),
        seats=tuple(seats),
        open_seats=sum(seat.holder is None for seat in state.table.seats),
        mine=mine,
        invited=invited,
        to_act=", ".join(seats[seat] for seat in state.to_act),
        my_turn=mine is not None and mine in state.to_act,
        asked=bool(state.game.deal and state.game.deal.question),
        deal=state.deals_begun,
        deals=state.table.deals,
        totals=_totals(state, seats, mine),
        deadline=state.deadline,
        pace=clock_words.name(state.table.clock),
    )


def seat_name(state: State, number: int, known: serializers.Names) -> str:
    """What a seat is called: its player's name, a bot's number, or that it is open."""
    seat = state.table.seats[number]
    if seat.holder is None:
        return gettext("open seat")
    if seat.holder.kind == "bot":
        return gettext("Bot %(n)s") % {"n": number + 1}
    name = str(serializers.player(seat, known)["player"]["name"])
    return gettext("%(name)s (invited)") % {"name": name} if seat.invited else name


def _totals(state: State, seats: list[str], mine: int | None) -> tuple[tuple[str, str], ...]:
    teams = state.game.teams
    order = [((mine or 0) + step) % teams for step in range(teams)]
    points = [number_format(state.game.totals[team], force_grouping=True) for team in order]
    return tuple((_team(seats, team, teams, mine), total) for team, total in zip(order, points, strict=True))


def _team(seats: list[str], team: int, teams: int, mine: int | None) -> str:
    if mine is not None and teams == 2:
        return gettext("us") if mine % teams == team else gettext("them")
    return " & ".join(seats[team::teams])


def _urgency(line: Line) -> tuple[bool, Any]:
    return (line.deadline is None, line.deadline or 0)
