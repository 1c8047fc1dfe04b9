"""Fixtures of the tests about tables."""

from tests.games.site import site, web_server

__all__ = ["site", "web_server"]
