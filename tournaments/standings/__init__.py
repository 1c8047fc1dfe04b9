"""Standings: a pure function of the rules and the facts of closed rounds. Whole numbers only, so that two machines
agree to the last tie-break; each row says what each of its numbers is made of."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine.codec import canon
from tournaments.results import Entry, Fact
from tournaments.rules import Rules, rules_hash
from tournaments.standings.keys import ALONE, HEAD_TO_HEAD, Accounts, Part, Value, head_to_head, match_points
from tournaments.standings.ledger import Account, Line, ledger

__all__ = ["Account", "Line", "Part", "Row", "Standings", "Value", "ledger", "plain", "standings"]


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's place. Entries that are equal in every key share a rank, and the next rank skips. Who has withdrawn,
    or is to rank below all others, is not `active` and does."""

    rank: int
    entry: str
    active: bool
    values: tuple[Value, ...]
    lines: tuple[Line, ...]
    penalties: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows after so many closed rounds, best first; `hash` covers ranks and values and the rules they follow."""

    rounds: int
    final: bool
    rows: tuple[Row, ...]
    hash: str


def standings(
    rules: Rules,
    field: Sequence[Entry],
    facts: Iterable[Fact],
    rounds: int,
    final: bool = False,
    below: Collection[str] = (),
) -> Standings:
    """Who stands where after the first `rounds` rounds, all of them closed. `final`: no round is to come, so that what
    depends on an entry's own mean is known. `below`: who ranks below all others though they have not withdrawn."""
    accounts = ledger(rules, field, facts, rounds, final)
    scores = {entry: match_points(account) for entry, account in accounts.items()}
    alone = [(key, ALONE[key]) for key in rules.keys if key != HEAD_TO_HEAD]
    values = {entry: {key: value(account, scores) for key, value in alone} for entry, account in accounts.items()}
    rows: list[Row] = []
    # Where the rules see no difference, the order on the page is that of the seeds, under one rank.
    active = {entry.id: entry.active and entry.id not in below for entry in field}
    seeded = [entry.id for entry in sorted(field, key=lambda entry: (not active[entry.id], entry.seed))]
    for among, group in groupby(seeded, key=lambda entry: active[entry]):
        for level in _split(list(group), rules.keys, values, accounts):
            rank = len(rows) + 1
            rows += [_row(rank, among, accounts[entry], values[entry], rules) for entry in level]
    return Standings(rounds, final, tuple(rows), _hash(rules, rows, rounds, final))


def _split(
    tied: list[str], keys: Sequence[str], values: dict[str, dict[str, Value]], accounts: Accounts
) -> list[list[str]]:
    """Entries that are level so far, as groups that stay level, best first."""
    if len(tied) == 1 or not keys:
        return [tied]
    key, *others = keys
    if key == HEAD_TO_HEAD:
        for entry, value in head_to_head(tied, accounts).items():
            values[entry][key] = value
    tied.sort(key=lambda entry: -values[entry][key].value)
    levels: list[list[str]] = []
    for _, level in groupby(tied, key=lambda entry: values[entry][key].value):
        levels += _split(list(level), others, values, accounts)
    return levels


def _row(rank: int, active: bool, account: Account, values: dict[str, Value], rules: Rules) -> Row:
    shown = tuple(values[key] if key in values else Value(key, 0, (), False) for key in rules.keys)
    return Row(rank, account.entry.id, active, shown, tuple(account.lines), account.penalties)


def _hash(rules: Rules, rows: Sequence[Row], rounds: int, final: bool) -> str:
    told = [[row.rank, row.entry, row.active, [value.value for value in row.values]] for row in rows]
    whole = {"rules": rules_hash(rules), "rounds": rounds, "final": final, "rows": told}
    return hashlib.sha256(canon(whole)).hexdigest()


def plain(table: Standings) -> dict[str, Any]:
    """Standings as plain JSON, as they are stored and shown."""
    return {
        "rounds": table.rounds,
        "final": table.final,
        "hash": table.hash,
        "rows": [
            {
                "rank": row.rank,
                "entry": row.entry,
                "active": row.active,
                "values": [
                    {
                        "key": value.key,
                        "value": value.value,
                        "applied": value.applied,
                        "parts": [part._asdict() for part in value.parts],
                    }
                    for value in row.values
                ],
                "lines": [
                    line._asdict() | {"opponents": list(line.opponents), "partners": list(line.partners)}
                    for line in row.lines
                ],
                "penalties": list(row.penalties),
            }
            for row in table.rows
        ],
    }
