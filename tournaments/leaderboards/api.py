"""The API of ratings. Each view reads, calls and answers; nothing else."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs import selectors as clubs
from accounts.clubs.api import CURSOR, READING, ClubsView, answer, cursor, nothing, person, read, viewer
from accounts.clubs.serializers import page
from config.kernel.schema import problems
from tournaments.defaults import LEAST_GAMES_FOR_MARGINS, LEAST_GAMES_ON_A_BOARD
from tournaments.leaderboards import boards, schema, selectors, serializers, services

POOL = OpenApiParameter("pool", OpenApiTypes.STR, description=f"{schema.IN_POOL}; pairs4 unless said.")
SEEING = problems("malformed", "not_found")
WRITING = READING | problems("unsupported_media_type", "rate_limited")


def _pool(request: Request) -> str:
    return boards.pool(request.query_params.get("pool"))


class BoardView(ClubsView):
    """`/api/leaderboard`"""

    @extend_schema(parameters=[POOL, CURSOR], responses={200: schema.Board, **problems("malformed")})
    def get(self, request: Request) -> Response:
        """Who plays best, of all who want to be seen by everybody."""
        pool = _pool(request)
        found = boards.for_everybody(pool, viewer(request), cursor(request))
        return answer({"pool": pool} | page(found, "rows", serializers.line))


class ClubBoardView(ClubsView):
    """`/api/clubs/{id}/leaderboard`"""

    @extend_schema(parameters=[POOL, CURSOR], responses={200: schema.Board, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The members of a club by their ratings: those who stand in its list."""
        pool = _pool(request)
        found = clubs.look(viewer(request), boards.SEES, id=club_id)
        rows = boards.of_club(found, pool, viewer(request), cursor(request))
        return answer({"pool": pool} | page(rows, "rows", serializers.line))


class MarginsView(ClubsView):
    """`/api/clubs/{id}/margins`"""

    @extend_schema(parameters=[POOL], responses={200: schema.Margins, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The members of a club by their net points a game, in the club's games that count."""
        pool = _pool(request)
        found = clubs.look(viewer(request), boards.SEES, id=club_id)
        rows = boards.margins(found, pool, viewer(request))
        told = {"pool": pool, "least_games": LEAST_GAMES_FOR_MARGINS}
        return answer(told | {"rows": list(map(serializers.margin, rows))})


class PairsView(ClubsView):
    """`/api/clubs/{id}/pairs`"""

    @extend_schema(parameters=[POOL], responses={200: schema.Pairs, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The pairs that have played together in a club, by the mean of what both are rated alone."""
        pool = _pool(request)
        found = clubs.look(viewer(request), boards.SEES, id=club_id)
        rows = boards.pairs(found, pool, viewer(request))
        told = {"pool": pool, "least_games": LEAST_GAMES_ON_A_BOARD}
        return answer(told | {"rows": list(map(serializers.joint, rows))})


class ResultsView(ClubsView):
    """`/api/clubs/{id}/results`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.Results, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The games of a club that are over, and for each whether it counts, and if not, why."""
        found = clubs.look(viewer(request), "see tables", id=club_id)
        return answer(
            page(selectors.results_of_club(viewer(request), found, cursor(request)), "results", serializers.result)
        )


class SeasonsView(ClubsView):
    """`/api/clubs/{id}/seasons`"""

    @extend_schema(responses={200: schema.Seasons, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The seasons of a club, the latest first."""
        found = clubs.look(viewer(request), boards.SEES, id=club_id)
        return answer({"seasons": list(map(serializers.season, boards.seasons(found)))})

    @extend_schema(request=serializers.NewSeason, responses={201: schema.SeasonBody, 200: schema.SeasonBody, **WRITING})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Make a season: event points are added up over its days."""
        asked = read(serializers.NewSeason, request)
        made, new = services.make_season(person(request), club_id, **asked)
        return answer(serializers.season(made), new)


class SeasonView(ClubsView):
    """`/api/clubs/{id}/seasons/{season_id}`"""

    @extend_schema(responses={200: schema.SeasonBoard, **READING})
    def get(self, request: Request, club_id: UUID, season_id: UUID) -> Response:
        """Who stands where in a season."""
        found = clubs.look(viewer(request), boards.SEES, id=club_id)
        one = boards.season(found, season_id)
        rows, events, best = boards.sums(found, one, viewer(request))
        told = {"events": events, "counting": best, "rows": list(map(serializers.in_season, rows))}
        return answer(serializers.season(one) | told)

    @extend_schema(responses={204: None, **READING})
    def delete(self, request: Request, club_id: UUID, season_id: UUID) -> Response:
        """Remove a season. The events and their points stay."""
        services.remove_season(person(request), club_id, season_id)
        return nothing()


class PersonView(ClubsView):
    """`/api/people/{id}/ratings`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.PersonRatings, **SEEING})
    def get(self, request: Request, person_id: UUID) -> Response:
        """The ratings of somebody whom you may see, their history, and their games that are over, the newest first."""
        user = viewer(request)
        one = selectors.person(user, person_id)
        listed = selectors.listed(one.id) if user == one else None
        told = serializers.person(one, listed)
        told["ratings"] = list(map(serializers.in_pool, selectors.ratings_of(one.id)))
        return answer(told | page(selectors.games_of(user, one.id, cursor(request)), "games", serializers.result))


class ListingView(ClubsView):
    """`/api/ratings/me`"""

    @extend_schema(
        request=serializers.Listed,
        responses={
            200: schema.ListedBody,
            **problems("malformed", "unauthenticated", "not_allowed", "unsupported_media_type"),
        },
    )
    def patch(self, request: Request) -> Response:
        """Choose whether you stand on the leaderboard that everybody sees."""
        asked = read(serializers.Listed, request)
        services.list_me(person(request), asked["listed"])
        return answer(asked)


class GameView(ClubsView):
    """`/api/games/{id}/rating`"""

    @extend_schema(responses={200: schema.GameRating, **SEEING})
    def get(self, request: Request, game_id: UUID) -> Response:
        """Whether a game that is over counts, and if not, why; what it did to the ratings that you may see."""
        return answer(serializers.of_game(selectors.of_game(viewer(request), game_id)))

    @extend_schema(
        request=serializers.NewRuling,
        responses={200: schema.GameRating, **WRITING, **problems("own_table")},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """As an officer of its club take a game out of the ratings, or let it count again. Never one's own."""
        asked = read(serializers.NewRuling, request)
        services.annul(person(request), game_id, asked["annulled"], asked["reason"])
        return answer(serializers.of_game(selectors.of_game(viewer(request), game_id)))
