"""What is said of a table that is put off, or is to be: for who sits there, and for who leads the event."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import state
from tournaments.deciding import adjourning
from tournaments.overview.pages import Page
from tournaments.overview.rulings import Input, RulingForm, adjourned_until


class PuttingOff(NamedTuple):
    """One's own table: until when it stands still, or until when who wants it put off, and what may be said to that."""

    until: datetime | None
    asked: datetime | None
    who: tuple[str, ...]
    forms: list[RulingForm]


def of_mine(page: Page) -> PuttingOff | None:
    """Of the table at which who looks sits now."""
    t, one = page.t, page.t.round
    own = t.playing(str(page.user.id), one.number) if page.user and one and one.open else None
    table = next((each for each in one.tables if own and own.id in each.entries), None) if one else None
    if one is None or own is None or table is None or table.over:
        return None
    if table.still:
        return PuttingOff(table.adjourned, None, (), [])
    now = timezone.now()
    if not adjourning.may_be_put_off(t, one, table, now):
        return None
    return _wanted(page, one, table._replace(asked=adjourning.wanted(t, one, table, now)), own)


def _wanted(page: Page, one: state.Round, table: state.Table, own: state.Entry) -> PuttingOff:
    hidden = (("round", str(one.number)), ("table", str(table.number)))
    agreed = table.asked.get("entries", ())
    who = tuple(page.names[entry] for entry in agreed)
    forms = [_ask(page, one, table, hidden)]
    if table.asked:
        no = RulingForm("noadjourn", "refuse_to_adjourn", _("No, do not put it off"), hidden, reason=False)
        yes = (*hidden, ("until", table.asked["until"]))
        agree = RulingForm("yesadjourn", "ask_to_adjourn", _("Agree to it"), yes, reason=False)
        forms = [*([] if own.id in agreed else [agree]), no, *forms]
    asked = datetime.fromisoformat(table.asked["until"]) if table.asked else None
    return PuttingOff(None, asked, who, forms)


def _ask(page: Page, one: state.Round, table: state.Table, hidden: Any) -> RulingForm:
    until: Input = adjourned_until(page, one, table)
    note = _("If all at the table want the same: it stands still, no clock runs, and it goes on by itself then. Once.")
    return RulingForm("askadjourn", "ask_to_adjourn", _("Ask to put it off"), hidden, (until,), note, reason=False)
