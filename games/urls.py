"""Pages about tables."""

from django.urls import path
from django.views.i18n import JavaScriptCatalog

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/new", views.new_table, name="new_table"),
    path("tables/<uuid:game_id>", views.table, name="table"),
    path("tables/<uuid:game_id>/seats/<int:seat>/accept", views.accept, name="accept"),
    path("tables/<uuid:game_id>/seats/<int:seat>/decline", views.decline, name="decline"),
    path("jsi18n", JavaScriptCatalog.as_view(packages=["games"]), name="jsi18n"),
]
