"""What those are called who play as one: players, pairs, teams. Whatever is said of them by that name is here."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournaments import documents

Said = str | Promise


class Entrants(NamedTuple):
    """The words for one kind of entry."""

    one: Said
    many: Said
    how_many: Said  # n
    needed: Said  # n
    waits: Said  # for those who have not said yes
    here: Said  # the button that checks in
    this: Said
    other: Said


ENTRANTS: dict[int, Entrants] = {
    1: Entrants(
        gettext_lazy("Player"),
        gettext_lazy("Players"),
        ngettext_lazy("%(n)d player", "%(n)d players", "n"),
        ngettext_lazy("At least %(n)d player is needed.", "At least %(n)d players are needed.", "n"),
        "",
        gettext_lazy("I am here"),
        gettext_lazy("This player"),
        gettext_lazy("and this player"),
    ),
    2: Entrants(
        gettext_lazy("Pair"),
        gettext_lazy("Pairs"),
        ngettext_lazy("%(n)d pair", "%(n)d pairs", "n"),
        ngettext_lazy("At least %(n)d pair is needed.", "At least %(n)d pairs are needed.", "n"),
        gettext_lazy("You have entered; your partner has not said yes yet."),
        gettext_lazy("We are here"),
        gettext_lazy("This pair"),
        gettext_lazy("and this pair"),
    ),
    3: Entrants(
        gettext_lazy("Team"),
        gettext_lazy("Teams"),
        ngettext_lazy("%(n)d team", "%(n)d teams", "n"),
        ngettext_lazy("At least %(n)d team is needed.", "At least %(n)d teams are needed.", "n"),
        gettext_lazy("You have entered; not all of your team have said yes yet."),
        gettext_lazy("We are here"),
        gettext_lazy("This team"),
        gettext_lazy("and this team"),
    ),
}
"""By how many play as one."""


PERSONS: Mapping[int, Said] = {
    1: gettext_lazy("one player"),
    2: gettext_lazy("a pair"),
    3: gettext_lazy("a team of three"),
}
"""Who plays as one."""


def of(rules: dict[str, Any]) -> Entrants:
    """The words for those who enter an event with these rules."""
    return ENTRANTS[documents.persons(rules)]


def counted(sentence: Said, n: int) -> str:
    """One of these sentences about so many."""
    return str(sentence % {"n": n})
