"""PostgreSQL refuses to run as root. For root it runs in a user namespace, where this user has another number; where
namespaces are forbidden, as `nobody` from a readable copy under the data folder."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from config.supervisor.errors import CannotStart
from config.supervisor.folder import DataFolder

NAMESPACE = ["unshare", "-U", "--map-user=1000", "--map-group=1000"]


@dataclass(frozen=True)
class Runner:
    """How PostgreSQL's programs are run: from where, behind which prefix, as which user (None: as we are)."""

    programs: Path
    prefix: tuple[str, ...] = ()
    user: int | None = None
    group: int | None = None

    def command(self, program: str, *arguments: str) -> list[str]:
        """The whole command line of one of the programs."""
        return [*self.prefix, str(self.programs / program), *arguments]


def runner(folder: DataFolder, programs: Path, say: Callable[[str], None]) -> Runner:
    """The way that works here; says so where it is not the plain one."""
    if os.geteuid() != 0:
        return Runner(programs)
    if _namespaces_work():
        return Runner(programs, tuple(NAMESPACE))
    return _as_nobody(folder, programs, say)


def _namespaces_work() -> bool:
    try:
        return subprocess.run([*NAMESPACE, "true"], capture_output=True, timeout=10).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _as_nobody(folder: DataFolder, programs: Path, say: Callable[[str], None]) -> Runner:
    nobody = pwd.getpwnam("nobody")
    as_nobody = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": ()}
    copy = _readable_copy(folder, programs)
    for path in (folder.path, folder.sockets, folder.postgres, copy):
        if path.exists():
            os.chown(path, nobody.pw_uid, nobody.pw_gid)
    if subprocess.run(["test", "-x", str(folder.sockets)], cwd="/", **as_nobody).returncode != 0:  # type: ignore[call-overload]
        raise CannotStart(
            "PostgreSQL refuses to run as root, and this machine allows no user namespaces. It could run as the user"
            f" nobody, who cannot reach {folder.path}. Start as another user than root, or set DATA_DIR to a folder"
            " that everybody can reach, such as /srv/fairdeal."
        )
    say(f"This machine allows no user namespaces: PostgreSQL runs as nobody, who now owns {folder.path}.")
    return Runner(copy / "bin", user=nobody.pw_uid, group=nobody.pw_gid)


def _readable_copy(folder: DataFolder, programs: Path) -> Path:
    """PostgreSQL's whole installation under the data folder, the libraries of a wheel in their place beside it."""
    installation = programs.parent
    package = installation.parent
    libraries = package.parent / f"{package.name}.libs"
    if not libraries.is_dir():  # the machine's own PostgreSQL is readable where it is
        return installation
    place = folder.path / "programs"
    copy = place / package.name / installation.name
    if not copy.exists():
        place.mkdir(mode=0o755, exist_ok=True)
        shutil.copytree(libraries, place / libraries.name, dirs_exist_ok=True)
        (place / package.name).mkdir(exist_ok=True)
        new = copy.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(installation, new, symlinks=True)
        new.rename(copy)
    return copy
