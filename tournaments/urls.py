"""Pages about events."""

from django.urls import path

from tournaments.views import acting, beginnings, desk, event, lists, rehearsal, scores, times

urlpatterns = [
    path("clubs/<str:slug>/events", lists.event_list, name="club_events"),
    path("clubs/<str:slug>/events/new", lists.new_event, name="new_event"),
    path("clubs/<str:slug>/events/templates", beginnings.templates, name="event_templates"),
    path(
        "clubs/<str:slug>/events/templates/<uuid:template_id>/forget",
        beginnings.forget_template,
        name="forget_template",
    ),
    path("events", lists.my_events, name="my_events"),
    path("events/<uuid:event_id>", event.event, name="event"),
    path("events/<uuid:event_id>/edit", lists.edit_event, name="edit_event"),
    path("events/<uuid:event_id>/times", times.round_times, name="event_times"),
    path("events/<uuid:event_id>/desk", desk.desk, name="event_desk"),
    path("events/<uuid:event_id>/<str:what>.csv", event.sheet, name="event_sheet"),
    path("events/<uuid:event_id>/paper/<str:what>", event.paper, name="event_paper"),
    path("events/<uuid:event_id>/tables", event.tables, name="event_tables"),
    path("events/<uuid:event_id>/entries/<int:entry>", event.entry, name="event_entry"),
    path("events/<uuid:event_id>/log", event.log, name="event_log"),
    path("events/<uuid:event_id>/pairing", desk.pairing, name="event_pairing"),
    path("events/<uuid:event_id>/rehearsal", rehearsal.rehearsal, name="event_rehearsal"),
    path("events/<uuid:event_id>/rounds/<int:round>/tables/<int:table>", scores.scores, name="event_scores"),
    path("events/<uuid:event_id>/<str:act>", acting.act, name="event_act"),
]
