"""`Authorization: Bearer …`: who it is, and whether the token may do what is asked."""

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import scopes
from accounts.models import User
from accounts.selectors import token_by_text
from accounts.services import note_use
from config.kernel.errors import ProblemError


def bearer_token(header: bytes) -> str | None:
    """The token of an Authorization header, or None if the header speaks of something else."""
    kind, _, token = header.strip().partition(b" ")
    return token.strip().decode("latin-1") if kind.lower() == b"bearer" else None


def user_by_token(token: str, scope: str) -> User | None:
    """The person in whose name a program acts; None: the token does not count.

    Raises ProblemError `not_allowed` with the scope that the token lacks.
    """
    found = token_by_text(token)
    if found is None:
        return None
    if scope not in found.scopes:
        raise ProblemError("not_allowed", detail=_refusal(scope), scope=scope)
    note_use(found)
    return found.user


def _refusal(scope: str) -> str:
    if scope == scopes.PERSON:
        return _("No token may do this: please do it on the site.")
    return _("This token may not do this: it lacks the scope “%(scope)s”.") % {"scope": scope}


class BearerAuthentication(BaseAuthentication):
    """The person whose token the request carries."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """The person; None without such a header; refused with a token that does not count, or not for this."""
        token = bearer_token(get_authorization_header(request))
        if token is None:
            return None
        user = user_by_token(token, scopes.needed(request.method or "", request.path))
        if user is None:
            raise AuthenticationFailed
        return user, None

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


class BearerScheme(OpenApiAuthenticationExtension):
    """How the schema describes it."""

    target_class = BearerAuthentication
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """OpenAPI's words for a bearer token."""
        return {"type": "http", "scheme": "bearer"}
