"""What a program may do with a token, and which scope each route of the API asks for: one table."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

READ, PLAY, CLUB, ORGANIZE = "read", "play", "club", "organize"

SCOPES: dict[str, str | Promise] = {
    READ: _("Read: look at whatever you may see"),
    PLAY: _("Play: open tables, sit down, act"),
    CLUB: _("Club: join and lead clubs"),
    ORGANIZE: _("Organize: events and what belongs to them"),
}
ALL = tuple(SCOPES)

PERSON = "person"
"""What no token has: these routes are for whoever has a session."""

# Looking needs `read` everywhere. Changing something needs the scope of the first part of the address after /api/.
TO_CHANGE = {
    "games": PLAY,
    "blocks": PLAY,
    "calendar": PLAY,
    "notices": PLAY,
    "ratings": PLAY,
    "clubs": CLUB,
    "reports": CLUB,
    "join": CLUB,
    "invitations": CLUB,
    "events": ORGANIZE,
    "tournaments": ORGANIZE,
    "series": ORGANIZE,
}


def needed(method: str, path: str) -> str:
    """The scope that a request asks for. What the table does not name is never a program's to change."""
    if method in ("GET", "HEAD", "OPTIONS"):
        return READ
    return TO_CHANGE.get(path.removeprefix("/api/").partition("/")[0], PERSON)
