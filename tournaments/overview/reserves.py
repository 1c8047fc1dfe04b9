"""The reserves of entries on pages: who they are, and what may be done about them."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.selectors import people_by_id
from tournaments import reserves, state
from tournaments.defaults import ROSTER
from tournaments.overview.pages import Page
from tournaments.overview.rulings import Input, RulingForm

LIVE = (state.OPEN, state.RUNNING, state.PAUSED)


class Standby(NamedTuple):
    """The reserves of one's own entry, or of the one that one stands by for: what is said of them, and the forms, and
    the game at which they sit."""

    told: str
    people: list[tuple[str, str]]
    forms: list[RulingForm]
    hot: bool
    game: str | None = None


def of_mine(page: Page) -> Standby | None:
    """For who plays: their reserves; for a reserve: what they are asked, and a seat that waits for them."""
    if page.user is None or page.t.status not in LIVE:
        return None
    me = str(page.user.id)
    if (other := page.t.reserve_of(me)) is not None:
        return _as_reserve(page, other, me)
    own = page.own
    if own is None or not own.complete or not (own.reserves or page.t.status == state.OPEN):
        return None
    forms = of_entry(page, own, reason=False) if page.t.status == state.OPEN and page.agreed else []
    told = _("Name who may take the seat of one of you who does not come to a table. They are asked.")
    return Standby(told, _people(own), forms, hot=False)


def _as_reserve(page: Page, entry: state.Entry, me: str) -> Standby:
    hidden, name = (("entry", entry.id),), {"pair": page.names[entry.id]}
    out = (*hidden, ("leaves", page.user.username if page.user else ""))
    if me not in entry.ready:
        told = _("%(pair)s would have you as a reserve: you may take the seat of one of them who does not come.")
        yes = RulingForm("ry", "agree_reserve", _("Yes, I stand by"), hidden, reason=False)
        no = RulingForm("rn", "drop_reserve", _("No, thanks"), out, reason=False)
        return Standby(told % name, [], [yes, no], hot=True)
    one = page.t.round
    at = [table for table in (one.tables if one and one.open else ()) if entry.id in table.entries]
    game = next((table.game for table in at if reserves.sits_at(me, table)), None)
    waiting = [
        RulingForm(
            f"rt{table.number}",
            "take_seat",
            _("Take the seat at table %(table)s") % {"table": table.number},
            (("round", str(one.number)), ("table", str(table.number))),
            reason=False,
        )
        for table in at
        if one and game is None and reserves.waits(page.t, entry, me, one.number, table)
    ]
    told = _("A seat of %(pair)s waits for you.") if waiting else _("You are a reserve of %(pair)s.")
    leave = RulingForm("rl", "drop_reserve", _("Be a reserve no more"), out, reason=False)
    return Standby(told % name, [], [*waiting, leave], bool(waiting or game), game)


def _people(entry: state.Entry) -> list[tuple[str, str]]:
    known = people_by_id(entry.reserves)
    return [(known[one].name, "" if one in entry.ready else _("waits for a yes")) for one in entry.reserves]


def of_entry(page: Page, entry: state.Entry, reason: bool = True) -> list[RulingForm]:
    """What may be said of the reserves of an entry by who plays, or, with a reason, by who runs the event."""
    hidden, key = (("entry", entry.id),), entry.id
    forms = []
    if entry.complete and len(entry.members) < ROSTER:
        name = (Input("comes", _("Name of the reserve"), kind="text"),)
        forms.append(RulingForm(f"rv{key}", "name_reserve", _("Name a reserve"), hidden, name, reason=reason))
    if entry.reserves:
        names = tuple((one, one) for one, _note in _people(entry))
        who = (Input("leaves", _("Reserve"), names),)
        forms.append(RulingForm(f"rx{key}", "drop_reserve", _("Let them be no reserve"), hidden, who, reason=reason))
    return forms
