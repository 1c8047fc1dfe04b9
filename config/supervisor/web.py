"""The web process: uvicorn on an address of its own, or on the socket that the supervisor holds.

`python -m config.supervisor.web HOST:PORT` or `… DESCRIPTOR`
"""

import importlib
import socket
import sys

import uvicorn


def main(where: str) -> None:
    """Serve until told to stop; then give open requests three seconds."""
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        log_config=None,  # its lines are the site's, which Django sets up
        access_log=False,
        ws_max_size=4 * 1024 * 1024,  # a frame above the site's own limit is to be answered, not the end of the socket
        timeout_graceful_shutdown=3,
    )
    config.load()  # with the site; what knows its models can be imported from here on
    server = uvicorn.Server(config)
    importlib.import_module("config.alive").start(server)
    server.run(sockets=[_listening(where)])


def _listening(where: str) -> socket.socket:
    if where.isdecimal():
        return socket.socket(fileno=int(where))
    host, _, port = where.rpartition(":")
    return socket.create_server((host.strip("[]"), int(port)), family=_family(host), backlog=512)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


if __name__ == "__main__":
    main(sys.argv[1])
