"""`Authorization: Bearer …` on the API."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import User
from accounts.selectors import user_by_token


def bearer_token(header: bytes) -> str | None:
    """The token of an Authorization header, or None if the header speaks of something else."""
    kind, _, token = header.strip().partition(b" ")
    return token.strip().decode("latin-1") if kind.lower() == b"bearer" else None


class BearerAuthentication(BaseAuthentication):
    """The person whose token the request carries."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """The person; None without such a header; refused with a token that does not count."""
        token = bearer_token(get_authorization_header(request))
        if token is None:
            return None
        user = user_by_token(token)
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
