"""`{% moment at %}`: when something was or will be, as its viewer likes to read it."""

from datetime import datetime

from django import template
from django.template import Context

from accounts import preferences

register = template.Library()


@register.simple_tag(takes_context=True)
def moment(context: Context, at: datetime) -> str:
    """Day, time and zone."""
    return preferences.moment(at, getattr(context.get("preference"), "dates", ""))
