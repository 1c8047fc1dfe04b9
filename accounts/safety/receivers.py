"""What reports do when a person goes: their words are erased, what was decided stays, without a name."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.safety import serializers
from accounts.safety.models import Words
from accounts.safety.selectors import about, judged_by, made_by, names_of_clubs
from accounts.signals import exporting, forgetting


@receiver(forgetting)
def erase_words(user: User, **_more: Any) -> None:
    """Empty all that they wrote; with the salt gone no digest tells what it was."""
    Words.objects.filter(author=user).update(text="", salt="")


@receiver(exporting)
def own_reports(user: User, **_more: Any) -> dict[str, Any]:
    """What they have reported, decided, and what was decided about them; not who reported them."""
    names = names_of_clubs(user)
    return {
        "reports": [serializers.made(one, names.get(one.club_id)) for one in made_by(user)],
        "decisions_about_me": [serializers.about_me(one, names.get(one.club_id)) for one in about(user)],
        "decisions_by_me": [serializers.judged(one, user, names.get(one.club_id)) for one in judged_by(user)],
    }
