"""The forms of the pages about clubs. What they take is what the API takes."""

from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import preferences
from accounts.clubs.models import Chat, Joining, Notices, Role
from accounts.clubs.serializers import LONGEST_ABOUT, LONGEST_ANNOUNCEMENT, LONGEST_LIST, ONE_LINE

MOST_CARDS = 40
DAYS = (7, 30, 90)


def days() -> list[tuple[int, str]]:
    """How long an invitation may count."""
    return [(one, ngettext("%(n)d day", "%(n)d days", one) % {"n": one}) for one in DAYS]


def key() -> str:
    """The `external_id` of what a form makes: a form that is sent twice makes it once."""
    return str(uuid4())


class Keyed(forms.Form):
    """A form that makes something."""

    key = forms.UUIDField(initial=key, widget=forms.HiddenInput)

    def made(self, *but: str) -> dict[str, Any]:
        """What was chosen, as a service takes it."""
        told = {name: value for name, value in self.cleaned_data.items() if name not in ("key", *but)}
        return {**told, "external_id": str(self.cleaned_data["key"])}


class ClubForm(forms.Form):
    """What is chosen of a club."""

    name = forms.CharField(label=_("Name of the club"), max_length=60, validators=[ONE_LINE])
    joining = forms.ChoiceField(
        label=_("Who gets in"), choices=Joining.choices, initial=Joining.REQUEST, widget=forms.RadioSelect
    )
    chat = forms.ChoiceField(
        label=_("Chat at the club's tables"),
        choices=Chat.choices,
        initial=Chat.BETWEEN_DEALS,
        widget=forms.RadioSelect,
    )
    about = forms.CharField(
        label=_("About the club (not needed)"),
        help_text=_("When and where you play, whom one may ring up."),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone (not needed)"), required=False)
    language = forms.ChoiceField(label=_("Language of its mails"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone, language = self.fields["time_zone"], self.fields["language"]
        assert isinstance(zone, forms.ChoiceField) and isinstance(language, forms.ChoiceField)
        zone.choices = [("", _("UTC")), *((one, one.replace("_", " ")) for one in preferences.zones())]
        language.choices = [(code, name) for code, name in settings.LANGUAGES]
        if len(settings.LANGUAGES) < 2:
            del self.fields["language"]


class NewClubForm(Keyed, ClubForm):
    """A club to be founded."""


class OwnForm(forms.Form):
    """What a member chooses for themselves."""

    listed = forms.BooleanField(label=_("The other members see my name in the directory"), required=False)
    stands_in = forms.BooleanField(label=_("I am ready to take an absent player's seat"), required=False)
    notices = forms.ChoiceField(label=_("Announcements"), choices=Notices.choices, widget=forms.RadioSelect)


class AnnouncementForm(Keyed):
    """What the club is told."""

    title = forms.CharField(label=_("Title"), max_length=120, validators=[ONE_LINE])
    text = forms.CharField(label=_("Text"), max_length=LONGEST_ANNOUNCEMENT, widget=forms.Textarea(attrs={"rows": 6}))


class Inviting(Keyed):
    """What every invitation has."""

    role = forms.ChoiceField(
        label=_("They come in as"),
        choices=[(Role.MEMBER, Role.MEMBER.label), (Role.GUEST, Role.GUEST.label)],
        initial=Role.MEMBER,
    )
    days = forms.TypedChoiceField(label=_("It counts for"), choices=days, coerce=int, initial=30)


class LinkForm(Inviting):
    """A link to send round."""

    uses = forms.TypedChoiceField(
        label=_("It lets in"),
        choices=[("", _("whoever has it")), ("1", _("one person"))],
        coerce=int,
        empty_value=None,
        required=False,
    )


class CardsForm(Inviting):
    """Join cards to print."""

    count = forms.IntegerField(label=_("How many cards"), min_value=1, max_value=MOST_CARDS, initial=8)


class ListForm(Inviting):
    """A list of addresses, pasted or as a file."""

    text = forms.CharField(
        label=_("E-mail addresses, one a line"),
        help_text=_("A line may hold a name beside the address. At most 500 lines."),
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "none", "spellcheck": "false"}),
    )
    file = forms.FileField(label=_("Or a CSV file"), required=False)

    def clean(self) -> dict[str, Any]:
        """The text, wherever it came from."""
        super().clean()
        told = self.cleaned_data
        uploaded = told.pop("file", None)
        if uploaded and not told.get("text"):
            told["text"] = _decoded(uploaded)
        if not told.get("text", "").strip() and "text" not in self.errors:
            self.add_error("text", _("Please paste some addresses, or choose a file."))
        return told


def _decoded(uploaded: UploadedFile) -> str:
    """A file's text, as spreadsheets write it: UTF-8, UTF-16 with its mark, or the Windows of old."""
    content = uploaded.read()
    if len(content) > LONGEST_LIST:
        raise ValidationError({"file": _("The file is too large.")})
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise ValidationError({"file": _("The file is no text; please save it as CSV.")})


class CodeForm(forms.Form):
    """The code of a join card."""

    code = forms.CharField(
        label=_("Code"),
        max_length=64,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "autofocus": True}
        ),
    )
