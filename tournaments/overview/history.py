"""The stream of an event in words."""

from typing import Any

from tournaments import selectors, serializers, words
from tournaments.overview.pages import Page


def log(one: Page) -> list[tuple[Any, str, str, int, str]]:
    """The stream in words, the newest first: when, what, why, version, hash."""
    found = selectors.rows(one.seen)
    told = serializers.rows(one.seen, found)
    at = {row.version: row.at for row in found}
    return [
        (at[row["version"]], words.sentence(row, one.names), row["reason"] or "", row["version"], row["hash"])
        for row in reversed(told)
    ]
