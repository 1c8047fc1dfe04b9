"""Non-interference for an officer who acts for a member: nothing but acceptance itself tells of the member's cards."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid5

import pytest

from accounts.clubs import services as clubs
from accounts.clubs.models import Membership
from accounts.services import create_token
from engine import commands, legal
from tests.games.playing import people, seen
from tests.games.site import Site
from tests.games.test_hidden import Viewer, probes
from tests.games.worlds import IDS, World, random_actions, shuffled, swapped

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = 40
RANKS = "AKQJT987654"


def more_probes() -> Iterator[dict[str, Any]]:
    """Besides whatever a seat is asked: melds of any three of a rank, held or not, and with wilds."""
    yield from probes()
    for rank in RANKS:
        for cards in (f"{rank}C {rank}D {rank}H", f"{rank}C {rank}S 2H", f"{rank}D JK JK"):
            yield {"do": "meld", "melds": [{"cards": cards}]}
        yield {"do": "meld", "melds": [{"cards": f"{rank}C", "to": f"{rank}1"}]}
        yield {"do": "take_pile", "melds": [{"cards": f"{rank}C {rank}D {rank}H"}]}


def allowed(world: World, seat: int) -> list[bool]:
    """Which of the probes the rules would accept there."""
    game = seen(world.game_id).state.game
    return [legal.is_legal(game, commands.parse(action, seat)) for action in more_probes()]


def ask(asking: Viewer, world: World, seat: int, tried: list[bool]) -> Iterator[Any]:
    """Everything an officer may look at, and the probes for a member: each, and each as a dry run, over HTTP; and by
    the socket."""
    yield from asking.look(world)
    path, version, sent = f"/api/games/{world.game_id}", seen(world.game_id).version, []
    for number, (action, is_tried) in enumerate(zip(more_probes(), tried, strict=True)):
        told = {"expected_version": version, "action": action, "for_seat": seat}
        body = {"action_id": str(uuid5(IDS, f"officer {number}")), **told}
        yield asking.answer("POST", f"{path}/actions?dry_run=1", json=body)
        if is_tried:
            yield asking.answer("POST", f"{path}/actions", json=body)
            sent.append({"type": "action", **body})
    yield from asking.frames(world.game_id, version - 50, *sent)


def test_two_histories_that_differ_in_hidden_cards_refuse_an_officer_alike_whatever_is_tried_for_a_member(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATES = settings.RATES | {"acts for others by person": (100_000, 3600)}
    users = people("ann", "ben", "cora", "dan", "eve")
    club, _ = clubs.create_club(users[4], name="Tuesday Cards", joining="open")
    Membership.objects.bulk_create(Membership(club=club, user=user, state="member") for user in users[:4])
    asking, more = Viewer(site, create_token(users[4])), {"club": str(club.id), "visibility": "private"}

    order = shuffled(7)
    first = World(users[:4], order, monkeypatch, **more)
    actions = []
    for step in random_actions(first, 1000, seed=3):
        actions.append(step)
        if len(actions) >= STEPS and seen(first.game_id).state.game.playing.phase == "play":
            break
    seat = seen(first.game_id).state.to_act[0]
    other = swapped(first, order, lambda _seat: True)
    before = allowed(first, seat)

    second = World(users[:4], other, monkeypatch, **more)
    for number, action in actions:
        second.do(number, action)
    after = allowed(second, seat)
    assert before != after  # the hands do differ, in what could be played from them
    tried = [not (one or two) for one, two in zip(before, after, strict=True)]
    told = list(ask(asking, second, seat, tried))

    third = World(users[:4], order, monkeypatch, **more)
    for number, action in actions:
        third.do(number, action)
    again = list(ask(asking, third, seat, tried))
    for one, two in zip(told, again, strict=True):
        assert one == two
    assert sum(tried) > 50
