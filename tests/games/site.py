"""The web application in a thread of the test's process: real HTTP and WebSockets on the test's own database."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn


class Site:
    """Where it is."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"


@pytest.fixture(scope="session")
def web_server() -> Iterator[Site]:
    """One server for the session, with the settings of the product's (config/supervisor/web.py)."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        log_level="warning",
        access_log=False,
        ws_max_size=4 * 1024 * 1024,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield Site(listening.getsockname()[1])
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def site(web_server: Site, transactional_db: None) -> Site:
    """The server, on a database whose rows are committed."""
    return web_server
