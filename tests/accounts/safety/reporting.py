"""What the tests about reports do again and again."""

from typing import Any
from uuid import UUID

from accounts.models import User
from accounts.safety import services
from accounts.safety.models import Kind, Report
from accounts.safety.services import About, Told
from tests.accounts.clubs.cast import Cast

WORDS = "You play like a wet towel."
SAYS = "He wrote this after every deal."


def report(reporter: User, person: User, club_id: UUID | None, **more: Any) -> Report:
    """A report of something in a chat."""
    about = About(person.id, Kind.CHAT, evidence=WORDS, subject=UUID(int=7), **more)
    return services.report(reporter, club_id, about, Told("insult", SAYS), "")[0]


def decide(officer: User, one: Report, outcome: str = "warning", **more: Any) -> Report:
    """An officer's decision."""
    assert one.club_id
    return services.decide(officer, one.club_id, one.id, outcome=outcome, text="Be kind.", **more)


def reports_in(cast: Cast) -> dict[str, UUID]:
    """Reports about `target` by `asker`: one to be decided, one decided by the arbiter, one appealed against."""
    every = [report(cast.asker, cast.target, cast.club.id) for _ in range(3)]
    for one in every[1:]:
        decide(cast["arbiter"], one)
    services.appeal(cast.target, every[2].id, "It was a joke.")
    return dict(zip(("report", "decided", "appealed"), (one.id for one in every), strict=True))
