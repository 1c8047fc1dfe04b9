"""What a picture should be like, measured: nothing outside the window, nothing over another control, large enough."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

MEASURE = Path(__file__).with_name("measure.js").read_text()


def layout_faults(page: Page) -> list[str]:
    """What is wrong with the boxes of this page."""
    page.wait_for_load_state()  # a page that comes anew while it is asked for has no boxes yet
    faults: list[str] = page.evaluate(MEASURE)
    return faults


def serious(page: Page, *rules: str) -> list[str]:
    """What axe finds serious or critical: by all of its rules, or by these."""
    options = {"runOnly": list(rules)} if rules else None
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
