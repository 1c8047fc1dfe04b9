"""Sessions in the database; what can be no key of ours is not looked up, for PostgreSQL fails at some texts (NUL)."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Django's own; its keys are letters and digits."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and len(key) >= 8 and key.isascii() and key.isalnum())
