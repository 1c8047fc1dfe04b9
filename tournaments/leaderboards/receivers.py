"""What ratings do when a person goes or takes their data along. The numbers stay, as those of nobody."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import exporting, forgetting
from tournaments.leaderboards.models import Fact, Listing, Placing, Point, Rating, Ruling


@receiver(forgetting)
def forget(user: User, **_: Any) -> None:
    """They stand on no list any more, and what they wrote is erased."""
    Listing.objects.filter(person=user.id).delete()
    Ruling.objects.filter(actor=user.id).update(text="")


@receiver(exporting)
def own_ratings(user: User, **_: Any) -> dict[str, Any]:
    """What is known of how well somebody plays, game by game, and what they have ruled."""
    games = Fact.objects.filter(parts__person=user.id).order_by("number")
    return {
        "ratings": list(Rating.objects.filter(person=user.id).values("pool", "mu", "sigma", "games", "shown")),
        "rated_games": list(games.values("number", "game", "at", "pool", "why", "totals", "parts__side")),
        "rating_history": list(
            Point.objects.filter(person=user.id).order_by("number").values("number", "pool", "at", "mu", "sigma")
        ),
        "event_points": list(Placing.objects.filter(person=user.id).values("tournament", "rank", "points")),
        "listed_for_all": Listing.objects.filter(person=user.id).values_list("since", flat=True).first(),
        "rating_rulings": list(Ruling.objects.filter(actor=user.id).values("game", "annulled", "at", "text")),
    }
