"""Words of ratings in templates."""

from typing import Any

from django import template
from django.utils.formats import number_format

from tournaments.leaderboards import words

register = template.Library()


@register.filter
def pool_name(name: str) -> Any:
    """What a pool is."""
    return words.POOLS.get(name, name)


@register.filter
def why_not(code: str) -> Any:
    """Why a game does not count."""
    return words.WHY.get(code, code)


@register.filter
def points(number: int) -> str:
    """Points, grouped; a true minus."""
    return str(number_format(number, force_grouping=True)).replace("-", "−")


@register.filter
def signed(number: int) -> str:
    """Points with their sign."""
    return f"+{points(number)}" if number > 0 else points(number)
