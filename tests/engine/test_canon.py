"""The one canonical JSON: RFC 8785 for what this house writes, and a refusal of everything else."""

import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codec import canon
from tests.engine.strategies import bounded

pytestmark = pytest.mark.pure

SAFE = 2**53 - 1

RIGHT: list[tuple[Any, str]] = [
    ({}, "{}"),
    ([], "[]"),
    ("", '""'),
    ({"b": 1, "a": 2}, '{"a":2,"b":1}'),
    ({"a": {"z": 1, "y": [3, 2]}, "A": 0, "_": 1}, '{"A":0,"_":1,"a":{"y":[3,2],"z":1}}'),
    ({"9": 4, "10": 2, "1": 3, "-": 5}, '{"-":5,"1":3,"10":2,"9":4}'),
    ([True, False], "[true,false]"),
    ([1, 0, -1], "[1,0,-1]"),
    ([SAFE, -SAFE], "[9007199254740991,-9007199254740991]"),
    ((1, ("a",)), '[1,["a"]]'),
    ('"\\/', '"\\"\\\\/"'),
    ("\b\t\n\f\r", '"\\b\\t\\n\\f\\r"'),
    ("\x00\x01\x0b\x1f", '"\\u0000\\u0001\\u000b\\u001f"'),
    ("\x7f\x80\u2028\u2029", '"\x7f\x80\u2028\u2029"'),
    ("é ♠ 🂡 中", '"é ♠ 🂡 中"'),
    ("e\u0301", '"e\u0301"'),
    ("</script>", '"</script>"'),
    ({"": 1}, '{"":1}'),
    ({"a\nb": "\u20ac"}, '{"a\\nb":"€"}'),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), RIGHT, ids=[text for _, text in RIGHT])
def test_it_is_written_as_rfc_8785_says(value: Any, text: str) -> None:
    assert canon(value) == text.encode("utf-8")


WRONG: dict[str, Any] = {
    "a null": None,
    "a null inside": {"a": [None]},
    "a float": 1.5,
    "a whole float": 1.0,
    "no number": float("nan"),
    "an infinity": [float("inf")],
    "an integer too large": 2**53,
    "an integer too small": -(2**53),
    "a key that is no text": {1: "a"},
    "a key that is no ascii": {"é": 1},
    "a key of half a pair": {"\ud800": 1},
    "the first half of a pair": "\ud83c",
    "the second half of a pair": ["a\udca1"],
    "two halves the wrong way round": "\udca1\ud83c",
    "two halves that no text holds": "\ud83c\udca1",
    "bytes": b"ab",
    "a set": {1, 2},
    "a nested key that is no ascii": [{"a": {"ü": 1}}],
    "an object": object(),
    "a view of an object": MappingProxyType({"a": 1}),
}


@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG)
def test_what_is_no_canonical_json_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        canon(value)


texts = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
keys = st.text(alphabet=st.characters(max_codepoint=127), max_size=6)
plain = st.recursive(
    st.one_of(st.booleans(), st.integers(-SAFE, SAFE), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=20,
)


def reordered(value: Any) -> Any:
    """The same value with every object's keys the other way round."""
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(one) for one in value] if isinstance(value, list) else value


@bounded(300)
@given(plain)
def test_it_is_read_back_equal_and_written_again_the_same_whatever_the_order_of_keys(value: Any) -> None:
    written = canon(value)
    assert json.loads(written) == value
    assert canon(json.loads(written)) == written
    assert canon(reordered(value)) == written


@bounded(100)
@given(st.dictionaries(keys, st.integers(0, 9), min_size=2, max_size=6))
def test_keys_stand_in_the_order_of_their_code_units(value: dict[str, int]) -> None:
    names = list(json.loads(canon(value)))
    assert names == sorted(value, key=lambda name: name.encode("utf-16-be"))
