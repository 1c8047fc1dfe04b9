"""A backup, and what comes back of it: `manage.py backup FILE`, `manage.py restore FILE`."""

import hashlib
import json
import os
import re
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from config import backup
from games.models import Game
from tests.games.playing import people, play, play_out, table_of
from tests.harness.database import triggers_off
from tests.harness.place import Place, suite
from tests.harness.product import CHECKOUT, EMBEDDED, Product, start_product

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = ("games_event", "games_game", "games_seat", "games_secret", "games_receipt", "games_outcome", "accounts_user")
CONTENTS = [f"SELECT t::text FROM {table} t ORDER BY 1" for table in TABLES] + [
    "SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
    "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2",
]


class Empty(Place):
    """A new one, to be restored into."""

    def restore(self, file: Path) -> tuple[int, str]:
        """The exit code of `manage.py restore` on this database, and all that it says."""
        command = [sys.executable, "manage.py", "restore", str(file)]
        done = subprocess.run(command, cwd=CHECKOUT, env=variables(self), capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def tables(self) -> int:
        """How many there are."""
        return int(self.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")[0][0])


def variables(place: Place) -> dict[str, str]:
    """The variables of a process of the site that works on this database."""
    kept = {key: value for key, value in os.environ.items() if key != "TEST_FOLDER"}
    return kept | {"DATABASE_URL": place.url(), "DJANGO_SETTINGS_MODULE": "config.settings"}


@pytest.fixture
def empty(db: None) -> Iterator[Empty]:
    """An empty database."""
    made = Empty(f"test_restored_{uuid4().hex[:12]}")
    suite().ask(f"CREATE DATABASE {made.name} TEMPLATE template0")
    yield made
    suite().drop(made.name)


class Written(NamedTuple):
    """A backup, and what the database held."""

    content: bytes
    mode: int
    held: dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """A site with one game that is over and one that goes on, backed up."""
    path = tmp_path_factory.mktemp("backup") / "site.backup"
    with django_db_blocker.unblock():
        users = people("ann", "ben")
        play_out(users, table_of(users, ruleset={"base": "classic", "minimums": [50]}))
        play(users, table_of(users, visibility="private"), 30)
        call_command("backup", path, stdout=StringIO())
        held = {}
        with connection.cursor() as cursor:
            for statement in CONTENTS:
                cursor.execute(statement)
                held[statement] = cursor.fetchall()
        with triggers_off():
            call_command("flush", interactive=False, verbosity=0)
    return Written(path.read_bytes(), stat.S_IMODE(path.stat().st_mode), held)


@pytest.fixture
def file(written: Written, tmp_path: Path) -> Path:
    """The backup, for a test to do with it what it likes."""
    path = tmp_path / "site.backup"
    path.write_bytes(written.content)
    return path


def changed(file: Path, change: Callable[[str], str], honest: bool = True) -> Path:
    """The backup with other data; its hash is made to fit if it is to look honest."""
    other = file.with_name("other.backup")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        data = change(old.read(backup.DATA).decode()).encode()
        manifest = json.loads(old.read(backup.MANIFEST))
        if honest:
            manifest["sha256"] = hashlib.sha256(data).hexdigest()
        new.writestr(backup.DATA, data)
        new.writestr(backup.MANIFEST, json.dumps(manifest))
    return other


def test_what_was_backed_up_comes_back_to_the_last_byte_and_every_log_is_verified(
    written: Written, file: Path, empty: Empty
) -> None:
    code, said = empty.restore(file)
    assert code == 0, said
    assert (
        said
        == "Restored. Verifying all logs …\n2 sound, 0 broken\nEvents: 0 sound, 0 broken\nSeries: 0 sound, 0 broken\n"
    )
    assert all(written.held.values())
    for statement, rows in written.held.items():
        assert rows == [tuple(row) for row in empty.ask(statement)], statement


def test_a_log_that_came_back_can_still_not_be_changed(file: Path, empty: Empty) -> None:
    empty.restore(file)
    for statement in ("UPDATE games_event SET seat = 1", "DELETE FROM games_event", "TRUNCATE games_event CASCADE"):
        with pytest.raises(psycopg.IntegrityError, match="append-only"):
            empty.ask(statement)


def test_only_its_owner_may_read_a_backup(written: Written) -> None:
    assert written.mode == 0o600


def test_a_backup_never_overwrites_a_file(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_of_two_backups_under_one_name_at_once_one_is_whole_and_the_other_says_that_it_is_none(
    tmp_path: Path, empty: Empty
) -> None:
    table_of(people("cleo", "dan"))
    file = tmp_path / "site.backup"
    command = [sys.executable, "manage.py", "backup", str(file)]
    both = [
        subprocess.Popen(command, cwd=CHECKOUT, env=variables(suite()), stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [each.communicate()[1] for each in both]
    assert sorted(each.returncode for each in both) == [0, 1]
    assert f"{file} exists already." in "".join(said)
    assert empty.restore(file) == (
        0,
        "Restored. Verifying all logs …\n1 sound, 0 broken\nEvents: 0 sound, 0 broken\nSeries: 0 sound, 0 broken\n",
    )
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_backup_can_be_made_while_somebody_is_in_the_middle_of_an_action(tmp_path: Path, empty: Empty) -> None:
    users = people("cleo", "dan")
    game_id = table_of(users)
    file = tmp_path / "site.backup"
    with transaction.atomic():
        assert Game.objects.select_for_update().filter(id=game_id).update(rated=True) == 1
        command = [sys.executable, "manage.py", "backup", str(file)]
        done = subprocess.run(command, cwd=CHECKOUT, env=variables(suite()), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert empty.restore(file) == (
        0,
        "Restored. Verifying all logs …\n1 sound, 0 broken\nEvents: 0 sound, 0 broken\nSeries: 0 sound, 0 broken\n",
    )
    assert empty.ask("SELECT id, rated FROM games_game") == [(game_id, False)]


@pytest.mark.parametrize("where", [0.02, 0.5, 0.9])
def test_a_damaged_file_is_refused_and_nothing_is_restored(file: Path, empty: Empty, where: float) -> None:
    content = bytearray(file.read_bytes())
    content[int(len(content) * where)] ^= 0xFF
    file.write_bytes(content)
    code, said = empty.restore(file)
    assert code == 1 and "damaged" in said and "Nothing was restored." in said, said
    assert "Traceback" not in said
    assert empty.tables() == 0


def test_half_a_file_another_file_and_no_file_are_refused(file: Path, empty: Empty, tmp_path: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    other = tmp_path / "letter.txt"
    other.write_text("dear anna")
    for path in (file, other):
        code, said = empty.restore(path)
        assert (code, said) == (1, f"CommandError: {path} is damaged, or no backup. Nothing was restored.\n")
    assert empty.restore(tmp_path / "none") == (1, f"CommandError: There is no file {tmp_path / 'none'}.\n")
    assert empty.tables() == 0


def test_other_data_than_were_written_are_refused(file: Path, empty: Empty) -> None:
    code, said = empty.restore(changed(file, lambda data: data.replace("ann", "eve", 1), honest=False))
    assert code == 1 and "its contents are not those that were written" in said
    assert empty.tables() == 0


def test_a_log_that_was_forged_before_it_was_backed_up_is_found(file: Path, empty: Empty) -> None:
    forged = changed(file, lambda data: re.sub(r"(\tdiscarded\t.*?\"card\": \")..", r"\g<1>JK", data, count=1))
    code, said = empty.restore(forged)
    assert code == 1 and "1 sound, 1 broken" in said, said
    assert "not all of them are sound" in said


def test_data_that_break_off_with_an_error_leave_nothing(file: Path, empty: Empty) -> None:
    code, said = empty.restore(changed(file, lambda data: data + "\nSELECT 1/0;\n"))
    assert code == 1 and "nothing was restored" in said and "division by zero" in said
    assert empty.tables() == 0


def test_a_database_that_holds_something_is_refused(file: Path, empty: Empty) -> None:
    empty.ask("CREATE TABLE mine AS SELECT 7 AS number")
    code, said = empty.restore(file)
    assert code == 1 and said.startswith("CommandError: The database is not empty")
    assert empty.tables() == 1


def test_a_backup_of_a_newer_version_is_refused(file: Path, empty: Empty) -> None:
    newer = file.with_name("newer.backup")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(newer, "w") as new:
        manifest = json.loads(old.read(backup.MANIFEST))
        manifest["migrations"].append(["games", "9999_from_tomorrow"])
        new.writestr(backup.DATA, old.read(backup.DATA))
        new.writestr(backup.MANIFEST, json.dumps(manifest))
    code, said = empty.restore(newer)
    assert code == 1 and "made by a newer version" in said
    assert empty.tables() == 0


def test_make_run_can_begin_with_a_backup_and_refuses_one_where_there_are_data(
    file: Path, product_folder: Path
) -> None:
    house = start_product(product_folder / "b", "--port", "0", "--restore", str(file), **EMBEDDED)
    try:
        assert "2 sound, 0 broken" in house.output
    finally:
        house.end()
    again = Product(product_folder / "b", "--port", "0", "--restore", str(file), **EMBEDDED)
    try:
        assert again.process.wait(60) == 1
        again._reader.join(5)
        assert "The database is not empty" in again.output
    finally:
        again.end()
