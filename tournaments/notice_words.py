"""What events tell people, in words. Names and places are looked up when it is shown."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notices.kinds import Kind, Line, register
from accounts.notices.models import Mode, Notice
from accounts.preferences import moment
from accounts.selectors import people_by_id
from games.models import Game
from tournaments import coming, command_handler, notices, reminding, reserves, state, words
from tournaments.models import Tournament


class Events:
    """The events' part of notices."""

    def still(self, told: Sequence[Notice]) -> Mapping[int, bool]:
        """Those whose question or round is still open. Whoever looks at an event's page marks them as seen at once."""
        events = _events(told)
        due = [one for one in told if one.kind == notices.REMINDER and one.about in events]
        reminded = reminding.still(due, events) if due else set()
        lasting = (one for one in told if one.about in events and _lasts(one, events))
        return {one.id: False for one in lasting if one.kind != notices.REMINDER or one.id in reminded}

    def lines(self, told: Sequence[Notice]) -> Mapping[int, Line]:
        """Each in words."""
        events = _events(told)
        return {one.id: _line(one, events[one.about]) for one in told if one.about in events}


def _events(told: Sequence[Notice]) -> dict[object, state.Tournament]:
    rows = Tournament.objects.filter(id__in={one.about for one in told}, version__gt=0)
    return {row.id: command_handler.load(row) for row in rows}


def _lasts(one: Notice, events: Mapping[object, state.Tournament]) -> bool:
    t = events[one.about]
    if one.kind == notices.ASKED:
        return (one.user_id, one.occasion) in set(notices.asked(t))
    if one.kind == notices.CORRECTION:
        return t.correction(one.occasion) is not None
    if one.kind in (coming.SOON, coming.CHECK_IN):
        entry = t.entry_of(str(one.user_id))
        here = one.kind == coming.CHECK_IN and entry is not None and entry.here
        return t.status == state.OPEN and one.occasion == coming.occasion(t) and entry is not None and not here
    if one.kind == notices.PAUSED:
        return Game.objects.filter(id=one.data["game"], status="paused").exists()
    if one.kind == notices.SEAT:
        return seat_waits(t, str(one.user_id), one.data["round"], one.data["table"])
    if one.kind == notices.ROUND:
        return t.round is not None and t.round.number == one.occasion and t.round.open
    if one.kind in (notices.SCORE, notices.DIFFER):
        waiting = notices.unconfirmed(t) if one.kind == notices.SCORE else notices.differing(t)
        return (one.user_id, one.occasion) in set(waiting)
    return True


def seat_waits(t: state.Tournament, person: str, number: int, table: int) -> bool:
    """Whether a seat at a table may still be taken by a reserve."""
    entry, current = t.reserve_of(person), t.round
    found = current.table(table) if current and current.open and current.number == number else None
    return entry is not None and found is not None and reserves.waits(t, entry, person, number, found)


def _ahead(one: Notice, t: state.Tournament, page: str) -> Line | None:
    """What is told of the start of an event."""
    told = {"event": t.rules["name"], "at": moment(t.starts_at) if t.starts_at else ""}
    if one.kind == coming.SOON:
        return Line(_("%(event)s begins soon") % told, _("It begins on %(at)s.") % told, page)
    if one.kind == coming.CHECK_IN:
        until = _("Please say until %(until)s that you are there; who has not is out.")
        return Line(_("Check in for %(event)s") % told, until % {"until": moment(one.until)} if one.until else "", page)
    if one.kind == notices.MOVED:
        at = {"at": moment(datetime.fromisoformat(one.data["starts_at"]))}
        return Line(_("%(event)s begins at another time") % told, _("It begins on %(at)s.") % at, page)
    if one.kind == notices.OFF:
        why = {"why": str(words.CALLED_OFF.get(str(one.data["cause"]), ""))}
        return Line(_("%(event)s is called off") % told, _("Why: %(why)s.") % why, page)
    return None


def _line(one: Notice, t: state.Tournament) -> Line:
    told = {"event": t.rules["name"], **one.data}
    page = reverse("event", args=[one.about])
    if (ahead := _ahead(one, t, page)) is not None:
        return ahead
    if one.kind == notices.ROUND:
        title = _("Round %(round)s of %(event)s has begun") % told
        return Line(title, _("You play at table %(table)s.") % told, page)
    if one.kind == notices.REMINDER:
        return _reminder(one, t, page)
    if one.kind in (notices.RULED, notices.CORRECTION):
        return _ruled(one, t, page)
    if one.kind == notices.PAUSED:
        title = _("Table %(table)s of %(event)s is paused") % told
        hours = t.rules.get("pause_hours")
        left = _("Each side may pause for %(hours)s hours in all.") % {"hours": hours} if hours else ""
        return Line(title, " ".join((_("All there have agreed. No deadline waits for it."), left)).strip(), page)
    if one.kind == notices.SEAT:
        title = _("A seat waits for you in %(event)s") % told
        return Line(title, _("Round %(round)s, table %(table)s: as their reserve you may take it now.") % told, page)
    if one.kind == notices.SCORE:
        page = reverse("event_scores", args=[one.about, one.data["round"], one.data["table"]])
        title = _("Is the score of your table right?") % told
        return Line(title, _("%(event)s, round %(round)s: the others have written it down.") % told, page)
    if one.kind == notices.DIFFER:
        title = _("Table %(table)s of %(event)s has two different scores") % told
        return Line(title, _("Please decide: its sides do not agree."), reverse("event_desk", args=[one.about]))
    if one.kind == notices.OVER:
        return Line(_("%(event)s is over") % told, _("You are number %(rank)s.") % told, page)
    entry = t.entry(str(one.occasion))
    if one.kind == notices.OUT:
        told["why"] = str(words.CAUSES.get(str(one.data["cause"]), ""))
        return Line(_("You do not play in %(event)s") % told, _("Why: %(why)s.") % told, page)
    people = [person for person in entry.agreed if person != str(one.user_id)] if entry else []
    others = people_by_id(people)
    told["who"] = " & ".join(known.name for known in others.values())
    if one.kind == notices.TOGETHER:
        return Line(
            _("You play in %(event)s with %(who)s") % told, _("All of you looked for others to play with."), page
        )
    if entry and str(one.user_id) in entry.reserves:
        title = _("%(who)s would have you as a reserve in %(event)s") % told
        return Line(title, _("If one of them does not come to a table, you may take the seat before others."), page)
    until = _("Please answer until %(until)s.") % {"until": moment(one.until)} if one.until else ""
    late = _("It has begun; you come in with the next round that is not told yet.")
    return Line(_("%(who)s asks you to play in %(event)s") % told, until or late, page)


WHY_REMINDED = {
    reminding.TURN: lazy("It is your turn there."),
    reminding.UNSEEN: lazy("You have not been there yet."),
    reminding.COPY: lazy("Somebody who plays with you there has been reminded."),
}


def _reminder(one: Notice, t: state.Tournament, page: str) -> Line:
    number = int(one.data["round"])
    told = {"event": t.rules["name"], **one.data}
    title = _("Table %(table)s in round %(round)s of %(event)s waits for you") % told
    if one.data["why"] == reminding.COPY:
        title = _("Table %(table)s in round %(round)s of %(event)s waits for your side") % told
    text = str(WHY_REMINDED[one.data["why"]])
    if number <= len(t.rounds):  # as it is now: it may have been moved
        until = moment(t.rounds[number - 1].times.soft_at)
        text += " " + _("The round is to be done by %(until)s.") % {"until": until}
    return Line(title, text, page)


def _ruled(one: Notice, t: state.Tournament, page: str) -> Line:
    told = {"event": t.rules["name"], "ruling": words.ruling(one.data["ruling"], _names(t))}
    if one.kind == notices.CORRECTION:
        told["until"] = moment(one.until) if one.until else ""
        text = _("%(ruling)s. It stands once a second officer agrees, or on %(until)s if nobody objects.") % told
        return Line(_("In %(event)s something is to be corrected") % told, text, page)
    return Line(_("A decision in %(event)s") % told, told["ruling"] + ".", page)


def _names(t: state.Tournament) -> dict[str, str]:
    """What the entries are called."""
    known = people_by_id({person for entry in t.entries for person in entry.persons})
    return {entry.id: " & ".join(known[person].name for person in entry.persons) for entry in t.entries}


def kinds() -> Iterable[Kind]:
    """The kinds of notices about events."""
    events = Events()
    return (
        Kind(notices.ASKED, lazy("Somebody asks you to play with them"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.TOGETHER, lazy("You play with somebody in an event"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.OUT, lazy("You do not play in an event"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(coming.SOON, lazy("Your event begins tomorrow"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(coming.CHECK_IN, lazy("You can check in for your event"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.MOVED, lazy("Your event begins at another time"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.OFF, lazy("Your event is called off"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.ROUND, lazy("A round of your event begins"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.REMINDER, lazy("A round of your event waits for you"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.SEAT, lazy("A seat waits for you as a reserve"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.RULED, lazy("An officer decides about you in an event"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(
            notices.CORRECTION,
            lazy("A result of an event that is over is to be corrected"),
            events,
            mail=Mode.EVERY,
            push=Mode.EVERY,
        ),
        Kind(notices.PAUSED, lazy("A table of an event is paused"), events, mail=Mode.DIGEST, push=Mode.EVERY),
        Kind(notices.SCORE, lazy("The others have written your score down"), events, mail=Mode.DIGEST, push=Mode.EVERY),
        Kind(notices.DIFFER, lazy("A table has two different scores"), events, mail=Mode.EVERY, push=Mode.EVERY),
        Kind(notices.OVER, lazy("Your event is over"), events, mail=Mode.DIGEST, push=Mode.EVERY),
    )


register(*kinds())
