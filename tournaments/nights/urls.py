"""Pages about club nights."""

from django.urls import path

from tournaments.nights import feed_pages, views

ONE = "nights/<uuid:series_id>"

urlpatterns = [
    path("clubs/<str:slug>/nights", views.series_list, name="club_nights"),
    path("clubs/<str:slug>/nights/new", views.new_series, name="new_series"),
    path(ONE, views.series, name="series"),
    path(f"{ONE}/log", views.log, name="series_log"),
    path(f"{ONE}/end", views.end, name="series_end"),
    path(f"{ONE}/<str:day>", views.night, name="night"),
    path(f"{ONE}/<str:day>/later", views.later, name="nights_later"),
    path("clubs/<str:slug>/feed", feed_pages.about, name="club_feed"),
    path("feeds/clubs/<uuid:club_id>.ics", feed_pages.of_club, name="feed_of_club"),
    path("feeds/clubs/<uuid:club_id>/<str:secret>.ics", feed_pages.of_club, name="secret_feed_of_club"),
    path("feeds/events/<uuid:event_id>.ics", feed_pages.of_event, name="feed_of_event"),
    path("feeds/events/<uuid:event_id>/<str:secret>.ics", feed_pages.of_event, name="secret_feed_of_event"),
]
