"""Everybody meets everybody."""

import pytest
from caissify_pairings.engines.round_robin import berger_round
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import FORMATS, PairingFailed, Wishes
from tournaments.formats.round_robin import berger
from tournaments.results import BYE, FORFEIT_LOSS, FORFEIT_WIN, Entry
from tournaments.rules import rules_of

pytestmark = pytest.mark.pure
ROUND_ROBIN = FORMATS["round_robin"]


def field(entries: int, *gone: int) -> list[Entry]:
    return [Entry(f"e{seed}", seed, seed not in gone) for seed in range(1, entries + 1)]


@pytest.mark.parametrize("players", range(4, 17, 2))
def test_the_schedule_is_that_of_the_berger_tables(players: int) -> None:
    for round in range(1, players):
        assert berger(players, round) == berger_round(players, round)


@given(st.integers(3, 24), st.integers(1, 3))
def test_everybody_meets_everybody_once_a_cycle_and_has_at_most_one_bye_in_it(entries: int, cycles: int) -> None:
    rules = rules_of({"format": "round_robin", "cycles": cycles})
    rounds = ROUND_ROBIN.rounds(rules, entries)
    assert rounds == cycles * (entries - 1 + entries % 2)
    met: dict[frozenset[str], int] = {}
    for round in range(1, rounds + 1):
        pairing = ROUND_ROBIN.propose(field(entries), [], round, rules, "")
        sitting = [entry for table in pairing.tables for side in table.sides for entry in side]
        resting = [rest.entry for rest in pairing.rests]
        assert sorted(sitting + resting) == sorted(entry.id for entry in field(entries))
        assert len(resting) == entries % 2 and all(rest.kind == BYE for rest in pairing.rests)
        for one in [
            *(frozenset(entry for side in table.sides for entry in side) for table in pairing.tables),
            *map(frozenset, [resting] if resting else []),
        ]:
            met[one] = met.get(one, 0) + 1
    assert set(met.values()) == {cycles}
    assert len(met) == entries * (entries - 1) // 2 + (entries if entries % 2 else 0)


def test_whoever_would_meet_an_entry_that_has_withdrawn_gets_a_forfeit_and_the_schedule_stands() -> None:
    rules = rules_of({"format": "round_robin"})
    whole, without = (ROUND_ROBIN.propose(field(4, *gone), [], 1, rules, "") for gone in ((), (4,)))
    assert [table.sides for table in whole.tables] == [(("e1",), ("e4",)), (("e2",), ("e3",))]
    assert [table.sides for table in without.tables] == [(("e2",), ("e3",))]
    assert {(rest.entry, rest.kind, rest.opponents) for rest in without.rests} == {
        ("e1", FORFEIT_WIN, ("e4",)),
        ("e4", FORFEIT_LOSS, ("e1",)),
    }


def test_nothing_is_paired_when_at_most_one_entry_is_left() -> None:
    """Section 5, row 10."""
    with pytest.raises(PairingFailed) as failed:
        ROUND_ROBIN.propose(field(4, 1, 2, 3), [], 2, rules_of({"format": "round_robin"}), "")
    assert (failed.value.code, failed.value.data) == ("too_few", {"active": 1})


def test_a_fixed_schedule_refuses_wishes() -> None:
    with pytest.raises(PairingFailed, match="fixed_schedule"):
        ROUND_ROBIN.propose(field(4), [], 1, rules_of({"format": "round_robin"}), "", Wishes(locked=(("e1", "e2"),)))
