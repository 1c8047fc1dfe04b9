"""The rules as text: the complete rules of any ruleset, in plain language, made from its parameters."""

from typing import NamedTuple

from engine.presets import CLASSIC
from engine.ruleset import Ruleset
from games.rulebook import dealing, ending, playing
from games.rulebook.cases import examples
from games.rulebook.examples import Example
from games.rulebook.text import Section, Told

CHAPTERS = (
    dealing.the_game,
    dealing.the_cards,
    dealing.the_deal,
    playing.the_turn,
    playing.the_melds,
    playing.the_first_meld,
    playing.the_pile,
    playing.the_foot,
    ending.going_out,
    ending.end_of_deal,
    ending.the_score,
    ending.end_of_game,
    ending.time_outs,
)


def rulebook(ruleset: Ruleset, players: int | None = None, teams: int | None = None) -> tuple[Section, ...]:
    """The rules, chapter by chapter: of a table with so many players and teams, or (None) of any."""
    whose = Told(ruleset, players, teams)
    return tuple(chapter(whose) for chapter in CHAPTERS)


class Line(NamedTuple):
    """A sentence or a row of a table, and whether the classic rules say something else."""

    text: str
    value: str
    differs: bool


class Chapter(NamedTuple):
    """A section as a page shows it."""

    slug: str
    title: str
    sentences: tuple[Line, ...]
    table: tuple[Line, ...]
    examples: tuple[Example, ...]


def chapters(ruleset: Ruleset, players: int | None = None, teams: int | None = None) -> tuple[Chapter, ...]:
    """The rulebook, with what differs from the classic rules marked."""
    whose = Told(ruleset, players, teams)
    classic = rulebook(CLASSIC, players, teams)
    return tuple(_chapter(whose, chapter(whose), other) for chapter, other in zip(CHAPTERS, classic, strict=True))


def _chapter(whose: Told, section: Section, classic: Section) -> Chapter:
    return Chapter(
        section.slug,
        section.title,
        tuple(Line(one, "", one not in classic.sentences) for one in section.sentences),
        tuple(Line(*row, row not in classic.table) for row in section.table),
        examples(section.slug, whose),
    )
