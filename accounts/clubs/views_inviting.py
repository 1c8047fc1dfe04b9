"""The pages of inviting: links, join cards, whole lists; and of coming in by a code."""

from typing import Any
from uuid import UUID

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.clubs import codes, invitations, lists, selectors
from accounts.clubs.forms import CardsForm, CodeForm, LinkForm, ListForm
from accounts.clubs.models import Kind
from accounts.clubs.pages import link, look, member, page, show, viewer
from accounts.clubs.permissions import BELONGING, Standing
from accounts.clubs.views import say
from accounts.forms import SignUpForm, refused_status
from accounts.mail_pages import sent
from accounts.models import User
from accounts.pages import base_of
from accounts.views import enrol
from config.kernel.errors import ProblemError
from config.kernel.rates import address_of

LOCAL = ("localhost", "127.0.0.1", "[::1]")
REPORT = {"Content-Disposition": 'attachment; filename="invitations.csv"'}


@page("GET")
def club_invite(request: HttpRequest, slug: str) -> HttpResponse:
    """The ways to invite, and the invitations that are open."""
    found = look(request, slug, "invite")
    return _invite(request, found)


def _invite(request: HttpRequest, found: Standing, status: int = 200, **forms: Any) -> HttpResponse:
    cards = selectors.open_invitations(found, Kind.CARD)
    return show(
        request,
        "invite",
        found,
        status,
        **{"link_form": LinkForm(), "cards_form": CardsForm(), **forms},
        links=[(one, link(request, one)) for one in selectors.open_invitations(found, Kind.LINK)],
        cards=[(one, codes.grouped(codes.code_of(one.id, one.kind))) for one in cards],
        mails=selectors.open_invitations(found, Kind.MAIL),
        mail=settings.MAIL_IS_SENT,
        local=request.get_host().rsplit(":", 1)[0] in LOCAL and not settings.SITE_URL,
    )


@page("POST")
def club_invite_link(request: HttpRequest, slug: str) -> HttpResponse:
    """A new link."""
    found = look(request, slug, "invite")
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _invite(request, found, 422, link_form=form)
    invitations.invite(member(request), found.club.id, kind=Kind.LINK, base=base_of(request), **form.made())
    messages.success(request, _("The link is ready: send it to whom you want to invite."))
    return redirect("club_invite", slug)


@page("POST")
def club_invite_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """New join cards, then the page that prints them."""
    found = look(request, slug, "invite")
    form = CardsForm(request.POST)
    if not form.is_valid():
        return _invite(request, found, 422, cards_form=form)
    told = form.made("count")
    batch, user, base = told.pop("external_id"), member(request), base_of(request)
    for number in range(form.cleaned_data["count"]):
        invitations.invite(user, found.club.id, kind=Kind.CARD, base=base, external_id=f"{batch}:{number}", **told)
    return redirect("club_cards", slug)


@page("GET")
def club_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards that still let somebody in, to be printed."""
    found = look(request, slug, "invite")
    every = selectors.open_invitations(found, Kind.CARD)
    cards = [(one, codes.grouped(codes.code_of(one.id, one.kind)), qr(link(request, one))) for one in every]
    return show(request, "cards", found, cards=cards, site=base_of(request).split("://", 1)[1])


def qr(text: str) -> SafeString:
    """A QR code as an SVG that needs no style."""
    code = segno.make_qr(text, error="m")
    return mark_safe(  # noqa: S308 segno writes paths and numbers only
        code.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None)
    )


@page("POST")
def club_invitation_withdraw(request: HttpRequest, slug: str, invitation_id: UUID) -> HttpResponse:
    """Let an invitation count no longer."""
    invitations.withdraw(member(request), look(request, slug).club.id, invitation_id)
    messages.success(request, _("The invitation counts no longer."))
    return redirect("club_invite", slug)


# --- A whole list -------------------------------------------------------------------------------------------------


@page("GET", "POST")
def club_invite_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Paste a list, see what each line will do, start."""
    found = look(request, slug, "invite")
    form = ListForm(request.POST or None, request.FILES or None)
    judged: list[lists.Line] = []
    if form.is_bound and form.is_valid():
        user, told = member(request), form.made()
        try:
            if "start" in request.POST:
                made, _new = lists.start(user, found.club.id, base=base_of(request), **told)
                return redirect("club_list_report", slug, made.id)
            judged = lists.dry_run(user, found.club.id, told["text"])
        except ProblemError as refused:
            say(form, refused)
    status = 422 if form.errors else 200
    lines = [(line, lists.VERDICTS[line.verdict]) for line in judged]
    count = sum(line.verdict == lists.INVITED for line in judged)
    context = {"form": form, "lines": lines, "count": count, "mail": settings.MAIL_IS_SENT}
    return show(request, "list_check" if judged else "list_new", found, status, **context)


@page("GET")
def club_list_report(request: HttpRequest, slug: str, list_id: UUID) -> HttpResponse:
    """How far a list has come, and in the end what became of each line; as a file with `?format=csv`."""
    found = look(request, slug, "invite")
    one = selectors.invitation_list(found, list_id)
    lines = selectors.lines(one)
    if request.GET.get("format") == "csv":
        text = "\ufeff" + lists.report(lines)
        return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=REPORT)
    told = [(line, lists.outcome(line)) for line in lines]
    progress = selectors.progress(one)
    return show(
        request,
        "list_report",
        found,
        list=one,
        lines=told,
        over=progress["done"] == progress["letters"],
        **{name: progress[name] for name in ("letters", "done", "sent", "again")},
    )


@page("POST")
def club_list_again(request: HttpRequest, slug: str, list_id: UUID) -> HttpResponse:
    """Send once more what failed or was interrupted."""
    lists.send_again(member(request), look(request, slug).club.id, list_id)
    return redirect("club_list_report", slug, list_id)


# --- Coming in ----------------------------------------------------------------------------------------------------


@page("GET", public=True)
def join(request: HttpRequest) -> HttpResponse:
    """Where the code of a card is typed."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_bound and form.is_valid():
        code = "".join(sign for sign in form.cleaned_data["code"].upper() if sign.isalnum())
        if code:
            return redirect("join_by_code", code)
    return render(request, "clubs/join.html", {"form": form, "nav": "clubs"})


@sensitive_post_parameters("password")
@page("GET", "POST", public=True)
def join_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Come into a club: with the account one has, or with a new one that is made here."""
    user, address = viewer(request), address_of(request)
    try:
        invitation, found = invitations.look(code, user, address)
    except ProblemError as refused:
        if refused.code != "not_found":
            raise
        return render(request, "clubs/no_invitation.html", {"form": CodeForm(), "nav": "clubs"}, status=404)
    posted = request.POST if request.method == "POST" else None
    form = None if user else SignUpForm(posted, initial={"email": invitation.email})
    if posted is not None and form is not None:
        user = enrol(request, form, request.user if isinstance(request.user, User) else None)
    if posted is not None and user is not None:
        found = invitations.accept(user, code, address)
        return redirect("club", found.club.slug) if request.user == user else sent(request)
    status = refused_status(form, 422) if form and form.is_bound else 200
    context = {
        "mail_is_sent": settings.MAIL_IS_SENT,
        "club": found.club,
        "form": form,
        "belongs": found.role in BELONGING,
    }
    return render(request, "clubs/join_club.html", {**context, "nav": "clubs"}, status=status)
