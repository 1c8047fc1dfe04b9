"""When the rounds of an event are played that has not begun, as clocks show it where the event is."""

from typing import NamedTuple

from tournaments import calendar, documents, state
from tournaments.nights import words
from tournaments.schedule import Moment


class Window(NamedTuple):
    """A round's time: as a form holds it, and in words. `odd`: a clock skips one of its times, or shows it twice."""

    number: int
    opens: str
    ends: str
    opens_told: str
    ends_told: str
    odd: bool


def windows(t: state.Tournament) -> list[Window]:
    """Of each round, before it starts. Of an event that says no number of rounds: as many as the least entries play."""
    if t.status not in (state.DRAFT, state.OPEN):
        return []
    first = t.starts_at or calendar.start_of(t.rules)
    number = t.rules["pairing"]["rounds"] or documents.rounds(t.rules, t.rules["least_entries"])
    own = t.rules.get("round_times", ())
    found = enumerate(calendar.windows(t.rules, first, max(number, len(own))))
    return [_window(index, *moments, own[index] if index < len(own) else None) for index, moments in found]


def _window(index: int, opens: Moment, ends: Moment, own: list[str] | None) -> Window:
    first, last = own or [f"{one.wall:%Y-%m-%dT%H:%M}" for one in (opens, ends)]
    return Window(index + 1, first, last, words.when(opens), words.when(ends), bool(opens.told or ends.told))
