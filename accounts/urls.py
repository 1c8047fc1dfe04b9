"""Pages about people."""

from django.urls import path

from accounts import account_pages, block_pages, calendar_pages, feed_pages, links, mail_pages, program_pages, views

urlpatterns = [
    path("signup", views.sign_up, name="signup"),
    path("login", views.sign_in, name="login"),
    path("logout", views.sign_out, name="logout"),
    path("login/mail", mail_pages.ask, {"kind": links.SIGN_IN}, name="ask_to_sign_in"),
    path("login/forgotten", mail_pages.ask, {"kind": links.RESET}, name="ask_to_reset"),
    path("mailed/<slug:kind>/<str:text>", mail_pages.mailed, name="mailed"),
    path("account", account_pages.account, name="account"),
    path("account/email", account_pages.email, name="email"),
    path("account/email/confirm", account_pages.confirm_again, name="confirm_again"),
    path("account/password", account_pages.password, name="password"),
    path("account/sign-out-everywhere", account_pages.sign_out_everywhere, name="sign_out_everywhere"),
    path("account/preferences", account_pages.preference, name="preferences"),
    path("account/calendar", calendar_pages.calendar, name="calendar"),
    path("account/calendar/quiet", calendar_pages.quiet, name="quiet_hours"),
    path("account/calendar/vacations/<int:vacation_id>/end", calendar_pages.end, name="end_vacation"),
    path("account/feed", feed_pages.mine, name="my_feed"),
    path("account/feed/off", feed_pages.switch_off, name="feed_off"),
    path("feeds/<str:secret>.ics", feed_pages.feed, name="feed"),
    path("account/export", account_pages.export, name="export"),
    path("account/delete", account_pages.delete, name="delete_account"),
    path("account/blocks", block_pages.blocked, name="blocks"),
    path("account/blocks/<uuid:user_id>/undo", block_pages.undo, name="unblock"),
    path("account/programs", program_pages.programs, name="programs"),
    path("account/programs/<int:token_id>/revoke", program_pages.revoke, name="revoke_token"),
    path("account/programs/mark", program_pages.mark, name="mark_program"),
]
