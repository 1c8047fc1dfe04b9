"""The addresses of the API of events."""

from django.urls import path

from tournaments import api, api_beginnings, api_desk, api_rehearsals

TEMPLATES = "clubs/<uuid:club_id>/event-templates"
ONE = "tournaments/<uuid:tournament_id>"

urlpatterns = [
    path("clubs/<uuid:club_id>/tournaments", api.ClubEventsView.as_view(), name="api-club-tournaments"),
    path(TEMPLATES, api_beginnings.TemplatesView.as_view(), name="api-event-templates"),
    path(f"{TEMPLATES}/<uuid:template_id>", api_beginnings.TemplateView.as_view(), name="api-event-template"),
    path("tournaments", api.EventListView.as_view(), name="api-tournaments"),
    path(ONE, api.EventView.as_view(), name="api-tournament"),
    path(f"{ONE}/rehearsal", api_rehearsals.RehearsalView.as_view(), name="api-tournament-rehearsal"),
    path(f"{ONE}/publish", api.PublishView.as_view(), name="api-tournament-publish"),
    path(f"{ONE}/entries", api.EntriesView.as_view(), name="api-tournament-entries"),
    path(f"{ONE}/entries/<int:entry>/accept", api.AcceptView.as_view(), name="api-tournament-accept"),
    path(f"{ONE}/entries/<int:entry>/ask", api.AskView.as_view(), name="api-tournament-ask"),
    path(f"{ONE}/entries/<int:entry>/check-in", api.CheckInView.as_view(), name="api-tournament-check-in"),
    path(f"{ONE}/entries/<int:entry>/withdraw", api.WithdrawView.as_view(), name="api-tournament-withdraw"),
    path(f"{ONE}/protests", api.ProtestsView.as_view(), name="api-tournament-protests"),
    path(
        f"{ONE}/tables/<int:round>/<int:table>/scores",
        api.ScoresView.as_view(),
        name="api-tournament-scores",
    ),
    path(f"{ONE}/decisions", api.DecisionsView.as_view(), name="api-tournament-decisions"),
    path(f"{ONE}/standings", api_desk.StandingsView.as_view(), name="api-tournament-standings"),
    path(f"{ONE}/blockers", api_desk.BlockersView.as_view(), name="api-tournament-blockers"),
    path(f"{ONE}/forecast", api_desk.ForecastView.as_view(), name="api-tournament-forecast"),
    path(f"{ONE}/dry-run", api_desk.DryRunView.as_view(), name="api-tournament-dry-run"),
    path(f"{ONE}/rows", api.RowsView.as_view(), name="api-tournament-rows"),
]
