"""Shuffles computed a second time, from the text of the format alone: this file imports nothing of the house.

python tests/engine/vectors/make_shuffle.py > tests/engine/vectors/shuffle.json
"""

import hashlib
import hmac
import json
import sys

GAME = "00000000-0000-4000-8000-000000000001"
SECRET, OTHER = bytes(range(32)).hex(), hashlib.sha256(b"another").hexdigest()
CLASSIC = {
    "packs": 5, "jokers_per_pack": 2, "hand_size": 13, "foot_size": 13, "dealing": "dealt", "grab_bonus": 0,
    "upcard": "natural", "draw": 2, "stock": "shared", "pile_take": 7, "pile_pair": "naturals",
    "pile_before_opening": True, "wild_discard_freezes": False, "wild_melds": True, "wild_share": "half",
    "max_wilds": 2, "add_to_books": "none", "reopen_rank": True, "one_meld_action": True, "red_threes": "bonus",
    "red_three_value": 100, "black_three_value": 5, "minimums": [50, 90, 120, 150],
    "books_to_go_out": {"clean": 2, "dirty": 2, "wild": 1},
    "last_discard": "required", "ask_partner": True, "partner_in_foot": True, "foot_entry": "run_or_walk",
    "stock_out": "all_pass", "book_bonus": {"clean": 500, "dirty": 300, "wild": 1500}, "go_out_bonus": 100,
    "out_team_pays": True,
}  # fmt: skip
FAVOURITE = CLASSIC | {
    "packs": "players", "hand_size": 11, "foot_size": 11, "grab_bonus": 300, "upcard": "none", "pile_take": 5,
    "wild_melds": False, "add_to_books": "naturals", "one_meld_action": False, "red_threes": "penalty",
    "red_three_value": 500, "books_to_go_out": {"clean": 2, "dirty": 2, "wild": 0}, "last_discard": "optional",
    "book_bonus": {"clean": 500, "dirty": 300, "wild": 0}, "out_team_pays": False,
}  # fmt: skip
CASES = [
    ("no nonces", CLASSIC, 4, 5, 2, SECRET, 1, []),
    ("one nonce", CLASSIC, 4, 5, 2, SECRET, 1, [[0, 3, "aa" * 32]]),
    ("nonces out of order", CLASSIC, 4, 5, 2, SECRET, 2, [[2, 9, "01" * 32], [0, 12, "ff" * 32], [0, 3, "aa" * 32]]),
    ("another secret", CLASSIC, 3, 5, 2, OTHER, 4, []),
    ("seven packs without jokers", FAVOURITE | {"jokers_per_pack": 0}, 7, 7, 0, OTHER, 1, [[6, 2, "0f" * 32]]),
    ("two packs with four jokers each", FAVOURITE | {"packs": 2, "jokers_per_pack": 4}, 2, 2, 4, SECRET, 8, []),
]


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def draws(key, label):
    """draw(n), from 0, of one stream."""
    block, counter = b"", 0

    def draw(n):
        nonlocal block, counter
        while True:
            if not block:
                block = hmac.new(key, label.encode() + b"\x00" + counter.to_bytes(8, "big"), hashlib.sha256).digest()
                counter += 1
            u, block = int.from_bytes(block[:4], "big"), block[4:]
            if u < n * (2**32 // n):
                return u % n

    return draw


def vector(name, ruleset, players, packs, jokers, secret, deal, nonces):
    ruleset_hash = hashlib.sha256(canonical(ruleset)).hexdigest()
    committed = {"secret": secret, "game": GAME, "deal": deal, "ruleset_hash": ruleset_hash}
    sent = [{"seat": seat, "version": version, "nonce": nonce} for seat, version, nonce in sorted(nonces)]
    key = hmac.new(bytes.fromhex(secret), canonical(sent), hashlib.sha256).digest()
    order = []
    for _ in range(packs):
        order += [rank + suit for suit in "CDHS" for rank in "AKQJT98765432"] + ["JK"] * jokers
    draw = draws(key, "deal")
    for i in range(len(order) - 1, 0, -1):
        j = draw(i + 1)
        order[i], order[j] = order[j], order[i]
    grab = draws(key, "grab")
    return {
        "name": name, "ruleset": ruleset, "players": players, "secret": secret, "game": GAME, "deal": deal,
        "nonces": nonces, "ruleset_hash": ruleset_hash, "commitment": hashlib.sha256(canonical(committed)).hexdigest(),
        "key": key.hex(), "order": " ".join(order), "dealer": draws(key, "dealer")(players),
        "grab_errors": [grab(7) - 3 for _ in range(players)],
    }  # fmt: skip


json.dump([vector(*case) for case in CASES], sys.stdout, indent=1)
print()
