"""What a line of the log looks like, and what must never stand in one: cards, tokens, passwords, addresses.

Two formats, one content: plain text for a person, or with LOG_FORMAT=json one object a line for a machine. An exception
is told by where it was raised and of which kind it is. Its words are left out unless they are known to hold no data:
a refused row of the database, for one, is told whole by the database. What remains is looked through once more.
"""

import json
import logging
import logging.config
import os
import re
import traceback
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.template import TemplateDoesNotExist

from config import tracing

# Their words name parts of the program, never data.
_OF_THE_PROGRAM = (
    *(AttributeError, NameError, TypeError, ImportError, NotImplementedError, RecursionError),
    *(ImproperlyConfigured, TemplateDoesNotExist),
)
_OF_THE_WAY = ("redis", "kombu", "celery")  # packages that carry numbers and ids only
# Classes of SQLSTATE in which the server speaks of itself: connections, limits, locks, operators, its system.
_OF_THE_SERVER = ("08", "25", "40", "53", "55", "57", "58")

_HIDDEN = "···"
_FACE = re.compile(r"\b(?:[AKQJT2-9][CDHS]|JK)\b")
_LOOKS_SECRET = (
    re.compile(r"(?<=://)[^/\s@]+(?=@)"),  # user and password of a URL
    re.compile(r"(?<=[Bb]earer )\S+"),
    re.compile(r"[^\s@<>\"'(:/]+@[^\s@<>\"'):/]+\.\w+"),
    re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"),
    re.compile(r"(?<![\w:])(?:(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}|[0-9A-Fa-f:]*::[0-9A-Fa-f:.]*)(?![\w:])"),
)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{24,}")


def scrub(text: str) -> str:
    """The text without what looks like a card, a token, a password or an address."""
    for secret in _LOOKS_SECRET:
        text = secret.sub(_HIDDEN, text)
    return _FACE.sub(_HIDDEN, _LONG_WORD.sub(_unless_an_id, text))


def _unless_an_id(found: re.Match[str]) -> str:
    """A long word with digits in it is a token, unless it is the id of something."""
    word = found.group()
    return word if _ID.fullmatch(word) or not re.search(r"\d", word) else _HIDDEN


def describe(error: BaseException) -> str:
    """The kind of an exception, with as much of its words as can hold no data."""
    said = scrub(_said(error))
    return f"{type(error).__qualname__}: {said}" if said else type(error).__qualname__


def _said(error: BaseException) -> str:
    diagnosis = getattr(error, "diag", None) or getattr(error.__cause__, "diag", None)
    if diagnosis is not None:
        return _of_the_database(error, diagnosis)
    if isinstance(error, OSError):
        return os.strerror(error.errno) if error.errno else ""
    if isinstance(error, _OF_THE_PROGRAM) or type(error).__module__.partition(".")[0] in _OF_THE_WAY:
        return str(error)
    code = getattr(error, "code", None)  # a refusal's
    return code if isinstance(code, str) else ""


def _of_the_database(error: BaseException, diagnosis: Any) -> str:
    state = diagnosis.sqlstate
    if state is None:  # it was never reached
        return str(error).partition("\n")[0]
    names = (diagnosis.table_name, diagnosis.column_name, diagnosis.constraint_name)
    said = [diagnosis.message_primary] if state[:2] in _OF_THE_SERVER else []
    return " ".join([state, *said, *(name for name in names if name)])


def trace(error: BaseException) -> str:
    """Where an exception was raised, and what it came of, without its words."""
    return "\nwhich came of\n".join(
        "".join(traceback.format_tb(each.__traceback__)) + describe(each) for each in _chain(error)
    )


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        seen.append(error)
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def message(record: logging.LogRecord) -> str:
    """What a record says, as it may be written down."""
    error = record.exc_info[1] if record.exc_info else None
    try:
        text = str(record.msg) % _told(record.args, error) if record.args else str(record.msg)
    except (TypeError, ValueError, KeyError):
        text = str(record.msg)
    if error is not None:
        for words in (repr(error), str(error)):
            text = text.replace(words, describe(error)) if words else text
    cause = tracing.current()
    if cause is not None and cause.route is not None:
        text = text.replace(cause.path, cause.route) if len(cause.path) > 1 else text
    return scrub(text.strip())


def _told(args: Any, error: BaseException | None) -> Any:
    """The arguments of a record, exceptions among them by their description."""
    if isinstance(args, Mapping):
        of_celery = {"exc": describe(error)} if error is not None and "exc" in args else {}
        return {key: _plain(value) for key, value in args.items()} | of_celery
    return tuple(_plain(value) for value in args)


def _plain(value: Any) -> Any:
    return describe(value) if isinstance(value, BaseException) else value


class _Formatter(logging.Formatter):
    def content(self, record: logging.LogRecord) -> dict[str, Any]:
        """Everything that is told of a record, in the order in which it is told."""
        cause = tracing.current()
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z",
            "level": record.levelname,
            "logger": record.name,
            "message": message(record),
            "request": cause and cause.id,
            "game": getattr(record, "game", None) or (cause and cause.game),
            **{key: scrub(value) if isinstance(value, str) else value for key, value in self.fields(record).items()},
            "trace": trace(record.exc_info[1]) if record.exc_info and record.exc_info[1] else None,
        }
        return {key: value for key, value in told.items() if value is not None}

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """What a record brings along besides its message."""
        return getattr(record, "fields", {})


class Json(_Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return json.dumps(self.content(record), ensure_ascii=False, default=str)


class Plain(_Formatter):
    """For people: one line, and the trace of an exception below it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = self.content(record)
        where = " ".join(f"{key}={told[key]}" for key in ("request", "game") if key in told)
        line = f"{told['time']} {told['level']} {told['logger']}: {told['message']}{where and f' [{where}]'}"
        return f"{line}\n{told['trace']}" if "trace" in told else line


def configure(config: dict[str, Any]) -> None:
    """Django's LOGGING_CONFIG, and Celery's: Python's own warnings are lines of the log too."""
    logging.config.dictConfig(config)
    logging.captureWarnings(True)
