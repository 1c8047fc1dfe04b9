"""Chromium, where there is one. Without it the browser tests are left out, and one line says so."""

import functools
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
]
_left_out = 0


def chromium() -> str | None:
    """The program, from CHROMIUM or the machine."""
    return os.environ.get("CHROMIUM") or next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests come last, or not at all."""
    global _left_out
    browser = [item for item in items if item.get_closest_marker("browser")]
    others = [item for item in items if not item.get_closest_marker("browser")]
    if browser and chromium() is None:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            raise pytest.UsageError("REQUIRE_BROWSER=1, and no Chromium is found (Debian: apt install chromium).")
        config.hook.pytest_deselected(items=browser)
        _left_out, browser = len(browser), []
    items[:] = others + browser


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The one line."""
    if _left_out:
        terminalreporter.write_line(
            f"No Chromium found: {_left_out} browser tests left out (Debian: apt install chromium).", yellow=True
        )


@pytest.fixture(scope="module")
def chromium_browser() -> Iterator[Any]:
    """A headless Chromium, by Playwright's sync API; open a context of your own in it.

    It ends with the file: its worker goes on with tests that need an event loop of their own.
    """
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = (
        "1"  # Playwright's loop is in this thread; the ORM is used between its calls
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        # Playwright's wait_for_function evaluates strings, which the pages' policy forbids: enforced where a test asks.
        browser.new_context = functools.partial(browser.new_context, bypass_csp=True)
        yield browser
        browser.close()
