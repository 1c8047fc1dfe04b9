"""The answer to a partner's question, given on the start page: two buttons, and no look at the table is needed."""

from uuid import UUID, uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from engine.errors import Refused
from games import requests, services, words
from games.pressed import pressed


@pressed("table")
def answer(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Yes or no to the question that was open when the page was made. Pressed twice it is one answer."""
    assert isinstance(request.user, User)
    yes = request.POST.get("yes") == "1"
    try:
        version = requests.version_text(request.POST.get("version"))
        action_id = uuid5(game_id, f"answer/{request.user.id}/{version}/{yes}")
        action = {"do": "answer", "yes": yes}
        body = {"action_id": str(action_id), "expected_version": version, "action": action}
        services.act(request.user.id, game_id, requests.action(body), timezone.now())
    except Refused as refused:
        if refused.code == "unknown_game":
            raise Http404 from refused
        messages.error(request, str(words.explained(refused).detail))
    else:
        messages.success(request, _("You said yes.") if yes else _("You said no."))
    return redirect("home")
