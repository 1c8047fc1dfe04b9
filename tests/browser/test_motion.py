"""What moves on the table, and what does not."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Person
from tests.browser.player import draw, open_game, settle, wait_for_turn
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]

WATCH = """() => {
  window.flown = [];
  new MutationObserver((all) => all.flatMap(({ addedNodes }) => [...addedNodes]).forEach((one) => window.flown.push({
    face: one.querySelector(".card")?.dataset.face,
    lasts: Math.max(...one.getAnimations().map(({ effect }) => effect.getComputedTiming().endTime)),
    moved: one.getAnimations().flatMap(({ effect }) => effect.getKeyframes().flatMap((frame) => Object.keys(frame))),
  }))).observe(document.getElementById("flights"), { childList: true });
}"""
HEAR = """window.tones = [];
const Real = OscillatorNode;
window.OscillatorNode = class extends Real {
  constructor(context, options) { super(context, options); window.tones.push(options.frequency); }
};"""
RINGS = "() => document.getAnimations().filter(({ effect }) => effect.getKeyframes()[0].boxShadow).length"


def answer_when_something_flies(route: Any) -> None:
    """The server's answer does not outrun a slow machine's drawing."""
    route.request.frame.page.wait_for_function("() => window.flown.length")
    route.continue_()


def flown(page: Any) -> list[dict[str, Any]]:
    """What has travelled since this was asked last."""
    page.wait_for_function("() => !document.getElementById('flights').childElementCount")
    found: list[dict[str, Any]] = page.evaluate("() => window.flown.splice(0)")
    assert all(one["lasts"] <= 1_400 for one in found), "an action of 700 ms, after one that was under way"
    moved = {name for one in found for name in one["moved"]} - {"offset", "computedOffset", "easing", "composite"}
    assert moved <= {"transform"}
    return found


def test_cards_travel_where_they_went_and_where_nothing_may_move_a_line_marks_them(
    visit: Visit, product: Product
) -> None:
    """Drawn and discarded cards are followed by the eye, a tap meanwhile counts, and nothing is left lying about.

    Sounds are there for who switches them on.
    """
    page = visit(reduced_motion="no-preference").sign_up().page
    page.add_init_script(HEAR)
    open_game(page, product.url, ruleset="classic", seats=["me", *["bot:careful"] * 3])
    wait_for_turn(page)
    page.evaluate(WATCH)
    page.route(re.compile("/actions$"), answer_when_something_flies)
    draw(page)
    page.unroute(re.compile("/actions$"))
    page.locator("[data-stack]").last.click()  # while they fly
    page.wait_for_function("() => document.querySelector('[data-stack][aria-pressed=true]')")
    faces = {one["face"] for one in flown(page)}
    assert "" in faces and len(faces) > 1, "at the tap backs, then what was drawn"
    assert not page.evaluate("window.tones"), "no sound unless it is wanted"
    page.locator(".bar [data-sheet=likings]").click()
    page.get_by_role("checkbox", name="Sounds").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("Escape")
    settle(page)
    page.locator("[data-stack]").last.click()
    page.keyboard.press("1")
    button = page.locator('.acts [data-act="discard"]')
    button.wait_for()
    lifted = page.locator("[data-stack] .up .card").get_attribute("data-face")
    page.keyboard.press("d")
    page.locator(".dock .inner.mine").wait_for(state="detached")
    wait_for_turn(page)
    assert lifted in {one["face"] for one in flown(page)}
    page.wait_for_function("() => new Set(window.tones).size > 1")  # cards, and my turn
    page.emulate_media(reduced_motion="reduce")
    draw(page)
    page.wait_for_function(RINGS)
    assert not flown(page), "nothing moves"
