"""Words of events in templates."""

from typing import Any

from django import template

from tournaments import words

register = template.Library()


@register.filter
def event_status(status: str) -> Any:
    """Where an event is."""
    return words.STATUSES[status]


@register.filter
def event_format(name: str) -> Any:
    """What a format is."""
    return words.FORMATS.get(name, name)


@register.filter
def pairing_failed(code: str) -> Any:
    """Why a round could not be paired."""
    return words.PAIRING_FAILED.get(code, code)
