"""What is due is found among any number of tables without looking at each."""

import pytest

from tests.bench.sweeping import copy, nodes, plans
from tests.games.playing import people, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]


def test_a_sweep_finds_what_is_due_by_its_index_and_never_reads_all_tables() -> None:
    """On PostgreSQL's own choice of how to do it, among so many that it matters."""
    copy(table_of(people("ann", "ben"), clock={"turn_seconds": 3600}), tables=3000, due=30)
    found, *others = [list(nodes(plan)) for plan in plans()]
    assert any("games_game_deadline" in step for step in found), found
    assert not any("Seq Scan" in step for one in (found, *others) for step in one), (found, others)
