"""An event for who looks at it: whose it is, where it is, and what its page says in numbers and words."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import clock_words
from tournaments import calendar, facts, selectors, serializers, state, words
from tournaments.deciding.beginning import may_come_late
from tournaments.overview.lines import EntryLine
from tournaments.selectors import Seen
from tournaments.standings import Standings


def name_of(one: state.Entry, known: dict[str, Any]) -> str:
    """A pair by the names of its people."""
    return " & ".join(known[person].name for person in one.persons)


@dataclass(frozen=True)
class Page:
    """An event for who looks. What costs something is worked out once."""

    seen: Seen
    names: dict[str, str]
    own: state.Entry | None
    user: User | None

    @property
    def t(self) -> state.Tournament:
        """The event's state."""
        return self.seen.state

    def entries(self) -> list[EntryLine]:
        """All pairs: who is in it first."""
        order = sorted(self.t.entries, key=lambda one: (not one.active, one.seed or 0, int(one.id)))
        return [EntryLine(one.id, self.names[one.id], self._note(one), one == self.own, one.active) for one in order]

    def _note(self, one: state.Entry) -> str:
        if one.withdrawn is not None:
            return str(words.CAUSES.get(one.withdrawn, one.withdrawn))
        if one.first > 1:
            return _("since round %(round)s") % {"round": one.first}
        if not one.complete:
            return _("waits for the partner's yes")
        if self.t.rules["check_in"] and self.t.status == state.OPEN:
            return _("checked in") if one.here else _("not checked in yet")
        return ""

    @cached_property
    def standing(self) -> Standings | None:
        """Who stands where, as it is folded; None before there are rounds, and where it is kept back."""
        return facts.standing(self.t) if self.t.times and self.seen.standings_shown else None

    @property
    def own_name(self) -> str:
        """The pair of who looks."""
        return self.names[self.own.id] if self.own else ""

    @property
    def agreed(self) -> bool:
        """Whether who looks has said yes to it."""
        return self.own is not None and self.user is not None and str(self.user.id) in self.own.agreed

    @property
    def may_check_in(self) -> bool:
        """Whether their pair is to say now that it is there."""
        asked = self.own is not None and self.own.complete and not self.own.here and self.t.rules["check_in"]
        return bool(asked) and calendar.check_in_from(self.t) <= timezone.now()

    @property
    def active(self) -> int:
        """How many pairs are in it."""
        return sum(entry.active for entry in self.t.entries)

    @property
    def closed(self) -> int:
        """How many rounds are over."""
        return facts.closed(self.t)

    @property
    def starts(self) -> str:
        """The wall time at which it begins, where it is."""
        return str(self.t.rules["starts"]).replace("T", " ")

    @property
    def clock(self) -> str:
        """What the clock grants."""
        return clock_words.summary(self.t.rules["clock"])

    @property
    def round_time(self) -> str:
        """How long a round is."""
        return clock_words.duration(self.t.rules["round_minutes"] * 60)

    def protests(self) -> list[tuple[int, str, str]]:
        """Protests that nobody has answered: number, whose, what."""
        told = serializers.rows(self.seen, selectors.rows(self.seen)) if self.t.protests else []
        return [
            (row["version"], self.names[row["data"]["entry"]], row["reason"] or "")
            for row in told
            if row["version"] in dict(self.t.protests)
        ]

    def wishes(self) -> list[tuple[str, str, str, str]]:
        """What is asked of the next pairings: the pair in words, what, and the two."""
        return [
            (f"{self.names[one]} – {self.names[other]}", str(words.WISHES[what]), one, other)
            for what, one, other in self.t.wishes
        ]

    @property
    def may_wish(self) -> bool:
        """Whether the next pairing can be asked for anything."""
        return self.t.rules["pairing"]["format"] == "swiss" and self.t.status in (state.OPEN, state.RUNNING)

    @property
    def may_come_late(self) -> bool:
        """Whether pairs may still come in though play has begun."""
        return may_come_late(self.t)

    @property
    def next_step(self) -> str:
        """What the event does next by itself."""
        due = calendar.due(self.t)
        return "" if due is None else str(words.STEPS[due[1]])

    @property
    def next_at(self) -> datetime | None:
        """When it does."""
        due = calendar.due(self.t)
        return None if due is None else due[0]

    @property
    def deadline(self) -> datetime | None:
        """When something is made of the tables of the round that have not ended."""
        return calendar.deadline(self.t.round) if self.t.round else None

    def my_table(self) -> dict[str, Any] | None:
        """Where who looks plays now, and with whom."""
        found = serializers.mine(self.seen, self.user)
        return found["table"] if found else None


def page(seen: Seen, user: User | None) -> Page:
    """An event for who looks."""
    known = serializers.names_of(seen.state)
    names = {one.id: name_of(one, known) for one in seen.state.entries}
    return Page(seen, names, None if user is None else seen.state.entry_of(str(user.id)), user)
