"""What a shuffle takes of a game: the secrets of its deals, and the players' own chance."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.db import connection

from games.projector import State


class Secrets(Mapping[int, str]):
    """The secrets of a game's deals, read when a decision asks for one: few actions do."""

    def __init__(self, game_id: UUID) -> None:
        self._game_id = game_id
        self._read: dict[int, str] | None = None

    def _all(self) -> dict[int, str]:
        if self._read is None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT deal, secret FROM games_secret WHERE game_id = %s", [self._game_id])
                self._read = dict(cursor.fetchall())
        return self._read

    def __getitem__(self, deal: int) -> str:
        return self._all()[deal]

    def __iter__(self) -> Iterator[int]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


class Nonces(Mapping[int, tuple[tuple[int, int, str], ...]]):
    """The nonces of each deal, as the shuffle takes them."""

    def __init__(self, state: State) -> None:
        self._table = state.table

    def __getitem__(self, deal: int) -> tuple[tuple[int, int, str], ...]:
        return self._table.nonces_of(deal)

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._table.deals + 1))

    def __len__(self) -> int:
        return self._table.deals
