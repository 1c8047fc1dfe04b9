"""Who may do what at every route and socket of the site: the table in `rules`, tried line by line with a fixed cast."""

import asyncio
import re
from typing import Any

import pytest
from django.urls import resolve
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from accounts.services import create_token
from games.routing import websocket_urlpatterns
from tests.accounts.clubs import rules, rules_of_nights, rules_of_ratings, rules_of_tables
from tests.accounts.clubs.cast import CAST
from tests.accounts.clubs.urls import METHODS, methods, routes
from tests.accounts.clubs.world import WORLDS, World
from tests.games.site import Site, site, web_server

__all__ = ["site", "web_server"]

ADMIN = "admin/"

pytestmark = pytest.mark.django_db


def rows(text: str) -> list[tuple[str, str, dict[str, list[str]]]]:
    """Method, address, and for each world what the cast is answered."""
    told = []
    for line in text.strip().splitlines():
        request, _, answers = line.partition(" = ")
        method, path = request.split()
        open_, _, hidden = answers.partition("|")
        told.append((method, path, {"open": open_.split(), "hidden": hidden.split() or open_.split()}))
    return told


TEXTS = (
    *(rules.PEOPLE, rules.CLUBS, rules_of_tables.TABLES, rules.EVENTS),
    *(rules_of_ratings.RATINGS, rules_of_nights.NIGHTS),
)
TABLE = [row for text in TEXTS for row in rows(text)]
BODIES = rules.BODIES | rules_of_ratings.BODIES | rules_of_nights.BODIES


def filled(world: World, body: Any) -> Any:
    """A body with what this world puts in its places."""
    if not isinstance(body, dict):
        return body
    return {
        name: world.path(value) if value in ("{code}", "{target}", "{event}") else value for name, value in body.items()
    }


@pytest.mark.parametrize("kind", WORLDS)
def test_everybody_is_answered_at_every_route_as_the_table_says(kind: str, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    world = World(kind)
    wrong = []
    for method, path, expected in TABLE:
        body = filled(world, BODIES.get(f"{method} {path}"))
        told = [world.ask(who, method, path, body) for who in CAST]
        if told != expected[kind]:
            wrong.append(f"{method} {path} = {' '.join(told)}")
    assert wrong == []


def test_every_route_of_the_site_has_its_line_in_the_table(settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    world = World("open")
    examples: dict[str, str] = {}
    tried = set()
    for method, template, _ in TABLE:
        path = world.path(template).partition("?")[0]
        route = resolve(path).route
        examples[route] = path
        tried.add((method, route))
    askers = [world.browsers[who] for who in ("anonymous", "owner")]
    ours = [one for one in routes() if not one.route.startswith(ADMIN)]
    unknown = {one.route for one in ours} - set(examples)
    assert unknown == set(), "a route without a rule"
    there = {(method, one.route) for one in ours for method in methods(one, examples[one.route], askers)}
    assert there - tried == set(), "a method without a rule"
    assert tried - there == set(), "a rule without a route"


@pytest.mark.parametrize("method", METHODS)
def test_of_the_operators_rooms_nobody_of_a_club_finds_any(method: str, settings: Any) -> None:
    """Django's admin has its own routes; one rule for all of them."""
    settings.MAIL_IS_SENT = True
    world = World("open")
    rooms = [re.sub(r"<[^>]*>|\(\?P<.*\)|[\^$]", "1", one.route) for one in routes() if one.route.startswith(ADMIN)]
    assert len(rooms) > 20
    for room in rooms:
        insider = getattr(world.browsers["owner"], method.lower())(f"/{room}", follow=True)
        assert insider.status_code == 404, room
        visitor = getattr(world.browsers["anonymous"], method.lower())(f"/{room}", follow=True)
        assert visitor.status_code == 404 or visitor.redirect_chain[-1][0].startswith("/login"), room


async def shake_hands(host: str, path: str, headers: dict[str, str]) -> str:
    """The status of a socket's handshake."""
    try:
        async with connect(f"ws://{host}{path}", additional_headers=headers):
            return "101"
    except InvalidStatus as refused:
        return str(refused.response.status_code)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", WORLDS)
def test_everybody_is_answered_at_every_socket_as_the_table_says(kind: str, site: Site, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    world = World(kind)
    headers = {who: {"Authorization": f"Bearer {create_token(user)}"} for who, user in world.cast.people.items()}
    headers["anonymous"] = {"Origin": site.url}
    patterns = [one.pattern.regex.pattern for one in websocket_urlpatterns]
    wrong, met = [], set()
    for _method, template, expected in rows(rules.SOCKETS):
        path = world.path(template)
        met.add(
            next(one.pattern.regex.pattern for one in websocket_urlpatterns if re.match(one.pattern.regex, path[1:]))
        )
        told = [asyncio.run(shake_hands(site.host, path, headers[who])) for who in CAST]
        if told != expected[kind]:
            wrong.append(f"{template} = {' '.join(told)}")
    assert wrong == []
    assert met == set(patterns), "a socket without a rule"
