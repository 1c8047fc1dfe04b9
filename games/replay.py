"""Deciding the actions of a log again: whether each row is what the rules and the secrets gave. Pure.

A fold takes what the rows tell for granted. Here nothing of a game is: who deals, the order, what was drawn, grabbed,
scored, and that the action was allowed, follow from the commands alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from engine import commands as asks
from engine.cards import Cards, from_text
from engine.decide import decide
from engine.default import default_action
from engine.errors import Refused
from engine.ruleset import RULES_VERSION
from engine.shuffle import SecretChance
from games import projector, table
from games.projector import State
from games.rows import Row


class _Chance(SecretChance):
    """The chance of the secrets at hand; of a deal whose secret is not, what the log says."""

    def __init__(self, state: State, secrets: Mapping[int, str], rows: Iterable[Row]) -> None:
        nonces = {deal: state.table.nonces_of(deal) for deal in secrets}
        super().__init__(state.game.players, state.game.ruleset, secrets, nonces)
        self._at_hand = secrets
        self._said = {row.type: row for row in rows}

    def dealer(self) -> int:
        return super().dealer() if 1 in self._at_hand else int(self._said["deal_started"].data["dealer"])

    def order(self, deal: int) -> Cards:
        if deal in self._at_hand:
            return super().order(deal)
        return from_text(self._said["deal_started"].values()["order"])

    def grab_error(self, deal: int, seat: int) -> int:
        return super().grab_error(deal, seat) if deal in self._at_hand else 0

    def secret(self, deal: int) -> str:
        return self._at_hand[deal] if deal in self._at_hand else self._said["deal_scored"].data["secret"]


def faults(rows: Sequence[Row], secrets: Mapping[int, str]) -> Iterator[str]:
    """The first row that does not follow, in a sentence; nothing if all do, or if the game has other rules than
    today's. `secrets`: those at hand, by deal."""
    if rows[0].data["rules_version"] != RULES_VERSION:
        return
    state: State | None = None
    for action in projector.actions(rows):
        try:
            again = [projector.to_store(event) for event in _decided(state, action, secrets)]
        except Refused as refused:
            yield f"row {action[0].version}, {action[0].type}: the rules refuse this action ({refused.code})"
            return
        for row, event in zip_longest(action, again):
            if fault := _difference(row, event, action[-1].version):
                yield fault
                return
        state = projector.project(state, action, [projector.event_of(row) for row in action])


def _decided(state: State | None, action: Sequence[Row], secrets: Mapping[int, str]) -> list[Any]:
    """All events of an action, decided again: the table's as they stand, the game's by the rules."""
    of_game = [row.type not in table.AUDIENCE for row in action]
    first = of_game.index(True) if any(of_game) else len(action)
    before = [projector.event_of(row) for row in action[:first]]
    after = [projector.event_of(row) for row in action[first:] if row.type in table.AUDIENCE]
    if state is None:
        state = projector.project(None, action[:first], before)
    if not before:
        command = asks.of_event(projector.event_of(action[0]))
    elif (asked := _asked_of_the_table(action[0])) is not None:
        told = table.decide(state.table, asked, state.context(action[0].at))
        return [*told, *(event for event in before[len(told) :] if event.type in COMES_BACK)]
    elif before[-1].type == "started":
        command = asks.Begin()
    elif (late := table.played_by_the_server(before)) is not None:
        command = default_action(state.game, late)
    else:
        return before
    return [*before, *decide(state.game, command, _Chance(state, secrets, action)), *after]


COMES_BACK = ("substituted", "calendar_told")
"""What may follow any action: somebody has their seat back."""


def _asked_of_the_table(row: Row) -> table.Undo | table.Want | None:
    """What was asked, where all that the table decides about it follows from its row and the state."""
    seat, told = row.seat or 0, row.data
    match row.type:
        case "undo_wanted":
            return table.Undo(seat, told["version"], told["agrees"])
        case "substitute_wanted":
            return table.Want(seat, told["wanted"], told.get("returns", True), told.get("asker"))
    return None


def _difference(row: Row | None, event: Mapping[str, Any] | None, last: int) -> str | None:
    if row is None or event is None or row.type != event["type"]:
        told, given = row and row.type, event and event["type"]
        return f"row {row.version if row else last + 1}: here {given or 'nothing'} follows, not {told or 'nothing'}"
    stands, follows = _parts(projector.to_store(projector.event_of(row))), _parts(event)
    wrong = sorted(name for name in stands.keys() | follows.keys() if stands.get(name) != follows.get(name))
    if wrong:
        return f"row {row.version}, {row.type}: the {wrong[0]} is not what the rules and the secrets give"
    if row.values().keys() != event.get("hidden", {}).keys():
        return f"row {row.version}, {row.type}: what is to be hidden is not"
    return None


def _parts(event: Mapping[str, Any]) -> dict[str, Any]:
    return {"seat": event.get("seat"), **event["data"], **event.get("hidden", {})}
