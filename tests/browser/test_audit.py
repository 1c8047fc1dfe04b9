"""The record of a table, and its chain, checked by the browser."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Person
from tests.browser.games import QUICK, ask, played
from tests.browser.measure import layout_faults, serious
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]


def test_a_visitor_reads_who_did_what_and_has_the_browser_check_that_no_row_was_changed(
    visit: Visit, product: Product
) -> None:
    """Every row with its time, actor and hash; filters; a file; the chain says yes to the log as it is, names the row
    that was tampered with, and knows again what it kept."""
    game = played(product.url, ruleset={**QUICK, "minimums": [50]})
    log = ask(product.url, "", "GET", f"/api/games/{game.id}/rows")["rows"]
    page = visit("phone").page
    wrong: dict[str, Any] = {}

    def tamper(route: Any) -> None:
        told = route.fetch().json()
        for row in told["rows"]:
            if wrong and row["version"] == wrong["version"]:
                wrong["change"](row)
        route.fulfill(json=told)

    page.route("**/rows?since=*", tamper)

    def checked() -> dict[str, bool]:
        page.goto(f"{product.url}/tables/{game.id}/audit")
        page.get_by_role("button", name="Verify the chain").click()
        page.locator("[data-chain]").wait_for()
        checks = page.locator("[data-check]").evaluate_all("all => all.map(e => [e.dataset.check, e.className])")
        found = {what: how == "fits" for what, how in checks}
        assert page.locator("[data-chain]").get_attribute("data-chain") == ("yes" if all(found.values()) else "no")
        return found

    assert checked() == {"hashes": True, "parts": True, "told": True, "secrets": True}
    assert page.locator("[data-last]").inner_text() == f"#{len(log)} {log[-1]['hash']}"
    assert page.locator(".timeline li").count() == len(log), "every row, whatever it is about"
    newest = page.locator(".timeline li").first
    assert newest.locator("time").get_attribute("datetime") == log[-1]["at"]
    assert log[-1]["hash"][:12] in newest.inner_text()
    assert not layout_faults(page) + serious(page)

    drew = next(row for row in log if row["type"] == "drew")
    for change, broken in (
        (lambda row: row.update(at="2026-01-01T00:00:00.000Z"), {"hashes": False, "told": False}),
        (lambda row: row["opened"]["cards"].update(value="AS AS"), {"parts": False, "told": False}),
        (lambda row: row.update(actor={"kind": "user", "id": log[0]["action_id"]}), {"hashes": False}),
    ):
        wrong.update(version=drew["version"], change=change)
        expected = {"hashes": True, "parts": True, "told": True, "secrets": True, "before": True} | broken
        assert checked() == expected
        assert f"Row {drew['version']}" in page.locator("[data-check].danger").first.inner_text()
    wrong.clear()
    page.evaluate(
        "key => localStorage.setItem(key, JSON.stringify({version: 9, hash: 'other', at: '2026-01-01T00:00:00Z'}))",
        f"fairdeal:chain:{game.id}",
    )
    assert checked()["before"] is False, "the log was written anew since this browser looked"

    page.get_by_label("Done by").select_option(game.names[0])
    page.get_by_label("What").select_option("what was played")
    own = [row for row in log if row["type"] in ("drew", "melded", "discarded", "pile_taken") and row["seat"] == 0]
    shown = page.locator(".timeline li").all_inner_texts()
    assert len(shown) >= len(own) and all(f"· {game.names[0]}" in text for text in shown)
    with page.expect_download() as given:
        page.get_by_role("button", name="As a file").click()
    lines = given.value.path().read_text("utf-8-sig").splitlines()
    assert len(lines) == len(shown) + 1 and lines[1].split(",")[7].strip('"') in {row["hash"] for row in log}

    page = visit("phone").keep_nothing().page
    page.goto(f"{product.url}/tables/{game.id}/audit?actor=nobody&kind=play")
    page.locator(".timeline li").first.wait_for()
    assert page.get_by_label("Done by").input_value() == "", "who never did anything here is not looked for"
    page.get_by_role("button", name="Verify the chain").click()
    page.locator("[data-chain=yes]").wait_for()
    assert page.get_by_text("This browser has kept it too").count() == 0, "it may not keep anything"
