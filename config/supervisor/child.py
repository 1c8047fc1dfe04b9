"""One process of the house: started with a clean slate, ended for certain, never left behind."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None

FIRST_PAUSE = 0.25  # seconds before a dead process is started again
LONGEST_PAUSE = 10.0
PROVEN = 20.0  # a process that lived so long starts again without delay


@dataclass
class Child:
    """A command, and the process that runs it now, if any."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    log: Path
    keeps_open: tuple[int, ...] = ()
    stop_signal: signal.Signals = signal.SIGTERM
    death_signal: signal.Signals = signal.SIGKILL  # from the kernel, should the supervisor be killed
    user: int | None = None
    group: int | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    started: float = 0.0
    failures: int = 0
    again_at: float = 0.0

    def start(self) -> None:
        """Start the process, in a session of its own: a terminal's Ctrl-C reaches the supervisor only.

        Call it from the main thread: the kernel's death signal is sent when the thread that started a process ends.
        """
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                list(self.command),
                env=dict(self.environment),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=self.keeps_open,
                user=self.user,
                group=self.group,
                extra_groups=None if self.user is None else (),
                preexec_fn=_die_with(os.getpid(), self.death_signal),
            )
        self.started = time.monotonic()

    @property
    def pid(self) -> int | None:
        """The process id, as long as it has not been seen to end."""
        return self.process.pid if self.process else None

    def ended(self) -> int | None:
        """The exit code of a process that has ended (then it is forgotten), None while it runs or there is none."""
        if self.process is None or self._runs():
            return None
        self.sweep_up()  # before its number can be given to another process
        code = self.process.wait()
        self.process = None
        return code

    def _runs(self) -> bool:
        if self.process is None:
            return False
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def sweep_up(self) -> None:
        """Kill what the process may have left in its group."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def note_failure(self) -> float:
        """Count an unwanted end; returns after how many seconds the process is to be started again."""
        if time.monotonic() - self.started > PROVEN:
            self.failures = 0
        pause: float = min(FIRST_PAUSE * 2**self.failures, LONGEST_PAUSE)
        self.failures += 1
        self.again_at = time.monotonic() + pause
        return pause

    def ask_to_stop(self) -> None:
        """Send the signal on which this program ends in good order."""
        if self.process is not None and self._runs():
            self.process.send_signal(self.stop_signal)

    def kill(self) -> None:
        """End the process and its group now."""
        if self.process is not None:
            self.sweep_up()
            self.process.kill()
            self.process.wait()
            self.process = None


def _die_with(parent: int, death_signal: signal.Signals) -> Callable[[], None]:
    """What a new process does before it becomes its program: ask the kernel to be ended with the supervisor."""

    def prepare() -> None:
        if _libc is not None:
            _libc.prctl(_PR_SET_PDEATHSIG, int(death_signal))
            if os.getppid() != parent:  # the supervisor ended in between
                os._exit(1)

    return prepare
