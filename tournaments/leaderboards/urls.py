"""Pages about ratings."""

from django.urls import path

from tournaments.leaderboards import views

CLUB = "clubs/<str:slug>"

urlpatterns = [
    path("leaderboard", views.for_everybody, name="leaderboard"),
    path(f"{CLUB}/leaderboard", views.of_club, name="club_leaderboard"),
    path(f"{CLUB}/seasons/new", views.new_season, name="new_season"),
    path(f"{CLUB}/seasons/<uuid:season_id>", views.season, name="club_season"),
    path(f"{CLUB}/seasons/<uuid:season_id>/remove", views.remove_season, name="remove_season"),
    path("ratings", views.mine, name="my_ratings"),
    path("ratings/listing", views.listing, name="rating_listing"),
    path("people/<uuid:person_id>/ratings", views.person, name="person_ratings"),
    path("tables/<uuid:game_id>/rating", views.game, name="game_rating"),
]
