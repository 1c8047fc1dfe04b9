"""The house rulesets of clubs: complete records under a name, kept by the club's desk, chosen by its members.

A table keeps the complete record that it was made with, as always: changing or removing a ruleset touches no table.
"""

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.clubs import log, selectors, services
from accounts.clubs.models import Club
from accounts.models import User
from config.kernel.errors import ProblemError
from engine.presets import PRESETS, build
from engine.seating import LAYOUTS
from games.models import ClubRuleset
from games.serializers import OWN_RULES

MOST = 50
"""So many house rulesets may a club keep."""


def of_club(user: User | UUID | None, club_id: UUID) -> QuerySet[ClubRuleset]:
    """A club's house rulesets, for who sees its tables. Raises ProblemError."""
    selectors.look(user, "see tables", id=club_id)
    return ClubRuleset.objects.filter(club=club_id).order_by("name")


def one_of(user: User | None, club_id: UUID, ruleset_id: UUID) -> ClubRuleset:
    """One of them. Raises ProblemError."""
    return _kept(of_club(user, club_id), ruleset_id)


def of_clubs_of(user_id: UUID) -> list[ClubRuleset]:
    """Those from which somebody may choose for a new table, in any of their clubs."""
    clubs = selectors.clubs_where(user_id, "make a table")
    return list(ClubRuleset.objects.filter(club__in=clubs).order_by("name"))


def can_sit(players: int, teams: int) -> bool:
    """Whether so many can make so many teams at a table."""
    return teams in LAYOUTS.get(players, ())


def chosen(club_id: UUID | None, asked: str | dict[str, Any]) -> tuple[str, str | dict[str, Any]]:
    """What `ruleset` of a new table means, as the engine takes it, and its name if it is one of the club's own."""
    if club_id is None or not isinstance(asked, str) or asked in PRESETS or "\x00" in asked:
        return "", asked
    kept = ClubRuleset.objects.filter(club=club_id, name__iexact=asked).first()
    return ("", asked) if kept is None else (kept.name, kept.ruleset)


def save(
    user: User, club_id: UUID, *, name: str, ruleset: str | dict[str, Any], external_id: str | None = None
) -> tuple[ClubRuleset, bool]:
    """Keep a ruleset under a name. Returns it, and whether it is new: the same `external_id` is the same one.

    Raises ProblemError, `malformed` for a name that is taken; RulesetRefused with all that is wrong with the rules.
    """
    record = build(ruleset).to_dict()
    with transaction.atomic():
        club = services.enter(user, club_id, "keep house rules").club
        kept = ClubRuleset.objects.filter(club=club.id)
        if external_id and (earlier := kept.filter(external_id=external_id).first()):
            return earlier, False
        if kept.count() >= MOST:
            raise _refused(_("A club keeps at most %(most)s rulesets; remove one first.") % {"most": MOST})
        _check_name(club, name)
        made = ClubRuleset.objects.create(
            id=uuid4(), club=club.id, name=name, ruleset=record, creator=user.id, external_id=external_id
        )
        log.write(club, user.id, "ruleset_saved", ruleset=str(made.id))
    return made, True


def replace(user: User, club_id: UUID, ruleset_id: UUID, *, name: str, ruleset: str | dict[str, Any]) -> ClubRuleset:
    """Other rules, or another name, in its place."""
    record = build(ruleset).to_dict()
    with transaction.atomic():
        club = services.enter(user, club_id, "keep house rules").club
        kept = _kept(ClubRuleset.objects.filter(club=club.id), ruleset_id)
        if (kept.name, kept.ruleset) == (name, record):
            return kept
        _check_name(club, name, kept.id)
        kept.name, kept.ruleset = name, record
        kept.save(update_fields=["name", "ruleset"])
        log.write(club, user.id, "ruleset_changed", ruleset=str(kept.id))
    return kept


def remove(user: User, club_id: UUID, ruleset_id: UUID) -> None:
    """Keep it no longer; tables that were made with it stay as they are."""
    with transaction.atomic():
        club = services.enter(user, club_id, "keep house rules").club
        _kept(ClubRuleset.objects.filter(club=club.id), ruleset_id).delete()
        log.write(club, user.id, "ruleset_removed", ruleset=str(ruleset_id))


def _kept(among: QuerySet[ClubRuleset], ruleset_id: UUID) -> ClubRuleset:
    found = among.filter(id=ruleset_id).first()
    if found is None:
        raise ProblemError("not_found")
    return found


def _check_name(club: Club, name: str, own: UUID | None = None) -> None:
    """A name is one's own among the club's, and none of the site's: `POST /api/games` goes by it."""
    if name.casefold() in {*PRESETS, OWN_RULES}:
        raise _refused(_("The site has rules of this name."))
    others = ClubRuleset.objects.filter(club=club.id, name__iexact=name)
    if (others if own is None else others.exclude(id=own)).exists():
        raise _refused(_("The club has rules of this name."))


def _refused(sentence: str) -> ProblemError:
    return ProblemError("malformed", detail=sentence, fields={"name": [sentence]})
