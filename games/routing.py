"""The addresses of the sockets."""

from typing import Any

from django.urls import re_path

from games.consumers import no_socket, table_socket

# Django's stubs know views only; Channels' router takes any ASGI application.
_table: Any = table_socket
_nothing: Any = no_socket

websocket_urlpatterns = [
    re_path(r"^ws/games/(?P<game_id>[^/]+)$", _table),
    re_path(r"", _nothing),
]
