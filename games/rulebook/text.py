"""What the sections of a rulebook share: whose rules are told, and numbers as people write them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.ruleset import Kinds, Ruleset
from games.rulebook.parameters import KINDS

Row = tuple[str, str]
"""A line of a small table: what, and how much."""


class Told(NamedTuple):
    """The rules that are told: of a table with so many players and teams, or (None) of any."""

    rules: Ruleset
    players: int | None = None
    teams: int | None = None

    @property
    def alone(self) -> bool:
        """Whether it is known that everybody plays alone."""
        return self.players is not None and self.players == self.teams


class Section(NamedTuple):
    """A chapter of the rules: sentences, and small tables under them."""

    slug: str
    title: str
    sentences: tuple[str, ...]
    table: tuple[Row, ...] = ()


def number(value: int) -> str:
    """A number with its thousands set apart."""
    return number_format(value, force_grouping=True)


def points(value: int) -> str:
    """So many points."""
    return ngettext("%(n)s point", "%(n)s points", value) % {"n": number(value)}


def cards(value: int) -> str:
    """So many cards."""
    return ngettext("%(n)s card", "%(n)s cards", value) % {"n": number(value)}


def told(*sentences: str | None) -> tuple[str, ...]:
    """Those sentences that there are."""
    return tuple(one for one in sentences if one)


def books(wanted: Kinds) -> str:
    """So many books of each kind that any are wanted of."""
    some = [(KINDS[kind], wanted_of) for kind, wanted_of in wanted._asdict().items() if wanted_of]
    parts = [
        ngettext("%(n)s %(kind)s book", "%(n)s %(kind)s books", count) % {"n": count, "kind": kind}
        for kind, count in some
    ]
    return listed(parts)


def listed(parts: list[str]) -> str:
    """Things in a row, with an and before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(some)s and %(last)s") % {"some": ", ".join(parts[:-1]), "last": parts[-1]}


def of(choices: Mapping[Any, Any], value: Any) -> str:
    """The sentence for a parameter's value."""
    return str(choices[value])
