"""The matrix of roles: cell by cell, and as README.md shows it."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.clubs import announcements, invitations, selectors, services
from accounts.clubs.models import Announcement, Joining, Membership, Role
from accounts.clubs.permissions import MATRIX, STRANGER
from accounts.models import User
from accounts.safety import selectors as reports
from accounts.safety import services as safety
from config.kernel.errors import ProblemError
from engine.errors import Refused
from games import rulesets
from games import selectors as tables
from tests.accounts.clubs.cast import BELONGING, Cast
from tests.accounts.safety.reporting import decide, report
from tests.games import playing
from tests.games.playing import new_table
from tests.games.positions import put
from tournaments import commands
from tournaments import selectors as events
from tournaments import services as running

pytestmark = pytest.mark.django_db

EVENT = {"name": "Cup", "format": "swiss", "starts": datetime(2036, 1, 1, 19)}
COLUMNS = (*BELONGING, STRANGER)


def look(act: str) -> Callable[[Cast, User], object]:
    return lambda cast, user: selectors.look(user, act, id=cast.club.id)


# What is tried of each act: a whole service, not the matrix itself.
TRIES: dict[str, Callable[[Cast, User], object]] = {
    "see the club": look("see the club"),
    "join or ask to": lambda cast, user: services.join(user, cast.club.id),
    "leave": lambda cast, user: services.leave(user, cast.club.id),
    "read announcements": lambda cast, user: selectors.announcements(selectors.look(user, id=cast.club.id)),
    "choose for oneself": lambda cast, user: services.choose(user, cast.club.id, listed=False),
    "see tables": lambda cast, user: tables.games(user.id, None, False, None, cast.club.id),
    "make a table": lambda cast, user: new_table(user, ["me", *["open"] * 3], club=str(cast.club.id)),
    "stand in": lambda cast, user: services.choose(user, cast.club.id, stands_in=True),
    "see who stands in": lambda cast, user: selectors.stand_ins(selectors.look(user, id=cast.club.id)),
    "see the directory": lambda cast, user: selectors.members(selectors.look(user, id=cast.club.id)),
    "see who is not listed": lambda cast, user: unlisted(cast, user),
    "see the log": lambda cast, user: selectors.changes(selectors.look(user, id=cast.club.id)),
    "report an announcement": lambda cast, user: report_an_announcement(cast, user),
    "report a person": lambda cast, user: safety.report_in_club(
        user, cast.club.id, safety.Told("name"), "", announcement=None, person=cast.target.id
    ),
    "see reports": lambda cast, user: reports.of_club(selectors.look(user, id=cast.club.id)),
    "decide reports": lambda cast, user: decide(user, report(cast.asker, cast.target, cast.club.id)),
    "decide appeals": lambda cast, user: closed(cast, user),
    "see events": lambda cast, user: events.of_club(selectors.look(user, id=cast.club.id)),
    "enter an event": lambda cast, user: running.enter(user, an_event(cast), [cast.target.username], timezone.now()),
    "run events": lambda cast, user: running.draft(user, cast.club.id, EVENT, timezone.now()),
    "rule in events": lambda cast, user: rule_in_an_event(cast, user),
    "act for a member": lambda cast, user: act_for_a_member(cast, user),
    "keep house rules": lambda cast, user: rulesets.save(user, cast.club.id, name="Ours", ruleset="classic"),
    "announce": lambda cast, user: announcements.announce(user, cast.club.id, title="Sunday", text="At five.", base=""),
    "change the club": lambda cast, user: services.change_club(user, cast.club.id, about="Cards."),
    "invite": lambda cast, user: invitations.invite(user, cast.club.id, kind="link", base=""),
    "answer requests": lambda cast, user: services.admit(user, cast.club.id, cast.asker.id),
    "make member or guest": lambda cast, user: services.set_role(user, cast.club.id, cast.target.id, "guest"),
    "remove": lambda cast, user: services.remove(user, cast.club.id, cast.target.id),
    "ban": lambda cast, user: services.ban(user, cast.club.id, cast.target.id),
    "appoint": lambda cast, user: services.set_role(user, cast.club.id, cast.target.id, "arbiter"),
    "hand over": lambda cast, user: services.hand_over(user, cast.club.id, cast.target.id),
    "close": lambda cast, user: services.close_club(user, cast.club.id),
}


def report_an_announcement(cast: Cast, user: User) -> None:
    """Something that everybody of the club may read."""
    one, _ = announcements.announce(cast["owner"], cast.club.id, title="Sunday", text="At five.", base="")
    Announcement.objects.filter(id=one.id).update(author=cast.target)
    of = {"announcement": one.id, "person": None}
    safety.report_in_club(user, cast.club.id, safety.Told("spam"), "", **of)


def an_event(cast: Cast) -> UUID:
    """An event of the club that is published."""
    id_, _ = running.draft(cast["owner"], cast.club.id, EVENT, timezone.now())
    running.publish(cast["owner"], id_, timezone.now())
    return id_


def rule_in_an_event(cast: Cast, user: User) -> None:
    """Whose it is to take points is told apart before it is seen that nobody plays yet."""
    try:
        running.decide(user, an_event(cast), commands.Penalize("1", "Late.", 1), timezone.now())
    except ProblemError as refused:
        if refused.code != "not_now":
            raise


def closed(cast: Cast, user: User) -> None:
    """An appeal against the first decision of somebody else; no owner who could decide it but `user` has no part."""
    other_owners = Membership.objects.filter(club=cast.club, role=Role.OWNER, state="member").exclude(user=user)
    reporter = next((one.user for one in other_owners if one.user != cast["owner"]), cast.asker)
    first = cast["arbiter"] if user == cast["owner"] else cast["owner"]
    one = decide(first, report(reporter, cast.target, cast.club.id))
    safety.appeal(cast.target, one.id, "It was a joke.")
    safety.decide_appeal(user, cast.club.id, one.id, upheld=True, text="So be it.")


def act_for_a_member(cast: Cast, user: User) -> None:
    """At a private table, which is not there for whoever does not see the club's."""
    game_id = new_table(cast.target, ["me", "bot:random"], club=str(cast.club.id), visibility="private")
    put(game_id, {"turn": {"seat": 0, "phase": "play"}, "seats": [{"hand": "4H KD"}, {}], "teams": [{}, {}]})
    try:
        playing.act(user, game_id, {"do": "discard", "card": "KD"}, for_seat=0)
    except Refused as refused:
        selectors.look(user, id=cast.club.id)
        raise ProblemError("not_allowed") from refused


def unlisted(cast: Cast, user: User) -> None:
    """Refused here means: not shown."""
    Membership.objects.filter(club=cast.club, user=cast.target).update(listed=False)
    seen = selectors.members(selectors.look(user, id=cast.club.id))
    if not seen.filter(user=cast.target).exists():
        raise ProblemError("not_allowed")


def answer(do: Callable[[], object]) -> str:
    """How an attempt ends, whose traces are wiped away: `done`, or the code of the refusal."""
    with transaction.atomic():
        try:
            do()
            ended = "done"
        except ProblemError as refused:
            ended = refused.code
        transaction.set_rollback(True)
    return ended


@pytest.mark.parametrize("act", MATRIX)
def test_each_act_is_done_by_whom_the_matrix_lets_and_refused_to_everybody_else(act: str) -> None:
    cast = Cast()
    cast.put(User.objects.create_user("second"), Role.OWNER)  # so that an owner may leave
    told = {who: answer(lambda who=who: TRIES[act](cast, cast[who])) for who in COLUMNS}
    assert told == {who: "done" if who in MATRIX[act] else "not_allowed" for who in COLUMNS}


@pytest.mark.parametrize("act", MATRIX)
@pytest.mark.parametrize(("joining", "who"), [("open", "banned"), ("invitation", "banned"), ("invitation", "stranger")])
def test_to_whom_a_club_is_hidden_it_is_not_there_whatever_they_try(act: str, joining: str, who: str) -> None:
    cast = Cast(joining)
    with pytest.raises(ProblemError) as refused:
        TRIES[act](cast, cast[who])
    assert refused.value.code == "not_found"


@pytest.mark.parametrize("actor", BELONGING)
@pytest.mark.parametrize("target", BELONGING)
def test_officers_are_the_owners_to_appoint_and_dismiss_and_nobody_dismisses_an_owner(actor: str, target: str) -> None:
    cast, other = Cast(), User.objects.create_user("other")
    cast.put(other, target)
    desk = actor in ("owner", "organizer")
    may_dismiss = target != "owner" and (actor == "owner" or (desk and target in ("member", "guest")))
    for act in ("remove", "ban"):
        told = answer(lambda act=act: getattr(services, act)(cast[actor], cast.club.id, other.id))
        assert told == ("done" if may_dismiss else "not_allowed"), act
    for role in Role.values:
        told = answer(lambda role=role: services.set_role(cast[actor], cast.club.id, other.id, role))
        nothing_asked = desk and role == target
        may_give = may_dismiss and (actor == "owner" or role in ("member", "guest"))
        assert told == ("done" if nothing_asked or may_give else "not_allowed"), role


@pytest.mark.parametrize("own", Role.values)
def test_one_s_own_rank_can_be_given_up_and_never_raised(own: str) -> None:
    cast, one = Cast(), User.objects.create_user("one")
    cast.put(one, own)
    told = [answer(lambda role=role: services.set_role(one, cast.club.id, one.id, role)) for role in Role.values]
    rank = Role.values.index(own)
    assert told == ["not_allowed"] * rank + ["done"] * (len(told) - rank)


def test_a_request_does_not_make_anybody_more_than_a_stranger() -> None:
    cast = Cast(Joining.REQUEST)
    told = {act: answer(lambda act=act: TRIES[act](cast, cast.asker)) for act in MATRIX}
    assert told == {act: "done" if STRANGER in allowed else "not_allowed" for act, allowed in MATRIX.items()}


@pytest.mark.pure
def test_the_readme_shows_the_matrix_as_it_is() -> None:
    text = (Path(services.__file__).parent / "README.md").read_text()
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in text.splitlines() if line[:1] == "|"]
    head = next(row for row in rows if row[1:] == list(COLUMNS))
    start = rows.index(head) + 2
    told = {
        row[0]: {who for who, cell in zip(COLUMNS, row[1:], strict=True) if cell == "yes"}
        for row in rows[start : start + len(MATRIX)]
    }
    assert told == {act: {str(one) for one in allowed} for act, allowed in MATRIX.items()}
