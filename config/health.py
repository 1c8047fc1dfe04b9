"""Whether the process answers (`/healthz`), and whether the site can do its work (`/readyz`).

Each check is a function that returns why it fails, or an empty string. What they say is for everybody to read: names
of parts, never an address, a name of a server or a password.
"""

import time
from collections.abc import Callable
from functools import cache as once
from typing import Any

from celery import current_app
from django.core.cache import cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config import heartbeat, mail
from games import downtime, notice_watch

CLOCKS_APART = 0.5
"""Seconds by which this machine's clock and the database's may differ: who acted in time is told by both."""

# --- The checks -----------------------------------------------------------------------------------------------------


def database() -> str:
    """It answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def clock() -> str:
    """Its clock and ours agree, as far as the way there and back lets us see."""
    before = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        (told,) = cursor.fetchone()
    after = time.time()
    apart = max(before - told, told - after)
    if apart <= CLOCKS_APART:
        return ""
    return f"this machine's clock and the database's are at least {apart * 1000:.0f} ms apart"


@once
def _wanted() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def migrations() -> str:
    """The database has all that this code needs; more is no fault, while an upgrade is under way."""
    missing = _wanted() - MigrationRecorder(connection).applied_migrations().keys()
    return f"not applied: {', '.join(sorted('.'.join(each) for each in missing))}" if missing else ""


def broker() -> str:
    """It takes what is to be done."""
    with current_app.connection_for_write() as way:
        way.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    return ""


def beat() -> str:
    """Every task of the schedule was sent not long ago."""
    return "; ".join(f"{task} has not been sent for {limit:.0f} s" for task, limit in heartbeat.missing("beat"))


def worker() -> str:
    """Every task of the schedule was done not long ago."""
    return "; ".join(f"{task} has not been done for {limit:.0f} s" for task, limit in heartbeat.missing("worker"))


CHECKS: dict[str, Callable[[], str]] = {
    check.__name__: check for check in (database, clock, migrations, broker, beat, worker)
}


def _why(check: Callable[[], str]) -> str:
    """Why a check fails. An error is told by its kind alone: its words name servers."""
    try:
        return check()
    except Exception as error:  # noqa: BLE001 a check that cannot be made has failed
        return f"it does not answer ({type(error).__name__})"


def _notices() -> tuple[dict[str, Any] | None, list[str]]:
    """What has become of the notices of a day, and whether turns are told."""
    try:
        told = cache.get_or_set("notices:report", lambda: notice_watch.report(timezone.now()), timeout=10)
        assert told is not None  # what is counted is counted over a day, and anybody may ask
        return told
    except Exception as error:  # noqa: BLE001 figures that cannot be had are told, and no reason to be down
        return None, [f"it is not known whether people are told of their turns ({type(error).__name__})"]


# --- The two addresses ----------------------------------------------------------------------------------------------


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is there; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 where every check holds, else 503; each by its name, with the reason. A warning changes nothing."""
    found = {name: _why(check) for name, check in CHECKS.items()}
    ready = not any(found.values())
    checks = {name: {"ok": not why} | ({"why": why} if why else {}) for name, why in found.items()}
    # A database that is away is told above.
    silence = "" if found["database"] else _why(downtime.warning)
    notices, untold = _notices() if ready else (None, [])
    warnings = [said for said in (mail.warning(), silence, *untold) if said]
    body = {"ready": ready, "checks": checks, "warnings": warnings, "notices": notices}
    response = JsonResponse(body, status=200 if ready else 503)
    response["Cache-Control"] = "no-store"
    return response
