"""The chat of a table: who may read and write, and when. Its texts lie in a table of their own and can be taken away.

Whoever sits at the table reads; two people of whom one blocks the other read nothing of each other. The lock on the
game's row makes numbers of a table grow in the order of commits, and lets a deal begin before a message or after it.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.clubs.models import Chat, Club, Membership
from accounts.clubs.selectors import parts_in
from accounts.clubs.services import need_account, stay
from accounts.models import User
from accounts.safety.models import Kind, Report
from accounts.safety.selectors import chat_off_until
from accounts.safety.services import About, Told
from accounts.safety.services import report as report_to
from accounts.selectors import people_by_id
from config.kernel import rates
from config.kernel.errors import ProblemError
from engine.errors import Refused
from games import push, selectors, table
from games.models import ChatMessage, Game, Seat
from games.requests import ChatRequest
from games.rows import timestamp
from games.selectors import Seen
from games.serializers import SOMEBODY

IN_A_PAGE = 100
KEPT_TO_BE_REPORTED = timedelta(days=7)
"""So long the text of a message that its author took back is kept, shown to nobody: who has read it may report it."""


class Closed(NamedTuple):
    """Why somebody cannot write now: `deal`, `club`, `decision` (until then)."""

    because: str
    until: datetime | None = None

    def data(self) -> dict[str, str]:
        """As the wire says it."""
        return {"because": self.because, **({"until": timestamp(self.until)} if self.until else {})}


def club_of(seen: Seen) -> UUID | None:
    """The club to which a table belongs."""
    return UUID(seen.state.table.club) if seen.state.table.club else None


def closed(seen: Seen, user_id: UUID) -> Closed | None:
    """Why this person cannot write at a table now; None: they can."""
    state, club = seen.state, club_of(seen)
    setting = Chat.BETWEEN_DEALS if club is None else Club.objects.values_list("chat", flat=True).get(id=club)
    if setting == Chat.OFF:
        return Closed("club")
    if club is not None and parts_in(club, user_id).get(user_id) == Membership.State.BANNED:
        return Closed("decision")
    if until := chat_off_until(user_id, club):
        return Closed("decision", until)
    partners = state.table.teams < state.table.players
    if setting != Chat.ALWAYS and partners and state.status in (table.PLAYING, table.PAUSED):
        return Closed("deal")
    return None


def _seated(game_id: UUID, user_id: UUID) -> tuple[Seen, int]:
    """The table and the seat of who asks."""
    seen = selectors.look(game_id, user_id)
    if seen.seat is None:
        raise Refused("not_seated")
    return seen, seen.seat


# --- Writing ------------------------------------------------------------------------------------------------------


def say(user: User, game_id: UUID, asked: ChatRequest, received_at: datetime, address: str) -> dict[str, Any]:
    """Tell the others at the table something. The same id and text again is the same message.

    Raises Refused and ProblemError: `not_seated`, `not_allowed` for guests, `chat_closed`, `action_id_reused`,
    `rate_limited`.
    """
    rates.slowly(rates.spend("chat by person", str(user.id)))
    rates.slowly(rates.spend_by_address("chat by address", address))
    with transaction.atomic():
        stay(user)
        list(Game.objects.select_for_update(no_key=True).filter(id=game_id).values_list("id"))
        seen, seat = _seated(game_id, user.id)
        need_account(user)
        own = ChatMessage.objects.filter(game=game_id, author=user.id, message_id=asked.message_id).first()
        if own is None:
            if why := closed(seen, user.id):
                raise ProblemError("chat_closed", detail=sentence(why), **why.data())
            own = ChatMessage.objects.create(
                game_id=game_id,
                author=user.id,
                seat=seat,
                message_id=asked.message_id,
                text=asked.text,
                at=received_at,
            )
            transaction.on_commit(partial(push.announce_chat, game_id, own.number))
        elif own.text != asked.text and not own.emptied:
            raise ProblemError("action_id_reused")
    return _told(own, user.id, {str(user.id): user.username})


def sentence(why: Closed) -> str:
    """Why nothing can be written, for a person."""
    if why.because == "deal":
        return _("Partners sit here: the chat is closed while a deal is played.")
    if why.because == "club":
        return _("The club has no chat at its tables.")
    return _("You may not write here for a time.")


def take_back(user: User, game_id: UUID, number: int) -> None:
    """Show a message of one's own to nobody any more. Again: nothing changes.

    Raises ProblemError `not_found`, `rate_limited`, Refused `not_seated`.
    """
    rates.slowly(rates.spend("chat by person", str(user.id)))
    _seated(game_id, user.id)
    own = ChatMessage.objects.filter(game=game_id, number=number, author=user.id)
    if not own.exists():
        raise ProblemError("not_found")
    _empty(own.filter(emptied=False), taken_back_at=timezone.now())


def remove(report: Report) -> None:
    """Empty the message that was reported."""
    if report.subject is not None:
        of_it = ChatMessage.objects.filter(game=report.game, author=report.person_id, message_id=report.subject)
        _empty(of_it.exclude(text=""), text="")


def forget(user: User) -> None:
    """Empty all that somebody has written."""
    ChatMessage.objects.filter(author=user.id).update(text="", emptied=True)  # sockets see it at their next heartbeat


def tidy() -> None:
    """Erase what was taken back long enough ago."""
    long_ago = timezone.now() - KEPT_TO_BE_REPORTED
    ChatMessage.objects.filter(taken_back_at__lt=long_ago).exclude(text="").update(text="")


def _empty(messages: QuerySet[ChatMessage], **how: Any) -> None:
    with transaction.atomic():
        found = list(messages.values_list("game_id", "number"))
        messages.update(emptied=True, **how)
        for game_id, number in found:
            transaction.on_commit(partial(push.announce_chat, game_id, number))


# --- Reading ------------------------------------------------------------------------------------------------------


def _for(game_id: UUID, user_id: UUID) -> QuerySet[ChatMessage]:
    """What this person reads of a table's chat."""
    return ChatMessage.objects.filter(game=game_id).exclude(author__in=blocks.apart_from(user_id))


def page(user: User, game_id: UUID, since: int) -> dict[str, Any]:
    """The messages after number `since`, and whether this person can write now. Raises Refused."""
    seen, _seat = _seated(game_id, user.id)
    rows = list(_for(game_id, user.id).filter(number__gt=since).order_by("number")[: IN_A_PAGE + 1])
    more, rows = len(rows) > IN_A_PAGE, rows[:IN_A_PAGE]
    known = people_by_id(str(row.author) for row in rows)
    names = {id_: one.name for id_, one in known.items()}
    why = closed(seen, user.id)
    return {
        "messages": [_told(row, user.id, names) for row in rows],
        "next": rows[-1].number if more else None,
        "open": why is None and not user.is_guest,
        "closed": why.data() if why else None,
    }


def _told(row: ChatMessage, user_id: UUID, names: dict[str, str]) -> dict[str, Any]:
    return {
        "number": row.number,
        "message_id": str(row.message_id),
        "at": timestamp(row.at),
        "seat": row.seat,
        "author": names.get(str(row.author), SOMEBODY),
        "mine": row.author == user_id,
        "text": None if row.emptied else row.text,
    }


def newest(game_id: UUID, user_id: UUID) -> tuple[int, int] | None:
    """The number of the newest message that this person reads, and how many are emptied; None: nothing is theirs."""
    if not Seat.objects.filter(game=game_id, kind="user", holder=str(user_id), invited=False).exists():
        return None
    told = _stamp(_for(game_id, user_id))
    return told if told[0] else None


def stamp(game_id: UUID) -> tuple[int, int]:
    """The same of all that was said at a table, whoever may read it: what a heartbeat compares."""
    return _stamp(ChatMessage.objects.filter(game=game_id))


def _stamp(messages: QuerySet[ChatMessage]) -> tuple[int, int]:
    told = messages.aggregate(last=Max("number"), emptied=Count("number", filter=Q(emptied=True)))
    return told["last"] or 0, told["emptied"]


def of(user: User) -> list[dict[str, Any]]:
    """All that somebody has written and that is still there, for their download."""
    rows = ChatMessage.objects.filter(author=user.id).exclude(text="").order_by("number")
    return [{"game": str(row.game_id), "at": timestamp(row.at), "text": row.text} for row in rows]


# --- Reporting ----------------------------------------------------------------------------------------------------


def what(user: User, game_id: UUID, message: int | None, seat: int | None) -> tuple[About, UUID | None]:
    """What is to be reported at a table: a message, or who sits on a seat; and the table's club.

    A message may have been taken back since, and its author been blocked: it was said all the same. Raises Refused
    for a table that one may not see, and ProblemError `not_found`.
    """
    seen = selectors.look(game_id, user.id)
    stands = Game.objects.values("version", "last_hash").get(id=game_id)
    where: dict[str, Any] = {"game": game_id, "game_version": stands["version"], "game_hash": stands["last_hash"]}
    if message is not None:
        row = ChatMessage.objects.filter(game=game_id, number=message).exclude(text="").first()
        if row is None or seen.seat is None:
            raise ProblemError("not_found")
        return About(row.author, Kind.CHAT, evidence=row.text, subject=row.message_id, **where), club_of(seen)
    seats = seen.state.table.seats
    holder = seats[seat].holder if seat is not None and 0 <= seat < len(seats) else None
    if holder is None or holder.kind != "user":
        raise ProblemError("not_found")
    name = people_by_id([holder.id])[holder.id].name
    return About(UUID(holder.id), Kind.PERSON, evidence=name, **where), club_of(seen)


def shown(user: User, game_id: UUID, message: int) -> str:
    """The text of a message, if it is there and this person reads it."""
    row = _for(game_id, user.id).filter(number=message, emptied=False).first()
    return row.text if row else ""


def report(user: User, game_id: UUID, told: Told, address: str, **which: int | None) -> tuple[Report, bool]:
    """Report it, to the officers of the table's club or to the site's operators."""
    about, club_id = what(user, game_id, **which)
    return report_to(user, club_id, about, told, address)
