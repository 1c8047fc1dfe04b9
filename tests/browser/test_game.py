"""Playing at the table page."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Person
from tests.browser.player import (
    discard,
    draw,
    hand,
    my_turn,
    open_game,
    play_to_the_end,
    play_turn,
    press_draw,
    prompt,
    wait_for_turn,
)
from tests.harness.product import Product

pytestmark = pytest.mark.browser
Visit = Callable[..., Person]

SHORT = {"base": "favourite", "minimums": [50], "packs": 2, "stock_out": "first_pass"}


SHOWS = """wanted => Object.entries(wanted).every(
    ([where, text]) => document.querySelector(where)?.innerText === text)"""
COUNTS = """window.uncounted = 0;
new MutationObserver(() => {
  window.uncounted = Math.max(window.uncounted, document.querySelectorAll(".counted .yet").length);
}).observe(document, { childList: true, subtree: true });"""


def test_a_whole_game_from_signing_up_to_the_result(visit: Visit, product: Product) -> None:
    """Two deals of house rules against three bots, played by what the page offers, while cards fly."""
    page = visit(reduced_motion="no-preference").sign_up().page
    page.add_init_script(COUNTS)
    open_game(page, product.url, ruleset={**SHORT, "minimums": [50, 50]})
    assert play_to_the_end(page) >= 4
    assert page.locator("dialog .result").is_visible()
    page.keyboard.press("Space")
    page.wait_for_function("() => !document.querySelector('.counted .yet')")
    assert page.evaluate("window.uncounted") > 1, "told line by line, until Space told them all"
    rows = page.locator("dialog tbody tr").all_inner_texts()
    parts = [row for row in rows if not row.startswith(("This deal", "New total"))]
    for team in (1, 2):
        total = page.locator(f"dialog tr:has-text('This deal') td >> nth={team - 1}").inner_text()
        cells = page.locator(f"dialog tbody tr td:nth-child({team + 1})").all_inner_texts()[: len(parts)]
        assert sum(map(_number, cells)) == _number(total)  # the parts on the sheet add up to the score
    page.get_by_role("button", name="Look at the table").click()
    assert "Totals" in prompt(page)
    assert page.locator(".side.left tbody tr").count() == 3


def _number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", "").replace(",", ""))


def test_the_button_against_three_bots_starts_a_classic_game_that_can_be_played(visit: Visit, product: Product) -> None:
    page = visit("phone").sign_up().page
    page.get_by_role("button", name="Play against three bots").first.click()
    page.locator("[data-stack]").first.wait_for()
    assert "Deal 1 of 4" in page.locator(".bar h1").inner_text()
    for _ in range(3):
        wait_for_turn(page)
        play_turn(page)
    wait_for_turn(page)
    assert my_turn(page)


def test_every_number_of_players_can_be_opened_by_the_form(visit: Visit, product: Product) -> None:
    page = visit().sign_up().page
    for players, teams in ((2, 2), (3, 3), (4, 4), (5, 5), (6, 2), (6, 3), (7, 7)):
        page.goto(f"{product.url}/tables/new")
        page.get_by_label("Players and teams").select_option(f"{players}-{teams}")
        assert page.locator(".seatrow:visible").count() == players
        page.get_by_role("button", name="Open the table").click()
        page.locator("[data-stack]").first.wait_for()
        assert page.locator(".seat").count() == players
        assert page.locator(".team").count() == teams


def test_a_refused_action_says_why_and_loses_nothing(visit: Visit, product: Product) -> None:
    """A pair is no meld: the page says so, and the cards are still there."""
    page = visit().sign_up().page
    open_game(page, product.url, ruleset="favourite")
    wait_for_turn(page)
    draw(page)
    page.locator('[data-act="draw"]').first.wait_for(state="detached")
    held = page.locator(".handhead").inner_text()
    stack = page.locator("[data-stack]").first
    stack.click()
    page.keyboard.press("1")
    page.locator(".slot").click()
    page.get_by_text("A new meld needs three cards or more.").first.wait_for()
    assert page.locator('.acts [data-act="missing"]').is_visible()
    page.locator('.acts [data-act="missing"]').click()
    page.locator("#prompt", has_text="⚠").wait_for()
    page.locator("[data-group]").click()  # taken back
    page.locator("[data-group]").wait_for(state="detached")
    assert page.locator(".handhead").inner_text() == held
    assert my_turn(page)


def test_staging_outlives_a_reload_and_the_turns_of_others(visit: Visit, product: Product) -> None:
    """Prepared while others play, it is there after their moves and after a reload."""
    page = visit().sign_up().page
    open_game(page, product.url, ruleset="classic")
    wait_for_turn(page)
    play_turn(page, meld=False)
    page.locator("[data-stack]").first.click()
    page.locator(".slot").click()
    staged = page.locator("[data-group] .sr").inner_text()
    page.reload()
    page.locator("[data-group]").wait_for()
    assert page.locator("[data-group] .sr").inner_text() == staged
    wait_for_turn(page)
    assert page.locator("[data-group] .sr").inner_text() == staged


def test_two_tabs_agree(visit: Visit, product: Product) -> None:
    person = visit().sign_up()
    one = person.page
    open_game(one, product.url, ruleset=SHORT)
    two = person.tab()
    two.goto(one.url)
    wait_for_turn(one)
    wait_for_turn(two)
    play_turn(one, meld=False)
    wait_for_turn(one)
    shown = {where: one.locator(where).inner_text() for where in (".handhead", ".stock", "#prompt p")}
    two.wait_for_function(SHOWS, arg=shown)  # it may hear of the turn later
    assert hand(one) == hand(two)


def test_an_action_on_what_is_over_is_refused_in_words_and_the_board_is_put_right(
    visit: Visit, product: Product
) -> None:
    """The second tab has heard nothing of what the first one did."""
    person = visit().sign_up()
    one = person.page
    open_game(one, product.url, ruleset="favourite", players=2, teams=2, seats=["me", "bot:random"])
    wait_for_turn(one)
    deaf = person.tab()
    deaf.route_web_socket(re.compile("/ws/"), lambda _: None)
    deaf.goto(one.url, wait_until="networkidle")  # it asks nothing any more
    wait_for_turn(deaf)
    draw(one)
    draw(deaf)
    deaf.get_by_text("Something happened at the table meanwhile").first.wait_for()
    assert deaf.locator(".handhead").inner_text() == one.locator(".handhead").inner_text()


def test_an_answer_that_is_lost_on_the_way_costs_nothing(visit: Visit, product: Product) -> None:
    """V62. The action is sent again under the same id: two cards are drawn, not four."""
    page = visit().sign_up().page
    sent: list[str] = []

    def carry(line: Any) -> None:
        """Tells nothing of the action before it is sent again: what the line has told of is not."""
        line.connect_to_server().on_message(lambda message: None if len(sent) == 1 else line.send(message))

    def lose_the_first(route: Any) -> None:
        sent.append(route.request.post_data_json["action_id"])
        answer = route.fetch()
        if len(sent) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route_web_socket(re.compile("/ws/"), carry)
    open_game(page, product.url, ruleset="favourite")
    wait_for_turn(page)
    page.route(re.compile("/actions$"), lose_the_first)
    assert "11 cards" in page.locator(".handhead").inner_text()
    draw(page)
    page.locator(".handhead", has_text="13 cards").wait_for()
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert "13 cards" in page.locator(".handhead").inner_text()


def test_what_was_done_although_no_answer_came_is_not_called_not_sent(visit: Visit, product: Product) -> None:
    """V62. The line comes back and tells of it, or has told of it while the answer was waited for."""
    page = visit().sign_up().page
    lines: list[Any] = []
    deaf: list[bool] = []

    def carry(line: Any) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda message: None if deaf else line.send(message))

    def lose_the_answer(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route_web_socket(re.compile("/ws/"), carry)
    open_game(page, product.url, ruleset="favourite")
    wait_for_turn(page)
    page.route(re.compile("/actions$"), lose_the_answer)
    deaf.append(True)
    assert press_draw(page)
    page.locator("#prompt", has_text="Not sent").wait_for()
    deaf.clear()
    lines[-1].close()
    page.locator(".handhead", has_text="13 cards").wait_for()
    assert "Not sent" not in prompt(page)
    page.locator(".link.live").wait_for(state="attached")
    discard(page)
    page.locator(".dock .inner.mine").wait_for(state="detached")
    wait_for_turn(page)
    assert "Not sent" not in prompt(page)


def test_where_no_web_socket_gets_through_everything_is_told_all_the_same(visit: Visit, product: Product) -> None:
    """V59. What others do is asked for, said and shown, and my turn is called out."""
    page = visit("phone").sign_up().page
    open_game(page, product.url, ruleset="classic")
    page.route_web_socket(re.compile("/ws/"), lambda line: line.close())
    page.reload()
    page.locator(".link.slow").wait_for(state="attached")
    wait_for_turn(page)
    play_turn(page, meld=False)
    page.evaluate("() => { document.getElementById('say-now').textContent = ''; }")
    page.locator("#say-now", has_text="Your turn.").wait_for(state="attached", timeout=60_000)
    page.locator("#say", has_text=re.compile(r"discarded the .*|things happened")).wait_for(state="attached")


def test_a_lost_connection_is_shown_and_caught_up(visit: Visit, product: Product) -> None:
    """V59. What happened meanwhile is told as soon as it can be had, also before there is a web socket again."""
    person = visit().sign_up()
    page = person.page
    shut: list[bool] = []
    page.route_web_socket(re.compile("/ws/"), lambda line: line.close() if shut else line.connect_to_server())
    game = f"{product.url}/api/games/{open_game(page, product.url, ruleset='classic')}"
    wait_for_turn(page)
    play_turn(page, meld=False)
    person.context.set_offline(True)
    page.locator(".link.offline").wait_for(timeout=10_000)
    assert "offline since" in page.locator(".link").inner_text()
    version = page.request.get(game).json()["version"]
    for _ in range(120):  # the bots play on meanwhile
        page.wait_for_timeout(500)
        if page.request.get(game).json()["version"] > version:
            break
    before = page.locator(".side.right .log li").count()
    shut.append(True)
    person.context.set_offline(False)
    page.locator("#say", has_text=re.compile(r"Back; \d+ things? happened: ")).wait_for(state="attached")
    shut.clear()
    page.locator(".link.live").wait_for(state="attached", timeout=30_000)
    page.wait_for_function("n => document.querySelectorAll('.side.right .log li').length > n", arg=before)
    wait_for_turn(page)
    play_turn(page, meld=False)
