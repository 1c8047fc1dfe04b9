"""The addresses of the API of people."""

from django.urls import path

from accounts import api, api_blocks, api_calendar, api_preferences

urlpatterns = [
    path("register", api.RegisterView.as_view(), name="api-register"),
    path("token", api.TokenView.as_view(), name="api-token"),
    path("tokens", api.TokensView.as_view(), name="api-tokens"),
    path("tokens/<int:token_id>", api.TokenByIdView.as_view(), name="api-token-by-id"),
    path("me", api.MeView.as_view(), name="api-me"),
    path("preferences", api_preferences.PreferencesView.as_view(), name="api-preferences"),
    path("calendar", api_calendar.CalendarView.as_view(), name="api-calendar"),
    path("calendar/vacations", api_calendar.VacationsView.as_view(), name="api-vacations"),
    path("calendar/vacations/<int:vacation_id>", api_calendar.VacationView.as_view(), name="api-vacation"),
    path("blocks", api_blocks.BlocksView.as_view(), name="api-blocks"),
    path("blocks/<uuid:user_id>", api_blocks.BlockView.as_view(), name="api-block"),
]
