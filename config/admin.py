"""/admin/: the site from inside, for its operators, to look at and not to change. No card, secret or password is shown.

Of the log there is what everybody may know of a row: its number, kind, time and hash, who acted. Not its contents.
"""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Token, User
from accounts.safety.desk import WAITING
from accounts.safety.models import Report
from config import mail
from config.models import Operator
from games import notice_watch
from games.models import Event, Game, Outcome

ROWS = 500
"""So many of the newest rows of a log are listed."""


class House(admin.AdminSite):
    """Django's admin, opened by `manage.py operator` and by nothing else."""

    site_header = site_title = "Fairdeal"
    index_title = _("The site from inside")

    def has_permission(self, request: HttpRequest) -> bool:
        """Operators only."""
        return request.user.is_authenticated and Operator.objects.filter(user_id=request.user.pk).exists()

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The site has one way to sign in. For whoever is signed in, and no operator, there is nothing here."""
        if request.user.is_authenticated:
            raise Http404
        return redirect_to_login(request.get_full_path())

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The accounts' own pages do that."""
        raise Http404

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """With a warning where mail fails, or people are not told of their turns."""
        if said := mail.warning():
            messages.warning(request, said)
        for said in notice_watch.report(timezone.now())[1]:
            messages.warning(request, said)
        if Report.objects.filter(WAITING).exists():
            address = reverse("site_reports")
            messages.info(
                request, _("Reports wait for a decision; what is yours of them: %(address)s") % {"address": address}
            )
        return super().index(request, extra_context)


class ReadOnly(admin.ModelAdmin):
    """To look at. `fields` is an allow-list; nothing else of a row is ever read."""

    actions = None
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what is shown may be asked for: a hand can be told by yes and no as well."""
        return lookup.split("__")[0] in (self.list_filter or ())

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever is in the house sees all rooms."""
        return True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """To look at …"""
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        """… and not to change."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """… and not to change."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """… and not to change."""
        return False


class Games(ReadOnly):
    """Tables, and the rows of their logs without what is in them."""

    list_display = ("id", "status", "ruleset_name", "players", "visibility", "version", "deadline", "created_at")
    list_filter = ("status", "visibility", "ruleset_name", "demo")
    search_fields = ("id", "external_id")
    fields = (*list_display, "teams", "rated", "demo", "bot_due", "last_hash", "log")
    readonly_fields = ("log",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Without the state, which holds every hand."""
        return super().get_queryset(request).defer("state")

    @admin.display(description=_("log"))
    def log(self, game: Game) -> SafeString:
        """The newest rows."""
        known = ("version", "at", "type", "actor_kind", "seat", "hash")
        rows = Event.objects.filter(game=game).order_by("-version").values_list(*known)[:ROWS]
        cells = "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>"
        told = (
            (version, f"{at:%Y-%m-%d %H:%M:%S.%f}"[:-3], *more, "" if seat is None else seat, digest)
            for version, at, *more, seat, digest in rows
        )
        return format_html("<table>{}</table>", format_html_join("", cells, told))


class Outcomes(ReadOnly):
    """Games that are over."""

    list_display = fields = ("number", "game_id", "ended_at", "status", "totals", "winners")


class People(ReadOnly):
    """Accounts, without what their passwords are kept as."""

    list_display = fields = ("username", "email", "is_active", "is_demo", "created_at")
    search_fields = ("username", "email")


class Tokens(ReadOnly):
    """That there are tokens, not which."""

    list_display = fields = ("user", "created_at")
    list_select_related = ("user",)


site = House()
site.register(Game, Games)
site.register(Outcome, Outcomes)
site.register(User, People)
site.register(Token, Tokens)
