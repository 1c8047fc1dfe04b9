"""What happens to a seat whose time is over: by the table's own list, for that seat alone, and counted once a turn."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import clock, due, event_store, projector, requests, services, table, tasks
from games.audit import verify
from games.models import Event, Game, Outcome
from games.table import Holder
from tests.games.playing import act, draw_for, people, play, seen, table_of, turn_of
from tests.games.positions import THREE_PARTNERS, put
from tests.games.waiting import TURN, done_since, overdue_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

HOUR = 3600
ONE_DEAL = {"base": "classic", "minimums": [50]}


def late_table(users: Any, *steps: dict[str, Any], **more: Any) -> UUID:
    return table_of(users, clock={"turn_seconds": TURN, "late": list(steps)}, **more)


def sweep(game_id: UUID) -> list[str]:
    """Let the open decision be overdue, and the sweep come. Returns what it did."""
    before = seen(game_id).version
    overdue_by(game_id, 5)
    due.play_overdue(game_id, tasks.GRACE)
    return done_since(game_id, before)


def test_the_first_overdue_turn_is_extended_the_second_played_and_then_a_bot_takes_over() -> None:
    users = people("ann", "ben")
    game_id = late_table(
        users, {"do": "extend", "seconds": 45}, {"do": "default"}, {"do": "bot", "returns": True}, ruleset=ONE_DEAL
    )
    seat = turn_of(game_id)
    assert sweep(game_id) == ["overdue"]
    now = seen(game_id).state
    assert now.deadline is not None and now.to_act == (seat,)
    assert timedelta(seconds=38) < now.deadline - datetime.now(UTC) < timedelta(seconds=41), "from the deadline on"
    reading = clock.read(clock.of(now.table.clock), now.clock, now.marks.at)[seat]
    assert [(item.kind, item.milliseconds) for item in reading.items] == [("turn", 60_000), ("extension", 45_000)]
    overdue_by(game_id, 50)  # the extension too
    due.play_overdue(game_id, tasks.GRACE)
    assert turn_of(game_id) != seat, "and then the server plays"
    assert count_of(game_id, seat) == 1, "one turn is counted once"
    play(users, game_id, 1)
    while turn_of(game_id) != seat:
        play(users, game_id, 1)
    did = sweep(game_id)
    assert did[:2] == ["overdue", "drew"] and did[-1] == "discarded" and did.count("overdue") == 1
    play_until(users, game_id, seat)
    assert sweep(game_id) == ["overdue", "substituted"]
    held = seen(game_id).state.table.seats[seat]
    assert held.holder == Holder("bot", "careful") and held.away is not None and held.away.returns
    rows = Event.objects.filter(game_id=game_id, type="overdue")
    assert {row.seat for row in rows} == {seat} and {row.actor_kind for row in rows} == {"system"}
    assert verify(game_id) == []


def count_of(game_id: UUID, seat: int) -> int:
    return seen(game_id).state.table.seats[seat].overdue


def play_until(users: Any, game_id: UUID, seat: int) -> None:
    while seen(game_id).state.to_act != (seat,):
        play(users, game_id, 1)


def test_a_table_gives_the_game_up_for_who_never_comes_and_tells_who_left_apart_from_who_won() -> None:
    """V21: the one who left may be ahead; the secret of the running deal is opened, and the log verifies."""
    users = people("ann", "ben", "cora", "dan")
    game_id = late_table(users, {"do": "default"}, {"do": "forfeit"})
    seat = turn_of(game_id)
    sweep(game_id)
    play_until(users, game_id, seat)
    Game.objects.filter(id=game_id).update(rated=False)
    assert sweep(game_id) == ["overdue", "forfeited"]
    over = seen(game_id)
    assert (over.state.status, over.state.deadline, over.state.to_act) == ("forfeited", None, ())
    outcome = Outcome.objects.get(game_id=game_id)
    assert (outcome.status, outcome.winners) == ("forfeited", [1 - seat % 2])
    assert outcome.abandoned == [{"seat": seat, "player": str(users[seat].id), "how": "overdue"}]
    assert verify(game_id) == []
    event_store_rows = list(event_store.stream(game_id, event_store.ALL))
    folded = projector.fold(event_store_rows)
    assert folded is not None and projector.encode(folded) == Game.objects.get(id=game_id).state


def test_who_comes_back_after_a_turn_that_the_server_ends_finds_a_sound_log() -> None:
    """V18: in one action the table's rows come before the game's and after them."""
    users = people("ann", "ben", "cora")
    game_id = late_table(users[:2], {"do": "default"})
    seat, now = turn_of(game_id), datetime.now(UTC)
    owner, other = users[seat], users[2]
    services.want_substitute(owner.id, game_id, seat, requests.WantRequest(uuid4(), True, True), now)
    services.sit(other.id, game_id, seat, now)
    services.sit(owner.id, game_id, seat, now)
    act(other, game_id, draw_for(game_id, seat))
    assert sweep(game_id) == ["overdue", "discarded", "substituted"]
    assert seen(game_id).state.table.seats[seat].holder == Holder("user", str(owner.id))
    assert verify(game_id) == []


def test_whatever_the_list_says_a_late_player_s_action_counts_until_the_sweep_has_come() -> None:
    users = people("ann", "ben")
    game_id = late_table(users, {"do": "forfeit"})
    seat = turn_of(game_id)
    overdue_by(game_id, 30)
    act(users[seat], game_id, {"do": "draw"})
    assert seen(game_id).state.status == "playing"


def test_an_answer_that_is_overdue_counts_as_a_turn_does() -> None:
    """Of several partners only the one whose own time is over, as ever."""
    users = people("ann", "ben", "cora", "dan", "eli", "fay")
    game_id = late_table(users, {"do": "default"}, teams=2)
    put(game_id, THREE_PARTNERS)
    act(users[0], game_id, {"do": "ask"})
    game = Game.objects.get(id=game_id)
    past = datetime.now(UTC) - timedelta(seconds=200)
    game.state["clock"]["seats"][4]["decision"]["since"] = past.isoformat()
    Game.objects.filter(id=game_id).update(state=game.state, deadline=past)
    before = seen(game_id).version
    due.play_overdue(game_id, tasks.GRACE)
    assert done_since(game_id, before) == ["overdue", "answered"]
    assert [seat.overdue for seat in seen(game_id).state.table.seats] == [0, 0, 0, 0, 1, 0]


def test_at_a_table_without_a_list_the_server_plays_and_counts_nothing() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": TURN})
    assert sweep(game_id) == ["drew", "discarded"]


def test_nothing_is_counted_for_who_has_played_meanwhile_or_has_more_time_by_now() -> None:
    """V17, V23: whether a seat's time is over is asked again behind the lock."""
    users = people("ann", "ben")
    game_id = late_table(users, {"do": "extend", "seconds": 100}, {"do": "forfeit"})
    seat = turn_of(game_id)
    overdue_by(game_id, 5)
    stale = seen(game_id)
    now = datetime.now(UTC)
    assert due._count(stale, seat, now)
    assert not due._count(seen(game_id), seat, now), "there is more time by now"
    assert due._count(stale, seat, now), "the same again is the same, and done"
    assert not due._count(seen(game_id), 1 - seat, now), "nor for another seat"
    assert count_of(game_id, seat) == 1
    assert [row.type for row in Event.objects.filter(game_id=game_id, type=table.FORFEITED)] == []
