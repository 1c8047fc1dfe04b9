"""What every template knows of its viewer."""

from typing import Any

from django.http import HttpRequest

from accounts import preferences


def viewer(request: HttpRequest) -> dict[str, Any]:
    """Their preferences; None for a visitor. And what of them is an attribute of the page."""
    preference = getattr(request, "preference", None)
    return {"preference": preference, "liked": preferences.attributes(preference)}
