"""Every route and socket of the site, from its URL map: what the permission table must have a row for."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.test import Client
from django.urls import URLResolver, get_resolver
from rest_framework.views import APIView

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Route(NamedTuple):
    """A route as `resolve` names it, and what answers there."""

    route: str
    callback: Any


def routes() -> Iterator[Route]:
    """All of them."""

    def walk(resolver: URLResolver, before: str) -> Iterator[Route]:
        for one in resolver.url_patterns:
            route = before + str(one.pattern)
            if isinstance(one, URLResolver):
                yield from walk(one, route)
            else:
                yield Route(route, one.callback)

    return walk(get_resolver(), "")


def methods(one: Route, path: str, clients: Iterable[Client]) -> set[str]:
    """What a route takes: an API's view has a function for each method, a page says so when asked by another."""
    view = getattr(one.callback, "cls", None)
    if view is not None and issubclass(view, APIView):
        return {method for method in METHODS if hasattr(view, method.lower())}
    for client in clients:  # one page sends those on who are signed in, another those who are not
        refusal = client.generic("PROPFIND", path)
        if refusal.status_code == 405:
            return set(refusal.headers["Allow"].split(", ")) & set(METHODS)
    raise AssertionError(f"{path} takes any method")
