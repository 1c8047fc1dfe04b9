"""The order of things: servers, preparation, web, worker, beat; whatever ends starts again; stopping turns it round."""

import http.client
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from config.environment import UnreadableFile, with_files
from config.supervisor.address import Address, demo_allowed
from config.supervisor.child import Child
from config.supervisor.errors import CannotStart
from config.supervisor.folder import CHECKOUT, DataFolder, tail
from config.supervisor.postgres import postgres
from config.supervisor.valkey import valkey
from config.supervisor.waiting import Waiting

PATIENCE = 90.0  # seconds for a first start; the first compiles every module
TRIES = 3  # a process that ends so often before it was ever ready will not get better
CELERY = ("celery", "-q", "-A", "config.celery")
GRACE = 10.0  # seconds between asking to stop and killing


class AskedToStop(Exception):
    """Someone asked for the end before the house was open."""


def read_files() -> dict[str, str]:
    """This process's variables, with those that lie in files. Raises CannotStart."""
    try:
        return with_files(os.environ)
    except UnreadableFile as error:
        raise CannotStart(str(error)) from error


class House:
    """All processes of one site on one machine."""

    def __init__(self, folder: DataFolder, address: Address, say: Callable[[str], None], backup: Path | None) -> None:
        self.folder = folder
        self.address = address
        self.backup = backup  # what the database, which is empty then, is to begin with
        self.say = say
        self.waiting = Waiting()
        self.environment = self._environment()
        self.servers: list[Child] = []
        self.workers: list[Child] = []

    def _environment(self) -> dict[str, str]:
        """What every child is told; the demo only where nobody else can come in."""
        environment = read_files() | {"DATA_DIR": str(self.folder.path), "PYTHONUNBUFFERED": "1"}
        # Without .pyc files each Django process starts in 5 s instead of 2.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment.pop("FAIRDEAL_DEMO", None)
        environment["FAIRDEAL_ADDRESS"] = self.address.url  # where links of mails lead, if there is no SITE_URL
        if demo_allowed(self.address, environment):
            environment["FAIRDEAL_DEMO"] = "1"
        if not environment.get("ALLOWED_HOSTS"):
            environment["ALLOWED_HOSTS"] = self.address.allowed_hosts()
        if not environment.get("DATABASE_URL"):
            environment = {key: value for key, value in environment.items() if not key.startswith("PG")}
        return environment

    # --- opening ---

    def open(self) -> None:
        """Start everything; returns when the site answers."""
        questions = []
        if not self.environment.get("DATABASE_URL"):
            server, ready = postgres(self.folder, self.environment, self.say)
            self.servers.append(server)
            questions.append((server, ready))
        if not self.environment.get("REDIS_URL"):
            server, ready = valkey(self.folder, self.environment)
            self.servers.append(server)
            questions.append((server, ready))
        for server in self.servers:
            self._start(server)
        for server, ready in questions:
            self._wait_until(ready, server)
        if self.backup is not None:
            self._once("restore", "manage", "restore", str(self.backup))
        self._once("prepare", "config.supervisor.prepare")
        web = self._django("web", "config.supervisor.web", str(self.address.socket.fileno()))
        web.keeps_open += (self.address.socket.fileno(),)
        worker = self._worker("worker", "celery", 2)
        sweeper = self._worker("sweeper", "sweeps", 1)  # whatever the worker has to do, deadlines are kept
        beat = self._django("beat", *CELERY, "beat", "--pidfile", "")
        self.workers = [web, worker, sweeper, beat]
        for child in self.workers:
            self._start(child)
        self._wait_until(self._answers, web)

    def _worker(self, name: str, queue: str, concurrency: int) -> Child:
        return self._django(
            *(name, *CELERY, "worker", "-n", f"{name}@%h", "-Q", queue, "--concurrency", str(concurrency)),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        )

    def _django(self, name: str, module: str, *arguments: str) -> Child:
        return Child(
            name,
            [sys.executable, "-m", module, *arguments],
            self.environment,
            CHECKOUT,
            self.folder.log(name),
            keeps_open=(self.folder.held_by_children,),
        )

    def _once(self, name: str, module: str, *arguments: str) -> None:
        """Run what must be done before the site opens, and pass on what it says."""
        step = self._django(name, module, *arguments)
        read = step.log.stat().st_size if step.log.exists() else 0
        step.start()
        while (code := step.ended()) is None:
            self.waiting.pause(0.5)
            if self.waiting.asked:
                step.kill()
                raise AskedToStop
            self._restart_ended()
        if code != 0:
            raise CannotStart(f"The site could not be prepared; the end of {step.log}:\n{tail(step.log)}")
        for line in step.log.read_bytes()[read:].decode(errors="replace").splitlines():
            self.say(line)  # who may log in to the demo, what mail needs

    def _wait_until(self, ready: Callable[[], bool], child: Child) -> None:
        end = time.monotonic() + PATIENCE
        while not ready():
            self.waiting.pause(0.1)
            if self.waiting.asked:
                raise AskedToStop
            self._restart_ended()
            if child.failures >= TRIES or time.monotonic() > end:
                raise CannotStart(f"{child.name} does not start; the end of {child.log}:\n{tail(child.log)}")

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(*self.address.local, timeout=5)
        try:
            connection.request("GET", "/", headers={"Host": "localhost"})
            return connection.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    # --- watching ---

    def watch(self) -> None:
        """Restart whatever ends, until someone asks the house to stop."""
        while not self.waiting.asked:
            self._restart_ended()
            self.waiting.pause(self._next_start())

    def _next_start(self) -> float:
        now = time.monotonic()
        return min([max(child.again_at - now, 0.01) for child in self._all() if child.process is None], default=5.0)

    def _all(self) -> Iterable[Child]:
        return [*self.servers, *self.workers]

    def _restart_ended(self) -> None:
        for child in self._all():
            if (code := child.ended()) is not None:
                pause = child.note_failure()
                how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
                self.say(f"{child.name} {how}; it starts again in {pause:.2g} s. See {child.log}.")
            if child.process is None and child.started and time.monotonic() >= child.again_at:
                self._start(child)

    def _start(self, child: Child) -> None:
        child.start()
        self.folder.say(
            {
                "address": self.address.url,
                "supervisor": os.getpid(),
                "processes": {each.name: each.pid for each in self._all() if each.pid is not None},
            }
        )

    # --- stopping ---

    def stop(self) -> None:
        """Beat, worker and web first, then the servers they use. Asked once more, no longer politely."""
        self._stop_all(list(reversed(self.workers)))
        self._stop_all(list(reversed(self.servers)))

    def _stop_all(self, children: list[Child]) -> None:
        asked = self.waiting.asked
        for child in children:
            child.ask_to_stop()
        end = time.monotonic() + GRACE
        while any(child.process is not None and child.ended() is None for child in children):
            if time.monotonic() > end or self.waiting.asked > max(asked, 1):
                break
            self.waiting.pause(0.2)
        for child in children:
            child.kill()
