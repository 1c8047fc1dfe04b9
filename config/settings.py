"""Settings: one database dialect, one broker, one code path at every size. README.md lists the variables read here."""

import os
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import environ
from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from config.environment import UnreadableFile, with_files

env = environ.Env()
try:
    env.ENVIRON = with_files(os.environ)
except UnreadableFile as unreadable:
    raise ImproperlyConfigured(str(unreadable)) from unreadable

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
SOCKET_DIR = DATA_DIR / "run"

DEBUG = False


def _secret_key() -> tuple[str, bool]:
    """The key and whether it will be the same in the next process: from SECRET_KEY, or made by the supervisor."""
    if key := env.str("SECRET_KEY", default=""):
        return key, True
    try:
        return (DATA_DIR / "secret_key").read_text().strip(), True
    except OSError:
        return get_random_secret_key(), False


# A passing key is enough for `makemigrations` and the like; config/asgi.py refuses to serve with one.
SECRET_KEY, SECRET_KEY_IS_KEPT = _secret_key()

# --- Where the site is reached ------------------------------------------------------------------------------------

SITE_URL = env.str("SITE_URL", default="")  # e.g. https://cards.example.org, behind a proxy that ends TLS
_site = urlsplit(SITE_URL)
if SITE_URL and (_site.scheme not in ("http", "https") or not _site.hostname):
    raise ImproperlyConfigured("SITE_URL must look like https://cards.example.org")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
if _site.hostname:
    ALLOWED_HOSTS.append(_site.hostname)
CSRF_TRUSTED_ORIGINS = [f"{_site.scheme}://{_site.netloc}"] if SITE_URL else []

_https = _site.scheme == "https"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SECURE_HSTS_SECONDS = 31_536_000 if _https else 0
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

# Set by the supervisor while the site can only be reached from this machine.
DEMO_ALLOWED = env.bool("FAIRDEAL_DEMO", default=False)

# --- The apps -----------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "config.apps.HouseConfig",
    "accounts",
    "accounts.clubs",
    "accounts.safety",
    "accounts.notices",
    "games",
    "tournaments",
    "tournaments.leaderboards",
    "tournaments.nights",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.kernel.headers.content_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.viewer",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.viewer",
                "accounts.notices.context.bell",
            ],
        },
    },
]
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Not WhiteNoise's compressed one: it takes 20 s at each start.
    "staticfiles": {"BACKEND": "config.storage.ModuleStaticFilesStorage"},
}

# --- Data ---------------------------------------------------------------------------------------------------------

if env.str("DATABASE_URL", default=""):
    _database = env.db_url("DATABASE_URL")
    if _database["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database: postgres://user:password@host/name")
    if password := env.str("DATABASE_PASSWORD", default=""):
        _database["PASSWORD"] = password
else:
    # The supervisor's own server: reached by its socket, so any command works beside a running `make run`.
    _database = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "fairdeal",
        "USER": "fairdeal",
        "HOST": str(SOCKET_DIR),
        "OPTIONS": {},
    }
DATABASES = {
    "default": _database
    | {
        "CONN_MAX_AGE": 0,  # the pool keeps the connections
        "CONN_HEALTH_CHECKS": True,  # so that a restarted server costs nobody an error
        "OPTIONS": _database.get("OPTIONS", {})
        | {
            # More than the threads of a web process (config/http.py, games/consumers.py), so that a table whose row is
            # locked keeps no other waiting. While the server is away the pool doubles its pause, and gives up only
            # shortly before whoever waits does: a server that is back in seven seconds costs nobody an error.
            "pool": {"min_size": 1, "max_size": 16, "timeout": 10, "reconnect_timeout": 9},
            "options": "-c lock_timeout=3s -c idle_in_transaction_session_timeout=30s",
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="") or f"unix://{quote(str(SOCKET_DIR))}/valkey.sock"

# Counts of who did what how often (RATES); soon given up where Redis does not answer.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "fairdeal",
        "OPTIONS": {"socket_timeout": 0.25, "socket_connect_timeout": 0.25},
    }
}

# --- Work in the background: the table of deadlines is the clock, Celery a hint -----------------------------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 5,
    "socket_timeout": 5,  # else a broker that vanished without a word is waited for without end
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # `expires`: a worker that was away finds a few sweeps to do, not a day of them.
    "table deadlines": {"task": "games.tasks.sweep", "schedule": 2.0, "options": {"expires": 30}},
    "a sign of life": {"task": "config.heartbeat.tick", "schedule": 10.0, "options": {"expires": 30}},
    "people": {"task": "accounts.tasks.tidy", "schedule": crontab(hour="4", minute="20"), "options": {"expires": 3600}},
    "tables": {"task": "games.tasks.tidy", "schedule": crontab(hour="4", minute="40"), "options": {"expires": 3600}},
    "notices": {"task": "games.tasks.tell", "schedule": 5.0, "options": {"expires": 30}},
    "notices on their way": {"task": "accounts.notices.tasks.send", "schedule": 10.0, "options": {"expires": 30}},
    "whether people are told": {"task": "games.tasks.watch_notices", "schedule": 30.0, "options": {"expires": 30}},
    "old notices": {
        "task": "accounts.notices.tasks.tidy",
        "schedule": crontab(hour="4", minute="50"),
        "options": {"expires": 3600},
    },
    "events": {"task": "tournaments.tasks.sweep", "schedule": 30.0, "options": {"expires": 30}},
    "ratings": {"task": "tournaments.leaderboards.tasks.sweep", "schedule": 20.0, "options": {"expires": 20}},
    "whether ratings are right": {
        "task": "tournaments.leaderboards.tasks.prove",
        "schedule": crontab(hour="5", minute="10"),
        "options": {"expires": 3600},
    },
    "club nights": {"task": "tournaments.nights.tasks.sweep", "schedule": 30.0, "options": {"expires": 30}},
    "letters of clubs": {"task": "accounts.clubs.tasks.send_letters", "schedule": 30.0, "options": {"expires": 30}},
}
# A queue of their own, read by a worker of their own: no backlog of bots, however slow, keeps a deadline waiting.
CELERY_TASK_ROUTES = {"games.tasks.sweep": {"queue": "sweeps"}}

# --- Mail: files in the data folder, unless EMAIL_URL names a server ----------------------------------------------

MAIL_IS_SENT = bool(env.str("EMAIL_URL", default=""))
_mail = env.email_url("EMAIL_URL") if MAIL_IS_SENT else env.email_url_config("filemail://")
if not MAIL_IS_SENT:
    _mail["EMAIL_FILE_PATH"] = str(DATA_DIR / "mail")
EMAIL_BACKEND = "config.mail.Backend"  # which notes failures and hands over to:
MAIL_TRANSPORT = _mail["EMAIL_BACKEND"]
EMAIL_FILE_PATH = _mail["EMAIL_FILE_PATH"]
EMAIL_HOST, EMAIL_PORT = _mail["EMAIL_HOST"] or "localhost", _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_USER"] or "", _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"Fairdeal <fairdeal@{_site.hostname or 'localhost'}>")

# Where links of mails lead that no page has asked for: the site's name, or what the supervisor listens to.
SITE_ADDRESS = (SITE_URL or env.str("FAIRDEAL_ADDRESS", default="http://127.0.0.1:8000")).rstrip("/")

# --- Web Push: offered if there is a key ---------------------------------------------------------------------------


def _vapid_key() -> str:
    """The private key by which push services know this site: from VAPID_PRIVATE_KEY, or made by the supervisor."""
    key: str = env.str("VAPID_PRIVATE_KEY", default="")
    try:
        return key or (DATA_DIR / "vapid_key").read_text().strip()
    except OSError:
        return ""


VAPID_PRIVATE_KEY = _vapid_key()
VAPID_CONTACT = SITE_URL if _https else f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"
PUSH_TO_ANYWHERE = False  # also to this machine and by plain HTTP; for tests with a push service of their own

# --- People -------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "accounts.sessions"
AUTHENTICATION_BACKENDS = ["accounts.backends.LockOutBackend", "accounts.backends.PasswordBackend"]
SESSION_COOKIE_AGE = 90 * 86_400
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# django-axes: ten wrong passwords for a name from an address, and this address waits; nobody else does.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "accounts.backends.lower_name"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True  # who logged in when is not kept
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
# Its middleware would answer with a page of its own; ours say it in their form, or as a problem.
SILENCED_SYSTEM_CHECKS = ["axes.W002"]
LOGIN_URL = "/login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- The API ------------------------------------------------------------------------------------------------------

# The longest body of a request that is read; config/kernel answers `too_large` to anything longer.
DATA_UPLOAD_MAX_MEMORY_SIZE = 128 * 1024

# Days of vacation that everybody has a year, in which their clocks rest at tables that grant it.
VACATION_DAYS = 30

# How much is too much: (so many, in so many seconds). A club in one hall comes from one address.
RATES = {
    "registrations by address": (100, 3600),
    "log-ins by address": (300, 600),
    "log-ins by name": (60, 600),
    "guests by address": (100, 3600),
    "mails by address": (100, 3600),
    "mails by person": (10, 3600),
    "tables by person": (1000, 3600),
    "seats by person": (1000, 3600),
    "acts for others by person": (120, 3600),
    "refused for others by person and table": (5, 3600),
    "calendars by person": (60, 3600),
    "feeds by person": (240, 3600),
    "unknown feeds by address": (300, 600),
    "feeds of clubs by address": (3000, 600),
    "notices by person": (120, 3600),
    "pauses by person": (120, 3600),
    "undos by person": (240, 3600),
    "plans by person": (240, 3600),
    "substitutes by person": (120, 3600),
    "blocks by person": (200, 3600),
    "clubs by person": (20, 3600),
    "joining by person": (200, 3600),
    "codes by address": (300, 600),
    "invitations by club": (500, 86_400),
    "lists by club": (20, 86_400),
    "chat by person": (60, 60),
    "chat by address": (1200, 60),
    "reports by person": (30, 86_400),
    "reports by address": (300, 86_400),
    "announcements by club": (30, 86_400),
    "events by person": (600, 3600),
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["config.kernel.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.kernel.problem.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNICODE_JSON": True,
    "URL_FORMAT_OVERRIDE": None,  # the format is asked for by Accept alone
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Fairdeal",
    "DESCRIPTION": "Hand and Foot for clubs: tables, actions, the log. Errors are application/problem+json.",
    "VERSION": "0.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    # Names for sets of words that more than one shape has under one name.
    "ENUM_NAME_OVERRIDES": {
        "ClubRole": "accounts.clubs.models.Role",
        "InvitedAs": "accounts.clubs.serializers.INVITED_AS",
        "InvitationKind": "accounts.clubs.models.Kind",
        "PlayerKind": ["user", "bot", "guest"],
    },
}

# --- What is written down -----------------------------------------------------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", default="plain")  # or json: one object a line
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured("LOG_FORMAT must be plain or json")
LOGGING_CONFIG = "config.logs.configure"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": f"config.logs.{LOG_FORMAT.title()}"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "config.tracing": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},  # a line for each request
        # Every refusal (4xx) has been answered with its code; only failures are worth a line.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "django": {"handlers": [], "propagate": True},
    },
}
