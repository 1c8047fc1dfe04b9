"""The embedded Valkey: reached by its socket only, everything written to its append-only file."""

import signal
import socket
from collections.abc import Callable, Mapping

from config.supervisor.binaries import valkey_program
from config.supervisor.child import Child
from config.supervisor.folder import DataFolder


def valkey(folder: DataFolder, environment: Mapping[str, str]) -> tuple[Child, Callable[[], bool]]:
    """The server as a child that is yet to be started, and the question whether it is ready."""
    path = folder.sockets / "valkey.sock"
    child = Child(
        "valkey",
        [
            str(valkey_program()),
            *("--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"),
            *("--dir", str(folder.valkey), "--appendonly", "yes", "--save", "", "--loglevel", "warning"),
        ],
        environment,
        folder.path,
        folder.log("valkey"),
        keeps_open=(folder.held_by_children,),
        stop_signal=signal.SIGTERM,
        death_signal=signal.SIGTERM,
    )

    def ready() -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(2)
                client.connect(str(path))
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    return child, ready
