"""Pages about reports."""

from django.urls import path

from accounts.safety import views

urlpatterns = [
    path("clubs/<str:slug>/report", views.report_in_club, name="report_in_club"),
    path("clubs/<str:slug>/reports", views.club_reports, name="club_reports"),
    path("clubs/<str:slug>/reports/<uuid:report_id>", views.club_report, name="club_report"),
    path("reports", views.my_reports, name="my_reports"),
    path("reports/<uuid:report_id>", views.about_me, name="about_me"),
]
