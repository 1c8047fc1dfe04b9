"""Fixtures of the tests about tables."""

from uuid import UUID

import pytest

from games import push
from tests.games.site import site, web_server

__all__ = ["site", "web_server"]


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The tables whose bots a worker was told of; no worker runs here."""
    told: list[UUID] = []
    monkeypatch.setattr(push, "wake_bots", lambda game_id, seconds: told.append(game_id))
    return told
