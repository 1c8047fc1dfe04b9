"""What a decision needs of chance, as an argument: the engine has none of its own."""

from typing import Protocol

from engine.cards import Cards


class Chance(Protocol):
    """The chance of one game. `engine.shuffle.SecretChance` draws it from committed secrets."""

    def dealer(self) -> int:
        """The seat of the first dealer."""

    def order(self, deal: int) -> Cards | None:
        """The shuffled order of a deal, the first card first; None where the story ends before that deal."""

    def grab_error(self, deal: int, seat: int) -> int:
        """By how many cards this seat's hand errs in grabbing (R 9): -3 to 3."""

    def secret(self, deal: int) -> str | None:
        """The secret of a deal that is over, to be opened; None where there is none to open."""
