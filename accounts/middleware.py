"""What every page does for its viewer."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import preferences
from accounts.models import Preference, User

Answer = Callable[[HttpRequest], HttpResponse]


def viewer(get_response: Answer) -> Answer:
    """Show a page in its viewer's zone and language.

    Once a day note that they were here, by which their session begins its 90 days anew.
    """

    def for_the_viewer(request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        if not request.path.startswith("/api/") and isinstance(request.user, User):
            _note_visit(request, request.user)
            _as_preferred(request, preferences.of(request.user))
        return get_response(request)

    return for_the_viewer


def _as_preferred(request: HttpRequest, preference: Preference) -> None:
    request.preference = preference  # type: ignore[attr-defined]
    if preference.time_zone:
        timezone.activate(preference.time_zone)
    if preference.language in dict(settings.LANGUAGES):
        translation.activate(preference.language)
        request.LANGUAGE_CODE = translation.get_language()


def _note_visit(request: HttpRequest, user: User) -> None:
    today = timezone.now().date()
    if request.session.get("seen_on") == today.isoformat():
        return
    request.session["seen_on"] = today.isoformat()
    User.objects.filter(id=user.id, seen_on__lt=today).update(seen_on=today)
