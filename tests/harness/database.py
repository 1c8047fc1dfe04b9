"""Append-only tables and tests that commit: their flush is a TRUNCATE, which the triggers refuse, as they should."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase

OTHERS = "datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
TABLES_WITH_TRIGGERS = "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"


@contextmanager
def triggers_off() -> Iterator[None]:
    """No trigger of ours fires in here. Only as owner of a test database."""
    name = connection.settings_dict["NAME"]
    if not str(name).startswith("test_"):
        raise RuntimeError(f"{name} is no test database")
    with connection.cursor() as cursor:
        cursor.execute(TABLES_WITH_TRIGGERS)
        tables = [table for (table,) in cursor.fetchall()]
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        try:
            yield
        finally:
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_triggers() -> Iterator[None]:
    """After a test with `transaction=True` the tables are emptied, the append-only ones too."""
    flush = TransactionTestCase._fixture_teardown

    def flush_without_triggers(self: TransactionTestCase) -> None:
        with triggers_off():
            flush(self)

    TransactionTestCase._fixture_teardown = flush_without_triggers
    yield
    TransactionTestCase._fixture_teardown = flush


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """At the end the database is dropped, which sessions of threads that went away would prevent."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OTHERS}")
