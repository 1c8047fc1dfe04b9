"""How a game ends before its last deal: a team gives it up, or the house ends it. Who left is no matter of who won."""

from engine.errors import Refused
from games.table.commands import Context, End, Resign
from games.table.events import TableEvent
from games.table.state import FORFEITED, PAUSED, PLAYING, TRUNCATED, Gone, Table
from games.table.stopping import anew, must_not_be_over


def resign(table: Table, command: Resign, context: Context) -> tuple[TableEvent, ...]:
    """With the consent of all people of a team it gives the game up, for good. Raises Refused.

    Who may come back to a seat has not agreed, and who plays there meanwhile, a bot too, cannot for them.
    """
    _must_have_begun(table, context)
    if table.frozen:
        raise Refused("frozen")
    if command.agrees and table.seats[command.seat].lent:
        raise Refused("not_allowed", seat=command.seat)
    if command.agrees and command.seat in table.resigning:
        raise Refused("already_agreed")
    team = {seat for seat in range(table.players) if table.team_of(seat) == table.team_of(command.seat)}
    if not command.agrees and not team & {*table.resigning}:
        raise Refused("not_allowed", seat=command.seat)
    told = TableEvent("resign_wanted", {"agrees": command.agrees}, command.seat)
    asked = {seat for seat in team if seat in table.persons or table.seats[seat].lent}
    if command.agrees and asked <= {*table.resigning, command.seat}:
        return told, forfeited(table, context, "resigned", command.seat)
    return (told,)


def end(table: Table, command: End, context: Context) -> tuple[TableEvent, ...]:
    """The house ends the game where it stands, or as given up by these teams. Raises Refused."""
    _must_have_begun(table, context)
    if not command.teams:
        return (TableEvent(TRUNCATED, _opened(context) | {"because": command.because}),)
    told = {"teams": sorted(command.teams), "because": command.because}
    return (TableEvent(FORFEITED, _opened(context) | told),)


def forfeited(table: Table, context: Context, because: str, seat: int) -> TableEvent:
    """That the team of a seat has given the game up."""
    return TableEvent(FORFEITED, _opened(context) | {"teams": [table.team_of(seat)], "because": because}, seat)


def _must_have_begun(table: Table, context: Context) -> None:
    must_not_be_over(context)
    if table.status not in (PLAYING, PAUSED):
        raise Refused("not_started")


def _opened(context: Context) -> dict[str, int | str]:
    """The running deal and its secret: it is over too."""
    return {"deal": context.deals_begun, "secret": context.secrets[context.deals_begun]}


def wanted(table: Table, seat: int, agrees: bool) -> Table:
    """The table after a player has said whether their team is to give the game up; a no is for all of the team."""
    team = table.team_of(seat)
    agreed = (*table.resigning, seat) if agrees else tuple(n for n in table.resigning if table.team_of(n) != team)
    return anew(table, seat)._replace(resigning=agreed)


def over(table: Table, event: TableEvent) -> Table:
    """The table after its game was ended."""
    teams = tuple(event.data.get("teams", ()))
    because = event.data["because"]
    left: set[int | None] = set()
    if because == "overdue":
        left = {event.seat}
    elif because == "resigned":
        left = {seat for seat in table.persons if table.team_of(seat) in teams}
    gone = [Gone(n, one.holder, because) for n, one in enumerate(table.seats) if n in left and one.holder is not None]
    return table._replace(status=event.type, forfeited=teams, resigning=(), consents=(), gone=(*table.gone, *gone))
