"""The embedded PostgreSQL: made once, reached by its socket only."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from config.supervisor.binaries import major_version, postgres_programs
from config.supervisor.child import Child
from config.supervisor.errors import CannotStart
from config.supervisor.folder import DataFolder, tail
from config.supervisor.privileges import Runner, runner

NAME = "fairdeal"  # of the database and of the role that owns it


def postgres(
    folder: DataFolder, environment: Mapping[str, str], say: Callable[[str], None], options: tuple[str, ...] = ()
) -> tuple[Child, Callable[[], bool]]:
    """The server as a child that is yet to be started, and the question whether it is ready."""
    programs = postgres_programs()
    version = major_version(programs)
    check_version(folder.postgres, version)
    # What libpq reads (PGHOST and the like) speaks of other servers.
    environment = {key: value for key, value in environment.items() if not key.startswith("PG")}
    run = runner(folder, programs, say)
    if not folder.postgres.exists():
        say("Making the database (once) …")
        _make(folder, run, version, environment)
    child = Child(
        "postgres",
        run.command(
            "postgres",
            *("-D", str(folder.postgres), "-h", "", "-c", f"unix_socket_directories={_quoted(folder.sockets)}"),
            *("-c", "unix_socket_permissions=0700", "-c", "log_checkpoints=off", "-c", "timezone=UTC"),
            # A failing statement would be logged with its values: hands, and secrets of deals not yet played.
            *("-c", "log_min_error_statement=panic", "-c", "log_parameter_max_length_on_error=0"),
            *("-c", "log_error_verbosity=terse"),  # without the failing row
            *(part for option in options for part in ("-c", option)),
        ),
        environment,
        folder.path,
        folder.log("postgres"),
        keeps_open=(folder.held_by_children,),
        stop_signal=signal.SIGINT,  # the fast stop; TERM would wait for every client
        death_signal=signal.SIGINT,
        user=run.user,
        group=run.group,
    )
    question = [str(programs / "pg_isready"), "-q", "-h", str(folder.sockets), "-U", NAME, "-d", NAME]

    def ready() -> bool:
        return subprocess.run(question, env=environment, capture_output=True).returncode == 0

    return child, ready


def check_version(cluster: Path, version: int) -> None:
    """Refuse a cluster that another major version of PostgreSQL has made."""
    try:
        made_by = (cluster / "PG_VERSION").read_text().strip()
    except FileNotFoundError:
        if cluster.exists():
            raise CannotStart(f"{cluster} is not a folder of PostgreSQL. Move it away, or set DATA_DIR.") from None
        return
    if made_by != str(version):
        raise CannotStart(
            f"{cluster} was made by PostgreSQL {made_by}, and this is PostgreSQL {version}, which cannot read it."
            f" Nothing was changed. Dump it with PostgreSQL {made_by} (pg_dump) and load the dump into a new folder, or"
            " set DATA_DIR to another one."
        )


def _make(folder: DataFolder, run: Runner, version: int, environment: Mapping[str, str]) -> None:
    """initdb and our database, under another name until all is done: an interrupted start leaves nothing half made."""
    new = folder.postgres.with_name("pg.new")
    if new.exists():
        shutil.rmtree(new)
    new.mkdir(mode=0o700)
    if run.user is not None and run.group is not None:
        os.chown(new, run.user, run.group)
    # So that upper and lower case are known beyond ASCII, whatever locales the machine has.
    locale = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8") if version >= 17 else ()
    initdb = run.command("initdb", "-D", str(new), "-U", NAME, "-A", "trust", "-E", "UTF8", "--no-locale", *locale)
    log = folder.log("initdb")
    _run(initdb, "", run, folder, environment, log)
    single = run.command("postgres", "--single", "-D", str(new), "postgres")
    _run(single, f"CREATE DATABASE {NAME}\n", run, folder, environment, log)
    new.rename(folder.postgres)


def _run(
    command: list[str], text: str, run: Runner, folder: DataFolder, environment: Mapping[str, str], log: Path
) -> None:
    with open(log, "ab") as output:
        done = subprocess.run(
            command,
            input=text.encode(),
            stdout=output,
            stderr=output,
            env=dict(environment),
            cwd=folder.path,
            user=run.user,
            group=run.group,
            extra_groups=None if run.user is None else (),
            pass_fds=(folder.held_by_children,),
            start_new_session=True,  # a Ctrl-C is the supervisor's to answer
        )
    if done.returncode != 0:
        raise CannotStart(f"PostgreSQL could not make its folder {folder.postgres}:\n{tail(log)}")


def _quoted(path: Path) -> str:
    """One entry of unix_socket_directories, which is a list separated by commas."""
    return '"' + str(path).replace('"', '""') + '"'
