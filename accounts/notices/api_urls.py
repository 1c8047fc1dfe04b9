"""The addresses of the API of notices."""

from django.urls import path

from accounts.notices import api

urlpatterns = [
    path("notices", api.NoticesView.as_view(), name="api-notices"),
    path("notices/wishes", api.WishesView.as_view(), name="api-notice-wishes"),
    path("notices/browsers", api.BrowsersView.as_view(), name="api-notice-browsers"),
]
