"""What people change of ratings: games that shall not count, seasons of clubs, whether one is listed."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.clubs import log as club_log
from accounts.clubs import selectors as clubs
from accounts.clubs.models import Club
from accounts.models import User
from config.kernel import rates
from config.kernel.errors import ProblemError
from games.models import Game, Outcome
from tournaments.leaderboards import notices, reading
from tournaments.leaderboards.models import Listing, Part, Ruling, Season
from tournaments.services import database_time

RULES, RUNS = "rule in events", "run events"
"""Acts of the clubs' matrix."""
MOST_SEASONS = 200


def annul(user: User, game: UUID, annulled: bool, reason: str) -> bool:
    """As an officer of the club whose game it was say that it does not count, or does again. Returns whether that is
    another than before. Not about a game of one's own. Raises ProblemError."""
    with transaction.atomic():
        # So that it is known who has played: while somebody else reads, `read` alone would read nothing.
        reading.wait_for_readers()
        reading.read()
        club = Game.objects.filter(id=game).values_list("club", flat=True).first()
        if club is None:
            raise ProblemError("not_found")
        clubs.look(user, RULES, id=club)
        if wait := rates.spend("events by person", str(user.id)):
            raise ProblemError("rate_limited", retry_after=wait)
        if Part.objects.filter(fact__game=game, person=user.id).exists():
            raise ProblemError("own_table")
        changed = rule(game, annulled, reason, user.id)
        if changed:
            club_log.write(Club(id=club), user.id, "annulled_game" if annulled else "restored_game", game=str(game))
        return changed


def rule(game: UUID, annulled: bool, reason: str, actor: UUID | None = None) -> bool:
    """The ruling itself, by an officer or (None) by whoever runs the site. The same again is no other ruling."""
    with transaction.atomic():
        # Whoever reads outcomes waits for this, and so finds the ruling, or has read the game before.
        reading.wait_for_readers()
        if not Outcome.objects.filter(game=game).exists():
            raise ProblemError("not_found")
        last = Ruling.objects.filter(game=game).order_by("-id").first()
        if annulled == (last is not None and last.annulled):
            return False
        made = Ruling.objects.create(game=game, annulled=annulled, actor=actor, text=reason)
        reading.judge_again(game, f"ruling {made.id}")
        notices.tell_of_ruling(made)
        return True


def list_me(user: User, listed: bool) -> None:
    """Stand on the leaderboard that everybody sees, or not. Raises ProblemError for a guest, who never does."""
    if listed and user.is_guest:
        raise ProblemError("not_allowed")
    if listed:
        Listing.objects.get_or_create(person=user.id)
    else:
        Listing.objects.filter(person=user.id).delete()


def make_season(
    user: User,
    club_id: UUID,
    *,
    name: str,
    begins: date,
    ends: date,
    best: int | None = None,
    external_id: str | None = None,
) -> tuple[Season, bool]:
    """A season of a club. Returns it and whether it is new: the same `external_id` is the same one."""
    clubs.look(user, RUNS, id=club_id)
    if ends < begins:
        raise ProblemError("malformed", fields={"ends": []})
    with transaction.atomic():
        Club.objects.select_for_update().get(id=club_id)
        if external_id and (earlier := Season.objects.filter(club=club_id, external_id=external_id).first()):
            return earlier, False
        if Season.objects.filter(club=club_id).count() >= MOST_SEASONS:
            raise ProblemError("rate_limited")
        told: dict[str, Any] = {"name": name, "begins": begins, "ends": ends, "best": best, "external_id": external_id}
        made = Season.objects.create(club=club_id, **told)
        club_log.write(Club(id=club_id), user.id, "season_made")
        return made, True


def remove_season(user: User, club_id: UUID, season: UUID) -> None:
    """A season is no more; what was played stays."""
    clubs.look(user, RUNS, id=club_id)
    with transaction.atomic():
        found = Season.objects.select_for_update().filter(club=club_id, id=season).first()
        if found is None:
            raise ProblemError("not_found")
        notices.tell_of_season(found, user.id, database_time())
        found.delete()
        club_log.write(Club(id=club_id), user.id, "season_removed")
