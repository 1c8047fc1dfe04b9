"""The addresses of the API of clubs."""

from django.urls import path

from accounts.clubs import api, api_inviting

ONE = "clubs/<uuid:club_id>"

urlpatterns = [
    path("clubs", api.ClubListView.as_view(), name="api-clubs"),
    path(ONE, api.ClubView.as_view(), name="api-club"),
    path(f"{ONE}/me", api.MineView.as_view(), name="api-club-me"),
    path(f"{ONE}/owner", api.OwnerView.as_view(), name="api-club-owner"),
    path(f"{ONE}/members", api.MembersView.as_view(), name="api-club-members"),
    path(f"{ONE}/members/<uuid:user_id>", api.MemberView.as_view(), name="api-club-member"),
    path(f"{ONE}/stand-ins", api.StandInsView.as_view(), name="api-club-stand-ins"),
    path(f"{ONE}/requests", api.RequestsView.as_view(), name="api-club-requests"),
    path(f"{ONE}/requests/<uuid:user_id>", api.RequestView.as_view(), name="api-club-request"),
    path(f"{ONE}/bans", api.BansView.as_view(), name="api-club-bans"),
    path(f"{ONE}/bans/<uuid:user_id>", api.BanView.as_view(), name="api-club-ban"),
    path(f"{ONE}/announcements", api.AnnouncementsView.as_view(), name="api-club-announcements"),
    path(f"{ONE}/announcements/<uuid:announcement_id>", api.AnnouncementView.as_view(), name="api-club-announcement"),
    path(f"{ONE}/log", api.LogView.as_view(), name="api-club-log"),
    path(f"{ONE}/invitations", api_inviting.InvitationsView.as_view(), name="api-club-invitations"),
    path(f"{ONE}/invitations/<uuid:invitation_id>", api_inviting.InvitationView.as_view(), name="api-club-invitation"),
    path(f"{ONE}/invitation-lists", api_inviting.ListsView.as_view(), name="api-club-lists"),
    path(f"{ONE}/invitation-lists/<uuid:list_id>", api_inviting.ListView.as_view(), name="api-club-list"),
    path("join", api_inviting.JoinView.as_view(), name="api-join"),
]
