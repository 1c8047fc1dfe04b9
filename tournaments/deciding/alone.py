"""Who enters alone, or with fewer than play as one, and looks for others: they ask each other, who runs the event puts
them together, and when entering closes whoever is left is put together in the order of entering."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from config.kernel.errors import ProblemError
from tournaments import commands, documents, state
from tournaments.commands import Context
from tournaments.deciding.common import coming_in, entry_of, must_be_open, not_now, persons_of
from tournaments.events import Event
from tournaments.state import Entry, Tournament


def ask_to_join(t: Tournament, command: commands.AskToJoin, context: Context) -> list[Event]:
    """One of them says with whom they want to play. Who asks those that have asked them plays with them."""
    must_be_open(t)
    own = entry_of(t, command.entry)
    if command.by not in own.persons:
        raise ProblemError("not_allowed")
    other = entry_of(t, command.other)
    _must_fit(t, (own, other), context)
    if own.id in other.asks:
        return _together(t, (other, own))
    return [] if other.id in own.asks else [Event("asked_to_join", {"entry": own.id, "other": other.id})]


def put_together(t: Tournament, command: commands.PutTogether, context: Context) -> list[Event]:
    """Who runs the event makes one entry of several. Nobody chooses their own partner so: they ask them."""
    must_be_open(t)
    chosen = [entry_of(t, id_) for id_ in command.entries]
    if context.by in persons_of(t, command.entries):
        raise ProblemError("own_table")
    _must_fit(t, chosen, context)
    return _together(t, chosen, {"reason": command.reason})


def _together(t: Tournament, chosen: Iterable[Entry], texts: dict[str, str] | None = None) -> list[Event]:
    together = Event("put_together", {"entries": [one.id for one in chosen]}, texts or {})
    first, *others = chosen
    complete = first.wanted == sum(len(one.persons) for one in others)
    return [together, *(coming_in(t, first.id) if complete else ())]


def _must_fit(t: Tournament, chosen: Iterable[Entry], context: Context) -> None:
    """Raises ProblemError where these cannot be one: somebody looks for nobody, or they are too many."""
    people = [person for one in chosen for person in one.persons]
    if not all(one.alone for one in chosen):
        raise not_now(t)
    if len(set(people)) != len(people) or len(people) > documents.persons(t.rules):
        raise ProblemError("malformed", fields={"entries": []})
    if _apart(people, context):
        raise ProblemError("not_allowed")


def _apart(people: Iterable[str], context: Context) -> bool:
    return any(frozenset(two) in context.apart for two in combinations(people, 2))


def matched(t: Tournament, waiting: list[Entry], context: Context) -> Iterator[tuple[Entry, ...]]:
    """Those who become one when entering closes: the first who entered with the first others that make them whole."""
    left = list(waiting) if t.rules.get("join_alone", True) else []
    while left:
        first = left.pop(0)
        ways = (others for number in range(1, first.wanted + 1) for others in combinations(left, number))
        for others in ways:
            people = [person for one in (first, *others) for person in one.persons]
            if len(people) == documents.persons(t.rules) and not _apart(people, context):
                left = [one for one in left if one not in others]
                yield first, *others
                break


def left_alone(t: Tournament, entry: Entry) -> str:
    """Why an entry cannot play; nothing for one that can."""
    if not entry.willing:
        return "not_accepted"
    if entry.wanted:
        return "no_partner"
    return "not_checked_in" if t.status == state.OPEN and t.rules["check_in"] and not entry.here else ""
