"""`make run`, as the person at the terminal meets it. Each house here has embedded servers, whatever the suite has."""

import json
import os
import signal
import stat
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from games.demo import ACCOUNTS, PASSWORD
from tests.harness.product import EMBEDDED, Product, start_product

pytestmark = pytest.mark.pure

PROCESSES = ["postgres", "valkey", "web", "worker", "sweeper", "beat"]


@pytest.fixture(scope="module")
def house(product_folder: Path) -> Iterator[Product]:
    """A house that the tests of this file share."""
    running = start_product(product_folder / "h", "--port", "0", **EMBEDDED)
    yield running
    running.end()


@pytest.fixture
def folder(product_folder: Path) -> Path:
    """An empty data folder for one test."""
    product_folder.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix="", dir=product_folder))


def page(house: Product, seconds: float = 90) -> int:
    """The status of the first page, asked for once; a visitor may wait a while."""
    with urllib.request.urlopen(house.url + "/", timeout=seconds) as answer:
        return int(answer.status)


def alive(pid: int) -> bool:
    """Whether the process is there, and more than a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def processes_of(data_dir: Path) -> list[str]:
    """The command lines of all processes that were started for this data folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"DATA_DIR={data_dir}\0".encode() in (process / "environ").read_bytes() and alive(int(process.name)):
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


def wait_for_none(data_dir: Path, seconds: float = 60) -> None:
    """Wait until no process of the house is left."""
    end = time.monotonic() + seconds
    while left := processes_of(data_dir):
        assert time.monotonic() < end, left
        time.sleep(0.1)


def refusal(data_dir: Path, *arguments: str) -> str:
    """What a start that is refused says: one sentence and no traceback."""
    product = Product(data_dir, *arguments, **EMBEDDED)
    try:
        assert product.process.wait(60) == 1
        product._reader.join(5)
        assert "Traceback" not in product.output
        return product.output
    finally:
        product.end()


def test_the_person_is_told_an_address_and_it_answers(house: Product) -> None:
    assert f"Fairdeal is ready: {house.url}/" in house.output
    assert page(house) == 200


def test_all_processes_run(house: Product) -> None:
    assert sorted(house.processes) == sorted(PROCESSES)
    assert all(alive(pid) for pid in house.processes.values())


def test_the_data_folder_is_private(house: Product) -> None:
    for path in (house.data_dir, house.data_dir / "run", house.data_dir / "pg"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for key in ("secret_key", "vapid_key"):
        assert stat.S_IMODE((house.data_dir / key).stat().st_mode) == 0o600


def test_the_servers_cannot_be_reached_over_the_network(house: Product) -> None:
    for name in ("postgres", "valkey"):
        sockets = {os.readlink(link) for link in Path(f"/proc/{house.processes[name]}/fd").iterdir()}
        tcp = {
            f"socket:[{line.split()[9]}]"
            for table in ("tcp", "tcp6")
            for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
            if line.split()[3] == "0A"
        }
        assert not sockets & tcp, name


def test_no_card_comes_into_the_log_of_the_database(house: Product) -> None:
    card = "QSQSQS"
    with psycopg.connect(host=str(house.data_dir / "run"), user="fairdeal", dbname="fairdeal") as connection:
        connection.execute("CREATE TEMPORARY TABLE held (cards text CHECK (cards = ''), spare int)")
        connection.commit()
        failing = (
            (f"INSERT INTO held VALUES ('{card}', 1)", []),  # the server tells the client the whole row
            ("INSERT INTO held VALUES (%s, 1)", [card]),
            ("SELECT %s::text FROM nothing", [card]),
        )
        for statement, values in failing:
            with pytest.raises(psycopg.Error):
                connection.execute(statement, values)
            connection.rollback()
    log = (house.data_dir / "log" / "postgres.log").read_text()
    assert "nothing" in log and card not in log


def log_in(house: Product) -> int:
    """The status of a demo account's request for a token."""
    body = json.dumps({"username": ACCOUNTS[0], "password": PASSWORD}).encode()
    request = urllib.request.Request(house.url + "/api/token", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def people(house: Product) -> int:
    """How many accounts there are."""
    with psycopg.connect(host=str(house.data_dir / "run"), user="fairdeal", dbname="fairdeal") as connection:
        (number,) = connection.execute("SELECT count(*) FROM accounts_user").fetchone() or (None,)
        return int(number)


def test_on_this_machine_alone_the_demo_can_log_in(house: Product) -> None:
    assert people(house) == len(ACCOUNTS)
    assert log_in(house) == 200


def test_where_others_can_come_in_no_demo_is_made(folder: Path) -> None:
    house = start_product(folder, "--port", "0", "--host", "0.0.0.0", **EMBEDDED, FAIRDEAL_DEMO="1")
    try:
        assert page(house) == 200
        assert people(house) == 0
    finally:
        house.end()


def test_where_others_can_come_in_demo_accounts_made_before_cannot_log_in(folder: Path) -> None:
    house = start_product(folder, "--port", "0", **EMBEDDED)
    assert log_in(house) == 200
    house.interrupt()
    house = start_product(folder, "--port", "0", "--host", "0.0.0.0", **EMBEDDED)
    try:
        assert people(house) == len(ACCOUNTS)
        assert log_in(house) == 401
    finally:
        house.end()


@pytest.mark.parametrize("name", PROCESSES)
def test_what_is_killed_starts_again_and_the_site_answers(house: Product, name: str) -> None:
    old = house.kill(name)
    new = house.wait_for_restart(name, old)
    assert page(house) == 200
    assert alive(new)
    assert f"{name} was ended by signal 9; it starts again" in house.output


def test_a_visitor_who_comes_while_the_web_process_restarts_waits_and_is_answered(house: Product) -> None:
    house.kill("web")
    assert page(house) == 200  # one request, sent when nobody was there to take it


def test_the_pool_of_a_killed_worker_goes_with_it(house: Product) -> None:
    """No orphan holds a task."""
    old = house.processes["worker"]
    end = time.monotonic() + 90
    while not (children := Path(f"/proc/{old}/task/{old}/children").read_text().split()):
        assert time.monotonic() < end
        time.sleep(0.1)
    house.kill("worker")
    house.wait_for_restart("worker", old)
    end = time.monotonic() + 60
    while any(alive(int(pid)) for pid in children):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_second_house_on_the_same_data_is_refused_with_a_sentence(house: Product) -> None:
    assert f"A house is already running on {house.data_dir}." in refusal(house.data_dir)
    assert page(house) == 200


def test_a_taken_port_is_named_and_another_one_used(house: Product, folder: Path) -> None:
    port = house.url.rpartition(":")[2]
    other = Product(folder, "--port", port, **EMBEDDED)
    try:
        assert f"Port {port} is taken; using " in other.wait_for("is taken")
        assert other.interrupt() == 0  # also before anything is ready
    finally:
        other.end()
    wait_for_none(folder)


def test_ctrl_c_stops_everything_and_the_next_start_finds_the_data(folder: Path) -> None:
    first = start_product(folder, "--port", "0", **EMBEDDED)
    key = (folder / "secret_key").read_text()
    with psycopg.connect(host=str(folder / "run"), user="fairdeal", dbname="fairdeal") as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    assert first.interrupt() == 0
    assert first.output.endswith("Stopping …\nStopped.")
    assert processes_of(folder) == []
    assert not (folder / "house.json").exists()

    second = start_product(folder, "--port", "0", **EMBEDDED)
    try:
        assert "Making the database" not in second.output
        assert (folder / "secret_key").read_text() == key
        with psycopg.connect(host=str(folder / "run"), user="fairdeal", dbname="fairdeal") as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)

        # And the hard way: nobody is left to stop the others.
        os.kill(second.process.pid, signal.SIGKILL)
        wait_for_none(folder)
    finally:
        second.end()

    third = start_product(folder, "--port", "0", **EMBEDDED)
    assert third.interrupt() == 0


def test_data_of_another_postgresql_are_refused_with_a_sentence_and_left_alone(folder: Path) -> None:
    (folder / "pg").mkdir()
    (folder / "pg" / "PG_VERSION").write_text("12\n")
    assert "was made by PostgreSQL 12, and this is PostgreSQL " in refusal(folder)
    assert [path.name for path in (folder / "pg").iterdir()] == ["PG_VERSION"]


def test_a_path_too_long_for_a_socket_is_refused_with_a_sentence(folder: Path) -> None:
    assert "too long for a Unix socket" in refusal(folder / ("long" * 25))


def test_an_address_of_another_machine_is_refused_with_a_sentence(folder: Path) -> None:
    assert "Cannot listen on 192.0.2.1:8000" in refusal(folder, "--host", "192.0.2.1")


def test_where_root_may_make_no_namespace_postgresql_runs_as_nobody(folder: Path) -> None:
    """As another user nothing is to be said: PostgreSQL runs as that user."""
    programs = folder.with_name(f"{folder.name}-bin")
    programs.mkdir()
    (programs / "unshare").write_text("#!/bin/sh\nexit 1\n")
    (programs / "unshare").chmod(0o755)
    house = Product(folder, "--port", "0", **EMBEDDED, PATH=f"{programs}:{os.environ['PATH']}")
    try:
        if os.geteuid() != 0:
            house.wait_for("is ready")
            assert "nobody" not in house.output
        elif all(parent.stat().st_mode & stat.S_IXOTH for parent in folder.resolve().parents):
            house.wait_for("is ready")
            assert "PostgreSQL runs as nobody" in house.output
            assert house.interrupt() == 0
        else:
            house.process.wait(60)
            assert "cannot reach" in house.output
    finally:
        house.end()
