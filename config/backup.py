"""A site's data in one file, and back: what PostgreSQL's own pg_dump writes, in a zip beside a manifest.

The file can be opened without us: `unzip -p FILE database.sql | psql …`. It holds everything, secrets of deals that are
not over too, so nobody else may read it.
"""

import hashlib
import json
import os
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkstemp
from typing import IO, Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from psycopg import pq
from psycopg.conninfo import make_conninfo

from config.supervisor.binaries import client_program

FORMAT = 1
DATA, MANIFEST = "database.sql", "manifest.json"
PIECE = 1 << 20

RELATIONS = """
SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
"""


class CannotRestore(Exception):
    """Why, in a sentence. Nothing was restored."""


# --- There ----------------------------------------------------------------------------------------------------------


def write(path: Path) -> dict[str, Any]:
    """Write the whole database, as it is at one instant, into a new file. Returns the manifest."""
    handle, name = mkstemp(prefix=f"{path.name}.", suffix=".unfinished", dir=path.parent)  # nobody else may read it
    unfinished = Path(name)
    try:
        with open(handle, "w+b") as file:
            manifest = _write(file)
            file.flush()
            os.fsync(file.fileno())
        os.link(unfinished, path)  # never over another file
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _write(file: IO[bytes]) -> dict[str, Any]:
    hashed, length = hashlib.sha256(), 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        command = [str(client_program("pg_dump", _server())), "--no-owner", "--no-privileges", "-d", _conninfo()]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=_environment()) as dump:
            assert dump.stdout
            with archive.open(DATA, "w", force_zip64=True) as member:
                while piece := dump.stdout.read(PIECE):
                    member.write(piece)
                    hashed.update(piece)
                    length += len(piece)
        if dump.returncode != 0:
            raise subprocess.CalledProcessError(dump.returncode, "pg_dump")
        manifest = {
            "format": FORMAT,
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "postgresql": _server(),
            "migrations": sorted(map(list, MigrationRecorder(connection).applied_migrations())),
            "bytes": length,
            "sha256": hashed.hexdigest(),
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return manifest


# --- And back -------------------------------------------------------------------------------------------------------


def read(path: Path) -> None:
    """Bring a file back into an empty database, in one transaction. Raises CannotRestore."""
    with connection.cursor() as cursor:
        cursor.execute(RELATIONS)
        (relations,) = cursor.fetchone()
    if relations:
        raise CannotRestore(f"The database is not empty ({relations} tables and the like): restore into a new one.")
    with _checked(path) as archive, archive.open(DATA) as member:
        _feed(member)


def _checked(path: Path) -> zipfile.ZipFile:
    """The file, if it is whole and this code knows what is in it."""
    archive = None
    try:
        archive = zipfile.ZipFile(path)
        manifest = json.loads(archive.read(MANIFEST))
        with archive.open(DATA) as member:
            whole = manifest["sha256"] == hashlib.file_digest(member, "sha256").hexdigest()  # type: ignore[arg-type]
        made_by = manifest["format"]
        unknown = {tuple(each) for each in manifest["migrations"]} - MigrationLoader(None).disk_migrations.keys()
    except FileNotFoundError as error:
        raise CannotRestore(f"There is no file {path}.") from error
    except (zipfile.BadZipFile, zipfile.zlib.error, OSError, ValueError, KeyError, TypeError) as error:  # type: ignore[attr-defined]
        if archive is not None:
            archive.close()
        raise CannotRestore(f"{path} is damaged, or no backup. Nothing was restored.") from error
    why = ""
    if not whole:
        why = f"{path} is damaged: its contents are not those that were written."
    elif made_by != FORMAT or unknown:
        why = f"{path} was made by a newer version of Fairdeal than this one."
    if why:
        archive.close()
        raise CannotRestore(f"{why} Nothing was restored.")
    return archive


def _feed(sql: IO[bytes]) -> None:
    """Let psql do it; what is not committed at the end has never been."""
    command = [str(client_program("psql", _server())), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", _conninfo()]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment()
    ) as psql:
        assert psql.stdin and psql.stderr
        try:
            psql.stdin.write(b"BEGIN;\n")
            for piece in _of_any_version(sql):
                psql.stdin.write(piece)
            psql.stdin.write(b"COMMIT;\n")
            psql.stdin.close()
        except BrokenPipeError:  # it says why
            with suppress(BrokenPipeError):
                psql.stdin.close()
        said = psql.stderr.read().decode(errors="replace")
    if psql.returncode != 0:
        raise CannotRestore(
            f"PostgreSQL refuses it; nothing was restored. {(said.strip() or 'It gave no reason.').splitlines()[0]}"
        )


def _of_any_version(sql: IO[bytes]) -> Iterator[bytes]:
    """The file without the one setting that PostgreSQL before 17 does not know and newer programs write at the top."""
    for line in sql:
        if line.startswith(b"SET transaction_timeout"):
            break
        yield line
        if line.startswith((b"CREATE", b"COPY")):
            break
    while piece := sql.read(PIECE):
        yield piece


# --- How PostgreSQL's programs are told where -----------------------------------------------------------------------


def _server() -> int:
    """The server's major version."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def _parameters() -> dict[str, Any]:
    """Of Django's parameters those that libpq knows. Our limits on waiting are for requests, not for this."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()} - {"options"}
    return {key: value for key, value in connection.get_connection_params().items() if key in known}


def _conninfo() -> str:
    """The database, without the password: others can see the arguments of a process."""
    return make_conninfo(**{key: value for key, value in _parameters().items() if key != "password"})


def _environment() -> dict[str, str]:
    password = _parameters().get("password")
    return dict(os.environ) | ({"PGPASSWORD": password} if password else {})
