"""Who stands where, and what each number is made of."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import facts, words
from tournaments.overview.crosstable import in_words, of_a_round
from tournaments.overview.lines import StandingLine
from tournaments.overview.pages import Page
from tournaments.standings import Value
from tournaments.words import Words

PLACEMENT = gettext_lazy("1 for each at the table who was left behind, half for each with whom one was level.")
"""What points are at a table of many."""
RESTED: Words = {
    "rotation": gettext_lazy(
        "Who sits out a round has their own mean for it once all is played, and until then nothing. Who wins because "
        "others did not play has their own mean too, if it is above nothing."
    ),
    "tables": gettext_lazy(
        "Who sits out a round has half of what a table gives, and their own mean once all is played. Where "
        "somebody did not play, the others of the table are ahead of them and level with each other."
    ),
}
"""How the standings of these formats count a round without cards."""


def keys(page: Page) -> list[tuple[str, str]]:
    """What the standings go by, in their order, each with what it is."""
    rules = facts.rules(page.t)
    many = {"match_points": PLACEMENT} if rules.format == "tables" else {}
    return [(str(words.KEYS[key][0]), str(many.get(key, words.KEYS[key][1]))) for key in rules.keys]


def rested(page: Page) -> str:
    """How rounds without cards count, where that needs to be said."""
    return str(RESTED.get(page.t.rules["pairing"]["format"], ""))


def standings(page: Page) -> list[StandingLine]:
    """Who stands where."""
    if page.standing is None:
        return []
    shown = of_a_round(page)
    return [
        StandingLine(
            row.rank,
            row.entry,
            page.names[row.entry],
            page.own is not None and row.entry == page.own.id,
            row.active,
            [(words.value(one.key, one.value) if one.applied else "–", _parts(page, one)) for one in row.values],
            [(words.value(shown, getattr(line, shown)), in_words(page, line)) for line in row.lines],
        )
        for row in page.standing.rows
    ]


def _parts(page: Page, one: Value) -> str:
    """What a number is made of, in words."""
    parts = []
    for part in one.parts:
        told = {"name": page.names.get(part.entry, ""), "n": words.value(one.key, part.value)}
        parts.append(_("(%(name)s: %(n)s)") % told if part.cut else _("%(name)s: %(n)s") % told)
    return ", ".join(parts)
