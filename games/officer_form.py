"""The form by which an officer acts for a member who telephones: made of what everybody sees, never of a hand."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.cards import JOKER
from engine.state import DRAW, GRABBING, PLAY, Game
from games.faces import NAMES, RANKS, group

MOST_MELDS = 4
RANK_CHOICES = [
    *((rank, rank if rank != "T" else "10") for rank in "AKQJT98765432"),
    (JOKER, pgettext_lazy("a card", "Joker")),
]
SUIT_CHOICES = [("C", _("♣ clubs")), ("D", _("♦ diamonds")), ("H", _("♥ hearts")), ("S", _("♠ spades"))]
ANSWERS = (("yes", _("Yes, go out")), ("no", _("No, not in this turn")))
DOES: dict[str, tuple[tuple[str, Any], ...]] = {
    GRABBING: (("grab", _("Grab a packet")),),
    DRAW: (
        ("draw", _("Draw from the stock")),
        ("take_pile", _("Take the pile")),
        ("ask", _("Ask to go out")),
        ("pass", _("Pass")),
    ),
    PLAY: (
        ("meld", _("Lay melds")),
        ("discard", _("Discard")),
        ("ask", _("Ask to go out")),
        ("pass", _("Pass")),
    ),
}
"""What may be done at each point of a turn, as far as everybody sees."""
SIGNS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "\ufe0e": "", ",": " ", ";": " "})


class ActForForm(forms.Form):
    """Whose seat, what, with which cards. `seats`: those that are to act and may be acted for, with their names."""

    seat = forms.TypedChoiceField(label=_("For whom"), coerce=int, widget=forms.RadioSelect)
    do = forms.ChoiceField(label=_("What"), widget=forms.RadioSelect)
    rank = forms.ChoiceField(label=_("Rank"), choices=RANK_CHOICES, required=False)
    suit = forms.ChoiceField(label=_("Suit"), choices=SUIT_CHOICES, required=False)
    part = forms.IntegerField(
        label=_("Where to part the heap, in percent"), min_value=0, max_value=100, initial=50, required=False
    )
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, entered: Any, *, game: Game, seats: list[tuple[int, str]], version: int) -> None:
        super().__init__(entered, initial={"seat": seats[0][0], "version": version, "key": uuid4()})
        deal = game.playing
        self.fields["seat"].choices = seats  # type: ignore[attr-defined]
        self.fields["do"].choices = ANSWERS if deal.question else DOES[deal.phase]  # type: ignore[attr-defined]
        self.fields["do"].initial = self.fields["do"].choices[0][0]  # type: ignore[attr-defined]
        melds = deal.teams[game.team_of(seats[0][0])].melds
        laid = [(meld.name, f"{RANKS[meld.rank]}: {group(meld.cards).names}") for meld in melds]
        for number in range(1, MOST_MELDS + 1):
            self.fields[f"cards_{number}"] = forms.CharField(
                label=_("Cards"),
                max_length=200,
                required=False,
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "autocapitalize": "characters", "placeholder": "9C 9D 9H"}
                ),
            )
            self.fields[f"to_{number}"] = forms.ChoiceField(
                label=_("Where to"), choices=[("", _("a new meld")), *laid], required=False
            )

    def meld_rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The melds with their two fields each, for the template."""
        return [(number, self[f"cards_{number}"], self[f"to_{number}"]) for number in range(1, MOST_MELDS + 1)]

    def body(self) -> dict[str, Any]:
        """What is asked of the API's own reader."""
        data = self.cleaned_data
        return {
            "action_id": str(data["key"]),
            "expected_version": data["version"],
            "for_seat": data["seat"],
            "action": self._action(),
        }

    def _action(self) -> dict[str, Any]:
        data = self.cleaned_data
        match data["do"]:
            case "yes" | "no":
                return {"do": "answer", "yes": data["do"] == "yes"}
            case "discard":
                rank = data["rank"]
                return {"do": "discard", "card": rank if rank == JOKER else rank + data["suit"]}
            case "meld" | "take_pile":
                return {"do": data["do"], "melds": list(self._melds())}
            case "grab":
                return {"do": "grab", "fraction": (data["part"] or 0) * 10_000}
        return {"do": data["do"]}

    def _melds(self) -> Any:
        for number in range(1, MOST_MELDS + 1):
            text, place = self.cleaned_data[f"cards_{number}"], self.cleaned_data[f"to_{number}"]
            if text:
                yield {"cards": read_cards(text), **({"to": place} if place else {})}


def read_cards(text: str) -> str:
    """Cards as people type them, in the notation: 10h, 9♣ and joker too. What is no card is left for the reader."""
    words = text.upper().translate(SIGNS).replace("10", "T").split()
    return " ".join(JOKER if word in ("JOKER", "J*") else word for word in words)


def names() -> str:
    """A few cards as they are typed, with their names, for the form's help."""
    return ", ".join(f"{card} = {NAMES[card]}" for card in ("9C", "TD", "QH", "AS", JOKER))
