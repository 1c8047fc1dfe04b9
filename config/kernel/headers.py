"""What the pages of the house may load: what comes from the house."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)


Answer = Callable[[HttpRequest], HttpResponse]


def content_policy(get_response: Answer) -> Answer:
    """Send the policy with every page; the API's documentation, which has scripts inside, is none of ours."""

    def with_policy(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not request.path.startswith("/api/"):
            response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return with_policy
