"""How far the games of a round have come, by their logs. A long way to read: it is gone outside of the transaction that
decides, and behind its locks only what has been written since."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from games import event_store, projector, visits
from games.rows import PRESENT
from tournaments import state
from tournaments.commands import Found

NOTHING = Found(0, (), (), ())


class Course:
    """What the log of one game says up to a version: the time in which each side was waited for, and when each last did
    something itself. Time in which a table was paused is nobody's; hours in which a clock rests are not taken off."""

    def __init__(self, game: UUID) -> None:
        self.game, self.version = game, 0
        self._state: projector.State | None = None
        self._used: dict[int, int] = defaultdict(int)
        self._moved: dict[int, datetime] = {}

    def read_on(self) -> "Course":
        """Read what has been written since."""
        for action in projector.actions(event_store.stream(self.game, event_store.ALL, self.version)):
            first, before = action[0], self._state
            if before is not None:
                for side, waited in _waited(before, first.at):
                    self._used[side] += waited
                if first.seat is not None and first.actor_kind in PRESENT and before.deals_begun:
                    self._moved[before.game.team_of(first.seat)] = first.at
            self._state = projector.project(before, action, [projector.event_of(row) for row in action])
            self.version = action[-1].version
        return self

    def found(self, at: datetime, unseen: bool = False) -> Found:
        """How it stands at this time, with the wait that is on: nobody may have come back from it. `unseen`: also where
        nobody has been seen."""
        if self._state is None:
            return NOTHING
        game, used = self._state.game, dict(self._used)
        for side, waited in _waited(self._state, at):
            used[side] = used.get(side, 0) + waited
        sides = range(game.teams)
        moved = tuple(self._moved.get(side) for side in sides)
        return Found(
            len(game.scores),
            game.totals,
            tuple(used.get(side, 0) for side in sides),
            moved,
            tuple(sorted(self._state.to_act)),
            tuple(_unseen(self.game, self._state)) if unseen else (),
        )


def _waited(since: projector.State, until: datetime) -> list[tuple[int, int]]:
    """For whom a table waited from a state on, and how long, in ms."""
    waited = max(0, round((until - since.marks.at).total_seconds() * 1000))
    return [(since.game.team_of(seat), waited) for seat in since.to_act]


def _unseen(game_id: UUID, now: projector.State) -> Iterator[int]:
    """The seats whose people have neither looked at the table nor done anything there."""
    for number, seat in enumerate(now.table.seats):
        person = UUID(seat.holder.id) if seat.holder and seat.holder.kind == "user" else None
        if person is not None and visits.last(person, game_id).version == 0:
            yield number


def of(t: state.Tournament) -> dict[str, Course]:
    """All games of the round that have not ended, as far as they have come by now."""
    return {game: Course(UUID(game)).read_on() for game in _on(t).values()}


def found(t: state.Tournament, known: dict[str, Course], at: datetime, unseen: bool = False) -> dict[int, Found]:
    """How the tables of the round stand that have not ended; `known`: what was read of them before; `unseen`: also
    where nobody has been seen."""
    on = {number: known.get(game) or Course(UUID(game)) for number, game in _on(t).items()}
    return {number: course.read_on().found(at, unseen) for number, course in on.items()}


def _on(t: state.Tournament) -> dict[int, str]:
    """The games that are being played, by their tables."""
    tables = t.round.tables if t.round else ()
    return {table.number: table.game for table in tables if table.game and table.status == state.ON and not table.real}
