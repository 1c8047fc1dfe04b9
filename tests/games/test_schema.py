"""The schema describes the API, and whatever it lets through is answered, never with a 500."""

from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.clubs.services import create_club
from accounts.services import create_token
from tests.games.playing import people, table_of, turn_of
from tests.games.site import Site

pytestmark = pytest.mark.django_db(transaction=True)

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


class Playing:
    """A table that is on, a club, and the token of whoever is to act and owns the club."""

    game_id = UUID(int=0)
    club_id = UUID(int=0)
    token = ""


@pytest.fixture
def api(site: Site) -> Any:
    users = people("ann", "ben")
    Playing.game_id = table_of(users, clock={"turn_seconds": 86_400})
    owner = users[turn_of(Playing.game_id)]
    Playing.club_id = create_club(owner, name="Tuesday Cards", joining="open")[0].id
    Playing.token = create_token(owner)
    return schemathesis.openapi.from_url(f"{site.url}/api/schema")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_the_schema_lets_through_is_a_server_error(case: Any) -> None:
    for known in {"game_id", "club_id"} & set(case.path_parameters or {}):
        case.path_parameters[known] = str(getattr(Playing, known))
    response = case.call(headers={"Authorization": f"Bearer {Playing.token}"})
    case.validate_response(response, checks=CHECKS)


@schema.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_nor_for_somebody_without_credentials_at_a_table_that_is_not_there(case: Any) -> None:
    case.validate_response(case.call(), checks=CHECKS)


@pytest.mark.parametrize("page", ["/api/schema", "/api/docs"])
def test_the_schema_and_its_docs_are_there_and_name_no_other_host(page: str) -> None:
    answer = Client().get(page)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "cdn" not in text and "unpkg" not in text and "https://" not in text.replace("https://spec.openapis.org", "")


def test_the_schema_has_every_route_of_the_api() -> None:
    told = Client(headers={"Accept": "application/vnd.oai.openapi+json"}).get("/api/schema").json()["paths"]
    game = "/api/games/{game_id}"
    assert {(path, method) for path, routes in told.items() for method in routes if method != "parameters"} >= {
        ("/api/register", "post"),
        ("/api/token", "post"),
        ("/api/me", "get"),
        ("/api/games", "get"),
        ("/api/games", "post"),
        (game, "get"),
        (f"{game}/seats/{{seat}}", "post"),
        (f"{game}/seats/{{seat}}", "delete"),
        (f"{game}/actions", "post"),
        (f"{game}/nonces", "post"),
        (f"{game}/events", "get"),
        ("/api/notices", "get"),
        ("/api/notices/wishes", "patch"),
        ("/api/notices/browsers", "post"),
    }
