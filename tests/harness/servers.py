"""PostgreSQL and Valkey for the suite: the product's own embedded ones, in a folder of this run.

DATABASE_URL and REDIS_URL set: those servers are used and nothing is started here.
"""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from config.supervisor.child import Child
from config.supervisor.folder import DataFolder, tail
from config.supervisor.postgres import postgres
from config.supervisor.valkey import valkey

# The suite's data are thrown away: it need not wait for the disk.
IN_A_HURRY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")

_started: list[Child] = []
_folder: DataFolder | None = None


def start() -> None:
    """Start what no variable names, once."""
    global _folder
    if _folder is not None:
        return
    path = Path(os.environ["TEST_FOLDER"])
    remove_old_folders(path.parent)
    _folder = DataFolder(path)
    _folder.open()
    questions: list[tuple[Child, Callable[[], bool]]] = []
    if not os.environ.get("DATABASE_URL"):
        questions.append(postgres(_folder, os.environ, lambda _: None, IN_A_HURRY))
    if not os.environ.get("REDIS_URL"):
        questions.append(valkey(_folder, os.environ))
    for child, _ in questions:
        child.start()
        _started.append(child)
    end = time.monotonic() + 60
    for child, ready in questions:
        while not ready():
            if child.ended() is not None or time.monotonic() > end:
                raise pytest.UsageError(f"{child.name} does not start:\n{tail(child.log)}")
            time.sleep(0.05)


def stop() -> None:
    """End what was started, and remove its folder."""
    global _folder
    for child in _started:
        child.ask_to_stop()
    end = time.monotonic() + 10
    while any(child.process is not None and child.ended() is None for child in _started):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    for child in _started:
        child.kill()
    _started.clear()
    if _folder is not None:
        _folder.close()
        _folder = None
    shutil.rmtree(os.environ["TEST_FOLDER"], ignore_errors=True)


def remove_old_folders(parent: Path) -> None:
    """Remove what runs that were killed have left: folders named by a process that is no more."""
    for folder in parent.glob("[0-9]*"):
        if folder.name.isdecimal() and not Path(f"/proc/{folder.name}").exists():
            shutil.rmtree(folder, ignore_errors=True)


def pytest_configure(config: pytest.Config) -> None:
    """With several workers the servers are the controller's, started before the workers are."""
    temporary = Path(os.environ["TEST_FOLDER"]).parent / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(temporary)  # tmp_path stays in the checkout
    if getattr(config.option, "numprocesses", None) and not is_worker(config):
        start()


def pytest_unconfigure(config: pytest.Config) -> None:
    """The end of the run, whatever came of it."""
    if not is_worker(config):
        stop()


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is one of xdist's."""
    return hasattr(config, "workerinput")


@pytest.fixture(scope="session")
def servers(request: pytest.FixtureRequest) -> None:
    """The two servers are up. Every test has this, but for those marked `pure`."""
    if not is_worker(request.config):
        start()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: None, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """pytest-django makes its database after this, one for each worker."""


@pytest.fixture(autouse=True)
def _servers_unless_pure(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("pure") is None:
        request.getfixturevalue("servers")
