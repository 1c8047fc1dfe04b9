"""What the pages about people have in common."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User

BACKEND = "accounts.backends.PasswordBackend"


def account_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for who has an account; a guest is asked to sign up, and keeps their games by it."""

    @login_required
    @wraps(view)
    def for_members(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return redirect("signup") if owner(request).is_guest else view(request, *args, **more)

    return for_members


def owner(request: HttpRequest) -> User:
    """Whoever is signed in."""
    return cast(User, request.user)


def base_of(request: HttpRequest) -> str:
    """Where the site is reached, for links in mails."""
    return (settings.SITE_URL or request.build_absolute_uri("/")).rstrip("/")


def target_of(request: HttpRequest) -> str:
    """Where somebody wants to go after signing in: an address of this site, or the home page."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    fits = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if fits else "/"


def form_page(
    request: HttpRequest,
    form: BaseForm | None,
    told: Mapping[str, Any],
    refused: int = 422,
    template: str = "accounts/form.html",
) -> HttpResponse:
    """A page with one form: `title`, `lead`, `button` (empty: no form at all), `nav`. `refused`: status if it was."""
    status = refused if form is not None and form.is_bound else 200
    return render(request, template, {"form": form, **told}, status=status)
