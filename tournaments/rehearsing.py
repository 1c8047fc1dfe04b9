"""Rehearsals: an event is run with bots within the hour, so that who runs it sees what would happen.

A rehearsal is an event of its own with the same rules, but with times of its own, and bots in the place of entries. Its
tables are real games on the server, played by the workers like any bot's. Officers alone see it; its games belong to no
club and are not rated. Nothing is ever taken out of a stream, so to discard one is to end it: its row says what it
rehearsed, and nobody finds it any more. A day after its last round that happens by itself.
"""

from datetime import datetime, timedelta
from math import ceil
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from config.kernel.errors import ProblemError
from tournaments import commands, documents, selectors, state
from tournaments.command_handler import Order, create, handle, hold
from tournaments.defaults import FORMATS
from tournaments.models import Tournament
from tournaments.selectors import RUNS, Seen
from tournaments.services import person, slowly

FEWEST, MOST = 2, 32
"""So many entries a rehearsal may have: more would keep the workers from people's tables."""
HOUR = timedelta(minutes=55)
"""In this time all rounds are over."""
A_DEAL = timedelta(seconds=170)
"""What bots take for a deal, at their pace of a turn in a second and a half."""
BETWEEN_ROUNDS = timedelta(seconds=75)
"""What sweeps take until a round is closed and the next one has its tables."""
A_DAY = 24 * 60
KEPT = ("deals", "round_minutes", "grace_minutes", "early", "least_entries", "real_cards")
"""What is written down of the event as it was, for the report."""


def expected(t: state.Tournament) -> int:
    """As many entries as have entered, or as are needed at least; what a rehearsal has if nobody says otherwise."""
    active = sum(entry.active for entry in t.entries)
    return min(MOST, max(fewest(t), active or t.rules["least_entries"]))


def fewest(t: state.Tournament) -> int:
    """As many entries as its format needs."""
    return max(FEWEST, int(FORMATS[t.rules["pairing"]["format"]]["entries"][0]))


def rules_of(id_: UUID, t: state.Tournament, entries: int, at: datetime) -> dict[str, Any]:
    """The rules of a rehearsal: those of the event, but with the times of bots."""
    rounds = documents.rounds(t.rules, entries)
    share = HOUR / rounds - BETWEEN_ROUNDS
    fitting = [deals for deals in (1, 2, 4) if deals <= t.rules["deals"] and deals * A_DEAL <= share]
    starts = at.replace(second=0, microsecond=0, tzinfo=None) + timedelta(minutes=2)
    told: dict[str, Any] = {
        "name": _("Rehearsal: %(name)s") % {"name": t.rules["name"]},
        "deals": max(fitting, default=1),
        "zone": "UTC",
        "starts": starts.isoformat(timespec="minutes"),
        "entering_ends_minutes": 0,
        "check_in": False,
        "least_entries": fewest(t),
        "most_entries": MOST,
        "round_minutes": max(1, ceil(share / timedelta(minutes=1))),
        "grace_minutes": 0,
        "first_move_minutes": 0,
        "period_minutes": max(1, ceil(share / timedelta(minutes=1))),
        "early": True,
        "publish_minutes": 0,
        "protest_minutes": A_DAY,
        "real_cards": False,
        "rehearses": {"event": str(id_), **{name: t.rules[name] for name in KEPT if name in t.rules}},
    }
    told["name"] = told["name"][:120]
    return {name: value for name, value in t.rules.items() if name != "round_times"} | told


def begin(user: User, id_: UUID, entries: int | None, at: datetime) -> UUID:
    """Rehearse a draft, or an event that has not begun, with so many entries; one rehearsal at a time. Returns its id.

    An earlier one that is played to its end is discarded by it. Raises ProblemError.
    """
    seen = selectors.look(user, id_, RUNS)
    slowly(user)
    with transaction.atomic():
        earlier_ones = Tournament.objects.filter(rehearses=id_).exclude(status=state.CANCELLED)
        held = hold((id_, *earlier_ones.values_list("id", flat=True)))  # of two that begin at once one is refused
        t = held[id_]
        if t.rehearses or t.status not in (state.DRAFT, state.OPEN):
            raise ProblemError("not_now", at=t.status)
        for earlier in earlier_ones.all():
            if earlier.id not in held or earlier.status != state.PROVISIONAL:
                raise ProblemError("not_now", detail=_("A rehearsal is on already."), at=earlier.status)
            handle(Order(earlier.id, commands.EndRehearsal(), at, person(user)))
        many = min(MOST, max(fewest(t), entries or expected(t)))
        rules = rules_of(id_, t, many, at)
        fields = {"club": seen.club.id, "name": rules["name"], "status": state.DRAFT, "created_at": at}
        one = Tournament(id=uuid4(), rehearses=id_, **fields)
        one.save(force_insert=True)
        create(one, commands.Create(str(seen.club.id), rules), at, person(user))
        for command in (commands.Publish(), commands.FillWithBots(bots(one.id, rules, many))):
            handle(Order(one.id, command, at, person(user)))
    return one.id


def bots(id_: UUID, rules: dict[str, Any], entries: int) -> tuple[tuple[str, ...], ...]:
    """The bots of a rehearsal: their ids are nobody's."""
    size = int(rules.get("persons", 2))
    return tuple(tuple(str(uuid5(id_, f"bot {entry}/{bot}")) for bot in range(size)) for entry in range(entries))


def discard(user: User, id_: UUID, at: datetime) -> None:
    """Be done with the rehearsal of an event. Raises ProblemError `not_found` where there is none."""
    selectors.look(user, id_, RUNS)
    found = latest(id_)
    if found is None or found.state.status == state.CANCELLED:
        raise ProblemError("not_found")
    handle(Order(found.id, commands.EndRehearsal(), at, person(user)))


def latest(id_: UUID) -> Seen | None:
    """The last rehearsal of an event, discarded or not."""
    one = Tournament.objects.filter(rehearses=id_, version__gt=0).order_by("-created_at", "-id").first()
    return None if one is None else selectors.look_as_the_house(one.id)
