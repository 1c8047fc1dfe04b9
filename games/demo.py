"""The demo: accounts that anybody may use and a table of bots to look at, only where nobody else can come in."""

from uuid import UUID

from accounts.services import make_demo_user
from games import due, requests, services
from games.models import Game

ACCOUNTS = ("alice", "bob", "carol", "dave")
PASSWORD = "demo-of-fairdeal"  # noqa: S105 it is printed for everybody; these accounts exist on loopback only
TABLE = {
    "ruleset": "classic",
    "players": 4,
    "teams": 2,
    "seats": ["bot:random"] * 4,
    "visibility": "public",
    "clock": "none",
}


def prepare() -> UUID:
    """Make what is missing of the demo. Returns the id of the table that is on."""
    users = [make_demo_user(name, PASSWORD) for name in ACCOUNTS]
    running = Game.objects.filter(demo=True, status="playing").order_by("-created_at").values_list("id", flat=True)
    found = running.first()
    if found is not None:
        return found
    game_id, _ = services.create_game(users[0].id, requests.game(TABLE), due.database_time(), demo=True)
    return game_id
