"""What the game is, in a few pictures with a sentence each: for who has never played it."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.faces import Group, group


class Picture(NamedTuple):
    """A few cards, and what they are."""

    title: str
    says: str
    groups: tuple[Group, ...]


def pictures() -> list[Picture]:
    """In the order in which one meets them."""
    return [
        Picture(
            _("A meld"),
            _("Lay three or more cards of one rank. Your team goes on with them together."),
            (group(("9S", "9H", "9D")),),
        ),
        Picture(
            _("A book"),
            _("Seven cards of a rank make a book. It brings the most points."),
            (group(("KS", "KH", "KD", "KC", "KS", "KH", "KD")),),
        ),
        Picture(
            _("Wild cards"),
            _("Twos and jokers carry a star: they help out in a meld where true cards are missing."),
            (group(("QS", "QH", "2C")), group(("JK",))),
        ),
        Picture(
            _("Take the pile"),
            _("With two cards like the top one you may take the pile instead of drawing."),
            (group(("5D", "5S")), group(("5H",))),
        ),
        Picture(
            _("Threes"),
            _("Red threes score by themselves. A black three on the pile keeps others from taking it."),
            (group(("3H", "3D")), group(("3S",))),
        ),
        Picture(
            _("Hand, then foot"),
            _("When your hand is gone you take up your foot. When that is gone too, the deal is over."),
            (group(("AS", "8D", "4C")), group(("JH", "TS", "6D"))),
        ),
    ]
