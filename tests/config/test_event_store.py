"""The chain of the log: it can be checked by someone who sees no hidden card, and no byte can be changed unseen."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.kernel.event_store import BrokenChain, check_chain, digest, digests, row_hash, seal

pytestmark = pytest.mark.pure

VECTORS = json.loads((Path(__file__).parent / "vectors" / "row_hashes.json").read_text())

plain = st.recursive(
    st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text('aZ0 "\\\n\x1fé♠🂡', max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
payloads = st.dictionaries(st.sampled_from(["cards", "card", "melds", "count"]), plain, max_size=3)


@st.composite
def streams(draw: st.DrawFn) -> list[Any]:
    """A log of some rows, chained as a writer would: (row, digests, hidden parts, hash)."""
    stored: list[Any] = []
    for version in range(1, draw(st.integers(1, 5)) + 1):
        row = {
            **{
                "game": "00000000-0000-4000-8000-000000000001",
                "version": version,
                "type": draw(st.sampled_from("xyz")),
            },
            **{"schema": 1, "at": "2026-01-02T03:04:05.678Z", "actor": {"kind": "system", "id": "system"}},
            "data": draw(payloads),
        }
        if draw(st.booleans()):
            row["seat"] = draw(st.integers(0, 6))
        hidden = {name: seal(value) for name, value in draw(payloads).items()}
        previous = stored[-1][3] if stored else None
        stored.append((row, digests(hidden), hidden, row_hash(row, digests(hidden), previous)))
    return stored


@pytest.mark.parametrize("number", range(len(VECTORS)))
def test_rows_hash_as_a_second_program_computed_them(number: int) -> None:
    row, previous = VECTORS[number]["row"], VECTORS[number - 1]["hash"] if number else None
    assert row_hash(row, digests(row.get("hidden", {})), previous) == VECTORS[number]["hash"]


@given(streams())
def test_a_log_as_it_was_written_verifies(stream: list[Any]) -> None:
    assert check_chain(stream) == stream[-1][3]


@given(streams())
def test_a_log_verifies_without_its_hidden_parts(stream: list[Any]) -> None:
    assert check_chain((row, sealed, {}, stored) for row, sealed, _, stored in stream) == stream[-1][3]


@given(streams(), st.data())
def test_a_changed_row_is_found(stream: list[Any], data: st.DataObject) -> None:
    changed = copy.deepcopy(stream)
    number = data.draw(st.integers(0, len(stream) - 1))
    key = data.draw(st.sampled_from(["type", "at", "game", "data", "actor", "schema"]))
    changed[number][0][key] = "another"
    with pytest.raises(BrokenChain) as caught:
        check_chain(changed)
    assert caught.value.version == number + 1


@given(streams(), st.data())
def test_a_changed_hidden_part_or_salt_is_found(stream: list[Any], data: st.DataObject) -> None:
    parts = [(number, name) for number, item in enumerate(stream) for name in item[2]]
    if not parts:
        return
    number, name = data.draw(st.sampled_from(parts))
    changed = copy.deepcopy(stream)
    part = changed[number][2][name]
    if data.draw(st.booleans()):
        part["value"] = ["other", part["value"]]
    else:
        part["salt"] = "00" * 32
    with pytest.raises(BrokenChain) as caught:
        check_chain(changed)
    assert caught.value.version == number + 1


@given(streams(), st.data())
def test_a_row_left_out_or_moved_is_found(stream: list[Any], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(stream) - 1))
    shorter = stream[:number] + stream[number + 1 :]
    if number < len(stream) - 1:
        with pytest.raises(BrokenChain):
            check_chain(shorter)
    if len(stream) > 1:
        with pytest.raises(BrokenChain):
            check_chain(stream[1:] + stream[:1])


@given(streams(), st.data())
def test_the_last_hash_stands_for_the_whole_log(stream: list[Any], data: st.DataObject) -> None:
    """Whoever kept the published hash finds a log that was written anew from some row on."""
    number = data.draw(st.integers(0, len(stream) - 1))
    forged, previous = [], None
    for position, (row, sealed, hidden, _) in enumerate(stream):
        row = row | {"type": "forged"} if position == number else row
        previous = row_hash(row, sealed, previous)
        forged.append((row, sealed, hidden, previous))
    assert check_chain(forged) != stream[-1][3]


def test_an_empty_log_has_no_hash() -> None:
    assert check_chain([]) is None


def test_the_same_card_sealed_twice_gives_nothing_away() -> None:
    first, second = seal("KH"), seal("KH")
    assert digest(first) != digest(second)
    assert len(bytes.fromhex(first["salt"])) == 32
