"""Events and states as plain JSON, and the one canonical JSON.

A card is its face, cards are a text of faces. An event is split by `sight`: what everybody may see lies in `data`, the
rest by its names in `hidden`.
"""

import json
from typing import Any

from engine import sight
from engine.cards import from_text, to_text
from engine.events import BY_TYPE, FIELDS, Event, Laid
from engine.melds import Meld
from engine.ruleset import from_dict
from engine.state import Deal, Game, Question, Seat, Team
from engine.upcasting import schema_of, upcast

SAFE = 2**53 - 1


def canon(value: Any) -> bytes:
    """RFC 8785 as UTF-8 bytes, for the JSON of this house: ASCII keys, whole numbers within ±(2^53 − 1), no floats, no
    nulls. Raises ValueError for anything else."""
    _check_canonical(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def _check_canonical(value: Any) -> None:
    match value:
        case bool():
            return
        case str():
            if any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
                raise ValueError("half a surrogate pair is no text")
        case int():
            if not -SAFE <= value <= SAFE:
                raise ValueError(f"{value} can't be read back everywhere")
        case list() | tuple():
            for one in value:
                _check_canonical(one)
        case dict():
            for key, one in value.items():
                if not isinstance(key, str) or not key.isascii():
                    raise ValueError(f"{key!r} is no key")
                _check_canonical(one)
        case _:
            raise ValueError(f"a {type(value).__name__} has no canonical JSON")


_CARDS = ("order", "hand", "foot", "buried", "drawn", "cards")
_LISTS = ("scores", "totals", "winners")


def _plain(name: str, value: Any) -> Any:
    if name in _CARDS:
        return to_text(value)
    if name == "melds":
        return [{"name": laid.name, "cards": to_text(laid.cards), "new": laid.new} for laid in value]
    if name == "parts":
        return [dict(part) for part in value]
    return list(value) if name in _LISTS else value


def _rich(name: str, plain: Any) -> Any:
    if name in _CARDS:
        return from_text(plain)
    if name == "melds":
        return tuple(Laid(laid["name"], from_text(laid["cards"]), laid["new"]) for laid in plain)
    return tuple(plain) if name in (*_LISTS, "parts") else plain


def encode_event(event: Event) -> dict[str, Any]:
    """`{"type", "schema", "seat", "data", "hidden"}`; `seat` and whatever is None are absent."""
    public: dict[str, Any] = {}
    hidden: dict[str, Any] = {}
    for name in FIELDS[event.type]:
        value = getattr(event, name)
        if name != "seat" and value is not None:
            part = public if sight.audience(event.type, name) == sight.PUBLIC else hidden
            part[name] = _plain(name, value)
    seat = {} if event.seat is None else {"seat": event.seat}
    return {"type": event.type, "schema": schema_of(event.type), **seat, "data": public, "hidden": hidden}


def decode_event(plain: dict[str, Any]) -> Event:
    """The event of a complete plain record, upcast first. Raises KeyError if a part is missing or the type unknown."""
    plain = upcast(plain)
    kind = BY_TYPE[plain["type"]]
    parts = {**plain["data"], **plain.get("hidden", {})}
    if "seat" in FIELDS[kind.type]:
        parts["seat"] = plain.get("seat")
    optional = {("upcard_turned", "card"), ("deal_scored", "secret")}
    values = (
        _rich(name, parts.get(name) if (kind.type, name) in optional else parts[name]) for name in FIELDS[kind.type]
    )
    event: Event = kind(*values)
    return event


def encode_state(game: Game) -> dict[str, Any]:
    """The whole game as plain JSON, for the projection. `state_version` says in which form."""
    return {
        "ruleset": game.ruleset.to_dict(),
        "players": game.players,
        "teams": game.teams,
        "deal": None if game.deal is None else _encode_deal(game.deal),
        "scores": [list(one) for one in game.scores],
        "totals": list(game.totals),
        "winners": None if game.winners is None else list(game.winners),
    }


def decode_state(plain: dict[str, Any]) -> Game:
    """The game that `encode_state` gave."""
    return Game(
        ruleset=from_dict(plain["ruleset"]),
        players=plain["players"],
        teams=plain["teams"],
        deal=None if plain["deal"] is None else _decode_deal(plain["deal"]),
        scores=tuple(tuple(one) for one in plain["scores"]),
        totals=tuple(plain["totals"]),
        winners=None if plain["winners"] is None else tuple(plain["winners"]),
    )


def _encode_deal(deal: Deal) -> dict[str, Any]:
    return {
        **deal._asdict(),
        "seats": [{**seat._asdict(), "hand": to_text(seat.hand), "foot": to_text(seat.foot)} for seat in deal.seats],
        "teams": [
            {
                "melds": [[meld.name, to_text(meld.cards), meld.kind] for meld in team.melds],
                "red_threes": to_text(team.red_threes),
                "exact_grabs": team.exact_grabs,
            }
            for team in deal.teams
        ],
        "stock": [to_text(stream) for stream in deal.stock],
        "pile": to_text(deal.pile),
        "started_this_turn": list(deal.started_this_turn),
        "question": None if deal.question is None else [deal.question.seat, list(deal.question.waiting_for)],
    }


def _decode_deal(plain: dict[str, Any]) -> Deal:
    question = plain["question"]
    return Deal(
        **{
            **plain,
            "seats": tuple(
                Seat(**{**seat, "hand": from_text(seat["hand"]), "foot": from_text(seat["foot"])})
                for seat in plain["seats"]
            ),
            "teams": tuple(
                Team(
                    melds=tuple(Meld(name, from_text(laid), kind) for name, laid, kind in team["melds"]),
                    red_threes=from_text(team["red_threes"]),
                    exact_grabs=team["exact_grabs"],
                )
                for team in plain["teams"]
            ),
            "stock": tuple(from_text(stream) for stream in plain["stock"]),
            "pile": from_text(plain["pile"]),
            "started_this_turn": tuple(plain["started_this_turn"]),
            "question": question and Question(question[0], tuple(question[1])),
        }
    )
