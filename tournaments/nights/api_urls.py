"""The addresses of the API of club nights."""

from django.urls import path

from tournaments.nights import api

ONE = "series/<uuid:series_id>"

urlpatterns = [
    path("clubs/<uuid:club_id>/series", api.ClubSeriesView.as_view(), name="api-club-series"),
    path(ONE, api.SeriesView.as_view(), name="api-series"),
    path(f"{ONE}/changes", api.SeriesChangesView.as_view(), name="api-series-changes"),
    path(f"{ONE}/later", api.SeriesLaterView.as_view(), name="api-series-later"),
    path(f"{ONE}/rows", api.SeriesRowsView.as_view(), name="api-series-rows"),
]
