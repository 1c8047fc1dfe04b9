"""What standings may go by: each key gives an entry a whole number, more is better, and says what it is made of."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tournaments import results
from tournaments.standings.ledger import CANCELLED, Account


class Part(NamedTuple):
    """One summand of a value: the round, whom it comes from ("" for oneself), how much, and whether it was left out."""

    round: int
    entry: str
    value: int
    cut: bool = False


class Value(NamedTuple):
    """A key's number for an entry. `applied` is False for a comparison that could not be made: it decides nothing."""

    key: str
    value: int
    parts: tuple[Part, ...] = ()
    applied: bool = True


Accounts = Mapping[str, Account]


def match_points(account: Account) -> int:
    """Half points ×2, less penalties."""
    return sum(line.match_points for line in account.lines) - account.penalties[0]


def _vp(account: Account, scores: Mapping[str, int]) -> Value:
    return Value("vp", sum(line.vp for line in account.lines) - account.penalties[1])


def _net(account: Account, scores: Mapping[str, int]) -> Value:
    return Value("net", sum(line.net for line in account.lines) - account.penalties[2])


def _match_points(account: Account, scores: Mapping[str, int]) -> Value:
    return Value("match_points", scores[account.entry.id])


def _points(account: Account, scores: Mapping[str, int]) -> Value:
    return Value("points", sum(line.points for line in account.lines))


def _wins(account: Account, scores: Mapping[str, int]) -> Value:
    """Rounds won, at the table or because the others were not there."""
    won = (line.kind == results.FORFEIT_WIN or (line.at_the_table and line.net > 0) for line in account.lines)
    return Value("wins", sum(won))


def _firsts(account: Account, scores: Mapping[str, int]) -> Value:
    return Value("firsts", sum(line.first for line in account.lines))


def _best_round(account: Account, scores: Mapping[str, int]) -> Value:
    return Value("best_round", max((line.net for line in account.lines if line.at_the_table), default=0))


def _opposition(account: Account, scores: Mapping[str, int]) -> list[Part]:
    """The match points of everybody met. A round without opponents counts the own: nobody gains or loses by a bye."""
    parts: list[Part] = []
    for line in account.lines:
        if line.at_the_table and line.opponents:
            parts += [Part(line.round, opponent, scores[opponent]) for opponent in line.opponents]
        elif line.kind != CANCELLED:
            parts.append(Part(line.round, "", scores[account.entry.id]))
    return parts


def _opponents(account: Account, scores: Mapping[str, int]) -> Value:
    parts = _opposition(account, scores)
    return Value("opponents", sum(part.value for part in parts), tuple(parts))


def _opponents_cut(account: Account, scores: Mapping[str, int]) -> Value:
    """The same without the lowest."""
    parts = _opposition(account, scores)
    if parts:
        least = min(range(len(parts)), key=lambda place: parts[place].value)
        parts[least] = parts[least]._replace(cut=True)
    return Value("opponents_cut", sum(part.value for part in parts if not part.cut), tuple(parts))


def _beaten(account: Account, scores: Mapping[str, int]) -> Value:
    """Sonneborn-Berger ×4: the match points of whoever was beaten, half of those of whoever was drawn with. A round
    without opponents is one against oneself."""
    parts: list[Part] = []
    for line in account.lines:
        if line.at_the_table and line.opponents:
            parts += [Part(line.round, other, scores[other] * line.match_points) for other in line.opponents]
        elif line.kind != CANCELLED:
            parts.append(Part(line.round, "", scores[account.entry.id] * line.match_points))
    return Value("beaten", sum(part.value for part in parts), tuple(parts))


ALONE: dict[str, Callable[[Account, Mapping[str, int]], Value]] = {
    "match_points": _match_points,
    "vp": _vp,
    "net": _net,
    "points": _points,
    "wins": _wins,
    "firsts": _firsts,
    "best_round": _best_round,
    "opponents": _opponents,
    "opponents_cut": _opponents_cut,
    "beaten": _beaten,
}
HEAD_TO_HEAD = "head_to_head"


def head_to_head(tied: Sequence[str], accounts: Accounts) -> dict[str, Value]:
    """The match points among those who are tied, if each has met each of the others at a table."""
    group = set(tied)
    values: dict[str, Value] = {}
    for entry in tied:
        met = [line for line in accounts[entry].lines if line.at_the_table and group & set(line.opponents)]
        seen = {opponent for line in met for opponent in line.opponents}
        if not group <= seen | {entry}:
            return {name: Value(HEAD_TO_HEAD, 0, (), False) for name in tied}
        parts = tuple(
            Part(line.round, opponent, line.match_points)
            for line in met
            for opponent in line.opponents
            if opponent in group
        )
        values[entry] = Value(HEAD_TO_HEAD, sum(part.value for part in parts), parts)
    return values
