"""The addresses of the API of ratings."""

from django.urls import path

from tournaments.leaderboards import api

CLUB = "clubs/<uuid:club_id>"

urlpatterns = [
    path("leaderboard", api.BoardView.as_view(), name="api-leaderboard"),
    path(f"{CLUB}/leaderboard", api.ClubBoardView.as_view(), name="api-club-leaderboard"),
    path(f"{CLUB}/margins", api.MarginsView.as_view(), name="api-club-margins"),
    path(f"{CLUB}/pairs", api.PairsView.as_view(), name="api-club-pairs"),
    path(f"{CLUB}/results", api.ResultsView.as_view(), name="api-club-results"),
    path(f"{CLUB}/seasons", api.SeasonsView.as_view(), name="api-club-seasons"),
    path(f"{CLUB}/seasons/<uuid:season_id>", api.SeasonView.as_view(), name="api-club-season"),
    path("people/<uuid:person_id>/ratings", api.PersonView.as_view(), name="api-person-ratings"),
    path("ratings/me", api.ListingView.as_view(), name="api-rating-listing"),
    path("games/<uuid:game_id>/rating", api.GameView.as_view(), name="api-game-rating"),
]
