"""What a player decides beforehand: it acts by itself when the moment comes, and is nobody's business before."""

from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid5

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import leaving
from accounts.models import User
from accounts.services import create_token
from engine.errors import Refused
from games import beforehand, command_handler, push, requests, selectors, table
from games.audit import verify
from games.models import Event, Plan
from games.orders import Order
from games.rows import SYSTEM
from games.words import event as sentence
from tests.games.playing import act, new_table, people, play, seen, table_of
from tests.games.positions import BOOKS, ON_THE_FOOT, THREE_PARTNERS, put
from tests.games.site import Site
from tests.games.test_hidden import Viewer
from tests.games.worlds import IDS, World, random_actions, shuffled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("woken")]

NAMES = ("ann", "ben", "cora", "dan", "eve", "fred")
ASK = {"do": "ask"}


def plan(user: User, game_id: UUID, kind: str, until: str = "game", **more: Any) -> None:
    body = {"expected_version": more.pop("expected", seen(game_id).version), "until": until, **more}
    beforehand.decide(user.id, game_id, requests.plan(kind, body))


def of(user: User, game_id: UUID) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = beforehand.of(selectors.look(game_id, user.id), user.id).body()["plans"]
    return told


def planned(game_id: UUID) -> list[tuple[str, int | None]]:
    rows = Event.objects.filter(game_id=game_id, actor_kind="plan").order_by("version")
    return [(row.type, row.seat) for row in rows]


def asking() -> tuple[list[User], UUID]:
    """Six at a table; seat 0 may ask seats 2 and 4."""
    users = people(*NAMES)
    game_id = table_of(users, players=6, teams=2)
    put(game_id, THREE_PARTNERS)
    return users, game_id


def test_standing_answers_are_given_in_the_very_transaction_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """V85: all of them, with one announcement; whoever asked has the receipt of their own row."""
    users, game_id = asking()
    said: list[int] = []
    monkeypatch.setattr(push._publisher, "publish", lambda channel, version: said.append(version))
    for seat in (2, 4):
        plan(users[seat], game_id, "answer", yes=True)
    receipt = act(users[0], game_id, ASK)
    assert planned(game_id) == [("answered", 2), ("answered", 4)]
    assert (receipt.version, said) == (seen(game_id).version - 2, [seen(game_id).version])
    assert seen(game_id).state.game.playing.leave
    row = Event.objects.filter(game_id=game_id, actor_kind="plan").first()
    assert row is not None and row.actor_id == str(users[2].id)
    told = selectors.events_page(selectors.look(game_id, users[1].id), row.version - 1)["events"][0]
    assert told["actor"] == {"kind": "plan", "name": "cora"}
    assert sentence(told, "cora") == "Decided beforehand. cora says yes."


def test_a_no_closes_the_question_and_who_has_decided_nothing_is_asked() -> None:
    users, game_id = asking()
    plan(users[2], game_id, "answer", yes=True)
    act(users[0], game_id, ASK)
    assert seen(game_id).state.to_act == (4,)
    act(users[4], game_id, {"do": "answer", "yes": False})
    assert planned(game_id) == [("answered", 2)]
    put(game_id, THREE_PARTNERS)
    plan(users[2], game_id, "answer", yes=False)
    act(users[0], game_id, ASK)
    assert planned(game_id)[1:] == [("answered", 2)] and seen(game_id).state.game.playing.question is None


EMPTY: dict[str, Any] = {
    "turn": {"seat": 0, "phase": "play"},
    "seats": [{"hand": "KD 5C 6C", "foot": "9C"}, {"hand": "KC KH 4S 5S", "foot": "9H"}] * 2,
    "teams": [{"melds": {"Q1": "QH QD QC"}}, {"melds": {"Q1": "QS QD QC"}}],
    "stock": "",
    "pile": "JC",
}
"""The stock is empty; seats 1 and 3 could take the pile once seat 0 has discarded a king."""


def discarded(users: list[User], game_id: UUID) -> int:
    """Seat 0 discards the king; how many statements that costs."""
    version = seen(game_id).version
    with CaptureQueriesContext(connection) as captured:
        act(users[0], game_id, {"do": "discard", "card": "KD"}, version)
    return len([one for one in captured if "SAVEPOINT" not in one["sql"]]) - 2 - 1  # BEGIN, COMMIT, `seen` in `act`


def test_who_passes_whenever_they_may_keeps_nobody_waiting_to_the_end_of_the_deal() -> None:
    """V85: turn after turn, in one transaction, which ends the deal and deals the next; it costs no more than any."""
    users = people(*NAMES[:4])
    game_id = table_of(users)
    put(game_id, EMPTY)
    for seat in (1, 3):
        plan(users[seat], game_id, "pass")
    assert discarded(users, game_id) <= 8
    kinds = Event.objects.filter(game_id=game_id).order_by("version").values_list("type", "seat", "actor_kind")
    after = [one for one in kinds if one[0] in ("passed", "passed_over", "deal_ended")]
    assert after[:4] == [
        ("passed", 1, "plan"),
        ("passed_over", 2, "plan"),
        ("passed", 3, "plan"),
        ("passed_over", 0, "plan"),
    ]
    assert seen(game_id).state.deals_begun == 2
    assert [one["kind"] for one in of(users[1], game_id)] == ["pass"], "it is there for the next deals, until cancelled"


def test_a_plan_for_one_deal_ends_with_it_and_one_that_was_cancelled_at_once() -> None:
    """V87: both are listed until then."""
    users = people(*NAMES[:4])
    game_id = table_of(users)
    put(game_id, EMPTY)
    begun = seen(game_id).version
    plan(users[1], game_id, "pass", until="deal")
    plan(users[3], game_id, "pass")
    assert of(users[1], game_id) == [{"kind": "pass", "until": "deal"}]
    assert of(users[3], game_id) == [{"kind": "pass", "until": "game"}]
    beforehand.cancel(users[3].id, game_id, "pass")
    assert of(users[3], game_id) == []
    discarded(users, game_id)
    assert seen(game_id).state.to_act == (3,)
    act(users[3], game_id, {"do": "pass"})
    assert seen(game_id).state.deals_begun == 2 and of(users[1], game_id) == []
    with pytest.raises(Refused, match="stale_version"):
        plan(users[1], game_id, "pass", until="deal", expected=begun)
    put(game_id, EMPTY | {"deal": 2})
    discarded(users, game_id)
    assert seen(game_id).state.to_act == (1,)


def test_a_plan_is_no_move_and_one_for_an_older_position_is_stale() -> None:
    """V84: what is entered while somebody else moves does not act on what they have done."""
    users, game_id = asking()
    before = seen(game_id).version
    act(users[0], game_id, ASK)
    with pytest.raises(Refused, match="stale_version"):
        plan(users[2], game_id, "answer", yes=True, expected=before)
    plan(users[2], game_id, "answer", yes=True)
    act(users[4], game_id, {"do": "answer", "yes": True})
    assert (planned(game_id), seen(game_id).state.to_act) == ([], (2,))


def by_the_server(game_id: UUID, seat: int, action: dict[str, Any]) -> None:
    version = seen(game_id).version
    action_id, now = uuid5(game_id, str(version)), datetime.now(UTC)
    command_handler.handle(
        Order(game_id, SYSTEM, action_id, action, requests.parse(action), now, version, acts_for=seat)
    )


def test_a_plan_acts_after_the_server_as_after_people_and_does_not_make_its_player_present() -> None:
    users, game_id = asking()
    act(users[0], game_id, ASK)
    by_the_server(game_id, 2, {"do": "answer", "yes": False})
    assert seen(game_id).state.table.seats[2].silent
    put(game_id, THREE_PARTNERS)
    plan(users[2], game_id, "answer", yes=True)
    by_the_server(game_id, 0, ASK)
    assert planned(game_id) == [("answered", 2)]
    assert seen(game_id).state.table.seats[2].silent


@pytest.mark.parametrize("viewer", ["ann", "cora", "eve"])
def test_nobody_else_is_sent_another_byte_because_somebody_has_decided_something_beforehand(
    site: Site, viewer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V72, of plans: to a partner, an opponent and whoever looks on, on every route, with every refusal and tag."""
    users = people("ann", "ben", "cora", "dan", "eve")
    asking = Viewer(site, create_token(next(user for user in users if user.username == viewer)))
    told = []
    for decides in (False, True):
        world = World(users[:4], shuffled(7), monkeypatch)
        if decides:
            plan(users[1], world.game_id, "pass")
            plan(users[1], world.game_id, "answer", yes=True)
        for _ in random_actions(world, 30, seed=3):
            pass
        path = f"/api/games/{world.game_id}"
        probing = list(asking.look_closely(world))
        probing.append(asking.answer("GET", f"{path}/plans"))
        probing.append(asking.answer("GET", f"{path}/clock")[:3])
        told.append(probing)
    assert told[0] == told[1]
    assert Viewer(site, create_token(users[1])).http.get(f"{path}/plans").json()["plans"] != []


def test_who_sits_down_in_somebody_s_place_has_none_of_their_plans() -> None:
    users, game_id = asking()
    plan(users[2], game_id, "answer", yes=True)
    other = User.objects.create_user("gina")
    command = table.Substitute(2, table.Holder("user", str(other.id)), returns=True)
    command_handler.handle(Order(game_id, SYSTEM, uuid5(IDS, "substitute"), {}, command, datetime.now(UTC), acts_for=2))
    put(game_id, THREE_PARTNERS)
    assert of(other, game_id) == []
    act(users[0], game_id, ASK)
    assert (planned(game_id), seen(game_id).state.to_act) == ([], (2, 4))


def test_plans_are_in_the_download_and_go_with_the_person_and_with_the_game() -> None:
    users, game_id = asking()
    plan(users[2], game_id, "answer", yes=False)
    (told,) = leaving.export(users[2])["plans"]
    assert (told["game"], told["kind"], told["yes"]) == (game_id, "answer", False)
    leaving.forget(users[2])
    assert not Plan.objects.exists()
    pair = [users[0], users[1]]
    one_deal = {"base": "classic", "minimums": [50]}
    short = table_of(pair, ruleset=one_deal)
    plan(users[1], short, "pass")
    last = {"turn": {"seat": 0, "phase": "play"}, "seats": [{"hand": "4H", **ON_THE_FOOT}, {}]}
    put(short, last | {"teams": [{"melds": BOOKS}, {}]}, one_deal)
    play(pair, short, 1)
    assert seen(short).state.status == "finished" and not Plan.objects.exists()
    with pytest.raises(Refused, match="game_over"):
        plan(users[1], short, "pass")


def test_what_cannot_come_up_cannot_be_decided_beforehand() -> None:
    users = people("ann", "ben")
    alone = table_of(users, ruleset={"base": "classic", "stock_out": "at_once"})
    for kind, more in (("answer", {"yes": True}), ("pass", {})):
        with pytest.raises(Refused, match="nothing_to_plan"):
            plan(users[0], alone, kind, **more)
    with pytest.raises(Refused, match="not_seated"):
        plan(User.objects.create_user("eve"), alone, "pass")
    with pytest.raises(Refused, match="not_started"):
        plan(users[0], new_table(users[0], ["me", "open"]), "pass")


def test_plans_over_http() -> None:
    """The whole of it as a client uses it: nothing, decided, decided anew, cancelled; what cannot be read is said."""
    users, game_id = asking()
    client = Client(headers={"Authorization": f"Bearer {create_token(users[2])}"})
    path, version = f"/api/games/{game_id}/plans", seen(game_id).version
    assert client.get(path).json() == {"version": version, "plans": [], "offered": ["answer", "pass"]}
    body = {"expected_version": version, "until": "deal", "yes": True}
    for yes in (True, False):
        told = client.put(f"{path}/answer", body | {"yes": yes}, content_type="application/json").json()
        assert told["plans"] == [{"kind": "answer", "until": "deal", "yes": yes}]
    assert seen(game_id).version == version
    for wrong in ({"yes": 1}, {"until": "ever"}, {"more": 1}):
        assert client.put(f"{path}/answer", body | wrong, content_type="application/json").status_code == 400
    assert client.put(f"{path}/pass", body, content_type="application/json").status_code == 400
    assert client.put(f"{path}/meld", body, content_type="application/json").status_code == 404
    assert client.delete(f"{path}/answer").json()["plans"] == []


def test_the_audit_decides_what_was_decided_beforehand_again() -> None:
    """Two who never meld hold pairs of everything when the stock is empty, and could take the pile."""
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "pagat", "minimums": [0], "packs": 3}, draw=Random(1).randbytes)
    for user in users:
        plan(user, game_id, "pass")
    while not (game := seen(game_id).state.game).over:
        deal = game.playing
        if deal.phase == "draw":
            act(users[deal.seat], game_id, {"do": "draw"})
            continue
        hand, other = (deal.seats[seat].hand for seat in (deal.seat, 1 - deal.seat))
        pairs = [card for card in hand if card[0] in "AKQJT987654" and sum(card[0] == one[0] for one in other) > 1]
        act(users[deal.seat], game_id, {"do": "discard", "card": [*pairs, hand[0]][0]})
    assert planned(game_id), "somebody passed"
    assert verify(game_id) == []
