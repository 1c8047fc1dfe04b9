"""What the site is told by variables; a secret may lie in a file whose path the variable NAME_FILE holds."""

from collections.abc import Mapping
from pathlib import Path

SECRETS = ("SECRET_KEY", "DATABASE_URL", "DATABASE_PASSWORD", "REDIS_URL", "EMAIL_URL", "VAPID_PRIVATE_KEY")


class UnreadableFile(Exception):
    """A variable names a file that cannot be read."""


def with_files(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables with the secrets that lie in files. Raises UnreadableFile."""
    read = dict(environment)
    for name in SECRETS:
        if path := environment.get(f"{name}_FILE"):
            try:
                read[name] = Path(path).read_text().strip()
            except (OSError, UnicodeDecodeError) as error:
                why = error.strerror if isinstance(error, OSError) else "it is no text"
                raise UnreadableFile(f"{name}_FILE names {path}, which cannot be read: {why}.") from error
    return read
