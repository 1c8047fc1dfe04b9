"""Proving that a table's log is whole, that its promises were kept, and that its state is what the log says."""

from collections.abc import Iterator
from uuid import UUID

from config.kernel.event_store import BrokenChain, check_chain, digests
from engine import shuffle
from engine.cards import to_text
from games import event_store, projector, serializers
from games.models import Game, Seat, Secret
from games.projector import State
from games.rows import Row


def verify(game_id: UUID) -> list[str]:
    """What is wrong with a table, in sentences; nothing for a sound one."""
    game = Game.objects.get(id=game_id)
    rows = list(event_store.stream(game_id, event_store.ALL))
    return list(_faults(game, rows))


def _faults(game: Game, rows: list[Row]) -> Iterator[str]:
    try:
        last = check_chain((row.hashed(game.id), digests(row.hidden or {}), row.hidden or {}, row.hash) for row in rows)
    except BrokenChain as broken:
        yield str(broken)
        return
    if not rows:
        yield "there is no log"
        return
    if rows[-1].version != game.version or last != game.last_hash:
        yield f"the log ends at row {rows[-1].version}, the state at {game.version}"
    yield from _broken_promises(game.id, rows)
    try:
        folded = projector.fold(rows)
    except Exception as error:  # noqa: BLE001 a forged row may break a fold in any way
        yield f"the log cannot be folded: {error!r}"
        return
    if folded is not None:
        yield from _differences(game, folded)


def _broken_promises(game_id: UUID, rows: list[Row]) -> Iterator[str]:
    """The secrets that are kept or opened are those that were promised, and the deals are what they give."""
    created = rows[0].data
    promised = created["commitments"]
    kept = dict(Secret.objects.filter(game_id=game_id).values_list("deal", "secret"))
    opened = {
        row.data["deal"]: row.data["secret"] for row in rows if row.type == "deal_scored" and "secret" in row.data
    }
    for deal, commitment in enumerate(promised, start=1):
        for secret in {of[deal] for of in (kept, opened) if deal in of}:
            if shuffle.commitment(secret, str(game_id), deal, created["ruleset"]) != commitment:
                yield f"the secret of deal {deal} is not the one that was promised"
    nonces = [
        (row.data["deal"], (row.seat or 0, row.version, row.data["nonce"])) for row in rows if row.type == "nonce_added"
    ]
    folded = projector.fold(rows[:1])
    for row in rows:
        if folded is not None and row.type == "deal_started" and kept.get(deal := row.data["deal"]):
            sent = {deal: sorted(nonce for of, nonce in nonces if of == deal)}
            chance = shuffle.SecretChance(folded.game.players, folded.game.ruleset, kept, sent)
            if to_text(chance.order(deal)) != row.values()["order"]:
                yield f"the order of deal {deal} is not what its secret gives"


def _differences(game: Game, folded: State) -> Iterator[str]:
    if game.state_version != projector.STATE_VERSION:
        yield f"the state is of make {game.state_version}; rebuild it"
    elif projector.encode(folded) != game.state:
        yield "the state is not what the log gives"
    if (folded.status, folded.deadline) != (game.status, game.deadline):
        yield "the status or the deadline is not what the log gives"
    seats = set(Seat.objects.filter(game=game).values_list("seat", "kind", "holder", "invited"))
    wanted = {
        (number, seat.holder.kind, seat.holder.id, seat.invited)
        for number, seat in enumerate(folded.table.seats)
        if seat.holder is not None
    }
    if seats != wanted:
        yield "the seats are not what the log gives"
    if game.ruleset_name != serializers.ruleset_name(folded.table.ruleset):
        yield "the name of the ruleset is not what the log gives"
