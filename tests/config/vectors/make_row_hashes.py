"""Row hashes computed a second time, from the text of the format alone: this file imports nothing of the house.

python tests/config/vectors/make_row_hashes.py > tests/config/vectors/row_hashes.json
"""

import hashlib
import json
import sys

GAME = "00000000-0000-4000-8000-000000000001"
ALICE = {"kind": "user", "id": "00000000-0000-4000-8000-00000000000a"}
ROWS = [
    {"type": "created", "actor": ALICE, "action_id": "00000000-0000-4000-8000-0000000000a1",
     "data": {"rules_version": 1, "players": 4, "teams": 2, "commitments": ["ab" * 32]}},
    {"type": "started", "actor": {"kind": "system", "id": "system"}, "data": {}},
    {"type": "dealt", "actor": {"kind": "system", "id": "system"}, "seat": 0, "data": {},
     "hidden": {"hand": {"salt": "00" * 32, "value": "KH 4C JK"}, "foot": {"salt": "01" * 32, "value": ["AS", "2D"]}}},
    {"type": "drew", "actor": ALICE, "seat": 3, "action_id": "00000000-0000-4000-8000-0000000000a2", "data": {},
     "hidden": {"cards": {"salt": bytes(range(32)).hex(), "value": "9H TC"}}},
    {"type": "discarded", "actor": {"kind": "bot", "id": "random"}, "seat": 1,
     "action_id": "00000000-0000-4000-8000-0000000000a3",
     "data": {"card": "9H",
              "zeta": [True, False, -1, 9007199254740991], "note": "caf\u00e9 \u2660 \"\\\n\u001f\U0001f0a1"}},
]  # fmt: skip


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha(data):
    return hashlib.sha256(data).hexdigest()


vectors, previous = [], None
for version, row in enumerate(ROWS, start=1):
    row = {"game": GAME, "version": version, "schema": 1, "at": f"2026-01-02T03:04:0{version}.678Z", **row}
    hashed = {"format": 1, **row}
    if "hidden" in row:
        hashed["hidden"] = {
            name: sha(bytes.fromhex(part["salt"]) + canonical(part["value"])) for name, part in row["hidden"].items()
        }
    if previous:
        hashed["previous"] = previous
    previous = sha(canonical(hashed))
    vectors.append({"row": row, "canonical": canonical(hashed).decode(), "hash": previous})
json.dump(vectors, sys.stdout, indent=1, ensure_ascii=False)
print()
