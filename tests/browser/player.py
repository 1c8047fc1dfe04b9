"""A person at the table page: looks at what the page offers and taps it. Knows no rules either."""

import re
import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page

PASSWORD = "correct-horse-7"
DEAF = 320  # ms: the bar takes no press right after its buttons have changed, nor does a sheet that has just come
SIX_MINUTES = 360
ONES_OWN = re.compile(r" New\.| \d+ lifted\.")
PUT_OR_REFUSED = """key => !document.querySelector(`[data-stack="${key}"][aria-pressed="true"]`)
    || document.querySelector(".prompt.danger")"""


def sign_up(page: Page, base: str, name: str) -> None:
    """A new account, by the form."""
    page.goto(f"{base}/signup")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name=name).wait_for()


def open_game(page: Page, base: str, **more: Any) -> str:
    """A table of one's own by the API, as the signed-in person; then its page. For house rules that the form lacks."""
    body = {"ruleset": "favourite", "players": 4, "teams": 2, "seats": ["me", *["bot:random"] * 3], **more}
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    answer = page.request.post(
        f"{base}/api/games", data=body, headers={"X-CSRFToken": token, "Referer": f"{base}/", "Origin": base}
    )
    assert answer.status == 201, answer.text()
    game_id: str = answer.json()["id"]
    page.goto(f"{base}/tables/{game_id}")
    page.locator(".link.live").wait_for(state="attached")
    return game_id


def settle(page: Page) -> None:
    """Until what was tapped is drawn: the page draws once a frame."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def act(page: Page, name: str, timeout: float = 5) -> bool:
    """Press one of the acts as soon as it stands; whether it did."""
    button = page.locator(f'.dock .acts [data-act="{name}"]:not([aria-disabled])')
    try:
        button.wait_for(timeout=timeout * 1000)
        page.wait_for_timeout(DEAF)
        button.click(timeout=10_000)
    except Error:
        return False
    settle(page)
    return True


def prompt(page: Page) -> str:
    """The sentence that says what to do."""
    return page.locator("#prompt p").inner_text()


def hand(page: Page) -> list[str]:
    """The cards that are held, in words; not which of them this page has not shown before, or has lifted."""
    return [ONES_OWN.sub("", text) for text in page.locator("[data-stack] .sr").all_inner_texts()]


def my_turn(page: Page) -> bool:
    """Whether the page says that it is my turn."""
    return page.locator(".dock .inner.mine").count() > 0


def wait_for_turn(page: Page, seconds: float = 60) -> None:
    """Until it is my turn (or a question to me, or the end)."""
    page.locator(".dock .inner.mine, .dock .inner.asked, .dock .acts a, dialog[open]").first.wait_for(
        timeout=seconds * 1000
    )


def press_draw(page: Page, timeout: float = 5) -> bool:
    """Press "Draw"; where the pile could be taken the page asks once. Whether it was there."""
    if not act(page, "draw", timeout):
        return False
    return act(page, "draw") if leaves_the_pile(page) else True


def leaves_the_pile(page: Page) -> bool:
    """Whether the page asks if the pile is to be left; to be asked when it has been drawn."""
    return page.locator(".dock .acts").get_by_text("Leave the pile").count() > 0


def draw(page: Page, timeout: float = 5) -> bool:
    """Draw, and have the cards."""
    if not press_draw(page, timeout):
        return False
    page.locator('.dock .acts [data-act="draw"]').wait_for(state="detached")
    return True


def try_meld(page: Page) -> int | None:
    """Stage every stack of three or more as a new meld, and lay it down if the server says it may be. What was laid."""
    stacks = [
        one
        for one in page.locator("[data-stack]").evaluate_all("all => all.map(e => [e.dataset.stack, +e.dataset.size])")
        if one[1] >= 3 and one[0] not in ("2", "JK", "3b", "3r")
    ]
    for key, _size in stacks:
        page.locator(f'[data-stack="{key}"]').click()
        settle(page)
        slot = page.locator(".slot")
        if slot.count():
            slot.click()
            page.wait_for_function(PUT_OR_REFUSED, arg=key)
    return lay(page)


def lay(page: Page) -> int | None:
    """Lay down what is staged, if that is offered; else take it all back."""
    settle(page)
    if not page.locator("[data-group]").count():
        return None
    page.locator(".dock .acts").get_by_text("One moment").wait_for(state="detached")
    if page.locator('.dock .acts [data-act="lay"]').count():
        value = page.locator(".val b").inner_text()
        act(page, "lay")
        page.locator("[data-group]").first.wait_for(state="detached")
        return int(value.replace(",", "")) if value.isdigit() else 0
    while page.locator('.dock .acts [data-act="undo"]').count() and page.locator("[data-group]").count():
        act(page, "undo")
    page.keyboard.press("Escape")
    return None


def add_what_glows(page: Page) -> bool:
    """Lift each stack and put it where the page lights up a meld of ours."""
    keys = page.locator("[data-stack]").evaluate_all("all => all.map(e => e.dataset.stack)")
    for key in keys:
        if key in ("2", "JK", "3b", "3r"):
            continue
        stack = page.locator(f'[data-stack="{key}"]')
        if not stack.count():
            continue
        settle(page)
        stack.click()
        settle(page)
        glowing = page.locator(".meld.can").first
        if glowing.count():
            glowing.click()
            if lay(page) is not None:
                return True
        page.keyboard.press("Escape")
    return False


def discard(page: Page) -> None:
    """Lift one card, from the right, and discard it."""
    for at in range(page.locator("[data-stack]").count() - 1, -1, -1):
        page.keyboard.press("Escape")
        settle(page)
        page.locator("[data-stack]").nth(at).click()
        settle(page)
        had = page.locator(".handhead").inner_text()
        if act(page, "discard", timeout=1.5):
            page.wait_for_function("had => document.querySelector('.handhead')?.innerText !== had", arg=had)
            return
    if page.locator('.dock .acts [data-act="draw"]').count():
        return  # the pile that was staged was put back by Escape: the turn has not begun
    raise AssertionError(f"nothing can be discarded: {prompt(page)}")


def play_turn(page: Page, meld: bool = True) -> None:
    """One turn, whatever the page offers in it."""
    if page.locator(".dock .inner.asked").count():
        act(page, "answer-yes")
        return
    began = (act(page, "take", timeout=0.4) and lay(page) is not None) or draw(page, timeout=0.6)
    if not began and act(page, "pass", timeout=0.6):
        return
    page.wait_for_timeout(250)
    if not my_turn(page):
        return
    if meld and try_meld(page) is None:
        add_what_glows(page)
    if not my_turn(page) or page.locator("dialog[open]").count():
        return
    if page.locator('.dock .acts [data-act="ask"]').count():
        if act(page, "ask"):
            page.wait_for_timeout(DEAF)
            page.locator("dialog [data-ask]").click()
            page.locator("dialog [data-ask]").wait_for(state="detached")
        wait_for_turn(page)
    if act(page, "pass", timeout=0.2):
        return
    if page.locator("[data-stack]").count():
        discard(page)
    page.wait_for_timeout(200)


def play_to_the_end(page: Page, seconds: float = SIX_MINUTES, meld: bool = True) -> int:
    """Play until the page shows the result; how many turns it took."""
    end = time.monotonic() + seconds
    turns = 0
    while time.monotonic() < end:
        wait_for_turn(page)
        if page.locator("dialog[open]").count():
            if page.locator("dialog .result").count():
                return turns
            page.wait_for_timeout(DEAF)
            with suppress(Error):  # it may go by itself
                page.locator("dialog[open] [data-close]").last.click(timeout=2000)
            continue
        if page.locator(".dock .acts a").count():
            return turns
        play_turn(page, meld)
        turns += 1
    raise AssertionError(f"not over after {turns} turns: {prompt(page)}")
