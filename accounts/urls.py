"""Pages about people."""

from django.urls import path

from accounts import program_pages, views

urlpatterns = [
    path("signup", views.sign_up, name="signup"),
    path("login", views.sign_in, name="login"),
    path("logout", views.sign_out, name="logout"),
    path("account/programs", program_pages.programs, name="programs"),
    path("account/programs/<int:token_id>/revoke", program_pages.revoke, name="revoke_token"),
    path("account/programs/mark", program_pages.mark, name="mark_program"),
]
