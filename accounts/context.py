"""What every template knows of its viewer."""

from typing import Any

from django.http import HttpRequest


def viewer(request: HttpRequest) -> dict[str, Any]:
    """Their preferences; None for a visitor."""
    return {"preference": getattr(request, "preference", None)}
