"""Reading what clients send: whatever has not the shape of wire.md is `malformed`, before anything else is asked."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import parse_qs
from uuid import UUID

from engine import bots, commands
from engine.errors import Refused
from engine.seating import LAYOUTS
from games import clock, plans, table

NONCE = re.compile(r"[0-9a-f]{64}")
UUID_TEXT = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
LARGEST_VERSION = 2**31 - 1  # what the column holds
LONGEST_EXTERNAL_ID = 100


def malformed(reason: str, **data: Any) -> Refused:
    """The refusal of what cannot be read; `reason` is an English sentence for whoever writes the client."""
    return Refused("malformed", reason=reason, **data)


def _object(value: object, known: Iterable[str], needed: Iterable[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise malformed("A JSON object is needed.")
    for name in needed:
        if name not in value:
            raise malformed("A field is missing.", field=name)
    for name in value:
        if name not in known:
            raise malformed("There is no such field here.", field=name[:100])
    return value


def uuid(value: object, field: str) -> UUID:
    """A UUID with hyphens."""
    if not (isinstance(value, str) and UUID_TEXT.fullmatch(value)):
        raise malformed("A UUID with hyphens is needed.", field=field)
    return UUID(value)


def game_id(text: str) -> UUID:
    """The id of a game in an address. What can be no id is a game that is not there."""
    if not UUID_TEXT.fullmatch(text):
        raise Refused("unknown_game")
    return UUID(text)


def _integer(value: object, field: str, low: int, high: int) -> int:
    if not (isinstance(value, int) and not isinstance(value, bool) and low <= value <= high):
        raise malformed("A whole number within bounds is needed.", field=field, low=low, high=high)
    return value


def seat_text(text: str) -> int:
    """The seat of an address. What can be no seat is one that is not there."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


def version_text(text: str | None) -> int:
    """`since` of an address; nothing means nothing seen yet."""
    if text is None:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= LARGEST_VERSION):
        raise malformed("A version is a whole number.", field="since")
    return int(text)


def since(query_string: bytes) -> int:
    """The `since` of a socket's address."""
    values = parse_qs(query_string.decode("latin-1")).get("since", [])
    if len(values) > 1:
        raise malformed("Say since once.", field="since")
    return version_text(values[0] if values else None)


def flag_text(text: str | None, field: str) -> bool:
    """A yes or no of an address; nothing means no."""
    if text in (None, "", "0", "false"):
        return False
    if text in ("1", "true"):
        return True
    raise malformed("Say 1 or 0.", field=field)


class ActionRequest(NamedTuple):
    """An action as a client asks for it; `action` as the engine writes it, which is what a receipt remembers."""

    action_id: UUID
    expected_version: int | None
    action: dict[str, Any]
    command: commands.Command
    for_seat: int | None


ACTION_FIELDS = ("action_id", "expected_version", "action", "for_seat")


def action(body: object, dry_run: bool = False) -> ActionRequest:
    """The body of `POST …/actions`; a dry run needs the action alone."""
    needed = ("action",) if dry_run else ("action_id", "expected_version", "action")
    told = _object(body, ACTION_FIELDS, needed)
    action_id = uuid(told["action_id"], "action_id") if "action_id" in told else UUID(int=0)
    expected = told.get("expected_version")
    if "expected_version" in told:
        expected = _integer(expected, "expected_version", 0, LARGEST_VERSION)
    for_seat = _integer(told["for_seat"], "for_seat", 0, 6) if "for_seat" in told else None
    command = parse(told["action"])
    return ActionRequest(action_id, expected, commands.to_dict(command), command, for_seat)


def parse(one: object) -> commands.Command:
    """The engine's command for an action of the wire, its seat still to be filled in by who is asking."""
    command = commands.parse(one, 0)
    if not isinstance(one, dict):
        raise malformed("An action is an object.")
    strange = set(one) - set(commands.to_dict(command))
    for meld in one.get("melds", ()):
        strange |= set(meld) - {"cards", "to"}
    if strange:
        raise malformed("The action has no such part; its seat comes from who is asking.", field=min(strange)[:100])
    return command


class NonceRequest(NamedTuple):
    """A nonce for a deal to come."""

    action_id: UUID
    deal: int
    nonce: str


def nonce(body: object) -> NonceRequest:
    """The body of `POST …/nonces`."""
    fields = ("action_id", "deal", "nonce")
    told = _object(body, fields, fields)
    digits = told["nonce"]
    if not (isinstance(digits, str) and NONCE.fullmatch(digits)):
        raise malformed("A nonce is 64 hex digits in lower case.", field="nonce")
    return NonceRequest(uuid(told["action_id"], "action_id"), _integer(told["deal"], "deal", 1, 8), digits)


class PauseRequest(NamedTuple):
    """To want a pause or not to, or to go on."""

    action_id: UUID
    agrees: bool


def pause(body: object) -> PauseRequest:
    """The body of `POST …/pause`."""
    told = _object(body, ("action_id", "agrees"), ("action_id", "agrees"))
    return PauseRequest(uuid(told["action_id"], "action_id"), _yes_or_no(told["agrees"], "agrees"))


class FreezeRequest(NamedTuple):
    """To let a table rest, and why."""

    action_id: UUID
    reason: str


LONGEST_REASON = 300


def freeze(body: object) -> FreezeRequest:
    """The body of `POST …/freeze`."""
    told = _object(body, ("action_id", "reason"), ("action_id", "reason"))
    text = told["reason"].strip() if isinstance(told["reason"], str) else ""
    if not 0 < len(text) <= LONGEST_REASON or "\x00" in text:
        raise malformed(f"A text of 1 to {LONGEST_REASON} letters is needed.", field="reason")
    return FreezeRequest(uuid(told["action_id"], "action_id"), text)


class UndoRequest(NamedTuple):
    """To want an action, the row `version`, taken back or not."""

    action_id: UUID
    version: int
    agrees: bool


def undo(body: object) -> UndoRequest:
    """The body of `POST …/undo`."""
    fields = ("action_id", "version", "agrees")
    told = _object(body, fields, fields)
    version = _integer(told["version"], "version", 1, LARGEST_VERSION)
    return UndoRequest(uuid(told["action_id"], "action_id"), version, _yes_or_no(told["agrees"], "agrees"))


def _yes_or_no(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise malformed("true or false is needed.", field=field)
    return value


def seen(body: object) -> int:
    """The body of `PUT …/seen`: the version that was shown."""
    return _integer(_object(body, ("version",), ("version",))["version"], "version", 0, LARGEST_VERSION)


class WantRequest(NamedTuple):
    """To look for somebody who plays a seat from now on, or no longer."""

    action_id: UUID
    wanted: bool
    returns: bool


def want(body: object) -> WantRequest:
    """The body of `POST …/seats/{n}/substitute`."""
    told = _object(body, ("action_id", "wanted", "returns"), ("action_id", "wanted"))
    for name in ("wanted", "returns"):
        if not isinstance(told.get(name, True), bool):
            raise malformed("true or false is needed.", field=name)
    return WantRequest(uuid(told["action_id"], "action_id"), told["wanted"], told.get("returns", True))


def resume(body: object) -> UUID:
    """The body of `POST …/resume`."""
    return uuid(_object(body, ("action_id",), ("action_id",))["action_id"], "action_id")


class PlanRequest(NamedTuple):
    """Something to decide beforehand; `until`: for this deal or for the whole game."""

    kind: str
    expected_version: int
    until: str
    yes: bool | None


def plan_kind(text: str) -> str:
    """The kind of a plan in an address. Raises Refused `not_found`."""
    if text not in plans.KINDS:
        raise Refused("not_found", kind=text[:100])
    return text


def plan(kind: str, body: object) -> PlanRequest:
    """The body of `PUT …/plans/{kind}`."""
    fields = ("expected_version", "until", *(("yes",) if plan_kind(kind) == plans.ANSWER else ()))
    told = _object(body, fields, fields)
    if told["until"] not in ("deal", "game"):
        raise malformed("Until the end of the deal or of the game.", field="until")
    version = _integer(told["expected_version"], "expected_version", 0, LARGEST_VERSION)
    return PlanRequest(kind, version, told["until"], _yes_or_no(told["yes"], "yes") if "yes" in told else None)


class SeatRequest(NamedTuple):
    """For whom a seat is: me, a bot's name, a person's name, or (open) anybody."""

    kind: str
    name: str = ""


class GameRequest(NamedTuple):
    """A game as a client asks for it. Whether ruleset and clock can stand is asked later, of whoever may ask."""

    ruleset: str | dict[str, Any]
    players: int
    teams: int
    seats: tuple[SeatRequest, ...]
    visibility: str
    rated: bool
    clock: Any
    external_id: str | None
    club: UUID | None = None
    undo: bool = True


GAME_FIELDS = ("ruleset", "players", "teams", "seats", "visibility", "rated", "clock", "external_id", "club", "undo")


def game(body: object) -> GameRequest:
    """The body of `POST /api/games`."""
    told = _object(body, GAME_FIELDS, ("ruleset",))
    if not isinstance(told["ruleset"], str | dict):
        raise malformed("A ruleset is a name or an object.", field="ruleset")
    players = _integer(told.get("players", 4), "players", 2, 7)
    teams = _integer(told.get("teams", LAYOUTS[players][0]), "teams", 2, 7)
    if teams not in LAYOUTS[players]:
        raise malformed("So many players cannot make so many teams.", field="teams", players=players)
    seats = told.get("seats", ["me", *["open"] * (players - 1)])
    if not isinstance(seats, list) or len(seats) != players:
        raise malformed("There must be one entry in seats for each player.", field="seats")
    club = uuid(told["club"], "club") if "club" in told else None
    visibility = told.get("visibility", table.PUBLIC if club is None else table.PRIVATE)
    if visibility not in (table.PUBLIC, table.PRIVATE):
        raise malformed("A table is public or private.", field="visibility")
    rated = _yes_or_no(told.get("rated", False), "rated")
    undo = _yes_or_no(told.get("undo", not rated), "undo")
    if rated and undo:
        raise malformed("At a rated table nothing is taken back.", field="undo")
    settings = clock.read_settings(told.get("clock", clock.NONE))
    external_id = told.get("external_id")
    if "external_id" in told and not (isinstance(external_id, str) and 0 < len(external_id) <= LONGEST_EXTERNAL_ID):
        raise malformed(f"A text of 1 to {LONGEST_EXTERNAL_ID} letters is needed.", field="external_id")
    read = tuple(_seat(seat, number) for number, seat in enumerate(seats))
    return GameRequest(told["ruleset"], players, teams, read, visibility, rated, settings, external_id, club, undo)


def _seat(seat: object, number: int) -> SeatRequest:
    if isinstance(seat, str):
        kind, _, name = seat.partition(":")
        if seat in ("me", "open"):
            return SeatRequest(seat)
        if (kind == "bot" and name in bots.NAMES) or (kind == "user" and name):
            return SeatRequest(kind, name)
    raise malformed('A seat is "me", "open", "bot:NAME" or "user:NAME".', field="seats", seat=number)


class ChatRequest(NamedTuple):
    """Something to say at a table."""

    message_id: UUID
    text: str


LONGEST_MESSAGE = 500


def chat(body: object) -> ChatRequest:
    """The body of `POST …/chat`."""
    fields = ("message_id", "text")
    told = _object(body, fields, fields)
    text = told["text"].strip() if isinstance(told["text"], str) else ""
    if not 0 < len(text) <= LONGEST_MESSAGE or "\x00" in text:
        raise malformed(f"A text of 1 to {LONGEST_MESSAGE} letters is needed.", field="text")
    return ChatRequest(uuid(told["message_id"], "message_id"), text)


def number_text(text: str | None, field: str) -> int:
    """A number of an address; nothing means 0."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise malformed("A whole number is needed.", field=field)
    return int(text)


def ping(frame: dict[str, Any]) -> int:
    """The number of a client's ping, which the pong repeats."""
    told = _object(frame, ("n",), ("n",))
    return _integer(told["n"], "n", -(2**53) + 1, 2**53 - 1)


def told_id(frame: dict[str, Any]) -> str | None:
    """The action id that a frame means, whatever else is wrong with it: its refusal can then be told apart."""
    told = frame.get("action_id")
    return str(UUID(told)) if isinstance(told, str) and UUID_TEXT.fullmatch(told) else None
