"""Pages that do something when a button is pressed, for who is signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponse]


def pressed(page: str) -> Callable[[View], View]:
    """Who must sign in first comes back by a link, which does nothing: they find the page where the button is again."""

    def of(view: View) -> View:
        @login_required
        @require_http_methods(["GET", "POST"])
        @wraps(view)
        def at_button(request: HttpRequest, **named: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **named)
            return redirect(page, **{name: named[name] for name in ("game_id",) if name in named})

        return at_button

    return of
