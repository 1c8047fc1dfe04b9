"""What a new event may begin from: a template of the house, one that the club has kept, or an earlier event of it.

A template is a whole document of rules. Its name and its start are those of the new event's own; whatever else nobody
chooses anew stays as it is in it.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.clubs.permissions import Standing
from accounts.models import User
from config.kernel.errors import ProblemError
from tournaments import drafting, selectors, services
from tournaments.models import Template
from tournaments.selectors import RUNS

HOUSE: dict[str, tuple[str | Promise, dict[str, Any]]] = {
    "club_evening": (
        _("Club evening, up to 8 pairs: three rounds of one deal"),
        {
            "format": "swiss",
            "pace": "live",
            "deals": 1,
            "rounds": 3,
            "round_minutes": 60,
            "grace_minutes": 5,
            "period_minutes": 65,
            "least_entries": 4,
            "most_entries": 8,
            "check_in": True,
        },
    ),
    "individual_evening": (
        _("Individual evening, up to 16 players: five rounds of one deal, with another partner in each"),
        {
            "format": "rotation",
            "pace": "live",
            "deals": 1,
            "rounds": 5,
            "round_minutes": 60,
            "grace_minutes": 5,
            "period_minutes": 65,
            "least_entries": 4,
            "most_entries": 16,
            "check_in": True,
        },
    ),
    "real_cards_evening": (
        _("Evening with real cards, up to 8 pairs: three rounds of two deals, the scores are written down"),
        {
            "format": "swiss",
            "pace": "live",
            "deals": 2,
            "rounds": 3,
            "round_minutes": 75,
            "grace_minutes": 10,
            "period_minutes": 85,
            "least_entries": 4,
            "most_entries": 8,
            "real_cards": True,
        },
    ),
    "month_swiss": (
        _("Month-long Swiss: six rounds of one deal, each in half a week"),
        {"format": "swiss", "pace": "brisk_one_deal", "rounds": 6, "least_entries": 8},
    ),
    "small_league": (
        _("Small league: up to 6 pairs, everybody meets everybody, two deals in a week"),
        {"format": "round_robin", "pace": "brisk", "least_entries": 3, "most_entries": 6},
    ),
}
"""The house's own templates: in words, and what they choose."""
SOON = timedelta(days=7)


def kept(found: Standing) -> list[Template]:
    """What the club has kept, by name."""
    found.check(RUNS)
    return list(Template.objects.filter(club=found.club.id).order_by("name"))


def rules_of(user: User | None, found: Standing, key: str, now: datetime) -> dict[str, Any]:
    """The rules from which an event of the club begins: by a name of the house's templates, or the id of the club's
    template or event. Raises ProblemError `not_found`."""
    found.check(RUNS)
    if key in HOUSE:
        title, chosen = HOUSE[key]
        own = {"name": str(title), "zone": found.club.time_zone or "UTC", "starts": (now + SOON).replace(tzinfo=None)}
        return drafting.document(found.club.id, chosen | own)
    try:
        id_ = UUID(key)
    except ValueError:
        raise ProblemError("not_found") from None
    if (template := Template.objects.filter(club=found.club.id, id=id_).first()) is not None:
        rules: dict[str, Any] = template.rules
        return rules
    seen = selectors.look(user, id_, RUNS)
    if seen.club.id != found.club.id:
        raise ProblemError("not_found")
    return seen.state.rules


def keep(user: User, found: Standing, event: UUID, name: str, now: datetime) -> Template:
    """Keep what was chosen for an event under a name; what was kept under it before is replaced."""
    rules = rules_of(user, found, str(event), now)
    services.slowly(user)
    made, _new = Template.objects.update_or_create(
        club=found.club.id,
        name=name,
        defaults={"rules": rules},
        create_defaults={"id": uuid4(), "rules": rules, "created_at": now},
    )
    return made


def forget(found: Standing, id_: UUID) -> None:
    """Keep a template no more. Raises ProblemError `not_found`."""
    found.check(RUNS)
    if not Template.objects.filter(club=found.club.id, id=id_).delete()[0]:
        raise ProblemError("not_found")
