"""What people are told of ratings: that a game of theirs counts no more, or again, and that a season is no more."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.clubs.models import Club
from accounts.notices import wishes, writing
from accounts.notices.kinds import Kind, Line, register
from accounts.notices.models import Mode, Notice
from accounts.notices.writing import Told
from tournaments.leaderboards import boards
from tournaments.leaderboards.models import Part, Placing, Ruling, Season

ANNULLED, SEASON = "rating_annulled", "season_removed"


def tell_of_ruling(made: Ruling) -> None:
    """Whoever had a part in the game, but for who has decided it."""
    persons = set(Part.objects.filter(fact__game=made.game).values_list("person", flat=True)) - {made.actor}
    _tell([Told(one, ANNULLED, made.game, made.id, data={"annulled": made.annulled}) for one in persons], made.at)


def tell_of_season(season: Season, by: UUID, at: datetime) -> None:
    """Whoever has event points in it, but for who has removed it."""
    begins, ends = boards.span(season, Club.objects.get(id=season.club))
    placings = Placing.objects.filter(club=season.club, starts_at__gte=begins, starts_at__lt=ends)
    within = set(placings.values_list("person", flat=True))
    data = {"season": season.name, "club": str(season.club)}
    _tell([Told(one, SEASON, season.id, data=data) for one in within - {by}], at)


def _tell(told: Sequence[Told], at: datetime) -> None:
    writing.write(sorted(told), wishes.of({one.user_id for one in told}), at)


class Ratings:
    """The ratings' part of notices."""

    def still(self, told: Sequence[Notice]) -> Mapping[int, bool]:
        """What was decided is."""
        return {one.id: False for one in told}

    def lines(self, told: Sequence[Notice]) -> Mapping[int, Line]:
        """Each in words."""
        slugs = dict(
            Club.objects.filter(id__in=[one.data.get("club") for one in told if "club" in one.data]).values_list(
                "id", "slug"
            )
        )
        return {one.id: _line(one, slugs) for one in told if one.kind == ANNULLED or UUID(one.data["club"]) in slugs}


def _line(one: Notice, slugs: Mapping[UUID, str]) -> Line:
    if one.kind == SEASON:
        page = reverse("club_leaderboard", args=[slugs[UUID(one.data["club"])]])
        title = _("The season %(season)s is no more") % one.data
        return Line(title, _("An officer has removed it; what was played stays, and so do ratings."), page)
    page = reverse("game_rating", args=[one.about])
    if one.data["annulled"]:
        return Line(
            _("A game of yours counts for ratings no more"), _("An officer has decided so, with a reason."), page
        )
    return Line(_("A game of yours counts for ratings again"), _("An officer has decided so, with a reason."), page)


def kinds() -> Iterable[Kind]:
    """The kinds of notices about ratings."""
    ratings = Ratings()
    return (
        Kind(ANNULLED, lazy("A game of yours counts for ratings no more"), ratings, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(SEASON, lazy("A season of ratings is removed"), ratings, mail=Mode.DIGEST, push=Mode.NEVER),
    )


register(*kinds())
