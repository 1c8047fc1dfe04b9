"""The page to report what happens at a table: a message of its chat, or a player."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.clubs.models import Club
from accounts.clubs.pages import member, page
from accounts.safety.forms import ReportForm
from accounts.safety.services import report
from accounts.selectors import people_by_id
from config.kernel.rates import address_of
from engine.errors import Refused
from games import chats, requests


@page("GET", "POST")
def report_at_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Report a message (`?message=`) or a player (`?seat=`); the way to block them stands there too."""
    user = member(request)
    which = {name: request.GET.get(name) for name in ("message", "seat")}
    try:
        numbers = {name: requests.number_text(text, name) if text else None for name, text in which.items()}
        about, club_id = chats.what(user, game_id, **numbers)
    except Refused as refused:
        raise Http404 from refused
    form = ReportForm(request.POST or None)
    if form.is_bound and form.is_valid():
        report(user, club_id, about, form.told(), address_of(request))
        messages.success(request, _("Thank you. Somebody will look at it."))
        return redirect("my_reports")
    told = {
        "name": people_by_id([str(about.person)])[str(about.person)].name,
        "what": chats.shown(user, game_id, numbers["message"]) if numbers["message"] is not None else "",
        "club": Club.objects.filter(id=club_id).first() if club_id else None,
        "back": reverse("table", args=[game_id]),
        "back_to": _("Back to the table"),
        "form": form,
    }
    return render(request, "safety/report.html", told, status=422 if form.is_bound else 200)
