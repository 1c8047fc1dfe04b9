"""Who plays: how long they take, when they sleep, when they are away, and who never comes back."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

ZONES = (
    *("Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Kolkata"),
    *("Australia/Lord_Howe", "Pacific/Auckland", "Asia/Kathmandu", "UTC"),
)
TEMPERS = {"prompt": 18, "steady": 27, "slow": 17, "on_the_edge": 12, "erratic": 18, "absent": 8}
"""Of a hundred people so many are like this: `on_the_edge` acts when the clock is just running out. (Who is
`keen` looks several times an hour; only those are so who have told a club that they will.)"""

DAY, HOUR, MINUTE, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
AWAKE = range(7, 23)


@dataclass
class Person:
    """Somebody who plays. `away`: without having told anybody; `quiet`: own quiet hours, `vacation`: what they plan."""

    id: UUID
    name: str
    zone: str
    temper: str
    quiet: tuple[str, str] | None = None
    away: list[tuple[datetime, datetime]] = field(default_factory=list)
    gone: datetime | None = None
    vacation: tuple[datetime, datetime] | None = None

    def when_here(self, at: datetime, sleeps: bool, chance: Random) -> datetime | None:
        """The first moment from `at` on at which they could act; None: they never come back."""
        if sleeps and (hour := at.astimezone(ZoneInfo(self.zone)).hour) not in AWAKE:
            at += ((AWAKE.start - hour) % 24) * HOUR + chance.random() * HOUR
        for begins, ends in self.away:
            if begins <= at < ends:
                at = ends + chance.random() * HOUR
        return None if self.gone and at >= self.gone else at

    def takes(self, allowance: timedelta, chance: Random) -> timedelta | None:
        """How long they think about a decision that has this allowance; None: they do not mean to decide at all."""
        few = min(allowance, 2 * DAY)
        match self.temper:
            case "prompt":
                return min(few, DAY) * chance.uniform(0.02, 0.8)
            case "steady":
                return few * chance.uniform(0.1, 0.95)
            case "slow":
                return allowance * chance.uniform(0.4, 1.3)
            case "keen":
                return min(few, HOUR) * chance.uniform(0.005, 0.5)
            case "erratic":
                return None if chance.random() < 0.25 else few * chance.uniform(0.01, 1.2)
        return None


def people(count: int, begins: datetime, days: float, chance: Random) -> list[Person]:
    """So many people, with what will happen to them in these days."""
    return [_person(number, begins, days, chance) for number in range(count)]


def _person(number: int, begins: datetime, days: float, chance: Random) -> Person:
    temper = chance.choices(tuple(TEMPERS), tuple(TEMPERS.values()))[0]
    one = Person(UUID(bytes=chance.randbytes(16), version=4), f"p{number}", chance.choice(ZONES), temper)

    def some_time() -> datetime:
        return begins + timedelta(seconds=round(chance.uniform(0.02, 0.95) * days * 86_400))

    if chance.random() < 0.3:
        one.quiet = (f"{chance.randint(19, 23)}:{chance.choice(('00', '30'))}", f"0{chance.randint(5, 9)}:15")
    for _ in range(chance.choice((0, 1, 1, 2, 2))):
        leaves = some_time()
        one.away.append((leaves, leaves + chance.uniform(0.3, 8) * DAY))
    if temper != "absent" and chance.random() < 0.12:
        one.gone = some_time()
    if chance.random() < 0.25:
        leaves = some_time().replace(minute=0, second=0)
        one.vacation = (leaves, leaves + chance.randint(1, 8) * DAY)
        if chance.random() < 0.9:
            one.away.append(one.vacation)
    return one
