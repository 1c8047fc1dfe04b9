"""A table with real cards: its sides write down what they scored. What both have written is its result; where they
differ somebody decides who leads the event."""

from itertools import combinations

from config.kernel.errors import ProblemError
from tournaments import commands, state
from tournaments.commands import Context
from tournaments.deciding.common import forfeited, must_be, not_at_own, not_now, result_of
from tournaments.events import Event
from tournaments.state import Round, Table, Tournament

DEAL = "deal"
"""Scores are written deal by deal; else all deals together."""


def _table(t: Tournament, number: int, table: int) -> tuple[Round, Table]:
    """A table of the latest round that has no result yet. Raises ProblemError."""
    one = t.round
    if one is None or one.number != number or one.status == state.PROPOSED or (found := one.table(table)) is None:
        raise ProblemError("not_found")
    if found.over or one.status == state.CLOSED:
        raise not_now(t)
    return one, found


def play_with_real_cards(t: Tournament, command: commands.PlayWithRealCards, context: Context) -> list[Event]:
    """A single table with real cards. Not by who sits there: a game that is on would end by it."""
    must_be(t, state.RUNNING)
    one, table = _table(t, command.number, command.table)
    not_at_own(t, (table,), context)
    if table.real:
        return []
    return [Event("real_cards", {"round": one.number, "table": table.number}, {"reason": command.reason})]


def lines(t: Tournament) -> int:
    """How many lines of points a whole match has."""
    return int(t.rules["deals"]) if t.rules.get("score_by") == DEAL else 1


def enter_scores(t: Tournament, command: commands.EnterScores, context: Context) -> list[Event]:
    """One of a side writes its score down, or says yes to what the others have written: the same again."""
    must_be(t, state.RUNNING, state.PAUSED)
    one, table = _table(t, command.number, command.table)
    entry = t.playing(command.by, one.number)
    if entry is None or entry.id not in table.entries:
        raise ProblemError("not_allowed")
    if not table.real or not one.open:
        raise not_now(t)
    told = [list(line) for line in command.scores]
    if not 0 < len(told) <= lines(t) or any(len(line) != len(table.sides) for line in told):
        raise ProblemError("malformed", fields={"scores": []})
    side = str(table.side_of(entry.id))
    if table.scores.get(side) == told:
        return []
    where = {"round": one.number, "table": table.number}
    events = [Event("score_entered", where | {"side": int(side), "person": command.by, "scores": told})]
    now = table.scores | {side: told}
    if len(told) == lines(t) and len(now) == len(table.sides) and all(each == told for each in now.values()):
        events.append(result_of(one, table, "sides", status=state.FINISHED, totals=totals(told)))
    elif contradicted(now):
        events.append(Event("scores_differ", where))
    return events


def contradicted(scores: dict[str, list[list[int]]]) -> bool:
    """Whether two sides have written different points for one deal. Who has written fewer deals contradicts nobody."""
    pairs = combinations(scores.values(), 2)
    return any(one != other for each in pairs for one, other in zip(*each, strict=False))


def totals(scores: list[list[int]]) -> list[int]:
    """All deals together, by side."""
    return [sum(points) for points in zip(*scores, strict=True)]


def settled(t: Tournament, one: Round, table: Table, enough: int) -> Event:
    """What becomes of it at the latest end: what was written and not contradicted counts, if it is `enough` deals.
    Where the sides differ both have a draw, until somebody decides; where nobody has written anything all forfeit."""
    every = tuple(range(len(table.sides)))
    if contradicted(table.scores):
        half = {"match_points": len(every) - 1, "vp": 1000, "net": 0}
        points = {entry: dict(half) for entry in table.entries}
        return result_of(one, table, "deadline", status=state.ASSIGNED, points=points)
    told: list[list[int]] = max(table.scores.values(), key=len, default=[])
    if told and (len(told) == lines(t) or len(told) >= enough):
        whole = len(told) == lines(t)
        status = state.FINISHED if whole else state.TRUNCATED
        return result_of(one, table, "deadline", status=status, totals=totals(told))
    return forfeited(one, table, every, "deadline")
