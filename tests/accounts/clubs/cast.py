"""The fixed cast of every test about who may do what, and a club for them."""

from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.clubs import services
from accounts.clubs.models import Club, Joining, Membership, Role
from accounts.models import User
from accounts.services import create_token

BELONGING = ("owner", "organizer", "arbiter", "member", "guest")
CAST = (*BELONGING, "stranger", "banned", "anonymous")
State = Membership.State


class Cast:
    """A club with one of each, and people whom things are done to: `target` is a member, `asker` asks to be."""

    def __init__(self, joining: str = Joining.OPEN, name: str = "Tuesday Cards") -> None:
        self.people = {
            name: User.objects.create_user(name, email=f"{name}@example.org", email_confirmed_at=timezone.now())
            for name in CAST[:-1]
        }
        self.club, _ = services.create_club(self.people["owner"], name=name, joining=joining)
        for role in BELONGING[1:]:
            self.put(self.people[role], role)
        self.put(self.people["banned"], state=State.BANNED)
        self.target, self.asker, self.outcast = (
            User.objects.create_user(name) for name in ("target", "asker", "outcast")
        )
        self.put(self.target)
        self.put(self.asker, state=State.ASKED)
        self.put(self.outcast, state=State.BANNED)

    def put(self, user: User, role: str = Role.MEMBER, state: str = State.MEMBER) -> Membership:
        """Somebody into the club, without asking anybody."""
        return Membership.objects.create(club=self.club, user=user, role=role, state=state)

    def user(self, who: str) -> User | None:
        """One of the cast; None for nobody known."""
        return self.people.get(who)

    def __getitem__(self, who: str) -> User:
        return self.people[who]

    def browser(self, who: str) -> Client:
        """A browser in which one of the cast is signed in."""
        client = Client(raise_request_exception=False)
        if user := self.user(who):
            client.force_login(user, backend="accounts.backends.PasswordBackend")
        return client

    def program(self, who: str) -> Client:
        """A program of one of the cast."""
        user = self.user(who)
        headers = {"Authorization": f"Bearer {create_token(user)}"} if user else {}
        return Client(headers=headers, raise_request_exception=False)


def role_of(club: Club, user: User) -> str | None:
    """What somebody is in a club: a role, or a state."""
    found = Membership.objects.filter(club=club, user=user).first()
    return None if found is None else found.role if found.state == State.MEMBER else found.state


def owners(club: Club) -> int:
    """How many own it."""
    return Membership.objects.filter(club=club, state=State.MEMBER, role=Role.OWNER).count()


def send(client: Client, method: str, path: str, body: Any = None) -> Any:
    """A request with a JSON body."""
    more = {} if body is None else {"data": body, "content_type": "application/json"}
    return getattr(client, method.lower())(path, **more)
