"""Events of a club from their announcement to their final standings: a small simulation in full."""

import re
import subprocess
import sys

import pytest

from tests.harness.product import CHECKOUT

pytestmark = pytest.mark.pure


def test_events_with_real_games_absent_players_and_a_killed_worker_come_to_their_final_standings() -> None:
    """V52, V53: workers are killed (SIGKILL) in the midst of rounds, and what stands is what the streams give."""
    command = [sys.executable, "-m", "tournaments.simulate", "--small"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    told = dict(re.findall(r"^(.+): ([0-9.]+)$", done.stdout, re.MULTILINE))
    assert (done.returncode, told.get("problems")) == (0, "0"), done.stdout + done.stderr
    assert (told["events final"], told["rounds stuck"]) == ("3", "0")
    for what in ("tables of rounds finished", "workers killed in the midst of a sweep", "brokers flushed"):
        assert int(told.get(what, 0)) > 0, f"the story was too tame: {what}\n{done.stdout}"
