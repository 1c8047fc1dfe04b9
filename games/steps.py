"""A game told again, step by step: how each action left the table, as somebody may see it, from whose eyes they like.

Of a deal that is over everything lies open, so anybody who may see the table may look through any seat's eyes, or at
all cards face up. Of the deal that is on they see what its log tells them: their own seat, or what the table sees.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from accounts.selectors import people_by_id
from games import event_store, projector, serializers
from games.projector import State
from games.requests import malformed
from games.rows import Row
from games.selectors import Seen
from games.serializers import Audience, Names

ALL, TABLE = "all", "table"
"""Eyes that are no seat's: of all that may be seen, and of those who look on."""
EVENTS_IN_A_PAGE = 250

Eyes = int | str
"""A seat, or one of the two above."""


class Step(NamedTuple):
    """The rows of an action, or up to the end of a deal within it, and the table after them."""

    rows: Sequence[Row]
    state: State

    @property
    def version(self) -> int:
        """That of the last row."""
        return self.rows[-1].version


def read_eyes(text: str | None, players: int) -> Eyes:
    """`all`, `table` or a seat's number, as it was asked for. Raises Refused `malformed`."""
    if text in (None, ALL, TABLE):
        return text or ALL
    if text in map(str, range(players)):
        return int(text)
    raise malformed("These are `all`, `table` or the number of a seat.", field="eyes")


def page(seen: Seen, eyes: Eyes, since: int) -> dict[str, Any]:
    """{"version", "steps", "next"}: the steps that end after `since`; the first has the whole view, each further one
    what changed of it, and null for what there is no more."""
    steps = _page(event_store.stream(seen.id, seen.version), since)
    names = people_by_id(_people(steps))
    told: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for step in steps:
        after = _view(seen, step, eyes, names)
        told.append(
            {"version": step.version, "events": list(_events(seen, step, eyes, names)), "view": _news(before, after)}
        )
        before = after
    last = steps[-1].version if steps else seen.version
    return {"version": seen.version, "steps": told, "next": last if last < seen.version else None}


def of(rows: Iterable[Row]) -> Iterator[Step]:
    """All steps of a log. The next deal begins in the action that ends the one before: there the end of the deal is a
    step of its own, so that it can be looked at."""
    state: State | None = None
    for action in projector.actions(rows):
        events = [projector.event_of(row) for row in action]
        began = next((n for n, row in enumerate(action) if row.type == "deal_started"), 0)
        if any(row.type in projector.OPENS_THE_DEAL for row in action[:began]):
            yield Step(action[:began], projector.project(state, action[:began], events[:began]))
        else:
            began = 0
        state = projector.project(state, action, events)
        yield Step(action[began:], state)


def _page(rows: Iterable[Row], since: int) -> list[Step]:
    found: list[Step] = []
    count = 0
    for step in of(rows):
        if step.version <= since:
            continue
        found.append(step)
        count += len(step.rows)
        if count >= EVENTS_IN_A_PAGE:
            break
    return found


def _people(steps: Sequence[Step]) -> set[str]:
    found = serializers.people_in(row for step in steps for row in step.rows)
    return found.union(*(serializers.people_at(step.state) for step in steps))


def _view(seen: Seen, step: Step, eyes: Eyes, names: Names) -> dict[str, Any]:
    who = audience(seen, step.version, eyes)
    return serializers.moment(step.state, who.seat, names, face_up=step.version <= who.opened)


def _events(seen: Seen, step: Step, eyes: Eyes, names: Names) -> Iterator[dict[str, Any]]:
    return (serializers.event(row, audience(seen, row.version, eyes), names) for row in step.rows)


def audience(seen: Seen, version: int, eyes: Eyes) -> Audience:
    """As who somebody sees what lay at this version, who looks through these eyes now."""
    own = serializers.audience_of(seen.state, seen.seat)
    if eyes in (ALL, own.seat):
        return own if eyes == ALL else own._replace(opened=0)
    if eyes == TABLE or version > own.opened:
        return Audience(None, 0)
    # What is a seat's alone for ever stays so, whoever looks through its eyes.
    return Audience(int(eyes), 0, since=version)


def _news(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    changed = {name: value for name, value in after.items() if name not in before or before[name] != value}
    return changed | dict.fromkeys(before.keys() - after.keys())
