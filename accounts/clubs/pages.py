"""What every page about clubs shares: who looks, refusals as pages, the address of a link."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.clubs import codes, selectors
from accounts.clubs.models import Invitation
from accounts.clubs.permissions import MATRIX, Standing
from accounts.models import User
from accounts.pages import account_required, base_of
from config.kernel.errors import ERRORS, ProblemError

View = Callable[..., HttpResponse]


def page(*methods: str, public: bool = False) -> Callable[[View], View]:
    """A page for these methods; but for `public` ones who is not signed in is asked to do so, a guest to sign up."""

    def decorate(view: View) -> View:
        @wraps(view)
        def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except ProblemError as refused:
                return _refusal(request, refused)

        kept = cache_control(private=True, no_store=True)(shown)
        return require_http_methods(methods)(kept if public else account_required(kept))

    return decorate


def _refusal(request: HttpRequest, refused: ProblemError) -> HttpResponse:
    if refused.code == "not_found":
        raise Http404 from refused
    if refused.code == "not_allowed":
        raise PermissionDenied from refused
    sentence = refused.detail or ERRORS[refused.code].title
    answer = render(request, "clubs/refused.html", {"sentence": sentence, "nav": "clubs"}, status=refused.status)
    if "retry_after" in refused.data:
        answer.headers["Retry-After"] = str(refused.data["retry_after"])
    return answer


def viewer(request: HttpRequest) -> User | None:
    """Who looks; None: nobody with an account."""
    return request.user if isinstance(request.user, User) and not request.user.is_guest else None


def member(request: HttpRequest) -> User:
    """Who it is, behind a page that is not public."""
    assert isinstance(request.user, User)
    return request.user


def look(request: HttpRequest, slug: str, act: str = "see the club") -> Standing:
    """A club as who looks finds it."""
    return selectors.look(viewer(request), act, slug=slug)


def show(request: HttpRequest, name: str, found: Standing, status: int = 200, **context: Any) -> HttpResponse:
    """A page of a club; `may` is what who looks may do there."""
    may = {act.replace(" ", "_"): found.may(act) for act in MATRIX}
    whole = {"club": found.club, "own": found.membership, "role": found.role, "may": may, "nav": "clubs", **context}
    return render(request, f"clubs/{name}.html", whole, status=status)


def link(request: HttpRequest, invitation: Invitation) -> str:
    """The address that an invitation leads to."""
    return base_of(request) + reverse("join_by_code", args=[codes.code_of(invitation.id, invitation.kind)])
