"""Pages about tables."""

from django.urls import path
from django.views.i18n import JavaScriptCatalog

from games import asked_page, officer_pages, report_page, rules_pages, ruleset_pages, views

OF_A_CLUB = "clubs/<str:slug>/rules"

urlpatterns = [
    path(OF_A_CLUB, ruleset_pages.club_rules, name="club_rules"),
    path(f"{OF_A_CLUB}/new", ruleset_pages.club_rules_new, name="club_rules_new"),
    path(f"{OF_A_CLUB}/<uuid:ruleset_id>", ruleset_pages.club_rules_text, name="club_rules_text"),
    path(f"{OF_A_CLUB}/<uuid:ruleset_id>/edit", ruleset_pages.club_rules_edit, name="club_rules_edit"),
    path(f"{OF_A_CLUB}/<uuid:ruleset_id>/remove", ruleset_pages.club_rules_remove, name="club_rules_remove"),
    path("", views.home, name="home"),
    path("tables/new", views.new_table, name="new_table"),
    path("tables/new/check", views.check_rules, name="check_rules"),
    path("tables/play-now", views.play_now, name="play_now"),
    path("tables/first-game", views.first_game, name="first_game"),
    path("tables/<uuid:game_id>", views.table, name="table"),
    path("tables/<uuid:game_id>/answer", asked_page.answer, name="answer"),
    path("tables/<uuid:game_id>/again", views.play_again, name="play_again"),
    path("tables/<uuid:game_id>/replay", views.replay, name="replay"),
    path("tables/<uuid:game_id>/audit", views.audit, name="audit"),
    path("tables/<uuid:game_id>/rules", rules_pages.of_a_table, name="table_rules"),
    path("tables/<uuid:game_id>/act-for", officer_pages.act_for, name="act_for"),
    path("tables/<uuid:game_id>/freeze", officer_pages.freeze, name="freeze_table"),
    path("tables/<uuid:game_id>/report", report_page.report_at_table, name="report_at_table"),
    path("rules/house", rules_pages.as_entered, name="house_rules"),
    path("rules/<slug:name>", rules_pages.of_a_preset, name="rules"),
    path("tables/<uuid:game_id>/seats/<int:seat>/accept", views.accept, name="accept"),
    path("tables/<uuid:game_id>/seats/<int:seat>/decline", views.decline, name="decline"),
    path("jsi18n", JavaScriptCatalog.as_view(packages=["games"]), name="jsi18n"),
]
