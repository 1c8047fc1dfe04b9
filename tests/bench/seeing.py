"""When an action is on another player's screen: two pages of a real Chromium at one table, over the whole stack."""

import random
import statistics
import uuid
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.bench.client import percentile
from tests.browser.player import open_game, sign_up
from tests.harness.browser import FLAGS, chromium
from tests.harness.product import Product

WATCH = Path(__file__).with_name("seeing.js").read_text()
MOST = 300
"""Milliseconds within which an action is to be seen."""

ACT = """async ([path, body, token]) => {
  const began = Date.now();
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.ok ? began : Promise.reject(new Error(await answer.text()));
}"""


def report(product: Product, quick: bool) -> None:
    """Plays and prints its line."""
    if chromium() is None:
        print("seen by another player: no Chromium, left out", flush=True)
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        ways, redraws = _play(
            product.url, [browser.new_context(bypass_csp=True).new_page() for _ in range(2)], 20 if quick else 100
        )
        browser.close()
    late = sum(one > MOST for one in ways)
    print(
        f"an action, from the press to another player's screen (Chromium, {len(ways)} actions): median"
        f" {statistics.median(ways):.0f} ms, worst {max(ways):.0f} ms, {late} over {MOST} ms;"
        f" a redraw with its layout: median {statistics.median(redraws):.1f} ms,"
        f" p99 {percentile(redraws, 0.99):.1f} ms, worst {max(redraws):.1f} ms",
        flush=True,
    )


def _play(base: str, two: list[Page], actions: int) -> tuple[list[float], list[float]]:
    """Milliseconds from an action of one to the other's screen, and of each redraw there."""
    names = [f"seen{uuid.uuid4().hex[:8]}" for _ in two]
    for page, name in zip(two, names, strict=True):
        page.set_viewport_size({"width": 1440, "height": 900})
        page.add_init_script(WATCH)
        sign_up(page, base, name)
    game = open_game(two[0], base, ruleset="classic", players=2, seats=["me", f"user:{names[1]}"])
    tokens = [next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken") for page in two]
    path = f"{base}/api/games/{game}"
    two[1].evaluate(ACT, [f"{path}/seats/1", {}, tokens[1]])
    two[1].goto(f"{base}/tables/{game}")
    for page in two:
        page.locator(".link.live").wait_for(state="attached")
        page.locator("[data-stack]").first.wait_for()
    rng, ways = random.Random(1), []
    while len(ways) < actions:
        told = [page.request.get(path).json() for page in two]
        seat = next((n for n, one in enumerate(told) if one["legal"]["actions"]), None)
        if seat is None:
            break
        version = told[seat]["version"]
        action = rng.choice(told[seat]["legal"]["actions"])
        body = {"action_id": str(uuid.uuid4()), "expected_version": version, "action": action}
        began = two[seat].evaluate(ACT, [f"{path}/actions", body, tokens[seat]])
        other = two[1 - seat]
        newer = f"Object.entries(seen).find(([version]) => version > {version})?.[1]"
        ways.append(other.wait_for_function(newer).json_value() - began)
    return ways, [spent for page in two for spent in page.evaluate("redraws")]
