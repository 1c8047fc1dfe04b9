"""Servers that are thrown away: PostgreSQL and Valkey for one run of a program, in a folder of that run.

`python -m config.supervisor.apart MODULE …` runs a module on servers of its own, whatever servers the variables name,
and leaves nothing behind. The test suite uses the same two servers.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from config.supervisor.child import Child
from config.supervisor.errors import CannotStart
from config.supervisor.folder import CHECKOUT, DataFolder, tail
from config.supervisor.postgres import postgres
from config.supervisor.valkey import valkey

APART = "FAIRDEAL_APART"
"""Set for a program whose servers are thrown away: it may do with them what it likes."""

PATIENCE = 60.0  # seconds for both to be ready
GRACE = 10.0

# The data are thrown away: nobody need wait for the disk.
IN_A_HURRY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


class Servers:
    """The servers that no variable names, in a new folder. `stop` ends them and removes it."""

    def __init__(self, path: Path, environment: Mapping[str, str], options: tuple[str, ...] = IN_A_HURRY) -> None:
        remove_old_folders(path.parent)
        self.folder = DataFolder(path)
        self.environment = environment
        self.options = options
        self.children: list[Child] = []

    def start(self) -> None:
        """Start them, and wait until they answer. Raises CannotStart."""
        self.folder.open()
        questions = []
        if not self.environment.get("DATABASE_URL"):
            questions.append(postgres(self.folder, self.environment, lambda _: None, self.options))
        if not self.environment.get("REDIS_URL"):
            questions.append(valkey(self.folder, self.environment))
        for child, _ in questions:
            child.start()
            self.children.append(child)
        end = time.monotonic() + PATIENCE
        for child, ready in questions:
            while not ready():
                if child.ended() is not None or time.monotonic() > end:
                    raise CannotStart(f"{child.name} does not start:\n{tail(child.log)}")
                time.sleep(0.05)

    def stop(self) -> None:
        """End what was started, and remove the folder."""
        for child in self.children:
            child.ask_to_stop()
        end = time.monotonic() + GRACE
        while any(child.process is not None and child.ended() is None for child in self.children):
            if time.monotonic() > end:
                break
            time.sleep(0.05)
        for child in self.children:
            child.kill()
        self.children.clear()
        self.folder.close()
        shutil.rmtree(self.folder.path, ignore_errors=True)


def remove_old_folders(parent: Path) -> None:
    """Remove what runs that were killed have left: folders named by a process that is no more."""
    for folder in parent.glob("[0-9]*"):
        if folder.name.isdecimal() and not Path(f"/proc/{folder.name}").exists():
            shutil.rmtree(folder, ignore_errors=True)


def main(arguments: Sequence[str]) -> int:
    """Run a module on servers of its own; its exit code."""
    path = CHECKOUT / "var" / "apart" / str(os.getpid())
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    strange = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "EMAIL_URL", "PYTHONDONTWRITEBYTECODE")
    environment = {key: value for key, value in os.environ.items() if key not in strange and not key.startswith("PG")}
    environment |= {
        "DATA_DIR": str(path),
        "SECRET_KEY": "thrown away",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        APART: "1",
    }
    servers = Servers(path, environment)
    try:
        servers.start()
        return subprocess.run([sys.executable, "-m", *arguments], cwd=CHECKOUT, env=environment).returncode
    except CannotStart as reason:
        print(reason, file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        servers.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
