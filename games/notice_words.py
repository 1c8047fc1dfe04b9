"""What tables tell, in words: the table by who plays there, time left, public scores. No card ever, and no state but
to know whether something still waits."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notices.kinds import Kind, Line, register
from accounts.notices.models import Mode, Notice
from accounts.preferences import moment
from accounts.selectors import people_by_id
from games import notices, overview, snapshots
from games.models import Game, Seat
from games.projector import State

log = logging.getLogger(__name__)


class AtTable(NamedTuple):
    """What everybody may know of a table: its rules, and what its seats are called."""

    rules: str
    teams: int
    seats: tuple[str, ...]
    mine: int | None

    @property
    def others(self) -> str:
        """Who else plays there."""
        return ", ".join(name for number, name in enumerate(self.seats) if number != self.mine)

    def team(self, number: int) -> str:
        """What a team is called."""
        return " & ".join(self.seats[number :: self.teams])


class Tables:
    """The tables' part of notices."""

    def still(self, told: Sequence[Notice]) -> Mapping[int, bool]:
        """Those whose decision is still open or whose seat still kept, and whether they have looked since."""
        about = {one.about for one in told}
        games = Game.objects.filter(id__in=about, version__gt=0)
        states = {one.id: state for one in games if (state := _state(one))}
        lasting = {one for id_, all_ in notices.all_open(states).items() for one in notices.lasting_at(id_, all_)}
        seen = notices.which_are_seen(told)
        return {
            one.id: notices.key(one) in seen
            for one in told
            if one.kind not in notices.ENDING or (one.about, one.user_id, one.occasion) in lasting
        }

    def lines(self, told: Sequence[Notice]) -> Mapping[int, Line]:
        """Each in words: three statements for all of them."""
        tables = _tables(told)
        now = timezone.now()
        return {one.id: _line(one, tables[one.id], now) for one in told if one.id in tables}


def _state(game: Game) -> State | None:
    """A table's state; None if it cannot be read: what waits there is told when the sweep can read it again."""
    try:
        return snapshots.load(game.id, game.version, game.state_version, game.state)
    except Exception:
        log.exception("the players of %s could not be told", game.id, extra={"game": str(game.id)})
        return None


def _tables(told: Sequence[Notice]) -> dict[int, AtTable]:
    """The tables of these notices as their readers know them, by the notices' ids."""
    columns = ("ruleset_name", "players", "teams")
    games = Game.objects.filter(id__in={one.about for one in told}).only("id", *columns).in_bulk()
    rows: dict[UUID, dict[int, Seat]] = {id_: {} for id_ in games}
    for row in Seat.objects.filter(game_id__in=list(games)):
        rows[row.game_id][row.seat] = row
    people = people_by_id({row.holder for seats in rows.values() for row in seats.values() if row.kind == "user"})
    return {
        one.id: AtTable(
            overview.rules_name(games[one.about].ruleset_name),
            games[one.about].teams,
            tuple(_seat(rows[one.about].get(n), n, people) for n in range(games[one.about].players)),
            next((n for n, row in rows[one.about].items() if row.holder == str(one.user_id)), None),
        )
        for one in told
        if one.about in games
    }


def _seat(row: Seat | None, number: int, people: Mapping[str, object]) -> str:
    if row is None:
        return _("open seat")
    if row.kind == "bot":
        return _("Bot %(n)s") % {"n": number + 1}
    return str(getattr(people.get(row.holder), "name", _("a former player")))


def _line(one: Notice, at_table: AtTable, now: datetime) -> Line:
    words = {"others": at_table.others, "rules": at_table.rules, **_time(one, now)}
    page = reverse("home") if one.kind == notices.INVITED else reverse("table", args=[one.about])
    title = TITLES[one.kind] % (words | one.data)
    if one.kind in (notices.DEAL, notices.OVER):
        return Line(title, _score(one.data, at_table), page)
    text = _("%(rules)s. Time until %(until)s.") if one.until else _("%(rules)s.")
    return Line(title, text % words, page)


def _time(one: Notice, now: datetime) -> dict[str, str]:
    return {"until": moment(one.until), "left": timeuntil(one.until, now)} if one.until else {"until": "", "left": ""}


def _score(data: Mapping[str, list[int]], at_table: AtTable) -> str:
    totals = data["totals"]
    order = sorted(range(len(totals)), key=lambda team: -totals[team])
    points = ((team, number_format(totals[team], force_grouping=True)) for team in order)
    return " · ".join(
        (_("%(team)s %(points)s (won)") if team in data.get("winners", ()) else _("%(team)s %(points)s"))
        % {"team": at_table.team(team), "points": total}
        for team, total in points
    )


TITLES = {
    notices.TURN: lazy("Your turn with %(others)s"),
    notices.ASKED: lazy("You are asked, at the table with %(others)s"),
    notices.LEFT: lazy("%(left)s left for you at the table with %(others)s"),
    notices.DEAL: lazy("Deal %(deal)s of %(deals)s is over, with %(others)s"),
    notices.OVER: lazy("The game with %(others)s is over"),
    notices.STAND_IN: lazy("Somebody is looked for who plays on at the table with %(others)s"),
    notices.REPLACED: lazy("Another plays for you, at the table with %(others)s"),
    notices.CONSENT: lazy("You are asked to agree to something, at the table with %(others)s"),
    notices.INVITED: lazy("You are invited to a table with %(others)s"),
}


def kinds() -> Iterable[Kind]:
    """The kinds of notices about tables."""
    tables = Tables()
    return (
        Kind(notices.TURN, lazy("Your turn"), tables, mail=Mode.ONCE, push=Mode.EVERY),
        Kind(notices.ASKED, lazy("Your partner asks you"), tables, mail=Mode.ONCE, push=Mode.EVERY),
        Kind(notices.REPLACED, lazy("Another plays for you"), tables, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.CONSENT, lazy("Others ask you to agree"), tables, mail=Mode.ONCE, push=Mode.EVERY),
        Kind(notices.LEFT, lazy("Your time runs out"), tables, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.DEAL, lazy("A deal is over"), tables, mail=Mode.NEVER, push=Mode.NEVER),
        Kind(notices.OVER, lazy("A game is over"), tables, mail=Mode.DIGEST, push=Mode.EVERY),
        Kind(notices.STAND_IN, lazy("You may stand in at a table"), tables, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.INVITED, lazy("You are invited to a table"), tables, mail=Mode.EVERY, push=Mode.EVERY),
    )


register(*kinds())
