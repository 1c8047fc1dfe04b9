"""The officers of a club freeze one of its tables, with a reason for all, and let it go on."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.clubs.models import Change
from accounts.signals import forgetting
from engine.errors import Refused
from games import due, endings, requests, tasks
from games.audit import verify
from games.models import Event, Reason
from tests.accounts.clubs.cast import CAST, Cast
from tests.games.playing import act, seen, turn_of
from tests.games.test_officers import OFFICERS, table_in
from tests.games.test_tables import client, code
from tests.games.waiting import TURN, overdue_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]
WHY = "A complaint about the last deal."


def freeze(user: Any, game_id: UUID, at: datetime | None = None) -> None:
    asked = requests.freeze({"action_id": str(uuid4()), "reason": WHY})
    endings.freeze(user.id, game_id, asked, at or datetime.now(UTC))


def test_a_frozen_table_rests_for_all_with_the_time_that_was_left_until_an_officer_lets_it_go_on() -> None:
    cast = Cast()
    game_id = table_in(cast, "guest", clock={"turn_seconds": TURN, "late": [{"do": "forfeit"}]})
    before, began = seen(game_id).state.deadline, seen(game_id).state.marks.at
    assert before is not None
    freeze(cast["arbiter"], game_id, began + timedelta(seconds=10))
    now = seen(game_id).state
    assert (now.status, now.to_act, now.deadline) == ("paused", (), None)
    players = [cast["member"], cast["guest"]]
    with pytest.raises(Refused, match="frozen"):
        act(players[now.game.playing.seat], game_id, {"do": "draw"})
    answer = client(cast["member"]).post(
        f"/api/games/{game_id}/resume", {"action_id": str(uuid4())}, "application/json"
    )
    assert code(answer) == (409, "frozen"), "what the officers stop no player starts"
    overdue_by(game_id, 30)
    assert due.play_overdue(game_id, tasks.GRACE) == 0
    view = client(cast["guest"]).get(f"/api/games/{game_id}").json()["view"]
    assert view["frozen"] == {"reason": WHY}


def test_it_goes_on_with_what_was_left_and_both_stand_in_the_club_s_log() -> None:
    cast = Cast()
    game_id = table_in(cast, "guest", clock={"turn_seconds": TURN})
    before, began = seen(game_id).state.deadline, seen(game_id).state.marks.at
    assert before is not None
    freeze(cast["arbiter"], game_id, began + timedelta(seconds=10))
    with pytest.raises(Refused, match="frozen"):
        freeze(cast["owner"], game_id)
    endings.unfreeze(cast["owner"].id, game_id, uuid4(), began + timedelta(seconds=5010))
    assert seen(game_id).state.deadline == before + timedelta(seconds=5000)
    assert "frozen" not in client(cast["guest"]).get(f"/api/games/{game_id}").json()["view"]
    assert turn_of(game_id) in (0, 1) and verify(game_id) == []
    written = Change.objects.filter(act__in=("froze_table", "unfroze_table")).order_by("pk")
    assert [(one.act, one.actor) for one in written] == [
        ("froze_table", cast["arbiter"].id),
        ("unfroze_table", cast["owner"].id),
    ]


def test_the_log_holds_a_hash_of_the_reason_whose_text_can_be_erased() -> None:
    cast = Cast()
    game_id = table_in(cast, "guest")
    freeze(cast["organizer"], game_id)
    kept, row = Reason.objects.get(), Event.objects.get(type="frozen")
    assert hashlib.sha256(bytes.fromhex(kept.salt) + WHY.encode()).hexdigest() == row.data["reason"]
    assert WHY not in str(row.data)
    forgetting.send(type(cast["organizer"]), user=cast["organizer"])
    assert client(cast["guest"]).get(f"/api/games/{game_id}").json()["view"]["frozen"] == {"reason": None}


@pytest.mark.parametrize("who", CAST)
def test_only_an_officer_of_the_table_s_club_freezes_it(who: str) -> None:
    cast = Cast()
    game_id = table_in(cast, "guest")
    body = {"action_id": str(uuid4()), "reason": WHY}
    answer = client(cast.user(who)).post(f"/api/games/{game_id}/freeze", body, "application/json")
    hidden = {"anonymous": (401, "unauthenticated")} | dict.fromkeys(("stranger", "banned"), (404, "unknown_game"))
    if who in OFFICERS:
        assert answer.status_code == 200
    else:
        assert code(answer) == hidden.get(who, (403, "not_allowed"))
    assert bool(seen(game_id).state.table.frozen) == (who in OFFICERS)


def test_an_officer_who_plays_there_does_not_freeze_the_table() -> None:
    cast = Cast()
    game_id = table_in(cast, "arbiter")
    with pytest.raises(Refused, match="not_allowed"):
        freeze(cast["arbiter"], game_id)


def test_the_page_for_officers_freezes_and_lets_go_on() -> None:
    cast = Cast()
    game_id = table_in(cast, "guest")
    browser = client(None)
    browser.force_login(cast["owner"])
    browser.post(f"/tables/{game_id}/freeze", {"reason": WHY})
    assert seen(game_id).state.table.frozen
    assert "Let it go on" in browser.get(f"/tables/{game_id}/act-for").content.decode()
    browser.post(f"/tables/{game_id}/freeze")
    assert not seen(game_id).state.table.frozen
