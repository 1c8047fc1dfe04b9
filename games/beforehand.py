"""Keeping what a player decides beforehand: seen, made and cancelled by that player alone.

Nothing of it reaches the log, a view or anybody else before it acts. The lock on the game's row lets a rival's action
come before a plan or after it; one that was made before the deal or the question that is on is stale.
"""

from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from config.kernel import rates
from engine.errors import Refused
from games import plans, selectors, table
from games.models import Game, Plan
from games.projector import State
from games.requests import PlanRequest
from games.selectors import Seen


class Beforehand(NamedTuple):
    """A person's plans at a table that can still act, and the kinds that they may make there."""

    version: int
    plans: list[Plan]
    offered: tuple[str, ...]

    def body(self) -> dict[str, Any]:
        """The body of `GET /api/games/{id}/plans`."""
        return {"version": self.version, "plans": [_told(one) for one in self.plans], "offered": list(self.offered)}


def _told(one: Plan) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": one.kind, "until": "game" if one.deal is None else "deal"}
    return told if one.yes is None else told | {"yes": one.yes}


def of(seen: Seen, user_id: UUID) -> Beforehand:
    """What a person has decided beforehand at a table."""
    own = Plan.objects.filter(game_id=seen.id, holder=user_id).order_by("kind")
    living = [one for one in own if plans.lives(plans.Plan(str(user_id), one.kind, one.yes, one.deal), seen.state)]
    on = seen.seat is not None and seen.state.status in (table.PLAYING, table.PAUSED)
    return Beforehand(seen.version, living, plans.offered(seen.state) if on else ())


def decide(user_id: UUID, game_id: UUID, asked: PlanRequest) -> None:
    """Decide something beforehand, instead of what was decided of its kind before. Raises Refused."""
    if wait := rates.spend("plans by person", str(user_id)):
        raise Refused("rate_limited", retry_after=wait)
    with transaction.atomic():
        seen = _behind_the_lock(game_id, user_id)
        state = seen.state
        if seen.seat is None:
            raise Refused("not_seated")
        if state.over:
            raise Refused("game_over")
        if state.status not in (table.PLAYING, table.PAUSED):
            raise Refused("not_started")
        if asked.expected_version > seen.version:
            raise Refused("version_ahead", version=seen.version)
        if asked.expected_version < _newest_that_matters(state):
            raise Refused("stale_version", version=seen.version)
        if asked.kind not in plans.offered(state):
            raise Refused("nothing_to_plan", kind=asked.kind)
        deal = state.deals_begun if asked.until == "deal" else None
        Plan.objects.update_or_create(
            game_id=game_id, holder=user_id, kind=asked.kind, defaults={"yes": asked.yes, "deal": deal}
        )


def _newest_that_matters(state: State) -> int:
    """The version that whoever decides must have seen: the deal that is on, and a question that is open. Other moves
    change nothing about what comes up later."""
    question = state.game.deal.question if state.game.deal else None
    return max(state.marks.opened, state.marks.asked if question else 0)


def cancel(user_id: UUID, game_id: UUID, kind: str) -> None:
    """Decide when it comes up after all. What is not there is cancelled too."""
    with transaction.atomic():
        _behind_the_lock(game_id, user_id)
        Plan.objects.filter(game_id=game_id, holder=user_id, kind=kind).delete()


def _behind_the_lock(game_id: UUID, user_id: UUID) -> Seen:
    Game.objects.select_for_update().filter(id=game_id).first()
    return selectors.look(game_id, user_id)


def forget(user_id: UUID) -> None:
    """Erase all that a person has decided beforehand."""
    Plan.objects.filter(holder=user_id).delete()


def all_of(user_id: UUID) -> list[dict[str, Any]]:
    """All that a person has decided beforehand, for the download of their data."""
    return [{"game": one.game_id, **_told(one)} for one in Plan.objects.filter(holder=user_id)]
