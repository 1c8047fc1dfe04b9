"""A rehearsal: an event of bots, to be looked at and then discarded. All but its beginning and end is any event's."""

from config.kernel.errors import ProblemError
from tournaments import commands, state
from tournaments.commands import Context
from tournaments.deciding.common import must_be
from tournaments.events import Event
from tournaments.state import Tournament

REHEARSED = "rehearsed"
"""Why a rehearsal is over."""


def fill(t: Tournament, command: commands.FillWithBots, context: Context) -> list[Event]:
    """Bots enter; they have all said yes."""
    must_be(t, state.OPEN)
    if not t.rehearses:
        raise ProblemError("not_allowed")
    first = len(t.entries) + 1
    entries = [state.Entry(str(number), bots, bots) for number, bots in enumerate(command.entries, start=first)]
    return [Event("entered", {"entry": state.plain(entry)}) for entry in entries]


def end(t: Tournament, command: commands.EndRehearsal, context: Context) -> list[Event]:
    """By itself a day after its last round; by who runs the event whenever they like."""
    if not t.rehearses:
        raise ProblemError("not_allowed")
    return [] if t.status == state.CANCELLED else [Event("cancelled", {"cause": REHEARSED})]
