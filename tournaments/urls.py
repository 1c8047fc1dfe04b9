"""Pages about events."""

from django.urls import path

from tournaments import views

urlpatterns = [
    path("clubs/<str:slug>/events", views.event_list, name="club_events"),
    path("clubs/<str:slug>/events/new", views.new_event, name="new_event"),
    path("events/<uuid:event_id>", views.event, name="event"),
    path("events/<uuid:event_id>/edit", views.edit_event, name="edit_event"),
    path("events/<uuid:event_id>/desk", views.desk, name="event_desk"),
    path("events/<uuid:event_id>/standings.csv", views.standings, name="event_standings"),
    path("events/<uuid:event_id>/log", views.log, name="event_log"),
    path("events/<uuid:event_id>/<str:act>", views.act, name="event_act"),
]
