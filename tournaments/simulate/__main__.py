"""`python -m tournaments.simulate`: on servers of its own, which are thrown away afterwards."""

import os
import sys

from tournaments.simulate.arguments import parser

if __name__ == "__main__":
    parser().parse_args()  # what is wrong with the arguments is said before anything starts
    apart = [sys.executable, "-m", "config.supervisor.apart", "tournaments.simulate.story", *sys.argv[1:]]
    os.execv(sys.executable, apart)  # noqa: S606 our own program
