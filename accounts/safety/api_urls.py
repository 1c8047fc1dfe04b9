"""The addresses of the API of reports."""

from django.urls import path

from accounts.safety import api

OF_CLUB = "clubs/<uuid:club_id>/reports"
ONE = f"{OF_CLUB}/<uuid:report_id>"

urlpatterns = [
    path(OF_CLUB, api.ClubReportsView.as_view(), name="api-club-reports"),
    path(ONE, api.ClubReportView.as_view(), name="api-club-report"),
    path(f"{ONE}/decision", api.DecisionView.as_view(), name="api-club-report-decision"),
    path(f"{ONE}/closing", api.ClosingView.as_view(), name="api-club-report-closing"),
    path("reports", api.MyReportsView.as_view(), name="api-reports"),
    path("reports/<uuid:report_id>/appeal", api.AppealView.as_view(), name="api-report-appeal"),
]
