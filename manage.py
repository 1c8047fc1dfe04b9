#!/usr/bin/env python
"""Django's command line; `up` starts the whole house without loading Django first."""

import os
import sys


def main() -> None:
    """Run `up` in the supervisor, anything else as a Django command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["up"]:
        from config.supervisor.__main__ import main as up

        sys.exit(up(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
