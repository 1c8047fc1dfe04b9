"""The command line of `manage.py up`."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from config.supervisor.address import listen
from config.supervisor.errors import CannotStart
from config.supervisor.folder import DataFolder
from config.supervisor.house import AskedToStop, House


def say(sentence: str) -> None:
    """Tell the person at the terminal, if there still is one."""
    with suppress(OSError):
        print(sentence, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the house until it is asked to stop; returns the exit code."""
    parser = argparse.ArgumentParser(prog="manage.py up", description="Start the site and all it needs.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default 8000; another one if it is taken)")
    parser.add_argument(
        "--restore", type=Path, metavar="FILE", help="begin with a backup; only on an empty data folder"
    )
    options = parser.parse_args(arguments)
    folder = DataFolder.from_environment()
    try:
        folder.open()
        try:
            return _run(folder, options)
        finally:
            folder.close()
    except CannotStart as reason:
        print(reason, file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(folder: DataFolder, options: argparse.Namespace) -> int:
    folder.keys()
    backup = options.restore.resolve() if options.restore else None
    house = House(folder, listen(options.host, options.port, say), say, backup)
    try:
        house.open()
        say(f"Fairdeal is ready: {house.address.url}  (Ctrl-C stops it; logs in {_short(folder.logs)}/)")
        house.watch()
    except AskedToStop:
        pass
    finally:
        say("Stopping …")
        house.stop()
    say("Stopped.")
    return 0


def _short(path: Path) -> Path:
    """A path as a person would write it: from the folder they are in, where it is inside."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


if __name__ == "__main__":
    sys.exit(main())
