"""What can be asked of a simulation."""

import argparse


def parser() -> argparse.ArgumentParser:
    """The command line; everything has a default, and the same seed is the same story."""
    told = argparse.ArgumentParser(
        prog="python -m tournaments.simulate",
        description="Play the events of a club to their final standings, with absent players and faults.",
    )
    told.add_argument("--small", action="store_true", help="a handful of pairs and two rounds: a minute at most")
    told.add_argument("--pairs", type=int, default=64)
    told.add_argument("--rounds", type=int, default=6)
    told.add_argument("--seed", type=int, default=1)
    return told
