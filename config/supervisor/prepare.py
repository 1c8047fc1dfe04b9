"""What is done once before the site opens: tables, static files, on a private machine the demo."""

import os

import django
from django.conf import settings
from django.core.management import call_command

from config import mail


def main() -> None:
    """Run the commands in one process: each start of Django costs seconds."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if settings.DEMO_ALLOWED:
        call_command("demo")
    elif said := mail.warning():
        print(said)


if __name__ == "__main__":
    main()
