"""Bots play whole games of any ruleset and are never refused."""

from typing import Any

import pytest

from engine.seating import LAYOUTS
from tests.engine.bots.table import begun, played

pytestmark = pytest.mark.pure

ONE_DEAL = {"minimums": [50]}
HOUSES: dict[str, dict[str, Any]] = {
    "classic": {"base": "classic"},
    "favourite": {"base": "favourite"},
    "pagat": {"base": "pagat"},
    "bicycle": {"base": "bicycle"},
    "grab": {"base": "favourite", "dealing": "grab"},
    "streams": {"base": "classic", "stock": "seat_streams"},
    "anything on books": {
        "base": "favourite",
        "wild_melds": True,
        "add_to_books": "any",
        "max_wilds": 6,
        "wild_share": "equal",
        "pile_take": "all",
    },
    "frozen piles": {"base": "classic", "wild_discard_freezes": True, "pile_pair": "wild_helps", "upcard": "any"},
    "all must be melded": {"base": "pagat", "last_discard": "forbidden", "foot_entry": "ends_turn"},
    "nobody asked": {
        "base": "bicycle",
        "partner_in_foot": False,
        "draw": 5,
        "stock_out": "first_pass",
        "books_to_go_out": {"clean": 0, "dirty": 0, "wild": 0},
    },
    "no pile, no reopening": {
        "base": "favourite",
        "pile_take": "never",
        "reopen_rank": False,
        "max_wilds": 0,
        "stock_out": "at_once",
        "draw": 1,
    },
    "no wild in the packs": {"base": "classic", "jokers_per_pack": 0, "hand_size": 7, "foot_size": 7, "packs": 8},
}


@pytest.mark.parametrize("name", HOUSES)
def test_careful_plays_every_ruleset(name: str) -> None:
    game = played(*begun(HOUSES[name] | ONE_DEAL, 4, 2, seed=7), ("careful",))
    assert game.over


@pytest.mark.parametrize(("players", "teams"), [(n, teams) for n, layouts in LAYOUTS.items() for teams in layouts])
def test_careful_plays_at_every_table(players: int, teams: int) -> None:
    game = played(*begun({"base": "pagat", "packs": 9} | ONE_DEAL, players, teams, seed=players), ("careful",))
    assert game.over


@pytest.mark.parametrize("ruleset", ["classic", "favourite"])
def test_two_careful_beat_two_random_from_either_side(ruleset: str) -> None:
    for seed in range(5):
        assert played(*begun(ruleset, 4, 2, seed), ("careful", "random")).winners == (0,)
        assert played(*begun(ruleset, 4, 2, seed), ("random", "careful")).winners == (1,)


@pytest.mark.parametrize("name", ["classic", "grab", "streams"])
def test_sharp_is_never_refused(name: str) -> None:
    played(*begun(HOUSES[name] | ONE_DEAL, 4, 2, seed=3), ("sharp", "careful"), actions_at_most=60)


def test_sharp_plays_a_deal_to_its_end() -> None:
    assert played(*begun(HOUSES["favourite"] | ONE_DEAL, 4, 2, seed=3), ("sharp", "careful")).over
