"""Who stands where, and what each number is made of."""

from django.utils.translation import gettext as _

from tournaments import facts, words
from tournaments.overview.crosstable import in_words
from tournaments.overview.lines import StandingLine
from tournaments.overview.pages import Page
from tournaments.standings import Value


def keys(page: Page) -> list[tuple[str, str]]:
    """What the standings go by, in their order, each with what it is."""
    told = (words.KEYS[key] for key in facts.rules(page.t).keys)
    return [(str(short), str(what)) for short, what in told]


def standings(page: Page) -> list[StandingLine]:
    """Who stands where."""
    if page.standing is None:
        return []
    return [
        StandingLine(
            row.rank,
            row.entry,
            page.names[row.entry],
            page.own is not None and row.entry == page.own.id,
            row.active,
            [(words.value(one.key, one.value) if one.applied else "–", _parts(page, one)) for one in row.values],
            [(words.value("vp", line.vp), in_words(page, line)) for line in row.lines],
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
