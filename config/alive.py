"""The web process says in the database that it could accept an action, for as long as it does."""

import logging
import threading

import uvicorn
from django.db import connections

from games import downtime

log = logging.getLogger(__name__)


def start(server: uvicorn.Server) -> None:
    """Say so from now on, as soon as the server takes requests."""
    threading.Thread(target=_say, args=(server, threading.Event()), name="alive", daemon=True).start()


def _say(server: uvicorn.Server, never: threading.Event) -> None:
    while not server.should_exit:
        try:
            if server.started:
                _beat()
        except Exception as error:  # noqa: BLE001 a database that is away: the silence will be found
            log.warning("could not say that we are here: %s", type(error).__name__)
        never.wait(downtime.BEAT)


def _beat() -> None:
    try:
        downtime.beat()
    finally:
        connections.close_all()
