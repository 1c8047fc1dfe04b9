"""Pages about clubs."""

from django.urls import path

from accounts.clubs import views, views_inviting

ONE = "clubs/<str:slug>"

urlpatterns = [
    path("clubs", views.club_list, name="clubs"),
    path("clubs/new", views.new_club, name="new_club"),
    path(ONE, views.club, name="club"),
    path(f"{ONE}/join", views.club_join, name="club_join"),
    path(f"{ONE}/me", views.club_me, name="club_me"),
    path(f"{ONE}/leave", views.club_leave, name="club_leave"),
    path(f"{ONE}/settings", views.club_settings, name="club_settings"),
    path(f"{ONE}/close", views.club_close, name="club_close"),
    path(f"{ONE}/members", views.club_members, name="club_members"),
    path(f"{ONE}/members/<uuid:user_id>", views.club_member, name="club_member"),
    path(f"{ONE}/members/<uuid:user_id>/role", views.club_member_role, name="club_member_role"),
    path(f"{ONE}/members/<uuid:user_id>/<str:act>", views.club_member_act, name="club_member_act"),
    path(f"{ONE}/announcements", views.club_announcements, name="club_announcements"),
    path(
        f"{ONE}/announcements/<uuid:announcement_id>/again",
        views.club_announcement_again,
        name="club_announcement_again",
    ),
    path(
        f"{ONE}/announcements/<uuid:announcement_id>/remove",
        views.club_announcement_remove,
        name="club_announcement_remove",
    ),
    path(f"{ONE}/log", views.club_log, name="club_log"),
    path(f"{ONE}/invite", views_inviting.club_invite, name="club_invite"),
    path(f"{ONE}/invite/link", views_inviting.club_invite_link, name="club_invite_link"),
    path(f"{ONE}/invite/cards", views_inviting.club_invite_cards, name="club_invite_cards"),
    path(f"{ONE}/invite/cards/print", views_inviting.club_cards, name="club_cards"),
    path(f"{ONE}/invite/list", views_inviting.club_invite_list, name="club_invite_list"),
    path(f"{ONE}/invite/list/<uuid:list_id>", views_inviting.club_list_report, name="club_list_report"),
    path(f"{ONE}/invite/list/<uuid:list_id>/again", views_inviting.club_list_again, name="club_list_again"),
    path(
        f"{ONE}/invite/<uuid:invitation_id>/withdraw",
        views_inviting.club_invitation_withdraw,
        name="club_invitation_withdraw",
    ),
    path("join", views_inviting.join, name="join"),
    path("join/<str:code>", views_inviting.join_by_code, name="join_by_code"),
]
