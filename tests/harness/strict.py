"""What a suite must not swallow: a skip under CI, an exception that nobody foresaw."""

import logging
import os
from collections.abc import Generator, Iterator
from typing import Any

import pytest

UNFORESEEN = ("config.kernel.problem", "django.request")


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


@pytest.fixture(autouse=True)
def _nothing_unforeseen(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that meets an `internal` error fails, whatever it has asserted."""
    kept = _Kept()
    for name in UNFORESEEN:
        logging.getLogger(name).addHandler(kept)
    yield
    for name in UNFORESEEN:
        logging.getLogger(name).removeHandler(kept)
    if kept.records and request.node.get_closest_marker("meets_internal") is None:
        first = kept.records[0]
        raise AssertionError(f"met an unforeseen exception: {first.getMessage()}") from first.exc_info[1]  # type: ignore[index]
