"""Old events read as new: pure steps from plain dict to plain dict, one for each type and schema version that is past.

Stored rows are never rewritten. A step takes an event of its version and gives the same event of the next.
"""

from collections.abc import Callable
from typing import Any

Plain = dict[str, Any]

SCHEMA: dict[str, int] = {}
"""The schema of each type that is not at its first version."""

STEPS: dict[tuple[str, int], Callable[[Plain], Plain]] = {}
"""(type, schema) → the step to schema + 1."""


def schema_of(kind: str) -> int:
    """The schema in which events of this type are written now."""
    return SCHEMA.get(kind, 1)


def upcast(event: Plain) -> Plain:
    """The event in today's schema. Raises ValueError for one from the future."""
    kind, schema = event["type"], event.get("schema", 1)
    while schema < schema_of(kind):
        event = {**STEPS[kind, schema](event), "schema": schema + 1}
        schema += 1
    if schema > schema_of(kind):
        raise ValueError(f"{kind} of schema {schema} is newer than this program")
    return event
