"""Proving that a table's log is whole, that its promises were kept, and that its state is what the log says."""

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction

from config.kernel.event_store import BrokenChain, check_chain, digests
from engine import shuffle
from games import event_store, kept, outages, projector, replay, serializers
from games.models import Game, Outcome, Seat, Secret
from games.projector import State
from games.rows import Row


def verify(game_id: UUID) -> list[str]:
    """What is wrong with a table, in sentences; nothing for a sound one."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(id=game_id)  # nobody acts while it is looked at
        rows = list(event_store.stream(game_id, event_store.ALL))
        return list(_faults(game, rows))


def _faults(game: Game, rows: list[Row]) -> Iterator[str]:
    try:
        last = check_chain((row.hashed(game.id), digests(row.hidden or {}), row.hidden or {}, row.hash) for row in rows)
    except BrokenChain as broken:
        yield str(broken)
        return
    except Exception as error:  # noqa: BLE001 so may a damaged one
        yield f"the chain cannot be followed: {error!r}"
        return
    if not rows:
        yield "there is no log"
        return
    if rows[-1].version != game.version or last != game.last_hash:
        yield f"the log ends at row {rows[-1].version}, the state at {game.version}"
    secrets = dict(Secret.objects.filter(game_id=game.id).values_list("deal", "secret"))
    try:
        yield from _broken_promises(game.id, rows, secrets)
        yield from replay.faults(rows, _opened(rows) | secrets)
        folded = projector.fold(rows, outages=outages.known())
    except Exception as error:  # noqa: BLE001 a forged row may break a fold in any way
        yield f"the log cannot be folded: {error!r}"
        return
    if folded is not None:
        yield from _differences(game, folded)


def _opened(rows: list[Row]) -> dict[int, str]:
    """The secrets that the log has opened, by deal."""
    opening = (row for row in rows if row.type in projector.OPENS_THE_DEAL)
    return {row.data["deal"]: row.data["secret"] for row in opening if "secret" in row.data}


def _broken_promises(game_id: UUID, rows: list[Row], kept: dict[int, str]) -> Iterator[str]:
    """The secrets that are kept or opened are those that were promised."""
    created, opened = rows[0].data, _opened(rows)
    for deal, commitment in enumerate(created["commitments"], start=1):
        for secret in {of[deal] for of in (kept, opened) if deal in of}:
            if shuffle.commitment(secret, str(game_id), deal, created["ruleset"]) != commitment:
                yield f"the secret of deal {deal} is not the one that was promised"


def _differences(game: Game, folded: State) -> Iterator[str]:
    if game.state_version != projector.STATE_VERSION:
        yield f"the state is of make {game.state_version}; rebuild it"
    elif projector.encode(folded) != game.state:
        yield "the state is not what the log gives"
    if (folded.status, folded.deadline) != (game.status, game.deadline):
        yield "the status or the deadline is not what the log gives"
    if game.clock != folded.table.clock:
        yield "the clock is not what the log gives"
    if set(Seat.objects.filter(game=game).values_list(*kept.Place._fields)) != set(kept.places(folded)):
        yield "the seats are not what the log gives"
    if game.ruleset_name != serializers.ruleset_name(folded.table.ruleset):
        yield "the name of the ruleset is not what the log gives"
    if folded.table.club != (str(game.club) if game.club else None):
        yield "the club is not what the log gives"
    yield from _wrong_outcome(game, folded)


def _wrong_outcome(game: Game, folded: State) -> Iterator[str]:
    outcome = Outcome.objects.filter(game=game).first()
    if not folded.over:
        if outcome is not None:
            yield "there is an outcome of a game that is not over"
        return
    if outcome is None:
        yield "there is no outcome of a game that is over"
        return
    told = (outcome.status, outcome.totals, outcome.winners, outcome.abandoned)
    wanted = (folded.status, list(folded.game.totals), list(folded.winners), kept.abandoned(folded))
    if (outcome.ended_at, told) != (folded.marks.at, wanted):
        yield "the outcome is not what the log gives"
