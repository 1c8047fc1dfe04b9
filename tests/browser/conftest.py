"""People with a browser at the running product."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.player import sign_up
from tests.harness.product import Product

FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}"""
SIZES = {"phone": (360, 800), "tablet": (768, 1024), "desktop": (1440, 900)}


class Person:
    """A person's own browser window; `faults` is what went wrong in its scripts."""

    def __init__(self, browser: Any, base: str, size: str = "desktop", **options: Any) -> None:
        width, height = SIZES[size]
        # What a test does to requests of a page it cannot do to those that go through the site's worker.
        options = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"} | options
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.base = base
        self.name = ""
        self.faults: list[str] = []
        self.page = self.tab()

    def tab(self) -> Any:
        """One more tab of the same window."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, message: Any) -> None:
        # A refused dry run is an answer, and Chromium writes each 4xx into the console.
        if (
            message.type == "error"
            and "Failed to load resource" not in message.text
            and "WebSocket" not in message.text
        ):
            self.faults.append(message.text)

    def keep_nothing(self) -> "Person":
        """In a browser that lets no site keep anything."""
        self.context.add_init_script(FORBIDDEN)
        return self

    def sign_up(self) -> "Person":
        """With an account of their own."""
        self.name = f"p{uuid.uuid4().hex[:8]}"
        sign_up(self.page, self.base, self.name)
        return self


@pytest.fixture
def visit(chromium_browser: Any, product: Product) -> Iterator[Callable[..., Person]]:
    """Opens a browser window at the product: `visit(size="phone", …)`. No script may have failed in it at the end."""
    people: list[Person] = []

    def open_window(size: str = "desktop", **options: Any) -> Person:
        people.append(Person(chromium_browser, product.url, size, **options))
        return people[-1]

    yield open_window
    faults = [fault for person in people for fault in person.faults]
    for person in people:
        person.context.close()
    assert not faults
