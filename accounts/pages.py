"""What the pages about people have in common."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

BACKEND = "accounts.backends.PasswordBackend"


def base_of(request: HttpRequest) -> str:
    """Where the site is reached, for links in mails."""
    return (settings.SITE_URL or request.build_absolute_uri("/")).rstrip("/")


def form_page(request: HttpRequest, form: BaseForm | None, told: Mapping[str, Any], refused: int = 422) -> HttpResponse:
    """A page with one form: `title`, `lead`, `button` (empty: no form at all), `nav`. `refused`: status if it was."""
    status = refused if form is not None and form.is_bound else 200
    return render(request, "accounts/form.html", {"form": form, **told}, status=status)
