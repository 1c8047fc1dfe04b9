"""Waiting that ends early: when a child ends, and when someone asks the house to stop."""

import math
import os
import select
import signal
import time
from types import FrameType

ASKS_TO_STOP = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Waiting:
    """The supervisor's only clockwork. In the main thread."""

    def __init__(self) -> None:
        self.asked = 0  # how often the house was asked to stop
        self._asked_at = -math.inf
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        for number in ASKS_TO_STOP:
            signal.signal(number, self._asked)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        # A Ctrl-C comes twice within a moment where `make` passes on what the terminal has sent already.
        now = time.monotonic()
        if now - self._asked_at > 1:
            self.asked += 1
        self._asked_at = now

    def pause(self, seconds: float) -> None:
        """Wait so long, or until any signal comes."""
        if select.select([self._read], [], [], seconds)[0]:
            os.read(self._read, 4096)
