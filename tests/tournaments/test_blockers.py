"""What holds an event up, as its officers are told: nothing stands still without a word of why."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_token
from games import selectors as games
from tests.tournaments.playing import START, Evening, end_game
from tournaments import blockers, command_handler, commands, progress, services, state, sweeping
from tournaments.models import Table

pytestmark = pytest.mark.django_db

SOON = START + timedelta(minutes=5)


def asked(user: User, evening: Evening, what: str) -> Any:
    """What the API answers about an event."""
    told = Client().get(
        f"/api/tournaments/{evening.id}/{what}", headers={"Authorization": f"Bearer {create_token(user)}"}
    )
    assert told.status_code == 200, told.content
    return told.json()


def test_the_officers_are_told_table_seat_and_deadline_of_what_holds_a_round_up() -> None:
    """V48."""
    evening = Evening(4, clock={"turn_seconds": 3600})
    evening.at(START)
    first = Table.objects.get(tournament_id=evening.id, number=1).game
    end_game(first, (500, 0))
    evening.at(SOON)
    (one,) = asked(evening.organizer, evening, "blockers")["blockers"]
    now = games.look_as_the_house(Table.objects.get(tournament_id=evening.id, number=2).game).state
    (seat,) = now.to_act
    holder = now.table.seats[seat].holder
    assert holder is not None and now.deadline is not None
    name = User.objects.get(id=holder.id).username
    assert (one["kind"], one["round"], one["table"]) == ("playing", 1, 2)
    assert [(who["seat"], who["name"]) for who in one["waits"]] == [(seat + 1, name)]
    assert one["waits"][0]["until"][:19] == now.deadline.isoformat()[:19]
    assert one["until"][:16] == evening.round.times.hard_at.isoformat()[:16]


def test_a_game_that_is_over_and_still_counts_as_played_is_named_and_taken_by_the_next_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """V36."""
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    end_game(Table.objects.get(tournament_id=evening.id).game, (500, 0))
    with monkeypatch.context() as broken:
        broken.setattr(sweeping, "handle", lambda order: 1 / 0)
        assert sweeping.take_results() == 0
    kinds = [one["kind"] for one in asked(evening.organizer, evening, "blockers")["blockers"]]
    assert "ended" in kinds and evening.round.status == state.PLAYING
    assert evening.at(SOON).status == state.PROVISIONAL
    assert evening.round.status == state.CLOSED
    assert "ended" not in [one["kind"] for one in asked(evening.organizer, evening, "blockers")["blockers"]]


def test_a_round_is_closed_by_what_its_tables_have_come_to_and_by_nothing_else() -> None:
    """V36."""
    evening = Evening(4)
    evening.at(START)
    one = command_handler.load(command_handler.Tournament.objects.get(id=evening.id))
    gone = one.with_round(one.rounds[0]._replace(tables=(one.rounds[0].tables[0]._replace(game=str(evening.id)),)))
    (lost,) = blockers.of(evening.seen._replace(state=gone), progress.running(gone), START)
    assert (lost.kind, lost.table) == (blockers.LOST, 1), (
        "a game that cannot be found is said, and no table waits for it"
    )
    ends = evening.round.times.hard_at
    evening.at(evening.round.times.soft_at)
    assert evening.at(ends).rounds[0].status == state.CLOSED


def test_a_pause_a_failed_pairing_a_protest_and_a_late_sweep_are_told_too() -> None:
    """V48."""
    evening = Evening(4, format="swiss", rounds=2)
    evening.at(START)
    services.protest(evening.pairs[0][0], evening.id, "It was otherwise.", START)
    services.lead(evening.organizer, evening.id, commands.Pause("A power cut."), START)
    told = {one["kind"] for one in asked(evening.organizer, evening, "blockers")["blockers"]}
    assert told == {blockers.PAUSED, blockers.PROTEST, blockers.PLAYING}
    t = evening.seen.state
    closed = t.with_round(t.rounds[0]._replace(status=state.CLOSED))._replace(
        status=state.RUNNING, failures=3, why={"code": "wishes_leave_none", "at": "2126-12-01T20:00:00.000Z"}
    )
    found = blockers.of(evening.seen._replace(state=closed), {}, START + timedelta(days=3))
    failed, late = found[0], found[1]
    assert (failed.kind, failed.round, failed.code) == (blockers.FAILED, 2, "wishes_leave_none")
    assert (late.kind, late.code) == (blockers.LATE, "propose")


def test_the_forecast_is_told_to_who_plays_and_the_dry_run_to_officers() -> None:
    """V54. Section 5, row 35."""
    evening = Evening(4, format="swiss", rounds=2, least_entries=2)
    evening.at(START)
    found = asked(evening.pairs[0][0], evening, "forecast")["forecast"]
    assert found["sure"] == "plan" and found["round"]["expected"] <= found["round"]["latest"]
    told = asked(evening.organizer, evening, "dry-run")
    assert told["round"] == 2 and [one["table"] for one in told["assumed"]] == [1, 2]
    assert len(told["pairing"]["tables"]) == 2 and all(one["reasons"] for one in told["pairing"]["tables"])
    assert len(evening.seen.state.rounds) == 1
    token = create_token(evening.pairs[0][0])
    refused = Client().get(f"/api/tournaments/{evening.id}/dry-run", headers={"Authorization": f"Bearer {token}"})
    assert refused.status_code == 403


def test_the_standings_after_any_round_say_who_met_whom() -> None:
    evening = Evening(4, format="swiss", rounds=2, least_entries=2)
    evening.at(START)
    for moment in (1, 2):
        for table in Table.objects.filter(tournament_id=evening.id, over=False):
            end_game(table.game, (500 * moment, 0))
        evening.at(START + timedelta(hours=moment))
    whole, first = (asked(evening.pairs[0][0], evening, f"standings{after}") for after in ("", "?after=1"))
    assert whole["standings"]["rounds"] == 2 and first["standings"]["rounds"] == 1
    for told, met in ((whole, 2), (first, 1)):
        assert {len(row) for row in told["crosstable"].values()} == {met}
    best = first["standings"]["rows"][0]["entry"]
    ((other, cells),) = first["crosstable"][best].items()
    assert cells == [{"round": 1, "match_points": 2, "vp": cells[0]["vp"], "net": 500}]
    assert first["crosstable"][other][best][0]["net"] == -500


def test_an_organizer_sees_the_cause_and_pairs_a_round_by_hand_on_its_page() -> None:
    """V37."""
    evening = Evening(5, format="swiss", rounds=3, least_entries=2, publish_minutes=30)
    evening.at(START)
    for table in Table.objects.filter(tournament_id=evening.id, over=False):
        end_game(table.game, (500, 0))
    services.lead(evening.organizer, evening.id, commands.Wish("part", ("1", "2"), "A family."), START)
    evening.at(SOON)
    command_handler.handle(command_handler.Order(evening.id, commands.Wish("part", ("1", "3"), "Too."), SOON))
    for _ in range(3):
        command_handler.handle(command_handler.Order(evening.id, commands.CannotPair("wishes_leave_none", {}), SOON))
    browser = Client()
    browser.force_login(evening.organizer, backend="accounts.backends.PasswordBackend")
    at = f"/events/{evening.id}"
    desk = browser.get(f"{at}/desk").content.decode()
    assert "With what was asked of it nobody is left" in desk and "Pair it by hand" in desk
    met = {table.entries for table in evening.round.tables}
    bye = evening.round.rests[0]["entry"]
    again = [entry for entries in sorted(met) for entry in entries]
    told = {"seat": again, "reason": "We know best."}
    page = browser.post(f"{at}/pairing", told)
    assert page.status_code == 422 and "They have met before" in page.content.decode()
    assert "Not the first round without cards" in page.content.decode() and len(evening.seen.state.rounds) == 1
    twice = browser.post(f"{at}/pairing", told | {"seat": [*again[:3], again[0]]})
    assert twice.status_code == 422 and "Each sits at one table" in twice.content.decode()
    page = browser.post(f"{at}/pairing", told | {"accepted": ["rematch", "second_bye", "kept_apart"]}, follow=True)
    assert page.status_code == 200 and "paired by hand by who runs the event" in page.content.decode()
    assert {table.entries for table in evening.round.tables} == met and evening.round.rests[0]["entry"] == bye
    log = browser.get(f"{at}/log").content.decode()
    assert "paired round 2 by hand" in log and "We know best." in log
