"""Databases beside the suite's own, on the same servers."""

import re
from typing import Any
from urllib.parse import quote

import psycopg
from django.db import connection


class Place:
    """A database on the suite's server."""

    def __init__(self, name: str) -> None:
        self.name = name
        known = connection.settings_dict
        self.at = {"host": known["HOST"], "port": known["PORT"] or None, "user": known["USER"]}
        self.password = str(known["PASSWORD"] or "")

    def url(self, password: bool = True) -> str:
        """As DATABASE_URL has it."""
        who = quote(str(self.at["user"])) + (f":{quote(self.password)}" if password and self.password else "")
        where = f"{self.at['host']}:{self.at['port']}" if self.at["port"] else f"/{self.at['host']}"
        return f"postgres://{who}@{where}/{self.name}"

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of an answer."""
        with psycopg.connect(**self.at, password=self.password or None, dbname=self.name, autocommit=True) as own:
            cursor = own.execute(statement)  # type: ignore[call-overload]
            return list(cursor.fetchall()) if cursor.description else []

    def drop(self, name: str) -> None:
        """Another database goes, with whoever is still connected to it.

        WITH (FORCE) would be refused while the server itself is tidying up there: its own workers are not ours to end.
        """
        mine = f"datname = '{name}' AND usename = current_user"
        self.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}")
        self.ask(f"DROP DATABASE {name}")


def redis(url: str, number: int) -> str:
    """A server's numbered database, so that who shares the server hears nothing of the others' tasks and signs of life.

    An embedded server, known by its socket, is nobody else's and stays as it is; so does no address at all.
    """
    return re.sub(r"^(rediss?://[^/]+)(/\d*)?$", rf"\1/{number}", url)


def suite() -> Place:
    """The suite's own database."""
    return Place(str(connection.settings_dict["NAME"]))
