"""The shuffle: committed before play, fixed by a secret and the players' nonces, open to anybody afterwards (wire.md).

It proves that the deal was fixed before play and not chosen afterwards; not that no operator looked.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.cards import Cards, packs
from engine.codec import canon
from engine.ruleset import Ruleset

Nonce = tuple[int, int, str]
"""Who sent it, the version of its row in the log, and 64 hex digits."""

WORD = 2**32


def ruleset_hash(ruleset: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of the canonical JSON of a complete ruleset."""
    return hashlib.sha256(canon(ruleset)).hexdigest()


def commitment(secret: str, game: str, deal: int, ruleset: Mapping[str, Any]) -> str:
    """What is published of a deal's secret (hex) when the game is created."""
    promised = {"secret": secret, "game": game, "deal": deal, "ruleset_hash": ruleset_hash(ruleset)}
    return hashlib.sha256(canon(promised)).hexdigest()


def deal_key(secret: str, nonces: Sequence[Nonce]) -> bytes:
    """The key of a deal: its secret and the nonces that were in the log in time, by seat, then version."""
    sent = [{"seat": seat, "version": version, "nonce": nonce} for seat, version, nonce in sorted(nonces)]
    return hmac.digest(bytes.fromhex(secret), canon(sent), "sha256")


def words(key: bytes, label: str) -> Iterator[int]:
    """The stream of a label, as whole numbers of 32 bits."""
    counter = 0
    while True:
        block = hmac.digest(key, label.encode("ascii") + b"\0" + counter.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4))
        counter += 1


def draw(stream: Iterator[int], sides: int) -> int:
    """A fair number from 0 up to, not including, `sides`: words above the last whole multiple are thrown away."""
    limit = sides * (WORD // sides)
    while True:
        word = next(stream)
        if word < limit:
            return word % sides


def order(key: bytes, cards: Cards) -> Cards:
    """The cards shuffled (Fisher and Yates, from the last place down)."""
    stream = words(key, "deal")
    shuffled = list(cards)
    for place in range(len(shuffled) - 1, 0, -1):
        other = draw(stream, place + 1)
        shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
    return tuple(shuffled)


def dealer(key: bytes, players: int) -> int:
    """The seat of the first dealer, by the key of deal 1."""
    return draw(words(key, "dealer"), players)


def grab_errors(key: bytes, players: int) -> tuple[int, ...]:
    """By how many cards each seat errs in grabbing: -3 to 3 (R 9)."""
    stream = words(key, "grab")
    return tuple(draw(stream, 7) - 3 for _ in range(players))


class SecretChance:
    """The chance of one game (`engine.chance.Chance`), drawn from its committed secrets.

    `secrets` and `nonces` are by deal; only the deals that a decision begins or ends are looked up.
    """

    def __init__(
        self,
        players: int,
        ruleset: Ruleset,
        secrets: Mapping[int, str],
        nonces: Mapping[int, Sequence[Nonce]] | None = None,
    ) -> None:
        self._players, self._ruleset, self._secrets, self._nonces = players, ruleset, secrets, nonces or {}

    def _key(self, deal: int) -> bytes:
        return deal_key(self._secrets[deal], self._nonces.get(deal, ()))

    def dealer(self) -> int:
        """The first dealer's seat."""
        return dealer(self._key(1), self._players)

    def order(self, deal: int) -> Cards:
        """The shuffled order of a deal. Raises KeyError without its secret."""
        cards = packs(self._ruleset.pack_count(self._players), self._ruleset.jokers_per_pack)
        return order(self._key(deal), cards)

    def grab_error(self, deal: int, seat: int) -> int:
        """The error of a seat's hand in a deal."""
        return grab_errors(self._key(deal), self._players)[seat]

    def secret(self, deal: int) -> str:
        """The secret of a deal that is over."""
        return self._secrets[deal]
