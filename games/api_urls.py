"""The addresses of the API of tables."""

from django.urls import path

from games import api, api_chat, api_endings, api_plans, api_replay, api_rulesets

OF_A_CLUB = "clubs/<uuid:club_id>/rulesets"

urlpatterns = [
    path(OF_A_CLUB, api_rulesets.RulesetsView.as_view(), name="api-club-rulesets"),
    path(f"{OF_A_CLUB}/<uuid:ruleset_id>", api_rulesets.RulesetView.as_view(), name="api-club-ruleset"),
    path("games", api.GamesView.as_view(), name="api-games"),
    path("games/<str:game_id>", api.GameView.as_view(), name="api-game"),
    path("games/<str:game_id>/seats/<str:seat>", api.SeatView.as_view(), name="api-seat"),
    path("games/<str:game_id>/seats/<str:seat>/substitute", api.SubstituteView.as_view(), name="api-substitute"),
    path("games/<str:game_id>/clock", api.ClockView.as_view(), name="api-clock"),
    path("games/<str:game_id>/seen", api.SeenView.as_view(), name="api-seen"),
    path("games/<str:game_id>/pause", api.PauseView.as_view(), name="api-pause"),
    path("games/<str:game_id>/resign", api_endings.ResignView.as_view(), name="api-resign"),
    path("games/<str:game_id>/freeze", api_endings.FreezeView.as_view(), name="api-freeze"),
    path("games/<str:game_id>/unfreeze", api_endings.UnfreezeView.as_view(), name="api-unfreeze"),
    path("games/<str:game_id>/resume", api.ResumeView.as_view(), name="api-resume"),
    path("games/<str:game_id>/undo", api.UndoView.as_view(), name="api-undo"),
    path("games/<str:game_id>/plans", api_plans.PlansView.as_view(), name="api-plans"),
    path("games/<str:game_id>/plans/<str:kind>", api_plans.PlanView.as_view(), name="api-plan"),
    path("games/<str:game_id>/actions", api.ActionsView.as_view(), name="api-actions"),
    path("games/<str:game_id>/hint", api.HintView.as_view(), name="api-hint"),
    path("games/<str:game_id>/nonces", api.NoncesView.as_view(), name="api-nonces"),
    path("games/<str:game_id>/chat", api_chat.ChatView.as_view(), name="api-chat"),
    path("games/<str:game_id>/chat/<str:number>", api_chat.ChatMessageView.as_view(), name="api-chat-message"),
    path("games/<str:game_id>/reports", api_chat.TableReportsView.as_view(), name="api-table-reports"),
    path("games/<str:game_id>/events", api.EventsView.as_view(), name="api-events"),
    path("games/<str:game_id>/replay", api_replay.ReplayView.as_view(), name="api-replay"),
    path("games/<str:game_id>/rows", api_replay.RowsView.as_view(), name="api-rows"),
]
