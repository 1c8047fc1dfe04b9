"""What events do when a person goes, or a club: who has gone is withdrawn before anything is paired again."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from accounts.calendars import Meaning
from accounts.clubs.models import Club
from accounts.clubs.signals import closed, gone
from accounts.models import User
from accounts.signals import exporting, forgetting, resting
from games.clock import Refused
from games.signals import offered, paused, pausing, standing_in
from tournaments import notices, pauses, reserves, selectors, services, vacations
from tournaments.models import Participant, Text


@receiver(gone)
def leave_events_of_the_club(user_id: UUID, club: Club, **_: Any) -> None:
    """Whoever belongs to the club no more plays in its events no more."""
    services.take_out(user_id, club.id, services.database_time())


@receiver(closed)
def end_events_of_the_club(club: Club, **_: Any) -> None:
    """Nobody finds them any more, so none of them goes on."""
    services.call_off(club.id, services.database_time())


@receiver(standing_in)
def play_once_in_a_round(user_id: UUID, game_id: UUID, seat: int, at: datetime, **_: Any) -> None:
    """Who has a table of a round stands in at no other of it; and an entry's own reserves come first."""
    if selectors.sits_elsewhere(user_id, game_id):
        raise Refused("not_allowed")
    if reserves.comes_first(user_id, game_id, seat, at):
        raise Refused("kept_for_reserve")


@receiver(offered)
def tell_reserves(game_id: UUID, seat: int, at: datetime, **_: Any) -> None:
    """Whose reserve one is may need one now."""
    reserves.tell(game_id, seat, at)


@receiver(pausing)
def pause_only_where_the_event_allows_it(game_id: UUID, **_: Any) -> None:
    """Where an event says so its tables are not paused by those who play; its officers may pause it as a whole."""
    if code := pauses.may_pause(game_id, services.database_time()):
        raise Refused(code)


@receiver(paused)
def tell_of_the_pause(game_id: UUID, at: datetime, **_: Any) -> None:
    """Each pause of a table is told to all who sit there and to who leads the event."""
    if found := pauses.event_of(game_id):
        notices.tell_of_pause(*found, game_id, at)


@receiver(resting)
def tell_what_a_vacation_means(user: User, **_: Any) -> list[Meaning]:
    """In which events their clock goes on while they are away, and when rounds end all the same."""
    return list(vacations.meanings(user.id))


@receiver(forgetting)
def erase_texts(user: User, **_: Any) -> None:
    """What they wrote is erased; the chain holds its digest alone. Out of the events they are with their clubs."""
    Text.objects.filter(author=str(user.id)).update(text="", salt="")


@receiver(exporting)
def own_events(user: User, **_: Any) -> dict[str, Any]:
    """The events in which a person is."""
    told = Participant.objects.filter(person=user.id).select_related("tournament")
    return {
        "events": [
            {"id": one.tournament_id, "name": one.tournament.name, "status": one.tournament.status, "entry": one.entry}
            for one in told.order_by("tournament__created_at")
        ],
        "events_texts": list(Text.objects.filter(author=str(user.id)).values_list("text", flat=True)),
    }
