"""The forms of what officers decide, as data: one template shows them all, `decisions.posted` reads them."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.clubs import selectors as clubs
from accounts.selectors import people_by_id
from config.kernel.rows import timestamp
from games import clock_words
from tournaments import selectors, serializers, state, words
from tournaments.deciding import adjourning, deadlines
from tournaments.deciding.common import next_untold
from tournaments.formats import FORMATS
from tournaments.overview.pages import Page
from tournaments.services import RUNS

MOST_ASKED = 12
"""Rounds that may be named before it is known how many there are."""
STAND_INS = "see who stands in"
WALL = "%Y-%m-%dT%H:%M"
LONGER = (1, 6, 24, 72)
"""Hours by which a round or a table may be longer, for the page; a program says any time."""


class Input(NamedTuple):
    """A field. With `choices` it is a list of (value, words); else a number, or a `kind` of its own, from `least` to
    `most`."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    value: str = ""
    least: str = ""
    most: str = ""
    step: str = "1"
    kind: str = "number"


class RulingForm(NamedTuple):
    """One decision. `key` makes its ids its own; `reason`: whether one is asked for."""

    key: str
    do: str
    button: str
    hidden: tuple[tuple[str, str], ...] = ()
    inputs: tuple[Input, ...] = ()
    note: str = ""
    danger: bool = False
    reason: bool = True


def of_table(page: Page, number: int, table: int) -> list[RulingForm]:
    """What may be decided about a table."""
    one = page.t.rounds[number - 1]
    found = one.table(table)
    if found is None or page.t.status == state.CANCELLED:
        return []
    key, hidden = f"{number}_{table}", (("round", str(number)), ("table", str(table)))
    sides = [" + ".join(page.names[entry] for entry in side) for side in found.sides]
    note = _("All is final: it stands once a second officer agrees, or if nobody objects for three days.")
    told = note if page.t.status == state.FINAL else ""
    forms = (_score(key, hidden, sides, found, told), _assign(key, hidden, page, found, told))
    return [*_while_on(page, one, found, key, hidden), _forfeit(key, hidden, sides, told), *forms]


def _while_on(page: Page, one: state.Round, table: state.Table, key: str, hidden: Any) -> list[RulingForm]:
    """What may be decided while the round is being played, by whose it is."""
    now = timezone.now()
    if page.t.status != state.RUNNING or not one.open or one.ends(table) <= now:
        return []
    if table.over:
        note = _("It is played anew from the first deal, in the time that the round still has.")
        lifted = RulingForm(f"l{key}", "lift", _("Take the forfeit back"), hidden, note=note)
        return [lifted] if table.status == state.FORFEITED else []
    if not page.seen.may(RUNS):
        return []
    until = Input("until", _("More time, until"), tuple(longer(one.ends(table))))
    note = _("The next round waits for it.")
    forms = [RulingForm(f"x{key}", "extend_table", _("Give this table more time"), hidden, (until,), note)]
    if adjourning.may_be_put_off(page.t, one, table, now):
        note = _("It stands still until then, no clock runs, and it goes on by itself. The next round does not wait.")
        at = (adjourned_until(page, one, table),)
        forms.append(RulingForm(f"j{key}", "adjourn", _("Put this table off"), hidden, at, note))
    return forms


def adjourned_until(page: Page, one: state.Round, table: state.Table) -> Input:
    """Until when a table may be put off, as a field in the zone of who looks."""
    now = timezone.now()
    most = timezone.localtime(adjourning.latest(page.t, one, table, now)).strftime(WALL)
    least = timezone.localtime(now).strftime(WALL)
    label = _("It goes on at (%(zone)s)") % {"zone": timezone.get_current_timezone_name()}
    return Input("until", label, (), "", least, most, "60", "datetime-local")


def longer(ends: datetime) -> list[tuple[str, str]]:
    """Until when something may be longer that ends then, or has ended."""
    ends = max(ends, timezone.now())
    told = ((timestamp(ends + timedelta(hours=hours)), clock_words.duration(hours * 3600)) for hours in LONGER)
    return [(at, _("%(time)s longer") % {"time": time}) for at, time in told]


def of_round(page: Page) -> list[RulingForm]:
    """When else the round may end, now or later; and whether it may be paired anew."""
    one = page.t.round
    if one is None or page.t.status != state.RUNNING or one.status not in (state.PUBLISHED, state.PLAYING, state.GRACE):
        return []
    hidden = (("round", str(one.number)),)
    again = _("What was paired is not played: games that are on end. Only as long as no deal is complete.")
    anew = RulingForm("again", "re_pair", _("Pair the round anew"), hidden, note=again, danger=True)
    forms = [] if FORMATS[page.t.rules["pairing"]["format"]].FIXED else [anew]
    if not one.open:
        return forms
    until = Input("until", _("More time, until"), tuple(longer(one.times.soft_at)))
    policies = tuple(_policy(page, table) for table in one.tables if not table.over)
    note = _("What becomes of the tables that are being played is chosen for each; their games end.")
    return [
        RulingForm("extend", "extend", _("Give more time"), hidden, (until,)),
        RulingForm("close", "close_round", _("End the round now"), hidden, policies, note, danger=True),
        *forms,
    ]


def _policy(page: Page, table: state.Table) -> Input:
    name = " – ".join(" + ".join(page.names[entry] for entry in side) for side in table.sides)
    every = (one for one in deadlines.POLICIES if len(table.sides) == 2 or one not in deadlines.LOSERS)
    label = _("Table %(table)s, %(pairs)s") % {"table": table.number, "pairs": name}
    return Input(f"policy-{table.number}", label, tuple((one, str(words.POLICIES[one])) for one in every))


def _forfeit(key: str, hidden: Any, sides: list[str], note: str) -> RulingForm:
    who = ((str(side), name) for side, name in enumerate(sides))
    every = (",".join(str(side) for side in range(len(sides))), _("both") if len(sides) == 2 else _("all of them"))
    losers = Input("losers", _("Who forfeits"), (*who, every))
    return RulingForm(f"f{key}", "forfeit", _("Forfeit"), hidden, (losers,), note, danger=True)


def _score(key: str, hidden: Any, sides: list[str], table: state.Table, note: str) -> RulingForm:
    totals = table.totals or (0,) * len(sides)
    inputs = (
        Input("totals", _("Game points of %(pair)s") % {"pair": name}, (), str(total), "-100000", "100000")
        for name, total in zip(sides, totals, strict=True)
    )
    return RulingForm(f"s{key}", "score", _("Set the score"), hidden, tuple(inputs), note)


def _assign(key: str, hidden: Any, page: Page, table: state.Table, note: str) -> RulingForm:
    inputs: list[Input] = []
    scale = (("1", _("half: a draw")), ("2", _("1: a win")), ("0", _("0: lost")))
    for entry in table.entries:
        name = {"pair": page.names[entry]}
        if len(table.sides) == 2:
            inputs.append(Input(f"points-{entry}", _("Points of %(pair)s") % name, scale))
        else:
            most = 2 * (len(table.sides) - 1)
            inputs.append(Input(f"points-{entry}", _("Half points of %(pair)s") % name, (), "0", "0", str(most)))
        inputs.append(Input(f"vp-{entry}", _("VP of %(pair)s") % name, (), words.value("vp", 1000), "0", "20", "0.01"))
    return RulingForm(f"a{key}", "assign", _("Give points instead of a score"), hidden, tuple(inputs), note)


def of_own(page: Page) -> list[RulingForm]:
    """The rounds that who looks may say they cannot play, or can after all."""
    own, t = page.own, page.t
    if own is None or t.status not in (state.OPEN, state.RUNNING) or FORMATS[t.rules["pairing"]["format"]].FIXED:
        return []
    least, most = max(next_untold(t), own.first), len(t.times) or t.rules["pairing"]["rounds"] or MOST_ASKED
    free = tuple((str(one), str(one)) for one in range(least, most + 1) if one not in own.away)
    told = tuple((str(one), str(one)) for one in own.away if one >= least)
    note = _("The first round that you rest counts as a draw, any other as nothing.")
    forms = []
    if free:
        rounds = (Input("round", _("Round"), free),)
        forms.append(RulingForm("rest", "rest", _("We cannot play it"), (), rounds, note, reason=False))
    if told:
        rounds = (Input("round", _("Round"), told),)
        forms.append(RulingForm("unrest", "unrest", _("We can play it after all"), (), rounds, reason=False))
    return forms


def of_entry(page: Page, entry: str) -> list[RulingForm]:
    """What may be decided about a pair."""
    found = page.t.entry(entry)
    if found is None or not found.active or found.seed is None or page.t.status == state.CANCELLED:
        return []
    hidden = (("entry", entry),)
    points = (
        Input("match_points", _("Half match points"), (), "1", "0", "100"),
        Input("vp", _("VP, in hundredths"), (), "0", "0", "10000"),
    )
    return [
        RulingForm(f"p{entry}", "penalize", _("Take points"), hidden, points),
        RulingForm(
            f"d{entry}",
            "disqualify",
            _("Disqualify"),
            hidden,
            note=_("Below all who finish, whatever was played. What they have still to play is lost."),
            danger=True,
        ),
        *_substitute(page, found),
    ]


def _substitute(page: Page, entry: state.Entry) -> list[RulingForm]:
    """Who of those who stand in may play for whom, as long as rounds are to come."""
    standing = page.seen.standing
    if standing is None or not standing.may(STAND_INS) or page.t.status not in (state.RUNNING, state.PAUSED):
        return []
    ready = {one.user.username for one in clubs.stand_ins(standing) if str(one.user_id) not in page.t.taken}
    people = people_by_id((*entry.persons, *entry.ready))
    ready |= {people.pop(one).name for one in entry.ready}
    if not ready:
        return []
    inputs = (
        Input("leaves", _("Who plays no more"), tuple((one.name, one.name) for one in people.values())),
        Input("comes", _("Who plays from the next round on"), tuple((one, one) for one in sorted(ready))),
    )
    note = _("It ranks at the end if those who entered have played at least half. Whoever may come stands in.")
    return [RulingForm(f"z{entry.id}", "substitute", _("Let another play"), (("entry", entry.id),), inputs, note)]


class Waiting(NamedTuple):
    """A correction that waits: what it does, until when somebody may object, and what may be said to it."""

    number: int
    what: str
    why: str
    until: Any
    objected: bool
    forms: list[RulingForm]


def waiting(page: Page, officer: bool) -> list[Waiting]:
    """The corrections that do not stand yet."""
    if page.t.status == state.CANCELLED or not page.t.corrections:
        return []
    me = str(page.user.id) if page.user else ""
    why = {row["version"]: row["reason"] or "" for row in serializers.rows(page.seen, selectors.rows(page.seen))}
    plays = any(me in entry.persons for entry in page.t.entries)
    return [
        Waiting(
            one.version,
            words.ruling(one.ruling, page.names),
            why.get(one.version, ""),
            one.until,
            one.objected,
            _said(one, me, officer, plays),
        )
        for one in page.t.corrections
    ]


def _said(one: state.Correction, me: str, officer: bool, plays: bool) -> list[RulingForm]:
    hidden = (("correction", str(one.version)),)
    forms: list[RulingForm] = []
    if officer and one.by != me:
        forms.append(RulingForm(f"y{one.version}", "agree", _("Agree: it stands"), hidden, reason=False))
    if officer:
        forms.append(RulingForm(f"n{one.version}", "drop", _("Drop it"), hidden, danger=True))
    if plays and one.by != me and not one.objected:
        forms.append(RulingForm(f"o{one.version}", "object", _("Object"), hidden))
    return forms
