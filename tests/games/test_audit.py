"""The audit finds what was tampered with, and rebuilding brings back what the log gives."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games import command_handler, event_store
from games.audit import verify
from games.models import Event, Game, Outcome, Seat, Secret
from games.rows import Row
from tests.games.corpus import forged
from tests.games.playing import act, new_table, people, play, play_out, seen, table_of, turn_of
from tests.harness.database import triggers_off

pytestmark = pytest.mark.django_db


def a_table_that_was_played() -> UUID:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users, clock={"turn_seconds": 600})
    play(users, game_id, 50)
    return game_id


def tamper(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks still to come cannot be altered
        with triggers_off():
            cursor.execute(statement, values or None)


def version_of(kind: str, nth: int = 0) -> int:
    return Event.objects.filter(type=kind).order_by("version")[nth].version


def test_a_table_that_was_only_played_is_sound() -> None:
    game_id = a_table_that_was_played()
    assert verify(game_id) == []


def test_a_waiting_table_is_sound() -> None:
    ann, _ = people("ann", "ben")
    assert verify(new_table(ann, ["me", "user:ben", "open", "bot:random"])) == []


TAMPERED: dict[str, Callable[[], None]] = {
    "a card": lambda: tamper(
        "UPDATE games_event SET data = jsonb_set(data, '{card}',"
        " to_jsonb(CASE data->>'card' WHEN 'JK' THEN 'KH' ELSE 'JK' END)) WHERE version = %s",
        version_of("discarded"),
    ),
    "a hidden card": lambda: tamper(
        "UPDATE games_event SET hidden = jsonb_set(hidden, '{cards,value}', '\"JK JK\"') WHERE version = %s",
        version_of("drew"),
    ),
    "a salt": lambda: tamper(
        "UPDATE games_event SET hidden = jsonb_set(hidden, '{cards,salt}', to_jsonb(repeat('00', 32)))"
        " WHERE version = %s",
        version_of("drew"),
    ),
    "a hidden part that is taken away": lambda: tamper(
        "UPDATE games_event SET hidden = NULL WHERE version = %s", version_of("drew")
    ),
    "a time": lambda: tamper("UPDATE games_event SET at = at + interval '1 millisecond' WHERE version = 9"),
    "an actor": lambda: tamper("UPDATE games_event SET actor_id = 'system' WHERE version = %s", version_of("drew")),
    "a seat": lambda: tamper("UPDATE games_event SET seat = (seat + 1) %% 4 WHERE version = %s", version_of("drew")),
    "an action id": lambda: tamper("UPDATE games_event SET action_id = gen_random_uuid() WHERE version = 9"),
    "a hash": lambda: tamper("UPDATE games_event SET hash = repeat('0', 64) WHERE version = 9"),
    "a row that is missing": lambda: tamper("DELETE FROM games_event WHERE version = %s", version_of("discarded")),
    "the last row missing": lambda: tamper(
        "DELETE FROM games_event WHERE version = (SELECT max(version) FROM games_event)"
    ),
    "the state": lambda: Game.objects.update(state={**Game.objects.get().state, "marks": {}}) and None,
    "a card in the state": lambda: tamper(
        "UPDATE games_game SET state = jsonb_set(state, '{game,deal,pile}', '\"JK\"')"
    ),
    "the deadline": lambda: Game.objects.update(deadline=None) and None,
    "the status": lambda: Game.objects.update(status="waiting") and None,
    "who sits where": lambda: Seat.objects.filter(seat=1).update(invited=True) and None,
    "a secret": lambda: Secret.objects.filter(deal=1).update(secret="00" * 32) and None,
    "a secret not opened yet": lambda: Secret.objects.filter(deal=4).update(secret="00" * 32) and None,
}


@pytest.mark.parametrize("what", TAMPERED)
def test_whatever_was_tampered_with_is_found(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    game_id = a_table_that_was_played()
    TAMPERED[what]()
    assert verify(game_id) != []
    with pytest.raises(SystemExit) as ended:
        call_command("verify_games", "--all")
    assert ended.value.code == 1
    assert str(game_id) in capsys.readouterr().out


def test_a_state_that_went_wrong_is_rebuilt_from_the_log() -> None:
    game_id = a_table_that_was_played()
    before = Game.objects.filter(id=game_id).values().get()
    seats = list(Seat.objects.filter(game_id=game_id).order_by("seat").values())
    Game.objects.filter(id=game_id).update(
        state={}, state_version=0, status="waiting", deadline=None, version=3, last_hash="x"
    )
    Seat.objects.filter(game_id=game_id).delete()
    call_command("rebuild_games", str(game_id))
    assert Game.objects.filter(id=game_id).values().get() == before
    assert list(Seat.objects.filter(game_id=game_id).order_by("seat").values()) == seats
    assert verify(game_id) == []


def test_rebuilding_a_finished_game_leaves_it_as_it_was() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "favourite", "minimums": [50]})
    play_out(users, game_id)
    before = Game.objects.filter(id=game_id).values().get()
    call_command("rebuild_games", "--all")
    assert Game.objects.filter(id=game_id).values().get() == before


def test_the_commands_want_to_know_which_games() -> None:
    for command in ("verify_games", "rebuild_games"):
        with pytest.raises(CommandError):
            call_command(command)
        with pytest.raises(CommandError):
            call_command(command, "00000000-0000-4000-8000-000000000001")


def test_a_deal_that_its_secret_does_not_give_is_found_although_the_chain_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that deals as it likes, and chains it properly, is still found out."""

    class Chosen:
        """A chance that somebody chose."""

        def __init__(self, players: int, ruleset: Any, secrets: Any, nonces: Any = None) -> None:
            self._honest = honest(players, ruleset, secrets, nonces)

        def dealer(self) -> int:
            return self._honest.dealer()

        def order(self, deal: int) -> Any:
            return self._honest.order(deal)[::-1]

        def secret(self, deal: int) -> str:
            return self._honest.secret(deal)

    honest = command_handler.SecretChance
    monkeypatch.setattr(command_handler, "SecretChance", Chosen)
    game_id = table_of(people("ann", "ben"))
    assert seen(game_id).state.deals_begun == 1
    (fault,) = verify(game_id)
    assert (
        fault == f"row {version_of('deal_started')}, deal_started: the order is not what the rules and the secrets give"
    )


# --- Forgers who chain their rows properly and rebuild the state from them (test_replay.py has more of them) ---


def forge(game_id: UUID, row: Row, **change: Any) -> None:
    """Change a row as nobody may, with a chain that holds and a state that follows."""
    rows = list(event_store.stream(game_id, event_store.ALL))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with triggers_off():
            for told in forged(game_id, rows, row.version, **change):
                hidden = told.hidden and json.dumps(told.hidden)
                cursor.execute(
                    "UPDATE games_event SET seat = %s, data = %s, hidden = %s, hash = %s, previous = %s"
                    " WHERE game_id = %s AND version = %s",
                    [told.seat, json.dumps(told.data), hidden, told.hash, told.previous, game_id, told.version],
                )
    command_handler.rebuild(game_id)


def row_of(game_id: UUID, kind: str, nth: int = 0) -> Row:
    return [row for row in event_store.stream(game_id, event_store.ALL) if row.type == kind][nth]


def test_how_many_cards_were_grabbed_is_what_the_secret_gives() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "dealing": "grab", "grab_bonus": 100})
    play(users, game_id, 6)
    assert verify(game_id) == []
    row = row_of(game_id, "grabbed", 1)
    forge(game_id, row, data=row.data | {"count": row.data["count"] + 1})
    assert verify(game_id) == [f"row {row.version}, grabbed: the count is not what the rules and the secrets give"]


def test_an_action_that_the_rules_refuse_is_told() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat = turn_of(game_id)
    act(users[seat], game_id, {"do": "draw"})
    row = row_of(game_id, "drew")
    forge(game_id, row, seat=1 - seat)
    assert verify(game_id) == [f"row {row.version}, drew: the rules refuse this action (not_your_turn)"]


def test_of_a_game_that_is_over_secrets_and_outcome_are_those_of_the_log() -> None:
    """Where the secrets are no longer kept, those that the log has opened will do."""
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50]})
    play_out(users, game_id)
    assert verify(game_id) == []
    outcome = Outcome.objects.filter(game_id=game_id)
    kept = outcome.values().get()
    earlier = kept["ended_at"] - timedelta(seconds=1)
    for name, value in {"totals": [1, 2], "winners": [], "status": "forfeited", "ended_at": earlier}.items():
        outcome.update(**{name: value})
        assert verify(game_id) == ["the outcome is not what the log gives"], name
        outcome.update(**kept)
    outcome.delete()
    assert verify(game_id) == ["there is no outcome of a game that is over"]
    running = table_of(people("cora", "dan"))
    Outcome.objects.create(**kept | {"game_id": running})
    assert verify(running) == ["there is an outcome of a game that is not over"]
    Outcome.objects.update(game_id=game_id)

    Secret.objects.filter(game_id=game_id).delete()
    assert verify(game_id) == []
    row = row_of(game_id, "deal_started")
    forge(game_id, row, data=row.data | {"dealer": 1 - row.data["dealer"]})
    assert verify(game_id) == [
        f"row {row.version}, deal_started: the dealer is not what the rules and the secrets give"
    ]
    forge(game_id, row, data=row.data)
    row = row_of(game_id, "deal_scored")
    forge(game_id, row, data=row.data | {"secret": "00" * 32})
    assert "the secret of deal 1 is not the one that was promised" in verify(game_id)
