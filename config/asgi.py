"""The ASGI application: HTTP by Django, WebSockets by the consumers of `games`."""

import os
import warnings
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()  # sets Django up: what follows needs its models

from config.kernel.limits import BodyLimit  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

if not settings.SECRET_KEY_IS_KEPT:
    raise ImproperlyConfigured("Set SECRET_KEY (any long random text, the same for all processes) or use `make run`.")

# WhiteNoise streams its files from a thread, which works; Django says at each that it might be faster.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

websocket: Any = URLRouter(websocket_urlpatterns)
application = ProtocolTypeRouter({"http": BodyLimit(http), "websocket": websocket})
