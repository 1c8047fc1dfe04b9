"""The product's settings, for the suite: own servers in an own folder, plain static files, quick passwords."""

import os
from pathlib import Path

# One folder a run, shared by its workers, short enough for a socket's path.
os.environ.setdefault("TEST_FOLDER", str(Path(__file__).resolve().parent.parent / ".pytest" / str(os.getpid())))
os.environ["DATA_DIR"] = os.environ["TEST_FOLDER"]
os.environ.setdefault("SECRET_KEY", "a key for tests only")

from config.settings import *
from config.settings import ALLOWED_HOSTS, RATES, STORAGES

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
DEMO_ALLOWED = True
RATES = dict.fromkeys(RATES, (1_000_000, 60))  # nothing is too much; what is about rates sets its own
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # no collected files needed
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
