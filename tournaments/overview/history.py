"""The stream of an event in words."""

from typing import Any

from tournaments import selectors, serializers, words
from tournaments.overview.pages import Page


def log(one: Page, last: int | None = None) -> list[tuple[Any, str, str, int, str]]:
    """The stream in words, or the `last` rows of it, the newest first: when, what, why, version, hash."""
    found = selectors.rows(one.seen, 0 if last is None else max(0, one.seen.version - last))
    told = serializers.rows(one.seen, found)
    at = {row.version: row.at for row in found}
    return [
        (at[row["version"]], words.sentence(row, one.names), row["reason"] or "", row["version"], row["hash"])
        for row in reversed(told)
    ]
