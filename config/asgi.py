"""The ASGI application: HTTP by Django, WebSockets by the consumers of `games`."""

import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # what follows needs the models

from config.http import ThreadedHandler  # noqa: E402
from config.kernel.limits import BodyLimit  # noqa: E402
from config.tracing import Traced  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

if not settings.SECRET_KEY_IS_KEPT:
    raise ImproperlyConfigured("Set SECRET_KEY (any long random text, the same for all processes) or use `make run`.")

websocket: Any = URLRouter(websocket_urlpatterns)
by_protocol: Any = ProtocolTypeRouter({"http": BodyLimit(ThreadedHandler()), "websocket": websocket})
application = Traced(by_protocol)
