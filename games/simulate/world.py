"""What comes when: one queue of happenings in virtual time, and what everybody has been told through the broker."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

import redis
from django.conf import settings

from games import push
from games.simulate.hours import Hours
from games.simulate.ledger import Ledger

Happening = Callable[[], None]


class World:
    """Time, chance, the queue, and the books that are kept of what happens."""

    def __init__(self, hours: Hours, seed: int, ends: datetime) -> None:
        self.hours, self.ends = hours, ends
        self.chance = Random(seed)
        self.ledger = Ledger()
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self._queue: list[tuple[datetime, int, Happening]] = []
        self._numbers = count()
        self._told: Any = redis.Redis.from_url(settings.REDIS_URL).pubsub()
        self._told.psubscribe(f"{push.PREFIX}*")
        self._until("psubscribe")

    @property
    def now(self) -> datetime:
        """What time it is."""
        return self.hours.now

    def at(self, when: datetime, do: Happening) -> None:
        """Let this happen then, to the millisecond."""
        when = max(when, self.now)
        heapq.heappush(
            self._queue, (when.replace(microsecond=when.microsecond // 1000 * 1000), next(self._numbers), do)
        )

    @property
    def next_at(self) -> datetime:
        """When the next thing happens; the end if nothing does."""
        return min(self.ends, self._queue[0][0]) if self._queue else self.ends

    def step(self) -> None:
        """Let the next thing happen."""
        when, _, do = heapq.heappop(self._queue)
        self.hours.move(when)
        do()

    def heard(self) -> set[UUID]:
        """The games of which it was announced that they have changed, up to now."""
        self._told.ping()
        return {UUID(message["channel"].decode()[len(push.PREFIX) :]) for message in self._until("pong")}

    def _until(self, kind: str) -> list[dict[str, Any]]:
        """What the broker says before it says this."""
        return list(self._messages(kind))

    def _messages(self, kind: str) -> Iterator[dict[str, Any]]:
        while (message := self._told.get_message(timeout=30.0)) is not None:
            if message["type"] == kind:
                return
            yield message
        raise TimeoutError(f"the broker never said {kind}")
