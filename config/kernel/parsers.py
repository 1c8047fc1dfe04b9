"""Reading JSON from strangers: bounded, strict, and never a crash."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.parsers import BaseParser

from config.kernel.errors import ProblemError


def loads(text: bytes | str) -> Any:
    """The value of a JSON text, or `malformed`: also for NaN, a key said twice, NUL, or nesting without end."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
        # What PostgreSQL and UTF-8 cannot hold is refused at the door: NUL and lone surrogates.
        if "\\u" in text:
            _check_strings(value)
        elif "\x00" in text:
            raise ProblemError("malformed")
    except (ValueError, RecursionError) as error:  # JSONDecodeError and UnicodeDecodeError are ValueErrors
        raise ProblemError("malformed") from error
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is said twice")
    return made


def _check_strings(value: Any) -> None:
    if isinstance(value, str):
        if "\x00" in value:
            raise ValueError("NUL")
        value.encode("utf-8")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_strings(key)
            _check_strings(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_strings(inner)


class StrictJSONParser(BaseParser):
    """DRF's way into `loads`; reads no more than the settings allow."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The request's value."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise ProblemError("too_large", limit=limit)
        return loads(body)
