"""The forms of the pages about events. What they take is what the API takes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import preferences
from accounts.clubs.forms import Keyed
from accounts.clubs.models import Club
from accounts.clubs.serializers import ONE_LINE
from games import clock_words, rulesets
from games.overview import RULES, rules_name
from games.serializers import ruleset_name
from tournaments import documents, drafting, entrants, rehearsing, words
from tournaments.asking import DEALS, LONGEST_ABOUT, LONGEST_REASON, MOST_ROUNDS
from tournaments.models import Tournament


def deals() -> list[tuple[Any, str]]:
    """How many deals a match may have."""
    every: list[tuple[Any, Any]] = [("", _("as the pace has it"))]
    return every + [(one, ngettext("%(n)d deal", "%(n)d deals", one) % {"n": one}) for one in DEALS]


def sizes() -> list[tuple[str, Any]]:
    """How many sides a table may have; a second size is for what the first leaves over."""
    alone = [(str(one), ngettext("%(n)d side", "%(n)d sides", one) % {"n": one}) for one in range(2, 8)]
    mixed = [
        (f"{one},{other}", _("%(one)d sides, or %(other)d where that leaves nobody out") % {"one": one, "other": other})
        for one, other in ((4, 3), (5, 4))
    ]
    return [("", _("as usual")), *alone, *mixed]


class EventForm(Keyed):
    """What an organizer chooses of an event: of a `new` one that begins from another's rules all but its own name and
    start."""

    name = forms.CharField(label=_("Name of the event"), max_length=120, validators=[ONE_LINE])
    about = forms.CharField(
        label=_("About it (not needed)"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    format = forms.ChoiceField(
        label=_("Format"), choices=list(words.FORMATS.items()), initial="round_robin", widget=forms.RadioSelect
    )
    persons = forms.TypedChoiceField(
        label=_("Who plays as one"),
        choices=[("", _("as the format has it")), *entrants.PERSONS.items()],
        coerce=int,
        empty_value=None,
        required=False,
    )
    table_sizes = forms.TypedChoiceField(
        label=_("A table of many has"),
        choices=sizes,
        coerce=lambda text: [int(one) for one in text.split(",")],
        empty_value=None,
        required=False,
    )
    pace = forms.ChoiceField(
        label=_("Pace"), choices=list(words.PACES.items()), initial="live", widget=forms.RadioSelect
    )
    starts = forms.CharField(
        label=_("The first round begins"),
        max_length=20,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    zone = forms.ChoiceField(label=_("by the clocks of"))
    deals = forms.TypedChoiceField(label=_("A match has"), choices=deals, coerce=int, empty_value=None, required=False)
    ruleset = forms.ChoiceField(label=_("Rules of the game"))
    rounds = forms.IntegerField(
        label=_("Rounds (0: as many as the format needs)"), min_value=0, max_value=MOST_ROUNDS, initial=0
    )
    least_entries = forms.IntegerField(
        label=_("At least so many enter (empty: as the format has it)"), min_value=2, max_value=1000, required=False
    )
    rematches = forms.BooleanField(
        label=_("Who has met may meet again, rather than that there are fewer rounds"), required=False
    )
    join_alone = forms.BooleanField(
        label=_("Who still looks for a partner when entering ends is put together by itself, in the order of entering"),
        required=False,
        initial=True,
    )
    real_cards = forms.BooleanField(label=_("With real cards: no tables are made here"), required=False)
    score_by = forms.ChoiceField(
        label=_("With real cards scores are written down"),
        choices=list(words.SCORES.items()),
        initial="total",
        required=False,
    )
    check_in = forms.BooleanField(label=_("One checks in before it begins"), required=False)
    hide_standings = forms.BooleanField(label=_("The standings are told only at the end"), required=False)
    own_pairings = forms.BooleanField(
        label=_("Of a round that is on the club is told nothing but, each player, their own table"),
        help_text=_("The games are in no list of the club's tables either before the round is over; officers see all."),
        required=False,
    )
    pauses_off = forms.BooleanField(label=_("Those who play do not pause their tables"), required=False)
    pause_hours = forms.IntegerField(
        label=_("Hours of pause for each side, in all"),
        help_text=_("Empty: without a limit. No deadline waits for a pause, and who leads the event is told of each."),
        min_value=1,
        max_value=720,
        required=False,
    )

    def __init__(
        self, *args: Any, club: Club, draft: dict[str, Any] | None = None, new: bool = False, **kwargs: Any
    ) -> None:
        if draft is not None:
            own = {"name": "", "starts": ""} if new else {}
            kwargs["initial"] = self.of(draft) | own
        super().__init__(*args, **kwargs)
        zone, pace, rules = self.fields["zone"], self.fields["pace"], self.fields["ruleset"]
        assert isinstance(zone, forms.ChoiceField) and isinstance(rules, forms.ChoiceField)
        assert isinstance(pace, forms.ChoiceField)
        zone.choices = [(one, one.replace("_", " ")) for one in preferences.zones()]
        zone.initial = club.time_zone or "UTC"
        kept = rulesets.ClubRuleset.objects.filter(club=club.id).order_by("name")
        every = [*RULES.items(), *((one.name, one.name) for one in kept)]
        rules.choices = every
        if draft is not None:  # it may have times and rules that are none of the form's: they may stay as they are
            time = clock_words.duration(draft["round_minutes"] * 60)
            name = draft["ruleset_title"] or rules_name(ruleset_name(draft["ruleset"]))
            pace.choices = [("", _("As it stands: a round takes %(time)s") % {"time": time}), *words.PACES.items()]
            rules.choices = [("", _("as they stand: %(name)s") % {"name": name}), *every]
            pace.required = rules.required = False
            pace.initial = rules.initial = ""

    def clean_starts(self) -> Any:
        """Wall time where the event is, wherever the server or its reader stands."""
        read = drafting.wall_time(self.cleaned_data["starts"])
        if read is None:
            raise forms.ValidationError(_("A day and a time are needed."))
        return read

    def chosen(self) -> dict[str, Any]:
        """What was chosen, as a service takes it."""
        told = {name: value for name, value in self.made().items() if value is not None}
        told.pop("external_id")
        told["pause_hours"] = told.get("pause_hours", 0)  # left empty: without a limit, also where there was one
        return {name: value for name, value in told.items() if value or name not in ("pace", "ruleset", "score_by")}

    @staticmethod
    def of(rules: dict[str, Any]) -> dict[str, Any]:
        """What the form shows of a draft."""
        pairing = rules["pairing"]
        shown = {name: rules[name] for name in ("name", "about", "deals", "zone", "least_entries", "check_in")}
        kept_back = {name: rules.get(name, False) for name in ("hide_standings", "own_pairings", "pauses_off")}
        return {
            **shown,
            **kept_back,
            **{name: rules[name] for name in ("real_cards", "score_by", "pause_hours") if rules.get(name)},
            "starts": rules["starts"],
            "format": pairing["format"],
            "rounds": pairing["rounds"],
            "rematches": pairing["rematches"],
            "join_alone": rules.get("join_alone", True),
            "persons": documents.persons(rules),
            "table_sizes": ",".join(map(str, pairing["table_sizes"])) if pairing["format"] == "tables" else "",
        }


class TemplateForm(forms.Form):
    """Of which event what was chosen is kept, and under what name."""

    event = forms.ChoiceField(label=_("Event"))
    name = forms.CharField(label=_("Name of the template"), max_length=120, validators=[ONE_LINE])

    def __init__(self, *args: Any, events: list[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.fields["event"]
        assert isinstance(event, forms.ChoiceField)
        event.choices = [(str(one.id), one.name) for one in events]


class RehearsalForm(forms.Form):
    """With how many entries an event is rehearsed."""

    entries = forms.IntegerField(
        label=_("With so many entries"), min_value=rehearsing.FEWEST, max_value=rehearsing.MOST
    )


class EntryForm(forms.Form):
    """With whom one enters: so many partners."""

    def __init__(self, partners: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for number in range(1, partners + 1):
            self.fields[f"partner{number}"] = forms.CharField(
                label=_("Your partner's name") if partners == 1 else _("Name of partner %(n)d") % {"n": number},
                max_length=30,
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
            )


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)
