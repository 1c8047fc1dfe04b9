"""Games that were finished under a version of the rules are told the same by every later program."""

from pathlib import Path

import pytest

from config.kernel.event_store import check_chain, digests, row_hash
from games import projector, replay
from games.rows import Row
from tests.games.corpus import read, stored

pytestmark = pytest.mark.pure

GAMES = list(stored())


def test_there_is_a_corpus_of_both_rulesets_of_the_seeds() -> None:
    names = {path.stem.split("-")[0] for path in GAMES}
    assert {"classic", "favourite"} <= names


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_finished_game_is_chained_and_folds_to_the_totals_it_told(path: Path) -> None:
    game_id, rows = read(path)
    last = check_chain((row.hashed(game_id), digests(row.hidden or {}), row.hidden or {}, row.hash) for row in rows)
    assert last == rows[-1].hash
    state = projector.fold(rows)
    assert state is not None and state.status == "finished"
    ended = next(row for row in rows if row.type == "game_ended")
    assert (list(state.game.totals), list(state.game.winners or ())) == (ended.data["totals"], ended.data["winners"])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_deciding_every_action_of_a_finished_game_again_gives_rows_with_the_same_hashes(path: Path) -> None:
    """V83: a change of the rules that would tell a finished game otherwise is seen here."""
    game_id, rows = read(path)
    assert list(replay.faults(rows, opened_secrets(rows))) == []
    previous = ""
    for row in rows:
        previous = row_hash(row.hashed(game_id), digests(row.hidden or {}), previous or None)
        assert previous == row.hash


def opened_secrets(rows: list[Row]) -> dict[int, str]:
    return {row.data["deal"]: row.data["secret"] for row in rows if row.type == "deal_scored"}
