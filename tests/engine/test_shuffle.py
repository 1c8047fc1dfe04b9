"""The shuffle, against vectors of a second program and against its promises."""

import hashlib
import json
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine import shuffle
from engine.cards import packs
from engine.presets import CLASSIC, PRESETS, build
from engine.ruleset import from_dict

pytestmark = pytest.mark.pure

FOLDER = Path(__file__).resolve().parent / "vectors"
VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "shuffle.json").read_text(encoding="utf-8"))
SECRET = bytes(range(32)).hex()

# As the format's own page gives them.
PUBLISHED = {
    "no nonces": (
        "f3e9845ab284846fb6141b2563e086d377a09e2f7a4ce47c808326cfb7ebae37",
        "831f08234e5401962bd674cb683ca8c6d44587a3344e77018eda9f43059bd77d",
        "445cf8baebc4c11c8a0e0d9e2d8923e837c3fc661f310140badd038b4d594b7a",
        "QS QH 8D KH 5D 4D AC 9S 5H 2D JC JK 9C 7S",
        "4S TS 9C",
    ),
    "one nonce": (
        "f3e9845ab284846fb6141b2563e086d377a09e2f7a4ce47c808326cfb7ebae37",
        "831f08234e5401962bd674cb683ca8c6d44587a3344e77018eda9f43059bd77d",
        "9fbaaec83b7cc24fec9dd0c12a8a3a31311651765c65a027a3bb2bc5a7def931",
        "JD QC QH 6H 4C 3S 5D 3C KD 3H 6H JC KS 7D",
        "TS 3D QC",
    ),
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_second_program_shuffles_the_same_order(vector: dict[str, Any]) -> None:
    ruleset = from_dict(vector["ruleset"])
    nonces = [(seat, version, nonce) for seat, version, nonce in vector["nonces"]]
    assert ruleset.to_dict() == vector["ruleset"]
    assert shuffle.ruleset_hash(vector["ruleset"]) == vector["ruleset_hash"]
    committed = shuffle.commitment(vector["secret"], vector["game"], vector["deal"], vector["ruleset"])
    assert committed == vector["commitment"]
    assert shuffle.deal_key(vector["secret"], nonces).hex() == vector["key"]
    secrets = {1: vector["secret"], vector["deal"]: vector["secret"]}
    sent = {1: nonces, vector["deal"]: nonces}
    chance = shuffle.SecretChance(vector["players"], ruleset, secrets, sent)
    assert " ".join(chance.order(vector["deal"])) == vector["order"]
    assert chance.dealer() == vector["dealer"]
    errors = [chance.grab_error(vector["deal"], seat) for seat in range(vector["players"])]
    assert errors == vector["grab_errors"]
    assert chance.secret(vector["deal"]) == vector["secret"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_vectors_are_those_that_were_published(name: str) -> None:
    vector = next(one for one in VECTORS if one["name"] == name)
    ruleset_hash, commitment, key, first, last = PUBLISHED[name]
    assert (vector["ruleset_hash"], vector["commitment"], vector["key"]) == (ruleset_hash, commitment, key)
    assert vector["order"].startswith(first)
    assert vector["order"].endswith(last)
    if name == "no nonces":
        assert vector["dealer"] == 2
        assert vector["grab_errors"] == [-2, 2, -1, -3]


def test_the_vectors_are_what_the_second_program_writes() -> None:
    done = subprocess.run([sys.executable, str(FOLDER / "make_shuffle.py")], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == VECTORS


def test_a_shuffled_order_holds_the_packs_and_nothing_else() -> None:
    for vector in VECTORS:
        ruleset = from_dict(vector["ruleset"])
        whole = packs(ruleset.pack_count(vector["players"]), ruleset.jokers_per_pack)
        assert Counter(vector["order"].split()) == Counter(whole)


def test_packs_lie_suit_by_suit_from_ace_to_two_with_their_jokers_last() -> None:
    two = packs(2, 1)
    assert " ".join(two[:14]) == "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AD"
    assert two[52:54] == ("JK", "AC")
    assert len(two) == 106


def test_any_nonce_changes_the_order_and_their_order_of_arrival_does_not() -> None:
    one, other = (0, 3, "aa" * 32), (2, 5, "bb" * 32)
    keys = {shuffle.deal_key(SECRET, sent) for sent in ([], [one], [other], [one, other])}
    assert len(keys) == 4
    assert shuffle.deal_key(SECRET, [other, one]) == shuffle.deal_key(SECRET, [one, other])


def test_a_commitment_binds_the_secret_the_game_the_deal_and_the_ruleset() -> None:
    def promised(
        secret: str = SECRET, game: str = "00000000-0000-4000-8000-000000000001", deal: int = 1, name: str = "classic"
    ) -> str:
        return shuffle.commitment(secret, game, deal, PRESETS[name].to_dict())

    others = [promised(secret="ff" * 32), promised(game="x"), promised(deal=2), promised(name="pagat")]
    assert len({promised(), *others}) == 5


def test_a_word_above_the_last_whole_multiple_is_thrown_away() -> None:
    """For n = 3 the only such word is 2³² − 1."""
    assert shuffle.draw(iter([2**32 - 1, 5]), 3) == 2
    assert shuffle.draw(iter([2**32 - 2, 5]), 3) == (2**32 - 2) % 3
    assert shuffle.draw(iter([2**32 - 1]), 4) == 3


def test_each_label_has_a_stream_of_its_own_from_its_beginning() -> None:
    key = shuffle.deal_key(SECRET, [])
    assert list(islice(shuffle.words(key, "deal"), 20)) == list(islice(shuffle.words(key, "deal"), 20))
    assert list(islice(shuffle.words(key, "deal"), 8)) != list(islice(shuffle.words(key, "dealer"), 8))


def test_grabbing_errs_by_three_at_most_and_a_steady_hand_comes_one_time_in_seven() -> None:
    keys = [hashlib.sha256(f"{number}".encode()).digest() for number in range(1000)]
    errors = Counter(error for key in keys for error in shuffle.grab_errors(key, 7))
    assert set(errors) == {-3, -2, -1, 0, 1, 2, 3}
    assert all(800 < count < 1200 for count in errors.values())


def test_only_the_deals_that_are_asked_for_need_their_secret() -> None:
    chance = shuffle.SecretChance(4, CLASSIC, {2: SECRET})
    assert len(chance.order(2)) == 270
    with pytest.raises(KeyError):
        chance.order(1)
    with pytest.raises(KeyError):
        chance.dealer()


@pytest.mark.parametrize(
    ("packs_parameter", "players", "number"),
    [
        *[("players", 2, 4), ("players", 4, 4), ("players", 5, 5), ("players", 7, 7)],
        *[("players+1", 2, 4), ("players+1", 3, 4), ("players+1", 4, 5), ("players+1", 7, 8)],
        *[(2, 7, 2), (12, 2, 12)],
    ],
)
def test_packs_by_players_are_at_least_four(packs_parameter: Any, players: int, number: int) -> None:
    assert build({"base": "classic", "packs": packs_parameter}).pack_count(players) == number
