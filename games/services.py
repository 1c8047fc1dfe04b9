"""Changing tables. Each of these is one door to the one path (command_handler); none decides anything itself."""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from accounts import blocks, calendars
from accounts.clubs import log as club_log
from accounts.clubs import selectors as clubs
from accounts.clubs.models import Club
from accounts.selectors import user_by_name
from config.kernel import rates
from engine import legal, presets
from engine.errors import Refused
from engine.ruleset import check_players
from games import clock, command_handler, permissions, requests, rulesets, selectors, setting_up, table
from games.models import Game
from games.orders import Order, Receipt
from games.requests import ActionRequest, GameRequest, NonceRequest
from games.rows import SYSTEM, Actor, timestamp
from games.setting_up import NewTable
from games.table import Holder

log = logging.getLogger(__name__)


def person(user_id: UUID) -> Actor:
    """A person as an actor of the log."""
    return Actor("user", str(user_id))


# --- Setting up ---------------------------------------------------------------------------------------------------


def create_game(
    user_id: UUID,
    asked: GameRequest,
    received_at: datetime,
    *,
    demo: bool = False,
    again_of: UUID | None = None,
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> tuple[UUID, bool]:
    """A new table, with its secrets drawn and promised; it starts at once if nobody is to be waited for.

    `again_of`: the game that is played again at it. `draw`: so many bytes by chance.
    Raises Refused, also for a ruleset or a clock that cannot stand, and ProblemError where a club's tables are not
    theirs to make.
    Returns its id and whether it is new: the same `external_id` by the same person, in a club by anybody, is the same.
    """
    if not demo:
        _slowly("tables by person", user_id)
    if asked.club is not None:
        clubs.look(user_id, "make a table", id=asked.club)
    whose = {"creator": user_id, "club": None} if asked.club is None else {"club": asked.club}
    of_this_id = Game.objects.filter(external_id=asked.external_id, **whose).values_list("id", flat=True)
    if asked.external_id is not None and (earlier := of_this_id.first()):
        return earlier, False  # whatever has become of the rules' name and the people since
    title, rules = rulesets.chosen(asked.club, asked.ruleset)
    ruleset = presets.build(rules, asked.players)
    check_players(ruleset, asked.players, asked.teams)
    clock.must_stand(asked.clock)
    new = NewTable(
        id=UUID(bytes=draw(16), version=4),
        ruleset=ruleset,
        title=title,
        players=asked.players,
        teams=asked.teams,
        visibility=asked.visibility,
        clock=asked.clock,
        seats=tuple(_seat(seat, number, user_id) for number, seat in enumerate(asked.seats)),
        club=asked.club,
        rated=asked.rated,
        creator=user_id,
        external_id=asked.external_id,
        demo=demo,
        undo=asked.undo,
        again_of=again_of,
    )
    with transaction.atomic():
        if asked.external_id is not None:
            # Waits for a creation of the same id that is under way, then finds it.
            Game.objects.bulk_create([setting_up.row(new, received_at)], ignore_conflicts=True)
            kept = of_this_id.get()
            if kept != new.id:
                return kept, False
        else:
            setting_up.row(new, received_at).save(force_insert=True)
        setting_up.begin(new, person(user_id), received_at, draw)
    return new.id, True


def _slowly(scope: str, user_id: UUID) -> None:
    if wait := rates.spend(scope, str(user_id)):
        raise Refused("rate_limited", retry_after=wait)


def _seat(asked: requests.SeatRequest, number: int, user_id: UUID) -> table.Seat:
    match asked.kind:
        case "me":
            return table.Seat(permissions.person(user_id))
        case "bot":
            return table.Seat(Holder("bot", asked.name))
        case "user":
            invited = user_by_name(asked.name)
            if invited is None:
                raise requests.malformed("There is nobody of this name.", field="seats", seat=number)
            if blocks.between(invited.id, user_id):
                raise Refused("not_allowed")
            return table.Seat(permissions.person(invited.id), invited=True)
    return table.Seat()


def sit(user_id: UUID, game_id: UUID, seat: int, received_at: datetime) -> None:
    """Sit down on an open seat, or accept the one that is kept. The game starts with the last one.

    Nobody does at the table of somebody who blocks them. Who sits there already is told so by nothing having changed:
    a client that missed the answer may ask again.
    """
    _slowly("seats by person", user_id)
    command = table.Sit(seat, permissions.person(user_id))
    body = {"do": "sit", "seat": seat}
    try:
        command_handler.handle(Order(game_id, person(user_id), uuid4(), body, command, received_at))
    except Refused as refused:
        if refused.code != "already_seated" or selectors.look(game_id, user_id).seat != seat:
            raise


def leave(user_id: UUID, game_id: UUID, seat: int, received_at: datetime) -> None:
    """Give a seat or an invitation back, before the start; who made the table takes back what they offered."""
    _slowly("seats by person", user_id)
    command = table.Leave(seat, permissions.person(user_id))
    body = {"do": "leave", "seat": seat}
    command_handler.handle(Order(game_id, person(user_id), uuid4(), body, command, received_at))


def add_nonce(user_id: UUID, game_id: UUID, asked: NonceRequest, received_at: datetime) -> Receipt:
    """Stir a seat's own chance into a deal to come."""
    body = {"do": "nonce", "deal": asked.deal, "nonce": asked.nonce}
    command = table.AddNonce(0, asked.deal, asked.nonce)
    return command_handler.handle(Order(game_id, person(user_id), asked.action_id, body, command, received_at))


def pause(user_id: UUID, game_id: UUID, asked: requests.PauseRequest, received_at: datetime) -> Receipt:
    """Want a pause, agree to one, or not; it begins when all people at the table want it."""
    _slowly("pauses by person", user_id)
    body, command = {"do": "pause", "agrees": asked.agrees}, table.Pause(0, asked.agrees)
    return command_handler.handle(Order(game_id, person(user_id), asked.action_id, body, command, received_at))


def resume(user_id: UUID, game_id: UUID, action_id: UUID, received_at: datetime) -> Receipt:
    """Go on after a pause."""
    _slowly("pauses by person", user_id)
    order = Order(game_id, person(user_id), action_id, {"do": "resume"}, table.Resume(0), received_at)
    return command_handler.handle(order)


def undo(user_id: UUID, game_id: UUID, asked: requests.UndoRequest, received_at: datetime) -> Receipt:
    """Want one's last action taken back, agree to it, or not; it is when all people at the table agree."""
    _slowly("undos by person", user_id)
    body = {"do": "undo", "version": asked.version, "agrees": asked.agrees}
    command = table.Undo(0, asked.version, asked.agrees)
    return command_handler.handle(Order(game_id, person(user_id), asked.action_id, body, command, received_at))


def want_substitute(
    user_id: UUID, game_id: UUID, seat: int, asked: requests.WantRequest, received_at: datetime
) -> Receipt:
    """Offer a seat to whoever stands in, or no longer: one's own, an absent partner's, or as an officer of the table's
    club anybody's, which the club's log tells."""
    _slowly("substitutes by person", user_id)
    one = selectors.look(game_id, user_id).state.table
    officer = permissions.is_officer(one, user_id)
    actor = Actor("officer", str(user_id)) if officer else person(user_id)
    body = {"do": "want_substitute", "seat": seat, "wanted": asked.wanted, "returns": asked.returns}
    command = table.Want(seat, asked.wanted, asked.returns)
    order = Order(game_id, actor, asked.action_id, body, command, received_at)
    if not officer:
        return command_handler.handle(order)
    with transaction.atomic():
        done = command_handler.handle(order)
        away = one.seats[seat].away
        member = away.holder if away else one.seats[seat].holder
        club_log.write(
            Club(id=UUID(one.club)),
            user_id,
            "substitute_wanted" if asked.wanted else "substitute_not_wanted",
            member and UUID(member.id),
            game=str(game_id),
        )
    return done


def offer_seat(game_id: UUID, seat: int, received_at: datetime) -> Receipt:
    """The house offers the seat of somebody who has not come to whoever stands in, until they come. Once at a time.

    Raises Refused.
    """
    command = table.Want(seat, True, True)
    body = {"do": "want_substitute", "seat": seat, "wanted": True, "returns": True}
    id_ = uuid5(game_id, f"offer/{seat}/{timestamp(received_at)}")
    return command_handler.handle(Order(game_id, SYSTEM, id_, body, command, received_at))


def take_offered(game_id: UUID, seat: int, user_id: UUID, received_at: datetime) -> Receipt:
    """Somebody whom the house admits sits down on a seat that looks for somebody, by the rules of all who stand in.

    Raises Refused.
    """
    command = table.Sit(seat, table.Holder("user", str(user_id)))
    body = {"do": "sit", "seat": seat}
    order = Order(game_id, person(user_id), uuid4(), body, command, received_at, admitted=True)
    return command_handler.handle(order)


def tell_calendar(user_id: UUID, received_at: datetime) -> None:
    """Say at every table that is being played, and whose clock rests by any, what a person's calendar is now.

    At all of them, whatever has changed: a row at some would say what it was.
    """
    known = calendars.told([str(user_id)], received_at)[str(user_id)]
    for game_id in selectors.resting_by(user_id):
        seen = selectors.look(game_id, user_id)
        granted = clock.of(seen.state.table.clock)
        if granted is None or seen.seat is None:
            continue
        command = table.TellCalendar(seen.seat, clock.granted_of(granted, known))
        order = Order(game_id, person(user_id), uuid4(), {"do": "tell_calendar"}, command, received_at)
        try:
            command_handler.handle(order)
        except Refused as refused:
            if refused.code != "game_over":  # it has ended meanwhile: nothing rests there any more
                raise


# --- Playing ------------------------------------------------------------------------------------------------------


def _order(user_id: UUID, game_id: UUID, asked: ActionRequest, received_at: datetime) -> Order:
    for_another = asked.for_seat is not None
    return Order(
        game_id=game_id,
        actor=Actor("officer" if for_another else "user", str(user_id)),
        action_id=asked.action_id,
        body={**asked.action, "for_seat": asked.for_seat} if for_another else asked.action,
        command=asked.command,
        received_at=received_at,
        expected_version=asked.expected_version,
        for_seat=asked.for_seat,
    )


def act(user_id: UUID, game_id: UUID, asked: ActionRequest, received_at: datetime) -> Receipt:
    """A person's action, or an officer's for a member. Raises Refused."""
    order = _order(user_id, game_id, asked, received_at)
    return command_handler.handle(order) if asked.for_seat is None else _act_for_a_member(user_id, order)


def _act_for_a_member(user_id: UUID, order: Order) -> Receipt:
    """An officer's action for a member. That a card is not there to be played is told a few times, then no more, and
    each time stands in the club's log: nobody shall ask for a hand card by card."""
    _slowly("acts for others by person", user_id)
    scope, who = "refused for others by person and table", f"{user_id} {order.game_id}"
    if wait := rates.wait(scope, who):
        raise Refused("rate_limited", retry_after=wait)
    try:
        return command_handler.handle(order)
    except Refused as refused:
        if refused.code == "not_playable":
            rates.spend(scope, who)
            one = selectors.look_as_the_house(order.game_id).state.table
            member = one.seats[order.for_seat or 0].holder
            if one.club and member:
                club_log.write(
                    Club(id=UUID(one.club)),
                    user_id,
                    "refused_for_member",
                    UUID(member.id),
                    game=str(order.game_id),
                )
        raise


def dry_run(user_id: UUID, game_id: UUID, asked: ActionRequest, received_at: datetime) -> dict[str, Any]:
    """Whether this action would be accepted now, and what its melds are worth. Raises Refused; nothing changes.

    Never for another's seat: it would tell which cards are held there, as often as one likes.
    """
    order = _order(user_id, game_id, asked, received_at)
    seen = selectors.look(game_id, user_id)
    if asked.for_seat is not None:
        raise Refused("not_allowed", for_seat=asked.for_seat)
    seat = command_handler.admit(order, seen.state, seen.creator, seen.held_back)
    command: Any = command_handler.check(order, seen.state, seen.version, seat)
    return {"ok": True, **legal.dry_run(seen.state.game, command)}
