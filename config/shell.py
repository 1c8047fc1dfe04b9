"""What makes the site an app on somebody's home screen: its manifest, its one worker, the page without a connection."""

import json
from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

BACKGROUND, BAR = "#f2eee5", "#fffdf8"
"""The colours of an empty page and of the bar at its top, by day; pages say them for the night themselves."""
ICONS = (
    ("config/icons/app.svg", "any", "image/svg+xml", "any maskable"),
    ("config/icons/app-192.png", "192x192", "image/png", "any maskable"),
    ("config/icons/app-512.png", "512x512", "image/png", "any maskable"),
)
SCRIPT = "config/js/worker.js"
NEEDS = ("games/css/tokens.css", "games/css/base.css", "games/css/pages.css", "games/icon.svg", "config/js/shell.js")
"""What the offline page shows itself with."""


@require_GET
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser asks before it puts the site on a home screen."""
    told = {
        "id": "/",
        "name": "Fairdeal",
        "short_name": "Fairdeal",
        "description": _("Hand and Foot, among friends."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BAR,
        "icons": [
            {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}
            for path, sizes, kind, purpose in ICONS
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_GET
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The site's worker. It lies at the root, to answer for every page; another release is another script."""
    path = finders.find(SCRIPT)
    assert isinstance(path, str)
    with open(path, encoding="utf-8") as script:
        text = script.read()
    needs = [static(name) for name in NEEDS]
    files = getattr(staticfiles_storage, "manifest_hash", "")  # of all files of the site
    release = sha256("\n".join([text, *needs, files]).encode()).hexdigest()[:12]
    shell = {
        "name": f"shell-{release}",
        "offline": reverse("offline"),
        "files": settings.STATIC_URL,
        "needs": needs,
        "icon": static(ICONS[1][0]),
    }
    return HttpResponse(f"const SHELL = {json.dumps(shell)};\n{text}", content_type="text/javascript")


@require_GET
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown where there is no connection: the same for everybody, for it is kept."""
    return render(request, "config/offline.html")
