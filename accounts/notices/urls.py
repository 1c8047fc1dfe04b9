"""Pages about notices."""

from django.urls import path

from accounts.notices import pages

urlpatterns = [
    path("notices", pages.notices, name="notices"),
    path("account/notices", pages.wishes, name="notice_wishes"),
    path("unsubscribe/<str:text>", pages.unsubscribe, name="unsubscribe"),
]
