"""The pages of a club: its home, its people, what a member chooses, its desk. Inviting: `views_inviting`."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs import announcements, permissions, selectors, serializers, services, signals, words
from accounts.clubs.forms import AnnouncementForm, ClubForm, NewClubForm, OwnForm
from accounts.clubs.models import Role
from accounts.clubs.pages import look, member, page, show, viewer
from accounts.pages import base_of
from config.kernel.errors import ProblemError

ON_THE_PAGE = 3
"""So many announcements stand on the club's home; all of them on a page of their own."""


@page("GET", public=True)
def club_list(request: HttpRequest) -> HttpResponse:
    """One's own clubs, and those that one may know of."""
    user = viewer(request)
    own = list(selectors.memberships_of(user)) if user else []
    mine = {one.club_id for one in own}
    found = selectors.clubs(user, cursor=request.GET.get("cursor"))
    others = [club for club in found.rows if club.id not in mine]
    return render(request, "clubs/list.html", {"own": own, "others": others, "next": found.next, "nav": "clubs"})


@page("GET", "POST")
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = NewClubForm(request.POST or None)
    if form.is_bound and form.is_valid():
        try:
            made, _new = services.create_club(member(request), **form.made())
        except ProblemError as refused:
            say(form, refused)
        else:
            return redirect("club", made.slug)
    status = 422 if form.is_bound else 200
    return render(request, "clubs/new.html", {"form": form, "nav": "clubs"}, status=status)


def say(form: Form, refused: ProblemError) -> None:
    """A refusal that concerns a form, beside its fields; any other goes on."""
    if refused.code != "malformed":
        raise refused
    for field, faults in refused.data.get("fields", {}).items():
        for fault in faults:
            form.add_error(field if field in form.fields else None, fault)


@page("GET", public=True)
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's home."""
    found = look(request, slug)
    told = selectors.announcements(found, size=ON_THE_PAGE).rows if found.may("read announcements") else []
    asking = selectors.requests(found).count() if found.may("answer requests") else 0
    officers = selectors.officers(found) if found.may("see the directory") else []
    parts = [part for _app, part in signals.home_shown.send(sender=None, found=found) if part]
    parts.sort(key=lambda part: "first" not in part)
    return show(
        request,
        "club",
        found,
        announcements=told,
        asking=asking,
        officers=officers,
        parts=parts,
        size=selectors.size(found.club),
        asked=found.membership is not None and found.role == permissions.STRANGER,
    )


@page("POST")
def club_join(request: HttpRequest, slug: str) -> HttpResponse:
    """Join, or ask to."""
    services.join(member(request), look(request, slug).club.id)
    return redirect("club", slug)


@page("GET", "POST")
def club_me(request: HttpRequest, slug: str) -> HttpResponse:
    """What a member chooses for themselves in this club; the way out."""
    found = look(request, slug, "choose for oneself")
    own = found.membership
    assert own is not None
    form = OwnForm(request.POST or None, initial={name: getattr(own, name) for name in OwnForm.base_fields})
    if not found.may("stand in"):
        del form.fields["stands_in"]
    if form.is_bound and form.is_valid():
        services.choose(member(request), found.club.id, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club_me", slug)
    lower = [(role, Role(role).label) for role in found.roles_for(own) if role != own.role]
    rows = {"form": form, "lower": lower, "ready": selectors.ready(found.club)}
    return show(request, "me", found, 422 if form.is_bound else 200, **rows)


@page("POST")
def club_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave, or take a request back."""
    found = look(request, slug)
    services.leave(member(request), found.club.id)
    messages.success(request, _("You do not belong to %(club)s any more.") % {"club": found.club.name})
    return redirect("clubs")


@page("GET", "POST")
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What is said of the club, and how one gets in."""
    found = look(request, slug, "change the club")
    fields = ("name", "joining", "chat", "about", "time_zone", "language")
    form = ClubForm(request.POST or None, initial={name: getattr(found.club, name) for name in fields})
    if form.is_bound and form.is_valid():
        try:
            services.change_club(member(request), found.club.id, **form.cleaned_data)
        except ProblemError as refused:
            say(form, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("club", slug)
    return show(request, "settings", found, 422 if form.is_bound else 200, form=form)


@page("POST")
def club_close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the club for good."""
    found = look(request, slug, "close")
    services.close_club(member(request), found.club.id)
    messages.success(request, _("The club %(club)s is closed.") % {"club": found.club.name})
    return redirect("clubs")


# --- People -------------------------------------------------------------------------------------------------------


@page("GET")
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    """The directory; for the desk also who asks, and who is banned."""
    found = look(request, slug, "see the directory")
    desk = found.may("answer requests")
    people = sorted(
        selectors.members(found), key=lambda one: (Role.values.index(one.role), one.user.username.casefold())
    )
    return show(
        request,
        "members",
        found,
        people=people,
        requests=selectors.requests(found) if desk else (),
        bans=selectors.bans(found) if desk else (),
    )


@page("GET")
def club_member(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponse:
    """Somebody of the club: what may be made of them."""
    found = look(request, slug, "make member or guest")
    other = selectors.member(found, user_id)
    return show(
        request,
        "member",
        found,
        other=other,
        roles=[(role, Role(role).label) for role in found.roles_for(other)],
        dismissible=found.may_dismiss(other) and other != found.membership,
        heir=found.may("hand over") and other.role != Role.OWNER,
    )


ACTS: dict[str, tuple[Any, str]] = {
    "admit": (services.admit, "club_members"),
    "decline": (services.decline, "club_members"),
    "remove": (services.remove, "club_members"),
    "ban": (services.ban, "club_members"),
    "unban": (services.unban, "club_members"),
    "hand-over": (services.hand_over, "club"),
}
"""What is done to somebody by a button, and the page that follows."""


@page("POST")
def club_member_act(request: HttpRequest, slug: str, user_id: UUID, act: str) -> HttpResponse:
    """Something done to somebody."""
    found = look(request, slug)
    if act not in ACTS:
        raise ProblemError("not_found")
    service, then = ACTS[act]
    service(member(request), found.club.id, user_id)
    messages.success(request, _("Done."))
    return redirect(then, slug)


@page("POST")
def club_member_role(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponse:
    """A role for somebody, or a lower one for oneself."""
    found, role = look(request, slug), request.POST.get("role", "")
    user = member(request)
    if role not in Role.values:
        raise ProblemError("malformed")
    services.set_role(user, found.club.id, user_id, role)
    messages.success(request, _("Done."))
    return redirect("club_me" if user_id == user.id else "club_members", slug)


# --- What is told, and what was done ------------------------------------------------------------------------------


@page("GET", "POST")
def club_announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """All announcements; for the desk a form for a new one."""
    found = look(request, slug, "read announcements" if request.method == "GET" else "announce")
    form = AnnouncementForm(request.POST or None) if found.may("announce") else None
    if form and form.is_bound and form.is_valid():
        announcements.announce(member(request), found.club.id, base=base_of(request), **form.made())
        messages.success(request, _("The club has been told."))
        return redirect("club", slug)
    told = selectors.announcements(found, request.GET.get("cursor"))
    status = 422 if form and form.is_bound else 200
    rows = {"form": form, "announcements": told.rows, "next": told.next}
    return show(request, "announcements", found, status, mail=settings.MAIL_IS_SENT, **rows)


@page("POST")
def club_announcement_again(request: HttpRequest, slug: str, announcement_id: UUID) -> HttpResponse:
    """Mail once more what failed or was interrupted."""
    announcements.send_again(member(request), look(request, slug).club.id, announcement_id)
    return redirect("club_announcements", slug)


@page("POST")
def club_announcement_remove(request: HttpRequest, slug: str, announcement_id: UUID) -> HttpResponse:
    """Take an announcement down."""
    announcements.take_down(member(request), look(request, slug).club.id, announcement_id)
    return redirect("club_announcements", slug)


@page("GET")
def club_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Who changed what."""
    found = look(request, slug, "see the log")
    told = selectors.changes(found, request.GET.get("cursor"))
    lines = [(one["at"], words.sentence(one)) for one in serializers.changes(told.rows)]
    return show(request, "log", found, lines=lines, next=told.next)
