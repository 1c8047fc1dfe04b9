"""PostgreSQL and Valkey for the suite: the product's own embedded ones, in a folder of this run.

DATABASE_URL and REDIS_URL set: those servers are used and nothing is started here.
"""

import os
import shutil
from pathlib import Path

import pytest

from config.supervisor.apart import Servers
from config.supervisor.errors import CannotStart

_servers: Servers | None = None


def start() -> None:
    """Start what no variable names, once."""
    global _servers
    if _servers is not None:
        return
    _servers = Servers(Path(os.environ["TEST_FOLDER"]), os.environ)
    try:
        _servers.start()
    except CannotStart as reason:
        raise pytest.UsageError(str(reason)) from reason


def stop() -> None:
    """End what was started, and remove its folder."""
    global _servers
    if _servers is not None:
        _servers.stop()
        _servers = None
    shutil.rmtree(os.environ["TEST_FOLDER"], ignore_errors=True)


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
