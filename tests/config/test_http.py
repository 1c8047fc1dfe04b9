"""The way of a request through the event loop and the threads."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from uuid import uuid4

import httpx
import pytest

from accounts.services import create_token
from config.http import ThreadedHandler
from games.models import Event
from tests.games.playing import people, seen, sync, table_of, turn_of

pytestmark = pytest.mark.django_db(transaction=True)


async def test_an_action_is_received_when_it_was_read_however_long_it_waited_for_a_thread() -> None:
    users = await sync(people, "ann", "ben")
    game_id = await sync(table_of, users)
    token = await sync(create_token, users[await sync(turn_of, game_id)])
    busy = ThreadedHandler()
    busy.load_middleware()
    busy._threads = ThreadPoolExecutor(1)
    busy._threads.submit(time.sleep, 1.5)
    body = {
        "action_id": str(uuid4()),
        "expected_version": (await sync(seen, game_id)).version,
        "action": {"do": "draw"},
    }
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=busy), base_url="http://testserver") as client:
        asked = datetime.now(UTC)
        answer = await client.post(
            f"/api/games/{game_id}/actions", json=body, headers={"Authorization": f"Bearer {token}"}
        )
        answered = datetime.now(UTC)
    assert answer.status_code == 200, answer.text
    row = await Event.objects.aget(game_id=game_id, version=json.loads(answer.content)["version"])
    assert (answered - asked).total_seconds() > 1
    assert row.at - asked < (answered - asked) / 2


async def test_a_client_that_has_gone_is_answered_by_nobody() -> None:
    handler, sent = ThreadedHandler(), []

    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        sent.append(message)

    await asyncio.wait_for(handler({"type": "http", "path": "/"}, gone, send), 5)
    assert sent == []
