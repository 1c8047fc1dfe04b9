"""What the tests about events do again and again: a club, pairs, time that passes, games that end."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Max

from accounts.clubs.models import Joining, Membership, Role
from accounts.clubs.services import create_club
from accounts.models import User
from accounts.notices.models import Notice
from engine import legal
from games import requests
from games import selectors as games
from games.models import Outcome
from games.services import act
from tournaments import commands, documents, selectors, services, state, sweeping
from tournaments.models import Table
from tournaments.rules import plain, rules_of
from tournaments.selectors import Seen

START = datetime(2126, 12, 1, 19, 0, tzinfo=UTC)
"""Later than any clock that games go by: what they do moves no event past the times of a test."""
BEFORE = START - timedelta(days=7)
CHOSEN: dict[str, Any] = {
    "name": "Tuesday pairs",
    "format": "round_robin",
    "pace": "live",
    "deals": 1,
    "zone": "UTC",
    "starts": datetime(2126, 12, 1, 19, 0),
    "clock": "none",
}


RULES: dict[str, Any] = {
    "name": "Tuesday pairs",
    "about": "",
    "pairing": state.plain(plain(rules_of({"format": "round_robin"}))),
    "deals": 1,
    "zone": "UTC",
    "starts": "2126-12-01T19:00",
    "entering_ends_minutes": 15,
    "check_in": False,
    "least_entries": 2,
    "most_entries": 100,
    "round_minutes": 180,
    "grace_minutes": 10,
    "period_minutes": 200,
    "early": True,
    "publish_minutes": 0,
    "protest_minutes": 1440,
}
"""A document, as far as what is decided needs it."""


class Evening:
    """A club with an organizer and so many entries, and an event of theirs that is published."""

    def __init__(self, entries: int, **chosen: Any) -> None:
        self.organizer = User.objects.create_user("organizer")
        self.club, _ = create_club(self.organizer, name="Tuesday Cards", joining=Joining.OPEN)
        self.id, _ = services.draft(self.organizer, self.club.id, CHOSEN | chosen, BEFORE)
        services.lead(self.organizer, self.id, commands.Publish(), BEFORE)
        self.pairs = [self.enter(number) for number in range(entries)]

    def member(self, name: str) -> User:
        """Somebody new of the club."""
        user = User.objects.create_user(name)
        Membership.objects.create(club=self.club, user=user, role=Role.MEMBER, state=Membership.State.MEMBER)
        return user

    def enter(self, number: int) -> tuple[User, ...]:
        """As many as play as one enter, all of them."""
        names = ("ann", "ben", "cleo")[: documents.persons(self.seen.state.rules)]
        first, *others = (self.member(f"{name}{number}") for name in names)
        services.enter(first, self.id, [one.username for one in others], BEFORE)
        entry = self.seen.state.entry_of(str(first.id))
        assert entry is not None
        for one in others:
            services.accept(one, self.id, entry.id, BEFORE)
        return first, *others

    @property
    def seen(self) -> Seen:
        """The event as it stands."""
        return selectors.look_as_the_house(self.id)

    @property
    def round(self) -> state.Round:
        """The latest round."""
        found = self.seen.state.round
        assert found is not None
        return found

    def at(self, moment: datetime) -> state.Tournament:
        """A sweep at this time. Returns what stands then."""
        sweeping.take_results()
        sweeping.advance(self.id, moment)
        return self.seen.state

    def play_out(self, seed: int = 1) -> None:
        """Every game of the event that is on is played to its end."""
        for game in Table.objects.filter(tournament_id=self.id, over=False).order_by("round", "number"):
            play_out(game.game, seed)


def end_games(id_: UUID, totals: tuple[int, ...]) -> None:
    """Every game of an event that is on ends like this, as the event learns of it; nothing is played."""
    for table in Table.objects.filter(tournament_id=id_, over=False).order_by("round", "number"):
        end_game(table.game, totals)


def end_game(game: UUID, totals: tuple[int, ...]) -> None:
    """A game has ended, as `outcomes` tells it."""
    number = (Outcome.objects.aggregate(last=Max("number"))["last"] or 0) + 1
    winners = [side for side, total in enumerate(totals) if total == max(totals)]
    told = {"totals": list(totals), "winners": winners, "status": "finished"}
    Outcome.objects.create(number=number, game_id=game, ended_at=datetime.now(UTC), **told)


def play_out(game_id: UUID, seed: int = 1) -> None:
    """A game that people play by chance to its end."""
    chance = Random(seed)
    while (now := games.look_as_the_house(game_id)).state.to_act:
        seat = now.state.to_act[0]
        holder = now.state.table.seats[seat].holder
        assert holder is not None
        body = {
            "action_id": str(uuid4()),
            "expected_version": now.version,
            "action": chance.choice(legal.actions(now.state.game, seat)),
        }
        act(UUID(holder.id), game_id, requests.action(body), now.state.marks.at)


def open_notices() -> set[tuple[str, str]]:
    """Of what people are told about events, and is not over: who, and what."""
    found = Notice.objects.filter(kind__startswith="event_", over_at=None)
    return set(found.values_list("user__username", "kind"))
