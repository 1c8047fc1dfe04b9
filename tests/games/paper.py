"""A table on paper: the log and the state in memory, decided and folded by the same functions as a stored one."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from engine import commands as asks
from engine import legal, presets
from engine.decide import decide
from engine.shuffle import SecretChance
from games import projector, table
from games.projector import State
from games.rows import Row
from games.table import Holder, Seat

BEGIN = datetime(2026, 6, 1, 9, tzinfo=UTC)


class Paper:
    """A game of people that has begun. `at`: now."""

    def __init__(self, players: int, ruleset: Any, seed: int, **more: Any) -> None:
        self.at, self.rows, self.chance = BEGIN, list[Row](), Random(seed)
        rules = presets.build(ruleset, players)
        self.secrets = {deal: self.chance.randbytes(32).hex() for deal in range(1, rules.deals + 1)}
        self.dealing = SecretChance(players, rules, self.secrets)
        told = {"teams": players, "visibility": "public", "clock": "none", **more}
        seats = tuple(Seat(Holder("user", str(UUID(int=seat)))) for seat in range(players))
        commitments = ("aa" * 32,) * rules.deals
        create = table.Create(1, rules.to_dict(), players=players, commitments=commitments, seats=seats, **told)
        events: list[Any] = list(table.decide(None, create, table.Context()))
        game = projector.state.new_game(rules, players, told["teams"])
        self.state: State = self._write(None, [*events, *decide(game, asks.Begin(), self.dealing)], 0)

    def do(self, command: Any, by: str = "user") -> None:
        """What a seat does. Raises Refused."""
        if isinstance(command, table.Command):
            events: Sequence[Any] = table.decide(self.state.table, command, self.state.context(self.at))
        else:
            events = decide(self.state.game, command, self.dealing)
        self.state = self._write(self.state, events, command.seat, by)

    def _write(self, before: State | None, events: Sequence[Any], seat: int, by: str = "user") -> State:
        action_id, who = UUID(int=len(self.rows) + 1), str(UUID(int=seat)) if by == "user" else by
        rows = []
        for event in events:
            one = projector.to_store(event)
            hidden: Any = {name: {"salt": "", "value": value} for name, value in one.get("hidden", {}).items()}
            version = len(self.rows) + len(rows) + 1
            kind, schema, data = one["type"], one["schema"], one["data"]
            rows.append(
                Row(version, kind, schema, self.at, by, who, one.get("seat"), action_id, data, hidden or None, "", "")
            )
        self.rows += rows
        return projector.project(before, rows, events)

    def later(self, seconds: float) -> None:
        """Time passes."""
        self.at += timedelta(seconds=seconds)

    def step(self, by: str = "user") -> None:
        """Whoever is to act does something legal."""
        seat = self.chance.choice(self.state.to_act)
        self.do(self.chance.choice(legal.commands(self.state.game, seat)), by)

    def undo(self) -> None:
        """All agree to take the last action back."""
        last = self.state.undoable
        assert last is not None
        for seat in (last.seat, *(seat for seat in sorted(self.state.table.persons) if seat != last.seat)):
            self.do(table.Undo(seat, last.version, agrees=True))
