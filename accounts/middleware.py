"""What every page does for its viewer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

Answer = Callable[[HttpRequest], HttpResponse]


def viewer(get_response: Answer) -> Answer:
    """Once a day note that a person was here, by which their session begins its 90 days anew."""

    def for_the_viewer(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/") and isinstance(request.user, User):
            _note_visit(request, request.user)
        return get_response(request)

    return for_the_viewer


def _note_visit(request: HttpRequest, user: User) -> None:
    today = timezone.now().date()
    if request.session.get("seen_on") == today.isoformat():
        return
    request.session["seen_on"] = today.isoformat()
    User.objects.filter(id=user.id, seen_on__lt=today).update(seen_on=today)
