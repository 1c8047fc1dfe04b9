"""What has been done to the house, as who did it knows: the proof goes by this and by the logs, and by nothing else."""

from bisect import bisect_left, bisect_right
from datetime import datetime
from typing import Any, NamedTuple


class Swept(NamedTuple):
    """One run of the sweep; `whole`: nothing stopped it."""

    at: datetime
    whole: bool


class Outage(NamedTuple):
    """Time in which no web process could act, and when that was written down."""

    begins: datetime
    ends: datetime
    told: datetime


class Ledger:
    """All of it, in the order in which it happened."""

    def __init__(self) -> None:
        self.sweeps: list[Swept] = []
        self.tellings: list[Swept] = []  # the runs of what writes notices
        self.outages: list[Outage] = []
        self.silences: list[tuple[datetime, datetime]] = []  # of the web processes, found or not
        self.forgotten: set[str] = set()  # people whose accounts were deleted
        self.calendars: dict[str, list[tuple[datetime, dict[str, Any]]]] = {}

    def calendar(self, person: str, at: datetime) -> dict[str, Any]:
        """What somebody's calendar was at a moment: {"zone", "quiet", "vacations"}."""
        return [told for since, told in self.calendars[person] if since <= at][-1]

    def sign(self, at: datetime) -> datetime:
        """When the web processes had last said, at this moment, that they could act."""
        return next((begins for begins, ends in self.silences if begins <= at < ends), at)

    def sweeps_from(self, at: datetime) -> list[Swept]:
        """The runs since a moment, the earliest first."""
        return self.sweeps[bisect_left(self.sweeps, at, key=lambda one: one.at) :]

    def told_within(self, begins: datetime, ends: datetime) -> Swept | None:
        """The first run of what writes notices that came to its end between two moments."""
        first = bisect_right(self.tellings, begins, key=lambda one: one.at)
        return next((one for one in self.tellings[first:] if one.whole and one.at < ends), None)

    def disturbed(self, begins: datetime, ends: datetime) -> bool:
        """Whether a sweep was stopped in this time, up to but not at its end."""
        first = bisect_left(self.sweeps, begins, key=lambda one: one.at)
        last = bisect_left(self.sweeps, ends, key=lambda one: one.at)
        return any(not one.whole for one in self.sweeps[first:last])
