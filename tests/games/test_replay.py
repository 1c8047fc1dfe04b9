"""Deciding a log's actions again tells what a fold believes: forgers who chain their rows properly are found out."""

from collections.abc import Callable
from typing import Any

import pytest

from config.kernel.event_store import check_chain, digests, seal
from games import replay
from games.rows import Row
from tests.games.corpus import FOLDER, forged, read

pytestmark = pytest.mark.pure

GAME_ID, ROWS = read(FOLDER / "classic-four-1.ndjson")
SECRETS = {row.data["deal"]: row.data["secret"] for row in ROWS if row.type == "deal_scored"}
Change = dict[str, Any]


def row_of(kind: str, nth: int) -> Row:
    return [row for row in ROWS if row.type == kind][nth]


def told_after(row: Row, **change: Any) -> list[str]:
    """What is told of the log with this row changed, once its chain was seen to hold."""
    rows = forged(GAME_ID, ROWS, row.version, **change)
    check_chain((one.hashed(GAME_ID), digests(one.hidden or {}), one.hidden or {}, one.hash) for one in rows)
    return list(replay.faults(rows, SECRETS))


def data(**change: Callable[[Any], Any]) -> Callable[[Row], Change]:
    return lambda row: {"data": row.data | {name: change(row.data[name]) for name, change in change.items()}}


def hidden(**change: Callable[[str], str]) -> Callable[[Row], Change]:
    def changed(row: Row) -> Change:
        values = row.values() | {name: change(row.values()[name]) for name, change in change.items()}
        return {"hidden": {name: seal(value) for name, value in values.items()}}

    return changed


def one_more(numbers: list[int]) -> list[int]:
    return [numbers[0] + 1, *numbers[1:]]


def another_first(cards: str) -> str:
    first, *rest = cards.split()
    return " ".join(["KH" if first != "KH" else "4C", *rest])


def turned(cards: str) -> str:
    return " ".join(reversed(cards.split()))


FORGED: dict[str, tuple[str, int, Callable[[Row], Change], str]] = {
    "who deals first": ("deal_started", 0, data(dealer=lambda seat: (seat + 1) % 4), "dealer"),
    "who deals next": ("deal_started", 1, data(dealer=lambda seat: (seat + 1) % 4), "dealer"),
    "what a first meld must reach": ("deal_started", 0, data(minimum=lambda _: 0), "minimum"),
    "the order of the first deal": ("deal_started", 0, hidden(order=turned), "order"),
    "the order of a later deal": ("deal_started", 1, hidden(order=turned), "order"),
    "a hand that is dealt": ("dealt", 0, hidden(hand=another_first), "hand"),
    "a foot that is dealt": ("dealt", 1, hidden(foot=another_first), "foot"),
    "the up-card": ("upcard_turned", 0, data(card=another_first), "card"),
    "a card that is drawn": ("drew", 3, hidden(cards=another_first), "cards"),
    "cards that come for red threes": ("red_threes_laid", 0, hidden(drawn=another_first), "drawn"),
    "what a meld is worth": ("melded", 0, data(value=lambda value: value + 5), "value"),
    "how a deal ended": ("deal_ended", 0, data(how=lambda how: "the other way"), "how"),
    "the points of a deal": ("deal_scored", 0, data(scores=one_more), "scores"),
    "the totals after a deal": ("deal_scored", 1, data(totals=one_more), "totals"),
    "the totals of the game": ("game_ended", 0, data(totals=one_more), "totals"),
    "who has won": ("game_ended", 0, data(winners=lambda winners: [1 - winners[0]]), "winners"),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_the_rules_and_the_secrets_did_not_give_is_told_with_its_row(what: str) -> None:
    kind, nth, change, part = FORGED[what]
    row = row_of(kind, nth)
    assert told_after(row, **change(row)) == [
        f"row {row.version}, {kind}: the {part} is not what the rules and the secrets give"
    ]


def test_an_action_that_the_rules_refuse_is_told() -> None:
    row = row_of("drew", 0)
    assert row.seat is not None
    assert told_after(row, seat=(row.seat + 1) % 4) == [
        f"row {row.version}, drew: the rules refuse this action (not_your_turn)"
    ]


def test_a_row_that_follows_from_nothing_is_told() -> None:
    row = row_of("passed_over", 0)
    assert told_after(row, type="asked", data={}, hidden=None) == [
        f"row {row.version}: here {row.type} follows, not asked"
    ]


def test_a_card_that_is_to_be_hidden_and_is_not_is_told() -> None:
    row = row_of("drew", 0)
    assert told_after(row, data=row.values(), hidden=None) == [f"row {row.version}, drew: what is to be hidden is not"]


def test_where_a_secret_is_not_at_hand_the_rest_is_decided_again_all_the_same() -> None:
    assert list(replay.faults(ROWS, {})) == []
    row = row_of("dealt", 0)
    rows = forged(GAME_ID, ROWS, row.version, **hidden(hand=another_first)(row))
    assert list(replay.faults(rows, {})) == [
        f"row {row.version}, dealt: the hand is not what the rules and the secrets give"
    ]
