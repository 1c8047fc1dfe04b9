"""The forms for rules and for a new table: what a person chooses, as the API takes it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.clubs import selectors as clubs
from accounts.clubs.models import Club
from accounts.clubs.serializers import ONE_LINE
from accounts.models import User
from engine.errors import RulesetRefused
from engine.presets import PRESETS, build
from engine.seating import LAYOUTS
from games import clock_form, clock_words, house_rules, rulesets
from games.models import ClubRuleset
from games.overview import RULES, SHORT_NAMES, shape
from games.rulebook import faults
from games.rulebook.parameters import PARAMETERS

MOST_SEATS = max(LAYOUTS)
BOT, SHARP, CHANCE, OPEN, INVITE = "bot", "sharp", "chance", "open", "invite"
BOTS = {BOT: "bot:careful", SHARP: "bot:sharp", CHANCE: "bot:random"}
WHO = [
    (BOT, pgettext_lazy("who sits on a seat", "A bot")),
    (SHARP, pgettext_lazy("who sits on a seat", "A strong bot, which thinks ahead")),
    (CHANCE, pgettext_lazy("who sits on a seat", "A bot that plays at random")),
    (OPEN, pgettext_lazy("who sits on a seat", "Open: whoever sits down")),
    (INVITE, pgettext_lazy("who sits on a seat", "I invite somebody")),
]
ABOUT = {
    "classic": _(
        "Five packs, 13 + 13 cards. Red threes are a bonus, wild melds are allowed; start melds or add to them in a"
        " turn, not both."
    ),
    "favourite": _(
        "A pack for each player, 11 + 11 cards. Red threes cost 500, no wild melds; naturals may go on books."
    ),
    "pagat": _(
        "Like classic, with a pack more than players; start melds and add to them, and meld the last card if you like."
    ),
    "bicycle": _(
        "11 + 11 cards, no wild melds, up to three wilds in a book; one clean and one dirty book to go out, nobody"
        " asked."
    ),
}
"""Each preset in a sentence or two."""


def layouts() -> list[tuple[str, Any]]:
    """Every number of players with every grouping into teams, the usual game first."""
    every = [(players, teams) for players, groupings in LAYOUTS.items() for teams in groupings]
    every.sort(key=lambda one: (one != (4, 2), one[0]))
    return [(f"{players}-{teams}", shape(players, teams)) for players, teams in every]


class RulesForm(forms.Form):
    """Rules, with those of the house, judged by the engine alone. `kept`: house rulesets that can be chosen as well."""

    ruleset = forms.ChoiceField(widget=forms.RadioSelect, initial="classic")
    players: int | None = None

    def __init__(self, *args: Any, kept: Iterable[ClubRuleset] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept = {f"club:{one.id}": one for one in kept}
        names = [(choice, one.name) for choice, one in self.kept.items()]
        self.fields["ruleset"].choices = [*RULES.items(), *names]  # type: ignore[attr-defined]
        self.fields.update(house_rules.fields())
        self.chosen_rules: str | dict[str, Any] = "classic"
        self.faults: dict[str, str] = {}

    def check_rules(self) -> None:
        """Asks the engine what is wrong with the rules for so many players, and says it beside each parameter."""
        choice = self.cleaned_data.get("ruleset", "classic")
        kept = self.kept.get(choice)
        if kept is None:
            self.chosen_rules = rules = house_rules.ruleset_of(choice, self.cleaned_data)
        else:
            changes = house_rules.changes_to(kept.ruleset, self.cleaned_data)
            rules = {**kept.ruleset, **changes}
            self.chosen_rules = rules if changes else kept.name
        self.rules = rules
        try:
            build(rules, self.players)
        except RulesetRefused as refused:
            found = {fault["parameter"]: faults.sentence(fault) for fault in refused.data["faults"]}
            self.faults = {name: found[name] for name in PARAMETERS if name in found}
        for parameter, sentence in self.faults.items():
            self.add_error(house_rules.field_names(parameter)[0], sentence)

    def fault_links(self) -> list[tuple[str, Any, str]]:
        """What is wrong with the rules, for the head of the form: the field it belongs to, its label, the sentence."""
        return [
            (self[house_rules.field_names(name)[0]].id_for_label, PARAMETERS[name].label, sentence)
            for name, sentence in self.faults.items()
        ]

    @cached_property
    def house_groups(self) -> list[tuple[str, list[house_rules.Line]]]:
        """The parameters, for the template."""
        records = {name: rules.to_dict() for name, rules in PRESETS.items()}
        records |= {choice: one.ruleset for choice, one in self.kept.items()}
        return house_rules.groups(self, {name: str(label) for name, label in SHORT_NAMES.items()}, records)

    def house_open(self) -> bool:
        """Whether the house rules are shown at once: something was chosen there."""
        return any(line.changed or line.errors for _title, lines in self.house_groups for line in lines)

    def tiles(self) -> list[tuple[str, Any, Any]]:
        """The presets, for the template: name, title, what they are like."""
        return [(name, RULES[name], about) for name, about in ABOUT.items()]


class RulesetForm(RulesForm):
    """Rules that a club keeps, and the name under which it does."""

    name = forms.CharField(label=_("What the club calls these rules"), max_length=60, validators=[ONE_LINE])

    def clean(self) -> dict[str, Any]:
        """All that is wrong with the rules is said."""
        super().clean()
        self.check_rules()
        return self.cleaned_data


class NewTableForm(RulesForm):
    """Rules, with those of the house, seats, clock, whose table it is, who may look on. `maker`: whoever opens it."""

    layout = forms.ChoiceField(label=_("Players and teams"), choices=layouts, initial="4-2")
    clock = forms.ChoiceField(label=_("Clock"), choices=list(clock_words.NAMES.items()), required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)
    private = forms.BooleanField(label=_("Only who has a seat or an invitation may look on"), required=False)
    rated = forms.BooleanField(label=_("The game counts for ratings"), required=False)
    undo = forms.BooleanField(label=_("The last action can be taken back"), required=False, initial=True)

    def __init__(self, *args: Any, maker: User, **kwargs: Any) -> None:
        super().__init__(*args, kept=rulesets.of_clubs_of(maker.id), **kwargs)
        theirs = Club.objects.filter(id__in=clubs.clubs_where(maker.id, "make a table")).order_by("name")
        if self.initial.get("club"):  # what is a club's is the club's, unless somebody wants it otherwise
            self.initial.setdefault("private", True)
        self.clubs = [(str(one.id), one.name) for one in theirs]
        self.fields["club"].choices = [("", _("My own table, of no club")), *self.clubs]  # type: ignore[attr-defined]
        self.fields.update(clock_form.fields())
        for seat in range(2, MOST_SEATS + 1):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(label=_("Who"), choices=WHO, initial=BOT, required=False)
            self.fields[f"name_{seat}"] = forms.CharField(
                label=_("Name of whom you invite"),
                max_length=30,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
            )

    def clean(self) -> dict[str, Any]:
        """Whoever is invited has a name; all that is wrong with the rules is said, each beside its parameter."""
        super().clean()
        data = self.cleaned_data
        self.players = self.seats_there
        self.check_rules()
        self._check_club()
        for name, sentence in clock_form.faults(self.chosen_clock).items():
            self.add_error(clock_form.field_names(name)[0], sentence)
        for seat in range(2, self.seats_there + 1):
            if data.get(f"seat_{seat}") == INVITE and not data.get(f"name_{seat}"):
                self.add_error(f"name_{seat}", _("Whom do you invite?"))
        return data

    @property
    def chosen_clock(self) -> Any:
        """The clock that is meant, as the API takes it."""
        return clock_form.settings_of(self.cleaned_data.get("clock") or "none", self.cleaned_data)

    @property
    def seats_there(self) -> int:
        """How many seats the chosen layout has."""
        return int(self.cleaned_data.get("layout", "4-2").split("-")[0])

    def _check_club(self) -> None:
        """Rules of a club are for its tables; whoever chooses them has chosen the club."""
        kept = self.kept.get(self.cleaned_data.get("ruleset", ""))
        if kept is None or not isinstance(self.chosen_rules, str) or self.cleaned_data.get("club") == str(kept.club):
            return
        if self.cleaned_data.get("club"):
            self.add_error("club", _("The rules that you have chosen are another club's."))
        else:
            self.cleaned_data["club"] = str(kept.club)

    def kept_tiles(self) -> list[tuple[str, str, str]]:
        """The rules of one's clubs, for the template: choice, name, whose."""
        names = dict(self.clubs)
        return [(choice, one.name, names.get(str(one.club), "")) for choice, one in self.kept.items()]

    def clock_tiles(self) -> list[tuple[str, Any, str]]:
        """The clock's presets, for the template: name, title, what they grant."""
        return clock_form.tiles()

    @cached_property
    def clock_lines(self) -> list[clock_form.Line]:
        """The clock's details, for the template."""
        return list(clock_form.lines(self))

    def clock_open(self) -> bool:
        """Whether the details of the clock are shown at once: something was entered there."""
        controls = (one for line in self.clock_lines for one in line.controls)
        entered = (one.value() for one in controls if not one.name.endswith("_unit"))
        return any(entered) or any(line.errors for line in self.clock_lines)

    def seat_rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The other seats with their two fields each, for the template."""
        return [(seat, self[f"seat_{seat}"], self[f"name_{seat}"]) for seat in range(2, MOST_SEATS + 1)]

    def body(self) -> dict[str, Any]:
        """What is asked of the API's own reader, so that the page and programs open the same tables."""
        players, teams = map(int, self.cleaned_data["layout"].split("-"))
        return {
            "ruleset": self.chosen_rules,
            "players": players,
            "teams": teams,
            "seats": ["me", *(self._seat(seat) for seat in range(2, players + 1))],
            "visibility": "private" if self.cleaned_data["private"] else "public",
            "clock": self.chosen_clock,
            "rated": self.cleaned_data["rated"],
            "undo": self.cleaned_data["undo"] and not self.cleaned_data["rated"],
            **({"club": self.cleaned_data["club"]} if self.cleaned_data["club"] else {}),
        }

    def _seat(self, seat: int) -> str:
        who = self.cleaned_data[f"seat_{seat}"] or BOT
        if who == INVITE:
            return f"user:{self.cleaned_data[f'name_{seat}']}"
        return "open" if who == OPEN else BOTS[who]
