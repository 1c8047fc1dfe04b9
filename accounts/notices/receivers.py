"""What notices do when a person goes, and their part of the download."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.notices import pushing
from accounts.notices.models import Notice, Reader, Subscription
from accounts.signals import exporting, forgetting, signed_out_everywhere


@receiver(forgetting)
def forget(user: User, **_: Any) -> None:
    """Nobody tells them anything any more; what waits to go out goes with the notices."""
    for model in (Notice, Reader, Subscription):
        model.objects.filter(user=user).delete()


@receiver(signed_out_everywhere)
def forget_browsers(user: User, **_: Any) -> None:
    """Who is signed out reads no notices of theirs there."""
    pushing.unsubscribe_all(user)


@receiver(user_logged_out)
def forget_this_browser(request: HttpRequest, user: User | None, **_: Any) -> None:
    """The same for one browser."""
    if user is not None and (endpoint := request.session.get(pushing.SHOWS_HERE)):
        pushing.unsubscribe(user, endpoint)


@receiver(exporting)
def export(user: User, **_: Any) -> dict[str, Any]:
    """How they want to be told, their browsers, and what they were told lately."""
    notices = Notice.objects.filter(user=user).order_by("id")
    return {
        "notices": list(notices.values("kind", "about", "until", "data", "at", "seen_at", "over_at")),
        "told_how": Reader.objects.filter(user=user).values().first(),
        "browsers": list(Subscription.objects.filter(user=user).order_by("id").values("endpoint", "created_at")),
    }
