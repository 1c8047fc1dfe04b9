"""What can be asked of a simulation."""

import argparse


def parser() -> argparse.ArgumentParser:
    """The command line; everything has a default, and the same seed is the same story."""
    told = argparse.ArgumentParser(
        prog="python -m games.simulate",
        description="Play many tables for many days of virtual time, with absent players and faults.",
    )
    told.add_argument("--tables", type=int, default=2000)
    told.add_argument("--days", type=float, default=30.0)
    told.add_argument("--minutes", type=float, help="stop after so many real minutes, and judge what there is by then")
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--verify", type=int, default=100, help="so many tables are audited too (default 100)")
    return told
