"""Changing club nights: a series, this night, this and all later ones, no more of them. Each is a row of a stream."""

from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.clubs import selectors as clubs
from accounts.models import User
from config.kernel import rates
from config.kernel.errors import ProblemError
from tournaments import commands, drafting, schedule, state
from tournaments.command_handler import Order, handle, hold
from tournaments.nights import making, store
from tournaments.nights import plan as plans
from tournaments.nights.models import Series
from tournaments.nights.plan import Plan
from tournaments.services import RUNS, person

NIGHTS = ("rule", "ends", "publish_days")
"""What is chosen of a series beside what is chosen of an event."""
NOT_HELD = "not_held"
"""Why an event is called off that was a night which is not held."""


def make(
    user: User, club_id: UUID, chosen: dict[str, Any], at: datetime, external_id: str | None = None
) -> tuple[UUID, bool]:
    """A series of club nights; what is near becomes events at once. Returns its id and whether it is new."""
    _slowly(user)
    clubs.look(user, RUNS, id=club_id)
    same = Series.objects.filter(club=club_id, external_id=external_id).values_list("id", flat=True)
    if external_id is not None and (earlier := same.first()):
        return earlier, False
    plan = _plan(club_id, chosen, chosen)
    with transaction.atomic():
        one = Series(id=uuid4(), club=club_id, external_id=external_id, created_at=at, due_at=at)
        if external_id is not None:  # waits for a creation of the same id that is under way, then finds it
            Series.objects.bulk_create([one], ignore_conflicts=True)
            kept = same.get()
            if kept != one.id:
                return kept, False
            one._state.adding = False
        else:
            one.save(force_insert=True)
        plan = store.write(one, None, [("created", plans.created(plan))], at, person(user))
        making.look_ahead(one, plan, at)
    return one.id, True


def move(user: User, id_: UUID, day: date, starts: datetime, reason: str, at: datetime) -> None:
    """This night, and no other, at another time. Who has entered is told why."""
    with transaction.atomic():
        one, plan = _lock(user, id_)
        event = _night(plan, day)
        if making.closes(plan, schedule.moment(starts, plan.series.zone).at) <= at:
            raise ProblemError("too_late")
        if event is not None and event[1].status == state.DRAFT:
            changed = commands.ChangeRules(drafting.begun_at(event[1].rules, starts))
            handle(Order(event[0], changed, at, person(user)))
        elif event is not None:
            handle(Order(event[0], commands.Reschedule(starts, _needed(reason)), at, person(user)))
        wall = {"day": day.isoformat(), "starts": starts.isoformat(timespec="minutes")}
        plan = store.write(one, plan, [("moved", wall)], at, person(user))
        making.look_ahead(one, plan, at)


def skip(user: User, id_: UUID, day: date, reason: str, at: datetime) -> None:
    """This night, and no other, not at all."""
    with transaction.atomic():
        one, plan = _lock(user, id_)
        event = _night(plan, day)
        if event is not None and event[1].status not in state.OVER:
            told = reason if event[1].starts_at is None else _needed(reason)
            handle(Order(event[0], commands.Cancel(told, NOT_HELD), at, person(user)))
        store.write(one, plan, [("called_off", {"day": day.isoformat()})], at, person(user))


def end(user: User, id_: UUID, day: date, at: datetime) -> None:
    """No night on this day or later. What is published stands: it is called off night by night."""
    with transaction.atomic():
        one, plan = _lock(user, id_)
        _must_come(plan, day, at)
        _drop_drafts(user, plan, day, at)
        plan = store.write(one, plan, [("ended", {"day": day.isoformat()})], at, person(user))
        making.look_ahead(one, plan, at)


def change_from(user: User, id_: UUID, day: date, chosen: dict[str, Any], reason: str, at: datetime) -> UUID:
    """This night and all later ones otherwise: the series ends, and another begins. Returns the other.

    Drafts are made anew. A night that is published stays as its rules are; if the new series has one on its day, it is
    that night, and begins when the new one does.
    """
    with transaction.atomic():
        one, plan = _lock(user, id_)
        _must_come(plan, day, at)
        _night(plan, day)
        usual = {"name": plan.name, "zone": plan.series.zone}
        chosen = usual | {"starts": datetime.combine(day, plan.series.starts.time())} | chosen
        new = _plan(one.club, drafting.over(plan.rules, chosen), _chosen(plan) | chosen)
        if new.series.starts.date() < day:
            sentence = _("The first of the later nights cannot be before this one.")
            raise ProblemError("malformed", detail=sentence, fields={"starts": [sentence]})
        _drop_drafts(user, plan, day, at)
        handed = _handed(user, plan, new, day, reason, at)
        follower = Series(id=uuid4(), club=one.club, created_at=at, due_at=at)
        follower.save(force_insert=True)
        told = {"day": day.isoformat(), "followed_by": str(follower.id), "handed": sorted(handed.values())}
        making.look_ahead(one, store.write(one, plan, [("ended", told)], at, person(user)), at)
        new = new._replace(follows=str(one.id), events=handed)
        new = store.write(follower, None, [("created", plans.created(new))], at, person(user))
        making.look_ahead(follower, new, at)
    return follower.id


def act(user: User, id_: UUID, asked: dict[str, Any], at: datetime) -> None:
    """What `asking.NightChange` asks for."""
    match asked["do"]:
        case "move":
            move(user, id_, asked["day"], asked["starts"], asked.get("reason", ""), at)
        case "skip":
            skip(user, id_, asked["day"], asked.get("reason", ""), at)
        case "end":
            end(user, id_, asked["day"], at)


def _slowly(user: User) -> None:
    if wait := rates.spend("events by person", str(user.id)):
        raise ProblemError("rate_limited", retry_after=wait)


def _lock(user: User, id_: UUID) -> tuple[Series, Plan]:
    """A series that is theirs to change."""
    _slowly(user)
    one, plan = store.lock(id_)
    clubs.look(user, RUNS, id=one.club)
    return one, plan


def _plan(club_id: UUID, chosen: dict[str, Any], nights: dict[str, Any]) -> Plan:
    """A series out of what was chosen. Raises ProblemError, and Refused for rules or a clock that cannot stand."""
    rules = drafting.document(club_id, {name: value for name, value in chosen.items() if name not in NIGHTS})
    starts = datetime.fromisoformat(rules["starts"])
    try:
        series = schedule.Series(nights["rule"], starts, rules["zone"], nights.get("ends"))
    except ValueError as error:
        sentence = _("No night follows this rule.")
        raise ProblemError("malformed", detail=sentence, fields={"rule": [sentence]}) from error
    if series.ends is not None and series.ends <= starts.date():
        sentence = _("It ends before its first night.")
        raise ProblemError("malformed", detail=sentence, fields={"ends": [sentence]})
    return Plan(str(club_id), rules, series, nights.get("publish_days"))


def _chosen(plan: Plan) -> dict[str, Any]:
    return {"rule": plan.series.rule, "ends": plan.series.ends, "publish_days": plan.publish_days}


def _night(plan: Plan, day: date) -> tuple[UUID, state.Tournament] | None:
    """A night of the series by its day: the event that it is, locked, if it is one already. One that was published
    stands when the series has ended before it. Raises ProblemError `not_found`."""
    event = _event(plan, day)
    if schedule.on(plan.series, day) is None and (event is None or event[1].status in state.OVER):
        raise ProblemError("not_found")
    return event


def _must_come(plan: Plan, day: date, at: datetime) -> None:
    if day < making.today(plan, at):
        raise ProblemError("too_late")
    if not plan.series.goes_on(day):
        raise ProblemError("not_now", at="ended")


def _event(plan: Plan, day: date) -> tuple[UUID, state.Tournament] | None:
    """The event that a night is, locked."""
    if day not in plan.events:
        return None
    id_ = UUID(plan.events[day])
    return id_, hold([id_])[id_]


def _needed(reason: str) -> str:
    if not reason:
        sentence = _("It is published: whoever entered wants to know why.")
        raise ProblemError("malformed", detail=sentence, fields={"reason": [sentence]})
    return reason


def _drop_drafts(user: User, plan: Plan, since: date, at: datetime) -> None:
    """Nights that nobody has heard of are not held."""
    for id_, event in hold(UUID(event) for day, event in plan.events.items() if day >= since).items():
        if event.status == state.DRAFT:
            handle(Order(id_, commands.Cancel("", NOT_HELD), at, person(user)))


def _handed(user: User, plan: Plan, new: Plan, since: date, reason: str, at: datetime) -> dict[date, str]:
    """The nights that are published and are the new series' too; each begins when the new one says."""
    handed = {}
    for day in sorted(day for day in plan.events if day >= since):
        found = _event(plan, day)
        night = schedule.on(new.series, day)
        if found is None or night is None or found[1].starts_at is None or found[1].status == state.CANCELLED:
            continue
        id_, event = found
        if event.status == state.OPEN and event.starts_at != night.begins.at and event.rules["zone"] == new.series.zone:
            handle(Order(id_, commands.Reschedule(night.begins.wall, _needed(reason)), at, person(user)))
        handed[day] = str(id_)
    return handed
