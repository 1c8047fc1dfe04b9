"""The forms of rulings, for templates that show a table, a pair, or what waits for a second officer."""

from django import template

from tournaments.overview import putting_off as putting_off_
from tournaments.overview import reserves, rulings
from tournaments.overview.pages import Page

register = template.Library()


@register.simple_tag
def table_rulings(page: Page, number: int, table: int) -> list[rulings.RulingForm]:
    """What may be decided about a table."""
    return rulings.of_table(page, number, table)


@register.simple_tag
def entry_rulings(page: Page, entry: str) -> list[rulings.RulingForm]:
    """What may be decided about a pair."""
    return rulings.of_entry(page, entry)


@register.simple_tag
def reserve_rulings(page: Page, entry: str) -> list[rulings.RulingForm]:
    """What may be decided, by who runs the event, about the reserves of a pair."""
    found = page.t.entry(entry)
    live = found is not None and found.active and page.t.status in reserves.LIVE
    return reserves.of_entry(page, found) if found and live else []


@register.simple_tag
def my_reserves(page: Page) -> reserves.Standby | None:
    """One's own reserves, or whose reserve one is."""
    return reserves.of_mine(page)


@register.simple_tag
def round_rulings(page: Page) -> list[rulings.RulingForm]:
    """How the round may be ended now, and when else."""
    return rulings.of_round(page)


@register.simple_tag
def own_rulings(page: Page) -> list[rulings.RulingForm]:
    """What who looks may say of their own rounds."""
    return rulings.of_own(page)


@register.simple_tag
def putting_off(page: Page) -> putting_off_.PuttingOff | None:
    """Whether one's own table is put off, or is to be."""
    return putting_off_.of_mine(page)


@register.simple_tag
def waiting_rulings(page: Page, officer: bool) -> list[rulings.Waiting]:
    """The corrections that do not stand yet."""
    return rulings.waiting(page, officer)
