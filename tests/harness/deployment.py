"""The site as docker/systemd/ and docker/nginx/ set it up: the commands of the units, really started, behind nginx.

What is of a real machine in those files (paths, ports, the name of the site) is replaced; everything else is theirs.
"""

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.conf import settings

from tests.harness.place import Place, redis, suite
from tests.harness.product import CHECKOUT

DOCKER = CHECKOUT / "docker"
PROGRAMS = ("nginx", "openssl", "systemd-analyze")
SERVICES = ("web", "socket", "worker", "sweeper", "beat")
_left_out: list[str] = []


def missing() -> list[str]:
    """Which of the programs that these tests need are not there."""
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return [name for name in PROGRAMS if shutil.which(name, path=path) is None]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the programs these tests are left out, or the run is refused where they are required."""
    deployed = [item for item in items if item.get_closest_marker("deployed")]
    if not deployed or not (lacking := missing()):
        return
    if os.environ.get("REQUIRE_DEPLOYED") == "1":
        raise pytest.UsageError(f"REQUIRE_DEPLOYED=1, and there is no {' and no '.join(lacking)}.")
    config.hook.pytest_deselected(items=deployed)
    items[:] = [item for item in items if not item.get_closest_marker("deployed")]
    _left_out[:] = [f"No {', no '.join(lacking)} found: {len(deployed)} tests of a deployed site left out."]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The one line."""
    for line in _left_out:
        terminalreporter.write_line(line, yellow=True)


def entries(path: Path, name: str) -> list[str]:
    """All values of one setting in a unit file."""
    return re.findall(rf"^{name}=(.*)$", path.read_text(), re.MULTILINE)


class Deployment:
    """The running site; `url` is what a visitor knows, `certificate` whom they trust."""

    def __init__(self, folder: Path, database: Place) -> None:
        self.folder, self.database = folder, database
        self.http, self.https, self.web, self.socket = _free_ports(4)
        self.url = f"https://localhost:{self.https}"
        self.certificate = folder / "fullchain.pem"
        self.children: dict[str, subprocess.Popen[bytes]] = {}

    def replaced(self, text: str) -> str:
        """A line of a file in docker/, for this machine."""
        for theirs, ours in (
            ("/opt/fairdeal", str(CHECKOUT)),
            ("/etc/fairdeal/tls", str(self.folder)),
            ("/etc/fairdeal/secrets", str(self.folder)),
            ("/var/lib/fairdeal", str(self.folder / "data")),
            ("127.0.0.1:8000", f"127.0.0.1:{self.web}"),
            ("127.0.0.1:8001", f"127.0.0.1:{self.socket}"),
            ("listen [::]:80 default_server;", ""),
            ("listen [::]:443 ssl http2 default_server;", ""),
            ("listen 80 ", f"listen 127.0.0.1:{self.http} "),
            ("listen 443 ", f"listen 127.0.0.1:{self.https} "),
        ):
            text = text.replace(theirs, ours)
        return text

    def environment(self) -> dict[str, str]:
        """What the units' EnvironmentFile and Environment say."""
        lines = (DOCKER / "systemd" / "fairdeal.env.example").read_text().splitlines()
        told = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
        (common,) = entries(DOCKER / "systemd" / "fairdeal-.service.d" / "common.conf", "Environment")
        told |= dict(pair.split("=", 1) for pair in shlex.split(common))
        told = {name: self.replaced(value) for name, value in told.items()}
        known = {"SITE_URL": self.url, "DATABASE_URL": self.database.url(password=False)}
        known |= {"REDIS_URL": redis(settings.REDIS_URL, 1)}
        assert known.keys() <= told.keys()
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder)} | told | known

    def start(self) -> None:
        """Everything, in the order that the units ask for; returns when the site is ready."""
        (self.folder / "data").mkdir()
        for name, secret in (("secret_key", uuid4().hex * 2), ("database_password", self.database.password)):
            (self.folder / name).write_text(secret + "\n")
        for name in ("email_url", "vapid_key"):
            (self.folder / name).write_text("")
        self._run(self._command("prepare"))
        for name in SERVICES:
            self._start(name, self._command(name))
        self._make_certificate()
        self._start("nginx", self._nginx())
        end = time.monotonic() + 120
        while not self.ready():
            ended = [name for name, child in self.children.items() if child.poll() is not None]
            assert not ended and time.monotonic() < end, f"{ended} ended\n{self.logs()}"
            time.sleep(0.2)

    def ready(self) -> bool:
        """Whether nginx and the site behind it say so."""
        try:
            answer = httpx.get(self.url + "/readyz", verify=ssl.create_default_context(cafile=self.certificate))
        except httpx.TransportError:
            return False
        return answer.status_code == 200

    def logs(self) -> str:
        """The ends of all logs."""
        return "\n".join(f"--- {path.name}\n{path.read_text()[-2000:]}" for path in self.folder.glob("*.log"))

    def stop(self) -> None:
        """As systemd does: all at once."""
        for child in self.children.values():
            child.terminate()
        for child in self.children.values():
            try:
                child.wait(30)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def _command(self, service: str) -> list[str]:
        (line,) = entries(DOCKER / "systemd" / f"fairdeal-{service}.service", "ExecStart")
        return [part.replace("%%", "%") for part in shlex.split(self.replaced(line))]

    def _start(self, name: str, command: list[str]) -> None:
        with open(self.folder / f"{name}.log", "wb") as log:
            self.children[name] = subprocess.Popen(
                command, cwd=CHECKOUT, env=self.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, cwd=CHECKOUT, env=self.environment(), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def _make_certificate(self) -> None:
        self._run(
            [
                *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
                *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"),
                *("-keyout", str(self.folder / "privkey.pem"), "-out", str(self.certificate)),
            ]
        )

    def _nginx(self) -> list[str]:
        """nginx with the files of docker/nginx in the place where Debian's nginx.conf includes conf.d."""
        for name in ("fairdeal.conf", "upstreams.systemd.conf"):
            (self.folder / name).write_text(self.replaced((DOCKER / "nginx" / name).read_text()))
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;\n" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"daemon off;\n{user}pid {self.folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\n{temporary}include {self.folder}/fairdeal.conf;\n"
            f"include {self.folder}/upstreams.systemd.conf;\n}}\n"
        )
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        return [program, "-e", "stderr", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]


def _free_ports(number: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports


@pytest.fixture(scope="session")
def deployment(
    product_folder: Path, django_db_setup: None, django_db_blocker: Any, servers: None
) -> Iterator[Deployment]:
    """One deployed site for the session, with a database of its own."""
    folder = product_folder / "d"
    folder.mkdir(parents=True)
    name = f"test_deployed_{uuid4().hex[:12]}"
    with django_db_blocker.unblock():
        place, own = Place(name), suite()
    own.ask(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")
    site = Deployment(folder, place)
    try:
        site.start()
        yield site
    finally:
        site.stop()
        own.drop(name)
