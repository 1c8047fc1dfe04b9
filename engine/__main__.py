"""`python -m engine check|replay|play|fold|bench`."""

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any

from engine.bots import NAMES
from engine.bots.contest import bench_bots
from engine.play import fold_file, play_game
from engine.scenario import Failure, check_scenario, check_transcript, read_files
from engine.speed import bench


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; the exit code is 1 on any failure."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The rules of Hand and Foot.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (("check", "scenarios"), ("replay", "transcripts")):
        command = commands.add_parser(name, help=f"check {what}")
        command.add_argument("paths", nargs="+", metavar="PATH")
    play = commands.add_parser("play", help="print a whole game of bots")
    play.add_argument("--ruleset", default="favourite")
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--players", type=int, default=4)
    play.add_argument("--teams", type=int)
    play.add_argument("--bot", choices=NAMES, nargs="+", default=["random"], help="for each team in turn")
    folding = commands.add_parser("fold", help="print the scores of an exported game")
    folding.add_argument("file", metavar="FILE.ndjson")
    speed = commands.add_parser("bench", help="measure the engine, one line a figure")
    speed.add_argument("--seconds", type=float, default=5.0)
    speed.add_argument("--bots", action="store_true", help="bots against bots instead")
    speed.add_argument("--games", type=int, default=500, help="of each match of bots")
    chosen = parser.parse_args(arguments)
    match chosen.command:
        case "check":
            return report(chosen.paths, _scenarios)
        case "replay":
            return report(chosen.paths, _transcripts)
        case "play":
            return play_game(chosen.ruleset, chosen.seed, chosen.players, chosen.teams, chosen.bot)
        case "fold":
            return fold_file(chosen.file)
        case _:
            return bench_bots(chosen.games) if chosen.bots else bench(chosen.seconds)


Story = tuple[str, Iterator[Failure]]


def _scenarios(name: str, content: Any) -> Iterator[Story]:
    for scenario in content if isinstance(content, list) else []:
        yield f"{name}: {scenario['name']}", check_scenario(scenario)


def _transcripts(name: str, content: Any) -> Iterator[Story]:
    if isinstance(content, dict) and "actions" in content:
        yield name, check_transcript(content)


def report(paths: list[str], stories: Callable[[str, Any], Iterator[Story]]) -> int:
    """One line per failing story, then the sums."""
    passed = failed = 0
    for file, content in read_files(paths):
        for name, failures in stories(file.name, content):
            wrong = list(failures)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"{name}: {'; '.join(map(str, wrong))}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
