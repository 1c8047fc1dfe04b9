"""Tables at a glance, for the home page and the lobby: what waits for a person, what is open, what can be watched."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, Q, QuerySet, When
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.clubs import selectors as clubs
from accounts.clubs.models import Club
from accounts.selectors import people_by_id
from games import clock_words, lately, lobby, permissions, serializers, snapshots, table
from games.models import Game, Outcome
from games.projector import State

MOST_OF_ONES_OWN = 40
MOST_IN_THE_LOBBY = 20
MOST_FINISHED = 10
MOST_OF_A_CLUB = 40
NEAR = timedelta(hours=1)

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
    """One table in a list, as one person (or a visitor) finds it. `stand_in`: whose seats they may take over; `away`:
    another plays there for them; `last`: what was done last; `ahead`: by how much their team has won (or lost)."""

    id: UUID
    status: str
    rules: str
    shape: str
    seats: tuple[str, ...]
    open_seats: int
    mine: int | None
    away: bool
    invited: int | None
    to_act: str
    my_turn: bool
    asked: bool
    deal: int
    deals: int
    totals: tuple[tuple[str, str], ...]
    deadline: datetime | None
    asks_back: str
    pace: str
    clock: str
    club: str
    stand_in: str
    left: tuple[str, ...]
    version: int
    asker: str
    last: str
    ahead: int | None

    @property
    def near(self) -> bool:
        """Whether there is less than an hour left."""
        return self.deadline is not None and self.deadline - timezone.now() < NEAR

    @property
    def margin(self) -> str:
        """By how much a game was won or lost."""
        return _points(abs(self.ahead or 0))


class Result(NamedTuple):
    """A game of a club that is over: whose team has how many points, and whether it won; who left it before."""

    id: UUID
    rules: str
    shape: str
    teams: tuple[tuple[str, str, bool], ...]
    when: datetime
    status: str
    left: tuple[str, ...]


class OfAClub(NamedTuple):
    """The tables of a club as one of its members finds them. `more`: others are open beside these."""

    playing: list[Line]
    waiting: list[Line]
    more: bool
    results: list[Result]


class Lists(NamedTuple):
    """What the home page shows, each list in its order."""

    my_turn: list[Line]
    running: list[Line]
    played_for_me: list[Line]
    invitations: list[Line]
    waiting: list[Line]
    stand_in: list[Line]
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


def lists(user_id: UUID | None, wanted: lobby.Wanted = lobby.ANYTHING) -> Lists:
    """All lists of the home page, the lobby's with what is wanted there. For a visitor (None) only what all see."""
    mine = _own(user_id)
    seen = Game.objects.filter(permissions.seen_by(user_id), demo=False, version__gt=0)
    others = seen.exclude(pk__in=[one.pk for one in mine])
    theirs = clubs.clubs_where(user_id, "see tables") if user_id else []
    open_ = wanted.tables(others.filter(Q(club=None) | Q(club__in=theirs), status=table.WAITING))
    kinds = [wanted.seats(open_), wanted.tables(others.filter(status=table.PLAYING))]
    if user_id:
        kinds.append(others.filter(permissions.looking_for(user_id)))
    strangers = _newest_of_each(kinds)
    lines = _lines([*mine, *strangers], user_id)
    own, rest = lines[: len(mine)], lines[len(mine) :]
    on = [one for one in own if one.status in (table.PLAYING, table.PAUSED)]
    playing = [one for one in on if one.mine is not None]
    return Lists(
        my_turn=sorted((one for one in playing if one.my_turn), key=urgency),
        running=[one for one in playing if not one.my_turn],
        played_for_me=[one for one in on if one.away],
        invitations=[one for one in own if one.status == table.WAITING and one.invited is not None],
        waiting=[one for one in own if one.status == table.WAITING and one.invited is None],
        stand_in=[one for one in rest if one.stand_in],
        finished=[one for one in own if one.status in table.OVER][:MOST_FINISHED],
        open=[one for one in rest if one.status == table.WAITING and one.open_seats],
        to_watch=[one for one in rest if one.status == table.PLAYING and not one.stand_in and not wanted.free],
    )


def _newest_of_each(kinds: list[QuerySet[Game]]) -> list[Game]:
    """The newest tables of several kinds, each once: one statement."""
    newest = [kind.order_by("-created_at")[:MOST_IN_THE_LOBBY] for kind in kinds]
    found = {one.pk: one for one in newest[0].union(*newest[1:], all=True)}
    return sorted(found.values(), key=lambda one: one.created_at, reverse=True)


def demo_table() -> Game | None:
    """The table at which the demo bots play, if there is one: the running one first."""
    found = Game.objects.filter(demo=True, visibility=table.PUBLIC, version__gt=0)
    return found.order_by(Case(When(status=table.PLAYING, then=0), default=1), "-created_at").first()


def _own(user_id: UUID | None) -> list[Game]:
    if user_id is None:
        return []
    games: QuerySet[Game] = Game.objects.filter(permissions.part_of(user_id), demo=False, version__gt=0).order_by(
        "-created_at"
    )
    unfinished = games.filter(status__in=(table.WAITING, table.PLAYING, table.PAUSED))
    return list(unfinished.annotate(last=lately.LAST)[:MOST_OF_ONES_OWN]) + list(
        games.filter(status__in=table.OVER)[:MOST_FINISHED]
    )


def _state(game: Game) -> State:
    return snapshots.load(game.id, game.version, game.state_version, game.state)


def _lines(games: Sequence[Game], user_id: UUID | None) -> list[Line]:
    states = [_state(one) for one in games]
    known = people_by_id({id_ for state in states for id_ in serializers.people_at(state)})
    names = _club_names(games, user_id)
    free = _to_stand_in(games, states, user_id)
    return [_line(one, state, user_id, known, names, free) for one, state in zip(games, states, strict=True)]


def _to_stand_in(games: Sequence[Game], states: list[State], user_id: UUID | None) -> dict[UUID, list[int]]:
    """The seats at these tables that this person may take over: those offered, but where they know other cards."""
    if user_id is None:
        return {}
    holder, found = permissions.person(user_id), {}
    for one, state in zip(games, states, strict=True):
        at_table, opened = state.table, state.marks.opened
        seats = [n for n in range(one.players) if at_table.offers(n) and at_table.may_take(holder, n, opened)]
        if seats:
            found[one.id] = seats
    allowed = Game.objects.filter(permissions.looking_for(user_id), id__in=found) if found else Game.objects.none()
    return {id_: found[id_] for id_ in allowed.values_list("id", flat=True)}


def _club_names(games: Sequence[Game], user_id: UUID | None) -> dict[UUID | None, str]:
    """What the clubs of these tables are called, as far as this person belongs to them."""
    ids = {one.club for one in games if one.club}
    if not ids or user_id is None:
        return {}
    known = Club.objects.filter(id__in=ids).filter(id__in=clubs.clubs_where(user_id, "see tables"))
    return dict(known.values_list("id", "name"))


def title_of(game_id: UUID, user_id: UUID | None) -> str:
    """What the rules of a table are called: for who belongs to its club as the club did then, else as the site does."""
    title, name, club = Game.objects.values_list("rules_title", "ruleset_name", "club").get(id=game_id)
    return title if club and title and permissions.of_these_belongs(user_id, {club}) else rules_name(name)


def club_of(one: table.Table, user_id: UUID | None) -> dict[str, str] | None:
    """The club whose table it is, for who belongs to it: to others not even its name is told."""
    if one.club is None or user_id is None:
        return None
    known = Club.objects.filter(id=one.club).filter(id__in=clubs.clubs_where(user_id, "see tables")).first()
    return None if known is None else {"name": known.name, "page": reverse("club", args=[known.slug])}


def of_club(club_id: UUID, user_id: UUID) -> OfAClub:
    """What is played in a club, for somebody who may see its tables."""
    games = Game.objects.filter(permissions.seen_by(user_id), club=club_id, version__gt=0).order_by("-created_at")
    unfinished = games.filter(status__in=(table.PLAYING, table.PAUSED, table.WAITING)).annotate(last=lately.LAST)
    here = list(unfinished[: MOST_OF_A_CLUB + 1])
    lines = _lines(here[:MOST_OF_A_CLUB], user_id)
    over = list(
        Outcome.objects.filter(game__in=games.order_by()).select_related("game").order_by("-number")[:MOST_FINISHED]
    )
    return OfAClub(
        playing=sorted((one for one in lines if one.status != table.WAITING), key=lambda one: not one.my_turn),
        waiting=sorted((one for one in lines if one.status == table.WAITING), key=lambda one: not one.open_seats),
        more=len(here) > MOST_OF_A_CLUB,
        results=_results(over),
    )


def _results(over: list[Outcome]) -> list[Result]:
    states = [_state(one.game) for one in over]
    known = people_by_id({id_ for state in states for id_ in serializers.people_at(state)})
    return [_result(one, state, known) for one, state in zip(over, states, strict=True)]


def _result(over: Outcome, state: State, known: serializers.Names) -> Result:
    game = over.game
    seats = [seat_name(state, number, known) for number in range(game.players)]
    order = sorted(range(game.teams), key=lambda team: -over.totals[team])
    teams = [
        (" & ".join(seats[team :: game.teams]), _points(over.totals[team]), team in over.winners) for team in order
    ]
    rules = game.rules_title or rules_name(game.ruleset_name)
    left = names_of_who_left(state, known)
    return Result(game.id, rules, shape(game.players, game.teams), tuple(teams), over.ended_at, state.status, left)


def _line(
    game: Game,
    state: State,
    user_id: UUID | None,
    known: serializers.Names,
    names: dict[UUID | None, str],
    free: dict[UUID, list[int]],
) -> Line:
    seats = [seat_name(state, number, known) for number in range(game.players)]
    mine = permissions.seat_of(state.table, user_id)
    me = None if user_id is None else permissions.person(user_id)
    invited = None if me is None else state.table.invited_to(me)
    deal = state.game.deal
    question = deal and deal.question
    return Line(
        id=game.id,
        status=state.status,
        rules=(game.club in names and game.rules_title) or rules_name(game.ruleset_name),
        shape=shape(game.players, game.teams),
        seats=tuple(seats),
        open_seats=sum(seat.holder is None for seat in state.table.seats),
        mine=mine,
        away=me is not None and state.table.played_for(me) is not None,
        invited=invited,
        to_act=", ".join(seats[seat] for seat in state.to_act),
        my_turn=mine is not None and mine in state.to_act,
        asked=question is not None,
        deal=state.deals_begun,
        deals=state.table.deals,
        totals=_totals(state, seats, mine),
        deadline=game.deadline,
        asks_back=_asks_back(state, mine, seats),
        pace=clock_words.name(state.table.clock),
        clock=clock_words.summary(state.table.clock),
        club=names.get(game.club, ""),
        stand_in=", ".join(seats[seat] for seat in free.get(game.id, ())),
        left=names_of_who_left(state, known),
        version=game.version,
        asker=seats[deal.seat] if deal and question else "",
        last=lately.sentence(last, seats, user_id) if (last := getattr(game, "last", None)) else "",
        ahead=_ahead(state, mine),
    )


def _ahead(state: State, mine: int | None) -> int | None:
    """By how many points a team has won a game that was played to its end; less than nothing: lost it."""
    if mine is None or state.status != table.FINISHED:
        return None
    totals = list(state.game.totals)
    own = totals.pop(mine % state.game.teams)
    return int(own - max(totals))


def _asks_back(state: State, mine: int | None, seats: list[str]) -> str:
    """Who waits for this seat's word, to take their last action back."""
    last = state.undoable
    if last is None or not last.agreed or mine is None or mine in last.agreed:
        return ""
    return seats[last.seat]


def seat_name(state: State, number: int, known: serializers.Names) -> str:
    """What a seat is called: its player's name, a bot's number, or that it is open; and for whom they play."""
    seat = state.table.seats[number]
    if seat.holder is None:
        return gettext("open seat")
    player = serializers.player(seat, known)["player"]
    name = gettext("Bot %(n)s") % {"n": number + 1} if seat.holder.kind == "bot" else str(player["name"])
    if seat.invited:
        return gettext("%(name)s (invited)") % {"name": name}
    return gettext("%(name)s for %(away)s") % {"name": name, "away": player["for"]["name"]} if seat.away else name


def names_of_who_left(state: State, known: serializers.Names) -> tuple[str, ...]:
    """Whose time was over, and who was not there when a game ended: no matter of who won it."""
    people = dict.fromkeys(one.holder for one in state.table.gone if one.how == "overdue")
    return tuple(str(serializers.player(table.Seat(holder), known)["player"]["name"]) for holder in people)


def _totals(state: State, seats: list[str], mine: int | None) -> tuple[tuple[str, str], ...]:
    teams = state.game.teams
    order = [((mine or 0) + step) % teams for step in range(teams)]
    points = [_points(state.game.totals[team]) for team in order]
    return tuple((_team(seats, team, teams, mine), total) for team, total in zip(order, points, strict=True))


def _points(total: int) -> str:
    return str(number_format(total, force_grouping=True))


def _team(seats: list[str], team: int, teams: int, mine: int | None) -> str:
    if mine is not None and teams == 2:
        return gettext("us") if mine % teams == team else gettext("them")
    return " & ".join(seats[team::teams])


def urgency(line: Line) -> tuple[bool, bool, Any]:
    """A question first, then what is due first."""
    return (not line.asked, line.deadline is None, line.deadline or 0)
