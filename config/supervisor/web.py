"""The web process: uvicorn on the socket that the supervisor holds. `python -m config.supervisor.web DESCRIPTOR`"""

import socket
import sys

import uvicorn


def main(descriptor: int) -> None:
    """Serve until told to stop; then give open requests three seconds."""
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        log_config=None,  # its lines are the site's, which Django sets up
        access_log=False,
        ws_max_size=4 * 1024 * 1024,  # a frame above the site's own limit is to be answered, not the end of the socket
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    main(int(sys.argv[1]))
