"""What a suite must not swallow: a skip under CI, an exception that nobody foresaw."""

import logging
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest

UNFORESEEN = ("accounts", "config", "games", "django.request", "uvicorn.error", "asyncio")
"""Whoever logs an exception under one of these names has swallowed it."""


def _refuse_skip(report: Any) -> Any:
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """A skipped test fails under CI."""
    return _refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    """So does a skipped file."""
    return _refuse_skip((yield))


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.records.append(record)


@contextmanager
def nothing_unforeseen() -> Iterator[None]:
    """Raises AssertionError if an exception was swallowed meanwhile: answered `internal`, or logged and passed over."""
    kept = _Kept()
    for name in UNFORESEEN:
        logging.getLogger(name).addHandler(kept)
    try:
        yield
    finally:
        for name in UNFORESEEN:
            logging.getLogger(name).removeHandler(kept)
    if kept.records:
        first = kept.records[0]
        raise AssertionError(f"met an unforeseen exception: {first.getMessage()}") from first.exc_info[1]  # type: ignore[index]


@pytest.fixture(autouse=True)
def _nothing_unforeseen(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that meets an unforeseen exception fails, whatever it has asserted."""
    with nullcontext() if request.node.get_closest_marker("meets_internal") else nothing_unforeseen():
        yield
