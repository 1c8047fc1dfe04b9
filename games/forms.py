"""The form for a new table: what a person chooses, as the body of `POST /api/games`."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.seating import LAYOUTS
from games.overview import shape

MOST_SEATS = max(LAYOUTS)
BOT, CHANCE, OPEN, INVITE = "bot", "chance", "open", "invite"
BOTS = {BOT: "bot:careful", CHANCE: "bot:random"}
WHO = [
    (BOT, pgettext_lazy("who sits on a seat", "A bot")),
    (CHANCE, pgettext_lazy("who sits on a seat", "A bot that plays at random")),
    (OPEN, pgettext_lazy("who sits on a seat", "Open: whoever sits down")),
    (INVITE, pgettext_lazy("who sits on a seat", "I invite somebody")),
]
RULESETS = [("classic", _("Classic rules")), ("favourite", _("Favourite rules"))]
CLOCKS = [
    ("", _("No clock: everybody takes the time they need")),
    ("120", _("2 minutes for a turn")),
    ("600", _("10 minutes for a turn")),
    ("86400", _("a day for a turn")),
    ("259200", _("3 days for a turn")),
]


def layouts() -> list[tuple[str, Any]]:
    """Every number of players with every grouping into teams, the usual game first."""
    every = [(players, teams) for players, groupings in LAYOUTS.items() for teams in groupings]
    every.sort(key=lambda one: (one != (4, 2), one[0]))
    return [(f"{players}-{teams}", shape(players, teams)) for players, teams in every]


class NewTableForm(forms.Form):
    """Rules, seats, clock, who may look on."""

    ruleset = forms.ChoiceField(choices=RULESETS, initial="classic", widget=forms.RadioSelect)
    layout = forms.ChoiceField(label=_("Players and teams"), choices=layouts, initial="4-2")
    clock = forms.ChoiceField(label=_("Clock"), choices=CLOCKS, required=False)
    private = forms.BooleanField(label=_("Only who has a seat or an invitation may look on"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in range(2, MOST_SEATS + 1):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(label=_("Who"), choices=WHO, initial=BOT, required=False)
            self.fields[f"name_{seat}"] = forms.CharField(
                label=_("Name of whom you invite"),
                max_length=30,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
            )

    def clean(self) -> dict[str, Any]:
        """Whoever is invited has a name."""
        super().clean()
        data = self.cleaned_data
        for seat in range(2, self.players + 1):
            if data.get(f"seat_{seat}") == INVITE and not data.get(f"name_{seat}"):
                self.add_error(f"name_{seat}", _("Whom do you invite?"))
        return data

    @property
    def players(self) -> int:
        """How many seats the chosen layout has."""
        return int(self.cleaned_data.get("layout", "4-2").split("-")[0])

    def seat_rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The other seats with their two fields each, for the template."""
        return [(seat, self[f"seat_{seat}"], self[f"name_{seat}"]) for seat in range(2, MOST_SEATS + 1)]

    def body(self) -> dict[str, Any]:
        """What is asked of the API's own reader, so that the page and programs open the same tables."""
        players, teams = map(int, self.cleaned_data["layout"].split("-"))
        seconds = self.cleaned_data["clock"]
        return {
            "ruleset": self.cleaned_data["ruleset"],
            "players": players,
            "teams": teams,
            "seats": ["me", *(self._seat(seat) for seat in range(2, players + 1))],
            "visibility": "private" if self.cleaned_data["private"] else "public",
            "clock": {"turn_seconds": int(seconds)} if seconds else "none",
        }

    def _seat(self, seat: int) -> str:
        who = self.cleaned_data[f"seat_{seat}"] or BOT
        if who == INVITE:
            return f"user:{self.cleaned_data[f'name_{seat}']}"
        return "open" if who == OPEN else BOTS[who]
