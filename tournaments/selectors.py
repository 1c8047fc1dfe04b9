"""Reading events: what somebody may see of one. Who leads a club sees its drafts, nobody else knows of them."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max, Q, QuerySet

from accounts.clubs import selectors as clubs
from accounts.clubs.models import Club
from accounts.clubs.permissions import Standing
from accounts.clubs.selectors import Page, newest
from accounts.models import User
from config.kernel.errors import ProblemError
from config.kernel.rows import Row
from games.models import Seat as Chair
from tournaments import command_handler, event_store, state
from tournaments.models import Event, Participant, Seat, Table, Text, Tournament
from tournaments.state import Round

IN_A_PAGE, OF_ONES_OWN = 50, 20
SEES, RUNS, RULES = "see events", "run events", "rule in events"


class Seen(NamedTuple):
    """An event as it stands, and what who looks is in its club (None: the house itself)."""

    id: UUID
    version: int
    state: state.Tournament
    standing: Standing | None = None

    @property
    def club(self) -> Club:
        """Whose event it is."""
        assert self.standing is not None
        return self.standing.club

    def may(self, act: str) -> bool:
        """Whether this is theirs to do."""
        return self.standing is not None and self.standing.may(act)

    @property
    def standings_shown(self) -> bool:
        """Whether who looks may know who stands where: where the event keeps it back, officers alone before its end."""
        kept_back = self.state.rules.get("hide_standings", False)
        return not kept_back or self.state.status in (state.PROVISIONAL, state.FINAL) or self.may(RULES)

    def sees(self, one: Round, entries: Collection[str]) -> bool:
        """Whether who looks may know of a table, or a rest, of these entries in a round that everybody knows: where the
        event keeps pairings back, only of their own before the round is over."""
        if not self.state.rules.get("own_pairings", False) or one.status == state.CLOSED or self.may(RULES):
            return True
        membership = self.standing.membership if self.standing else None
        if membership is None:
            return False
        me = str(membership.user_id)  # who plays this round, also if another does from the next one on
        own = self.state.playing(me, one.number) or self.state.entry_of(me)
        return own is not None and own.id in entries

    def check(self, act: str) -> None:
        """Raises ProblemError where it is not."""
        if self.standing is not None:
            self.standing.check(act)


def look_as_the_house(id_: UUID) -> Seen:
    """An event as sweeps find it. Raises ProblemError `not_found`."""
    one = Tournament.objects.filter(id=id_, version__gt=0).first()
    if one is None:
        raise ProblemError("not_found")
    return Seen(one.id, one.version, command_handler.load(one))


def look(user: User | None, id_: UUID, act: str = SEES) -> Seen:
    """An event as this person finds it, who may do this. Raises ProblemError."""
    seen = look_as_the_house(id_)
    found = clubs.look(user, SEES, id=UUID(seen.state.club))
    hidden = seen.state.rehearses and (seen.state.status == state.CANCELLED or not found.may(RULES))
    if hidden or (seen.state.starts_at is None and not found.may(RUNS)):
        raise ProblemError("not_found")
    found.check(act)
    return seen._replace(standing=found)


EVERY = Q()


def of_club(found: Standing, cursor: str | None = None, narrow: Q = EVERY) -> Page:
    """The events of a club, the newest first."""
    found.check(SEES)
    rows = Tournament.objects.filter(narrow, club=found.club.id, version__gt=0).defer("state")
    return newest(_known_to(found, rows), cursor, IN_A_PAGE)


def of_person(user: User, cursor: str | None = None, narrow: Q = EVERY) -> Page:
    """The events of all clubs in which somebody sees events, the newest first; drafts of those where they run them."""
    sees, runs = (clubs.clubs_where(user.id, act) for act in (SEES, RUNS))
    known = Q(club__in=sees, starts_at__isnull=False) | Q(club__in=runs)
    rows = Tournament.objects.filter(narrow, known, version__gt=0, rehearses=None).defer("state")
    return newest(rows, cursor, IN_A_PAGE)


def in_which(user: User, cursor: str | None = None) -> Page:
    """The events of which somebody is or was one, the newest first, of clubs where they see events."""
    own = Q(participants__person=user.id, starts_at__isnull=False)
    known = own & Q(club__in=clubs.clubs_where(user.id, SEES))
    return newest(Tournament.objects.filter(known, version__gt=0).defer("state"), cursor, OF_ONES_OWN)


def _known_to(found: Standing, rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of which who looks may know: what was never published stays a draft, also if it was called off."""
    rows = rows.filter(rehearses=None)
    return rows if found.may(RUNS) else rows.exclude(starts_at=None)


def on_home(found: Standing) -> QuerySet[Tournament]:
    """Those that are not over, and the last ones that are, for a club's home."""
    rows = Tournament.objects.filter(club=found.club.id, version__gt=0)
    return _known_to(found, rows).exclude(status=state.CANCELLED).order_by("-created_at", "-id")[:5]


def next_evening(found: Standing, now: datetime) -> tuple[Tournament, state.Tournament] | None:
    """What begins next in a club and can be entered, and how it stands; None where there is nothing."""
    rows = Tournament.objects.filter(club=found.club.id, version__gt=0, rehearses=None, starts_at__gt=now)
    one = rows.filter(status=state.OPEN).order_by("starts_at", "id").first()
    return None if one is None or found.membership is None else (one, command_handler.load(one))


def events_of(user_id: UUID, club_id: UUID) -> list[UUID]:
    """The events of a club in which somebody is, in an order that all locks share."""
    theirs = Participant.objects.filter(person=user_id, tournament__club=club_id)
    return list(theirs.order_by("tournament_id").values_list("tournament_id", flat=True))


def not_over(club_id: UUID) -> list[UUID]:
    """The events of a club that are not over, in the same order."""
    rows = Tournament.objects.filter(club=club_id, version__gt=0).exclude(status__in=state.OVER)
    return list(rows.order_by("id").values_list("id", flat=True))


def table_of(id_: UUID, user_id: UUID) -> Table | None:
    """Where somebody sits in the round that is being played."""
    seat = Seat.objects.filter(tournament_id=id_, person=user_id).order_by("-round").first()
    if seat is None:
        return None
    return Table.objects.filter(tournament_id=id_, round=seat.round, number=seat.number).first()


def sits_elsewhere(person: UUID, game: UUID) -> bool:
    """Whether somebody has a seat at another table of the round to which a game belongs, their own or an absent
    player's."""
    here = Table.objects.filter(game=game).first()
    if here is None:
        return False
    paired = Seat.objects.filter(tournament=here.tournament_id, round=here.round, person=person)
    others = Table.objects.filter(tournament=here.tournament_id, round=here.round).exclude(game=game).values("game")
    stands_in = Chair.objects.filter(kind="user", holder=str(person), game__in=others)
    return paired.exclude(number=here.number).exists() or stands_in.exists()


def rows(seen: Seen, since: int = 0, limit: int = event_store.ALL) -> list[Row]:
    """The stream of an event, or a part of it."""
    return event_store.read(seen.id, since, seen.version, min(limit, seen.version))


def last_told(seen: Seen) -> int:
    """The version at which a pairing was last told to everybody."""
    told = Event.objects.filter(tournament=seen.id, type="round_published", version__lte=seen.version)
    return told.aggregate(last=Max("version"))["last"] or 0


def texts(seen: Seen) -> dict[str, str]:
    """What was written, by its digest."""
    return dict(Text.objects.filter(tournament_id=seen.id).values_list("digest", "text"))


# --- What is due --------------------------------------------------------------------------------------------------


def due(now: datetime, tried: datetime, most: int) -> list[UUID]:
    """Events that have something to do by themselves, locked; not those that others have locked or have just tried."""
    rows = Tournament.objects.filter(Q(swept_at=None) | Q(swept_at__lte=tried), due_at__lte=now)
    found = rows.order_by("due_at", "id").select_for_update(skip_locked=True)
    return list(found.values_list("id", flat=True)[:most])
