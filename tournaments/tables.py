"""The games of an event's tables: made, asked how far they have come, and what has become of them."""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from config.kernel.errors import ProblemError
from games import endings, services, setting_up, signals
from games.clock import Refused
from games.models import Event, Game, Outcome
from tournaments import commands, documents, state
from tournaments.models import Tournament

log = logging.getLogger(__name__)

BECAUSE = "event"
"""Why a game ends before its last deal: the event has decided it."""
AT_ONCE = 16
"""So many games are made in one transaction."""


def sides(t: state.Tournament, number: int, table: state.Table) -> list[list[str]]:
    """Who plays on which side, in the order of the seats: the first of the first side sits on the first."""
    return [[person for id_ in side if (one := t.entry(id_)) for person in one.line_up(number)] for side in table.sides]


def game_of(id_: UUID, number: int, table: int, attempt: int) -> UUID:
    """The id that the game of a table has; one that is begun anew has another."""
    return uuid5(id_, f"{number}/{table}/{attempt}" if attempt else f"{number}/{table}")


def games_of(id_: UUID, one: state.Round, table: state.Table) -> list[UUID]:
    """All games that a table has had since its round was paired: those of an earlier pairing are that one's."""
    first = table.attempt - table.attempt % state.ATTEMPTS
    return [game_of(id_, one.number, table.number, attempt) for attempt in range(first, table.attempt + 1)]


def made(one: Tournament, t: state.Tournament, number: int, at: datetime) -> dict[int, str]:
    """Make the games of the next tables that have none; in the caller's transaction, so that no game is left behind.
    One that cannot be made keeps no other waiting."""
    current = t.round
    if current is None or current.number != number or not current.open:
        return {}
    ruleset = documents.ruleset(t.rules, number)
    games: dict[int, str] = {}
    for table in (table for table in current.tables if table.status == state.WAITING):
        if len(games) == AT_ONCE:
            break
        game = game_of(one.id, number, table.number, table.attempt)
        seated = sides(t, number, table)
        called, clock = t.rules["ruleset_title"], t.rules["clock"]
        flags = (bool(t.rehearses), bool(t.rules.get("own_pairings")))
        try:
            with transaction.atomic():
                setting_up.event_table(game, one.club, ruleset, called, clock, seated, at, *flags)
        except Exception:
            log.exception("table %s of round %s of %s could not be made", table.number, number, one.id)
        else:
            games[table.number] = str(game)
    return games


def hold(events: Iterable[state.Tournament]) -> None:
    """Let no game of their rounds act until this transaction is over, in the order that all locks share: the events,
    which the caller has locked, then the games by their ids."""
    rounds = [one.round for one in events if one.round]
    games = [table.game for one in rounds for table in one.tables if table.game and not table.over]
    list(Game.objects.select_for_update().filter(id__in=games).order_by("id").values_list("id"))


def sat_at(t: state.Tournament, number: int, person: str) -> frozenset[str]:
    """The games of a round at which somebody sits or has sat, also in another's place: who sits down there or plays is
    in its log."""
    tables = t.rounds[number - 1].tables if 0 < number <= len(t.rounds) else ()
    theirs = Event.objects.filter(game__in=[table.game for table in tables if table.game])
    return frozenset(map(str, theirs.filter(actor_kind="user", actor_id=person).values_list("game", flat=True)))


def end(before: state.Tournament | None, after: state.Tournament, at: datetime) -> None:
    """End the games of tables for which the event has a result now that is not the game's own."""
    off = after.status == state.CANCELLED
    earlier = (*before.rounds, *before.void) if before else ()
    over = {table.game for one in earlier for table in one.tables if table.off}
    for one in (*after.rounds, *after.void):
        for table in one.tables:
            decided = off or table.real or table.status == state.VOID or (table.over and table.outcome is None)
            if table.game and decided and table.game not in over:
                _end(UUID(table.game), table.losers, at)


def tell(id_: UUID, before: state.Tournament | None, after: state.Tournament) -> None:
    """Let the club know of the games of a round that is over, where they were held back until then."""
    if not after.rules.get("own_pairings"):
        return
    ended = after.status in (state.PROVISIONAL, *state.OVER)
    if ended and before is not None and before.status == after.status:
        return
    were_on = {one.number for one in before.rounds if one.status != state.CLOSED} if before else set()
    rounds = [one for one in after.rounds if ended or (one.status == state.CLOSED and one.number in were_on)]
    numbers = {one.number for one in rounds}
    every = (*rounds, *(one for one in after.void if ended or one.number in numbers))
    told = [game for one in every for table in one.tables for game in games_of(id_, one, table)]
    if told:
        Game.objects.filter(id__in=told, held_back=True).update(held_back=False)


def _end(game: UUID, losers: tuple[int, ...], at: datetime) -> None:
    """End a game where it stands, or as given up by these sides; one that is over stays so."""
    try:
        endings.end_table(game, BECAUSE, at, given_up_by=losers)
    except Refused as refused:
        if refused.code != "game_over":
            raise


def put_off(before: state.Tournament | None, after: state.Tournament, at: datetime) -> None:
    """Let the games stand still that are put off, and those go on whose time has come."""
    one, earlier = after.round, before.round if before else None
    for table in one.tables if one else ():
        was = earlier.table(table.number) if earlier and one and earlier.number == one.number else None
        if table.game and not table.over and was and was.game == table.game and was.still != table.still:
            try:
                endings.put_off(UUID(table.game), table.still, at)
            except Refused as refused:
                if refused.code != "frozen":
                    raise
                raise ProblemError("cannot_adjourn") from None  # officers let it rest, until they let it go on


def offer(one: state.Round, seats: dict[str, list[int]], at: datetime) -> None:
    """Let others take these seats of a round's tables, until whose they are come themselves."""
    for number, missing in seats.items():
        table = one.table(int(number))
        for seat in missing if table and table.game else ():
            try:
                services.offer_seat(UUID(str(table and table.game)), seat, at)
            except Refused as refused:  # a bot's, or looked for already: nothing is lost by it
                if refused.code == "already_offered" and table and table.game:  # since now by the event too
                    signals.offered.send(sender=None, game_id=UUID(table.game), seat=seat, at=at)
                log.info("seat %s of %s is not offered: %s", seat, table and table.game, refused.code)


def results(t: state.Tournament) -> Iterator[commands.TakeResult]:
    """What has become of the games that the event still counts as being played, in the order of their ends."""
    current = t.round
    games = [table.game for table in current.tables if table.game and not table.over] if current else []
    for outcome in Outcome.objects.filter(game_id__in=games).order_by("number"):
        yield taken(outcome)


def taken(outcome: Outcome) -> commands.TakeResult:
    """A row of `outcomes` as the event takes it."""
    game, sides = str(outcome.game_id), range(len(outcome.totals))
    if outcome.status == state.FORFEITED:  # the game itself was given up
        losers = tuple(side for side in sides if side not in outcome.winners)
        return commands.TakeResult(game, outcome.number, state.FORFEITED, tuple(outcome.totals), losers)
    return commands.TakeResult(game, outcome.number, outcome.status, tuple(outcome.totals))
