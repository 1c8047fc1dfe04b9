"""The whole product, as a person starts it: `manage.py up` on a free port, with a data folder of its own."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.harness.place import redis

CHECKOUT = Path(__file__).resolve().parent.parent.parent
EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": ""}  # its own servers, whatever the suite itself runs on


class Product:
    """A running site: where it is, what it said, which processes it has."""

    def __init__(self, data_dir: Path, *arguments: str, **environment: str) -> None:
        self.data_dir = data_dir
        self.lines: list[str] = []
        variables = {key: value for key, value in os.environ.items() if key not in ("SECRET_KEY", "TEST_FOLDER")}
        variables |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(data_dir), **environment}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", *(arguments or ("--port", "0"))],
            cwd=CHECKOUT,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    @property
    def output(self) -> str:
        """All that a person at the terminal has seen."""
        return "\n".join(self.lines)

    @property
    def facts(self) -> dict[str, Any]:
        """What the supervisor has written down: `address`, `supervisor`, `processes`."""
        return dict(json.loads((self.data_dir / "house.json").read_text()))

    @property
    def url(self) -> str:
        """The base of all addresses, without the last slash."""
        return str(self.facts["address"]).rstrip("/")

    @property
    def processes(self) -> dict[str, int]:
        """The process ids by name: postgres and valkey (where they are its own), web, worker, beat."""
        return dict(self.facts["processes"])

    def wait_for(self, words: str, seconds: float = 240) -> str:
        """Wait until a line with these words is printed; returns the line."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in list(self.lines):
                if words in line:
                    return line
            if self.process.poll() is not None:
                self._reader.join(5)
                break
            time.sleep(0.05)
        for line in self.lines:
            if words in line:
                return line
        raise AssertionError(f"never said {words!r}, but:\n{self.output}\n{self.logs()}")

    def logs(self) -> str:
        """The ends of all logs, for a failing test."""
        found = sorted((self.data_dir / "log").glob("*.log"))
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-2000:]}" for path in found)

    def wait_for_restart(self, name: str, old: int, seconds: float = 120) -> int:
        """Wait until the process of this name is another one; returns its id."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if (new := self.processes.get(name, old)) != old:
                return new
            time.sleep(0.05)
        raise AssertionError(f"{name} was not started again:\n{self.output}")

    def kill(self, name: str) -> int:
        """kill -9 one of the processes; returns the id it had."""
        pid = self.processes[name]
        os.kill(pid, signal.SIGKILL)
        return pid

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(60)
        self._reader.join(5)
        return code

    def end(self) -> None:
        """Stop it, whatever state it is in."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def start_product(data_dir: Path, *arguments: str, **environment: str) -> Product:
    """Start a product and wait until it is ready."""
    product = Product(data_dir, *arguments, **environment)
    try:
        product.wait_for("is ready")
    except BaseException:
        product.end()
        raise
    return product


@pytest.fixture(scope="session")
def product_folder() -> Path:
    """A folder for products of this run, short enough for sockets."""
    return Path(os.environ["TEST_FOLDER"], os.environ.get("PYTEST_XDIST_WORKER", "p"))


@pytest.fixture(scope="session")
def product(product_folder: Path, servers: None) -> Iterator[Product]:
    """One running product for the whole session, on the suite's kind of servers. Leave it running."""
    running = start_product(product_folder / "s", REDIS_URL=redis(os.environ.get("REDIS_URL", ""), 2))
    yield running
    running.end()
