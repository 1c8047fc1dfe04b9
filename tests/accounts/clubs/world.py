"""The two worlds in which every route is asked: an open club and a public table; a hidden club and a private table.

In both the club has a private table besides, at which its member sits.
"""

from copy import copy
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.clubs import announcements, codes, invitations, lists
from accounts.clubs.models import Joining, Kind
from accounts.models import Token, User
from accounts.selectors import token_digest
from accounts.services import create_token
from games import rulesets
from games.endings import end_table
from tests.accounts.clubs.cast import CAST, Cast
from tests.accounts.safety.reporting import reports_in
from tests.games.playing import new_table
from tournaments import services
from tournaments.leaderboards import reading
from tournaments.leaderboards import services as ratings
from tournaments.nights import services as nights

WORLDS = {"open": (Joining.OPEN, "public"), "hidden": (Joining.INVITATION, "private")}


class World:
    """A club with the cast, and a table: of the cast the member sits at it and the guest is asked to."""

    def __init__(self, kind: str) -> None:
        joining, visibility = WORLDS[kind]
        self.cast = Cast(joining)
        owner, club = self.cast["owner"], self.cast.club
        seats = ["me", f"user:{self.cast['guest'].username}", "bot:random", "bot:random"]
        told, _ = announcements.announce(owner, club.id, title="Sunday", text="At five.", base="")
        card, _ = invitations.invite(owner, club.id, kind=Kind.CARD, base="")
        sent, _ = lists.start(owner, club.id, text="ann@example.org", base="")
        reports = reports_in(self.cast)
        kept, _ = rulesets.save(owner, club.id, name="Ours", ruleset={"base": "classic", "draw": 1})
        self.names = reports | {
            "kept": kept.id,
            "club_id": club.id,
            "slug": club.slug,
            "target": self.cast.target.id,
            "asker": self.cast.asker.id,
            "outcast": self.cast.outcast.id,
            "own": self.cast["arbiter"].id,
            "told": told.id,
            "card": card.id,
            "list": sent.id,
            "token": Token.objects.get(digest=token_digest(create_token(owner))).pk,
            "code": codes.code_of(card.id, card.kind),
            "game_id": new_table(self.cast["member"], seats, visibility=visibility),
            "club_game": new_table(self.cast["member"], ["me", *["open"] * 3], visibility="private", club=str(club.id)),
        }
        self.names |= self._events() | self._ratings()
        self.browsers = {who: self.cast.browser(who) for who in CAST}

    def _events(self) -> dict[str, Any]:
        """A draft, and an event in which the member is asked to play by a partner."""
        chosen = {"name": "Cup", "format": "swiss", "starts": datetime(2036, 1, 1, 19)}
        made = [services.draft(self.cast["owner"], self.cast.club.id, chosen, timezone.now())[0] for _ in range(2)]
        services.publish(self.cast["owner"], made[1], timezone.now())
        partner = User.objects.create_user("partner")
        self.cast.put(partner)
        services.enter(partner, made[1], [self.cast["member"].username], timezone.now())
        weekly = chosen | {"starts": datetime(2036, 1, 3, 19), "rule": "FREQ=WEEKLY"}
        series, _ = nights.make(self.cast["owner"], self.cast.club.id, weekly, timezone.now())
        return {"draft": made[0], "event": made[1], "series": series}

    def _ratings(self) -> dict[str, Any]:
        """A season of the club, and a game of it that is over, at which nobody of the cast has sat."""
        told = {"name": "Autumn", "begins": date(2026, 9, 1), "ends": date(2026, 11, 30)}
        season, _ = ratings.make_season(self.cast["owner"], self.cast.club.id, **told)
        seats = ["me", "bot:random", "bot:random", "bot:random"]
        ended = new_table(self.cast.target, seats, visibility="private", club=str(self.cast.club.id))
        end_table(ended, "the test", timezone.now())
        reading.read()
        return {"season": season.id, "ended": ended}

    def path(self, template: str) -> str:
        """An address with what this world puts in its places."""
        return template.format(**self.names)

    def ask(self, who: str, method: str, template: str, body: Any) -> str:
        """What one of the cast is answered; whatever it changes is undone."""
        path = self.path(template)
        more: dict[str, Any] = {} if body is None else {"data": body}
        if body is not None and path.startswith("/api/"):
            more["content_type"] = "application/json"
        client = self.browsers[who]
        cookies = copy(client.cookies)
        with transaction.atomic():
            answer = getattr(client, method.lower())(path, **more)
            transaction.set_rollback(True)
        client.cookies = cookies
        if answer.status_code == 302 and answer.headers["Location"].startswith("/login"):
            return "login"
        return str(answer.status_code)
