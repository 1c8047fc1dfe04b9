"""The data folder: `var/` in the checkout, or DATA_DIR. Private, and used by one house at a time."""

import base64
import fcntl
import json
import os
import secrets
import time
from pathlib import Path
from typing import Any

from config.supervisor.errors import CannotStart

CHECKOUT = Path(__file__).resolve().parent.parent.parent
LONGEST_SOCKET_PATH = 107  # the kernel's limit, less the NUL
P_256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve of push services' keys: a private key is any number below it."""
LOG_KEPT = 5_000_000  # bytes; a longer log is put aside at the next start


class DataFolder:
    """The folder's rooms, and the two locks that keep houses apart.

    `lock` is held by the supervisor alone: a second one is refused at once. `run/children` is held by every process
    it starts, so after a crash the next house waits until nothing of the last one is left.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.sockets = self.path / "run"
        self.postgres = self.path / "pg"
        self.valkey = self.path / "valkey"
        self.logs = self.path / "log"
        self.locks: list[int] = []

    @classmethod
    def from_environment(cls) -> "DataFolder":
        """DATA_DIR, or `var/` in the checkout."""
        return cls(Path(os.environ.get("DATA_DIR") or CHECKOUT / "var"))

    def open(self) -> None:
        """Make what is missing, private to this user, and take the folder for this house."""
        if len(os.fsencode(self.sockets / ".s.PGSQL.5432")) > LONGEST_SOCKET_PATH:
            raise CannotStart(
                f"The path {self.sockets} is too long for a Unix socket ({LONGEST_SOCKET_PATH} bytes with the socket's"
                " name). Set DATA_DIR to a folder with a shorter path."
            )
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(self.path, os.W_OK | os.X_OK):
                self.path.chmod(0o700)
            for room in (self.sockets, self.valkey, self.logs):
                room.mkdir(mode=0o700, exist_ok=True)
        except PermissionError as error:
            raise CannotStart(
                f"{error.filename} cannot be written by this user. It may have been made by another one: start as that"
                " user, move the folder away, or set DATA_DIR to another one."
            ) from error
        if not self._lock(self.path / "lock"):
            raise CannotStart(
                f"A house is already running on {self.path}. Set DATA_DIR to start another one beside it."
            )
        self._wait_for_the_last_house()

    def _lock(self, path: Path) -> bool:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return False
        self.locks.append(handle)
        return True

    def _wait_for_the_last_house(self) -> None:
        end = time.monotonic() + 30
        while not self._lock(self.sockets / "children"):
            if time.monotonic() > end:
                raise CannotStart(f"Processes of an earlier run still use {self.path}; end them and start again.")
            time.sleep(0.1)

    @property
    def held_by_children(self) -> int:
        """The descriptor that every child keeps open as long as it lives."""
        return self.locks[1]

    def close(self) -> None:
        """Give the folder up."""
        (self.path / "house.json").unlink(missing_ok=True)
        while self.locks:
            os.close(self.locks.pop())

    def keys(self) -> None:
        """Make the site's keys once; config/settings.py reads them."""
        self._keep("secret_key", secrets.token_urlsafe(50))
        number = 1 + secrets.randbelow(P_256 - 1)
        self._keep("vapid_key", base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("="))

    def _keep(self, name: str, secret: str) -> None:
        path = self.path / name
        if not path.exists():
            new = path.with_suffix(".new")
            new.unlink(missing_ok=True)
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secret + "\n")
            new.rename(path)

    def log(self, name: str) -> Path:
        """The log of a process; a long one is put aside first."""
        path = self.logs / f"{name}.log"
        if path.exists() and path.stat().st_size > LOG_KEPT:
            path.replace(path.with_suffix(".log.1"))
        return path

    def say(self, facts: dict[str, Any]) -> None:
        """Write down for other programs what runs here: `house.json`."""
        new = self.path / "house.json.new"
        new.write_text(json.dumps(facts, indent=1) + "\n")
        new.replace(self.path / "house.json")


def tail(path: Path, lines: int = 15) -> str:
    """The last lines of a log, for a person."""
    try:
        return "\n".join(path.read_text(errors="replace").splitlines()[-lines:])
    except OSError:
        return ""
