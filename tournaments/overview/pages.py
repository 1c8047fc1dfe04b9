"""An event for who looks at it: whose it is, where it is, and what its page says in numbers and words."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games import clock, clock_words
from tournaments import calendar, documents, entrants, facts, pauses, selectors, serializers, state, words
from tournaments.deciding.common import may_come_late
from tournaments.entrants import Entrants
from tournaments.formats import FORMATS
from tournaments.overview.lines import EntryLine
from tournaments.selectors import Seen
from tournaments.services import RUNS
from tournaments.standings import Standings
from tournaments.words import Words

PARTNERS: Words = {
    state.MEET: gettext_lazy("to be partners in the next round"),
    state.PART: gettext_lazy("never to be partners"),
    "": gettext_lazy("as it comes"),
}
"""What is asked of a pairing where it makes partners."""


def name_of(one: state.Entry, known: dict[str, Any]) -> str:
    """Who plays as one, by the names of the people."""
    return " & ".join(known[person].name for person in one.persons)


@dataclass(frozen=True)
class Page:
    """An event for who looks. What costs something is worked out once."""

    seen: Seen
    names: dict[str, str]
    own: state.Entry | None
    user: User | None
    after: int | None = None
    """After which round standings and crosstable are asked for; None: after the last that is over."""

    @property
    def t(self) -> state.Tournament:
        """The event's state."""
        return self.seen.state

    def entries(self) -> list[EntryLine]:
        """Everybody: who is in it first."""
        every = [one for one in self.t.entries if one.withdrawn != state.TOGETHER]
        order = sorted(every, key=lambda one: (not one.active, one.seed or 0, int(one.id)))
        return [EntryLine(one.id, self.names[one.id], self._note(one), one == self.own, one.active) for one in order]

    def _note(self, one: state.Entry) -> str:
        if one.withdrawn is not None:
            return str(words.CAUSES.get(one.withdrawn, one.withdrawn))
        if one.first > 1:
            return _("since round %(round)s") % {"round": one.first}
        if not one.willing:
            return _("waits for a yes")
        if one.wanted:
            return _("looks for a partner") if one.wanted == 1 else _("looks for two partners")
        if self.t.rules["check_in"] and self.t.status == state.OPEN:
            return _("checked in") if one.here else _("not checked in yet")
        return ""

    @cached_property
    def standing(self) -> Standings | None:
        """Who stands where, as it is folded; None before there are rounds, and where it is kept back."""
        return facts.standing(self.t, self.closed) if self.t.times and self.seen.standings_shown else None

    @property
    def own_name(self) -> str:
        """Who looks, with those who play with them."""
        return self.names[self.own.id] if self.own else ""

    @property
    def may_protest(self) -> bool:
        """Whether who looks plays, also if another takes their place from the next round on."""
        return self.user is not None and self.t.spoken_for(str(self.user.id)) is not None

    @property
    def agreed(self) -> bool:
        """Whether who looks has said yes to it."""
        return self.own is not None and self.user is not None and str(self.user.id) in self.own.agreed

    @property
    def may_check_in(self) -> bool:
        """Whether they are to say now that they are there."""
        asked = self.own is not None and self.own.willing and not self.own.here and self.t.rules["check_in"]
        return bool(asked) and calendar.check_in_from(self.t) <= timezone.now()

    @property
    def active(self) -> int:
        """How many are in it, each pair or team as one."""
        return sum(entry.active for entry in self.t.entries)

    @property
    def closed(self) -> int:
        """After how many rounds standings and crosstable are shown: all that are over, or fewer as asked."""
        every = facts.closed(self.t)
        return every if self.after is None else min(max(self.after, 1), every)

    @property
    def counted(self) -> list[int]:
        """The rounds that count for them."""
        return list(range(1, self.closed + 1))

    @property
    def over(self) -> list[int]:
        """The rounds that are over."""
        return list(range(1, facts.closed(self.t) + 1))

    @property
    def earlier(self) -> bool:
        """Whether standings are looked at as they were."""
        return self.closed < facts.closed(self.t)

    @property
    def starts(self) -> str:
        """The wall time at which it begins, where it is."""
        return str(self.t.rules["starts"]).replace("T", " ")

    @property
    def clock(self) -> str:
        """What the clock grants."""
        return clock_words.summary(self.t.rules["clock"])

    @property
    def summary(self) -> str:
        """How it is played, in a line."""
        deals = self.t.rules["deals"]
        told = [self.format, ngettext("%(n)d deal a match", "%(n)d deals a match", deals) % {"n": deals}]
        return " · ".join([*told, _("real cards") if self.t.rules.get("real_cards") else self.clock])

    @property
    def round_time(self) -> str:
        """How long a round is."""
        return clock_words.duration(self.t.rules["round_minutes"] * 60)

    @property
    def vacations(self) -> str:
        """What a vacation of somebody does here; nothing to say where there is no clock."""
        granted = clock.of(self.t.rules["clock"])
        if granted is None:
            return ""
        if granted.vacation:
            return _("Who is on vacation is not timed; the deadlines of a round stay.")
        return _("Nobody's vacation counts here: clocks go on, and the deadlines of a round stay.")

    @cached_property
    def pauses(self) -> list[tuple[str, str, str, bool]]:
        """Which sides have paused, for how long, and how long they still may: who leads sees all, others their own."""
        most = pauses.granted(self.t)
        told = (
            pauses.used(self.seen.id, self.t, timezone.now())
            if self.t.rounds and not self.t.rules.get("real_cards")
            else {}
        )
        seen = {id_: span for id_, span in told.items() if self.seen.may(RUNS) or (self.own and self.own.id == id_)}
        return [
            (
                self.names[id_],
                clock_words.duration(round(span.total_seconds())),
                clock_words.duration(max(0, round((most - span).total_seconds()))) if most else "",
                self.own is not None and self.own.id == id_,
            )
            for id_, span in sorted(seen.items(), key=lambda one: -one[1])
        ]

    @property
    def first_move(self) -> str:
        """After what time others may take the seat of who has not come."""
        return clock_words.duration(self.t.rules["first_move_minutes"] * 60)

    @property
    def reserve_time(self) -> str:
        """For how long they may."""
        return clock_words.duration(self.t.rules["reserve_minutes"] * 60)

    def protests(self) -> list[tuple[int, str, str]]:
        """Protests that nobody has answered: number, whose, what."""
        told = serializers.rows(self.seen, selectors.rows(self.seen)) if self.t.protests else []
        return [
            (row["version"], self.names[row["data"]["entry"]], row["reason"] or "")
            for row in told
            if row["version"] in dict(self.t.protests)
        ]

    def wishes(self) -> list[tuple[str, str, str, str]]:
        """What is asked of the next pairings: the two in words, what, and the two."""
        told = dict(self.wishable) | {"": words.WISHES[""]}
        return [
            (f"{self.names[one]} – {self.names[other]}", str(told[what]), one, other)
            for what, one, other in self.t.wishes
        ]

    @property
    def may_wish(self) -> bool:
        """Whether the next pairing can be asked for anything."""
        return bool(self.wishable) and self.t.status in (state.OPEN, state.RUNNING)

    @property
    def wishable(self) -> list[tuple[str, str]]:
        """What can be asked of two, and in words."""
        format_ = self.t.rules["pairing"]["format"]
        told = PARTNERS if format_ == "rotation" else words.WISHES
        return [(what, str(told[what])) for what in reversed(FORMATS[format_].WISHES)]

    @property
    def called(self) -> Entrants:
        """The words for who plays as one."""
        return entrants.of(self.t.rules)

    @property
    def how_many(self) -> str:
        """How many are in it."""
        return entrants.counted(self.called.how_many, self.active)

    @property
    def needed(self) -> str:
        """How many are needed at least."""
        return entrants.counted(self.called.needed, self.t.rules["least_entries"])

    @property
    def partners(self) -> int:
        """How many others one enters with."""
        return documents.persons(self.t.rules) - 1

    def looking(self) -> list[tuple[str, str, bool, bool]]:
        """Who else looks for others, and fits who looks: entry, name, whether they have asked, and been asked."""
        own = self.own
        if own is None or not own.alone:
            return []
        fit = [one for one in self.t.entries if one.alone and one != own and len(one.persons) <= own.wanted]
        return [(one.id, self.names[one.id], own.id in one.asks, one.id in own.asks) for one in fit]

    def alone(self) -> list[tuple[str, str]]:
        """Who looks for others, for who runs the event."""
        return [(one.id, self.names[one.id]) for one in self.t.entries if one.alone]

    @property
    def rounds_told(self) -> str:
        """How many rounds there are, or will be."""
        if self.t.times:
            return str(len(self.t.times))
        read = facts.rules(self.t)
        if not read.rounds:
            return _("as many as the format needs")
        cut = [one.data["most"] for one in FORMATS[read.format].problems(read, self.t.rules["least_entries"])]
        few = _("%(rounds)s, fewer if so few play that some would meet again") % {"rounds": read.rounds}
        return few if cut else str(read.rounds)

    @property
    def format(self) -> str:
        """The format, and how many sit at a table where that is chosen."""
        told = str(words.FORMATS[self.t.rules["pairing"]["format"]])
        if self.t.rules["pairing"]["format"] != "tables":
            return told
        sizes = _(" or ").join(str(players) for players, _sides in documents.tables(self.t.rules))
        return _("%(format)s; %(sizes)s players at a table") % {"format": told, "sizes": sizes}

    @property
    def may_come_late(self) -> bool:
        """Whether others may still come in though play has begun."""
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


def page(seen: Seen, user: User | None, after: int | None = None) -> Page:
    """An event for who looks."""
    known = serializers.names_of(seen.state)
    names = {one.id: name_of(one, known) for one in seen.state.entries}
    return Page(seen, names, None if user is None else seen.state.entry_of(str(user.id)), user, after)
