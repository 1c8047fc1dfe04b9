"""Events of individuals, of teams and of tables of many, from the announcement to the final standings; who enters
alone and looks for others."""

from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from config.kernel.errors import ProblemError
from games.models import Game
from tests.tournaments.playing import CHOSEN, START, Evening
from tournaments import audit, calendar, drafting, facts, results, state
from tournaments.models import Seat

pytestmark = pytest.mark.django_db

KINDS: dict[str, tuple[dict[str, Any], int, tuple[int, int]]] = {
    "rotation": ({"format": "rotation"}, 4, (4, 2)),
    "tables of five": ({"format": "tables", "table_sizes": [5]}, 5, (5, 5)),
    "three pairs": ({"format": "tables", "persons": 2}, 3, (6, 3)),
    "teams of three": ({"format": "swiss", "persons": 3}, 2, (6, 2)),
    "one against one": ({"format": "round_robin", "persons": 1}, 2, (2, 2)),
}
"""What is chosen, how many entries a table has, and its players and sides."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_real_game_of_each_kind_is_played_to_its_end_and_counts(kind: str) -> None:
    chosen, entries, shape = KINDS[kind]
    evening = Evening(entries, rounds=1, least_entries=entries, **chosen)
    evening.at(START)
    (game,) = Game.objects.all()
    assert (game.players, game.teams) == shape
    evening.play_out()
    now = evening.at(START + timedelta(hours=1))
    (table,) = evening.round.tables
    assert table.status == state.FINISHED and len(table.totals or ()) == shape[1]
    rows = facts.standing(now).rows
    best = max(table.totals or ())
    winners = {
        entry for side, total in zip(table.sides, table.totals or (), strict=True) for entry in side if total == best
    }
    assert {row.entry for row in rows if row.rank == 1} <= winners
    assert now.until is not None and evening.at(now.until).status == state.FINAL
    assert audit.verify(evening.id) == []
    browser = Client()
    browser.force_login(evening.organizer, backend="accounts.backends.PasswordBackend")
    pages = {one: browser.get(f"/events/{evening.id}{one}") for one in ("", "/desk", "/log", "/entries/1")}
    assert {one: page.status_code for one, page in pages.items()} == dict.fromkeys(pages, 200)
    called = {1: "Player", 2: "Pair", 3: "Team"}
    text = pages[""].content.decode()
    assert f">{called[len(evening.pairs[0])]}</th>" in text and "What the standings go by" in text


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"format": "rotation", "persons": 2}, "persons"),
        ({"format": "tables", "persons": 2, "table_sizes": [4]}, "persons"),
        ({"format": "rotation", "least_entries": 3}, "least_entries"),
        ({"format": "tables", "table_sizes": [7], "least_entries": 6}, "least_entries"),
        ({"format": "swiss", "rounds": 7, "most_entries": 6}, "rounds"),
        ({"format": "round_robin", "rounds": 9, "most_entries": 8}, "rounds"),
    ],
)
def test_what_no_game_seats_and_no_pairing_can_keep_is_refused_beside_its_field(
    chosen: dict[str, Any], field: str
) -> None:
    """V43: rounds that could never all be paired are not promised."""
    with pytest.raises(ProblemError) as refused:
        drafting.document(uuid4(), CHOSEN | chosen)
    assert list(refused.value.data["fields"]) == [field]
    rules = drafting.document(uuid4(), CHOSEN | {"format": "swiss", "rounds": 7, "most_entries": 6, "rematches": True})
    assert rules["pairing"]["rematches"] is True


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_of_each_kind_comes_to_its_final_standings_though_nobody_ever_plays(kind: str) -> None:
    """V40: nobody has a second rest before everybody has had one."""
    chosen, entries, _shape = KINDS[kind]
    evening = Evening(entries + 1, rounds=3, rematches=True, **chosen)
    now = START
    for _ in range(40):
        event = evening.at(now)
        if event.status == state.FINAL:
            break
        due = calendar.due(event)
        assert due is not None
        now = max(due[0], now)
    event = evening.seen.state
    assert event.status == state.FINAL and len(event.rounds) == 3
    counted = results.FULL_SCORE if chosen["format"] == "swiss" else (results.BYE, results.SIT_OUT)
    rested: Counter[str] = Counter()
    for one in event.rounds:
        for rest in one.rests:
            assert rested[rest["entry"]] <= min(rested[entry.id] for entry in event.entries), "a second rest too early"
        free = [fact for fact in facts.facts(event) if fact.round == one.number and isinstance(fact, results.Unplayed)]
        rested.update(fact.entry for fact in free if fact.kind in counted)
    assert {len(row.lines) for row in facts.standing(event).rows} == {3}
    assert not Game.objects.filter(status="playing").exists()
    assert Seat.objects.filter(tournament=evening.id).count() == sum(
        len(entry.persons)
        for one in event.rounds
        for table in one.tables
        for id_ in table.entries
        if (entry := event.entry(id_))
    )
