"""Playing again: a new table like one that is over, with the same people in the same seats. Who asks first makes it and
the others are asked to it; whoever else asks then is brought there, and has said yes by that."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.selectors import people_by_id
from engine.errors import Refused
from games import permissions, selectors, serializers, services, table
from games.models import Game
from games.requests import GameRequest, SeatRequest
from games.selectors import Seen
from games.table import Holder


def offered(seen: Seen) -> bool:
    """Whether who looks may play again once the game is over: they sit there, and it is no event's table."""
    return seen.seat is not None and seen.creator is not None


def again(user_id: UUID, game_id: UUID, at: datetime) -> UUID:
    """The table where this game is played again, with this person at it. Raises Refused and ProblemError."""
    seen = selectors.look(game_id, user_id)
    if not offered(seen):
        raise Refused("not_seated")
    if not seen.state.over:
        raise Refused("not_allowed")
    with transaction.atomic():
        Game.objects.select_for_update().get(id=game_id)  # two who ask at once ask one after the other
        if (there := _made_by_another(seen, user_id)) is None:
            return services.create_game(user_id, _like(seen), at, again_of=seen.id)[0]
    _accept(user_id, there, at)
    return there


def _made_by_another(seen: Seen, user_id: UUID) -> UUID | None:
    made = Game.objects.filter(permissions.seen_by(user_id), again_of=seen.id, version__gt=0)
    return made.order_by("created_at").values_list("id", flat=True).first()


def _accept(user_id: UUID, game_id: UUID, at: datetime) -> None:
    seen = selectors.look(game_id, user_id)
    invited = seen.state.table.invited_to(permissions.person(user_id))
    if invited is not None:
        services.sit(user_id, game_id, invited, at)


def _like(seen: Seen) -> GameRequest:
    """The same table once more, as who looks would ask for it."""
    state = seen.state
    name = serializers.ruleset_name(state.table.ruleset)
    known = people_by_id({holder.id for holder in _holders(seen) if holder.kind == "user"})
    return GameRequest(
        ruleset=state.table.ruleset if name == serializers.OWN_RULES else name,
        players=state.table.players,
        teams=state.table.teams,
        seats=tuple(_seat(seen, number, holder, known) for number, holder in enumerate(_holders(seen))),
        visibility=state.table.visibility,
        rated=seen.rated,
        clock=state.table.clock,
        external_id=None,
        club=UUID(state.table.club) if state.table.club else None,
        undo=state.table.undo,
    )


def _holders(seen: Seen) -> list[Holder]:
    """Who sits where; where a bot stood in, whose seat it was."""
    return [_whose(seat) for seat in seen.state.table.seats]


def _whose(seat: table.Seat) -> Holder:
    assert seat.holder is not None  # all seats of a game that has begun are taken
    return seat.away.holder if seat.away and seat.holder.kind == "bot" else seat.holder


def _seat(seen: Seen, number: int, holder: Holder, known: serializers.Names) -> SeatRequest:
    if number == seen.seat:
        return SeatRequest("me")
    if holder.kind == "bot":
        return SeatRequest("bot", holder.id)
    return SeatRequest("user", known[holder.id].name) if holder.id in known else SeatRequest("open")
