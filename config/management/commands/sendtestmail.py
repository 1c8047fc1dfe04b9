"""`manage.py sendtestmail ADDRESS`: does mail go out? In plain words."""

import smtplib
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.mail import explain


class Command(BaseCommand):
    """In the place of Django's command of this name, which answers a failure with a traceback."""

    help = "Send a mail to see whether mail goes out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """To whom."""
        parser.add_argument("address", help="the address that the mail is sent to")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        """Send it, and say what became of it."""
        text = _("This is a test. Mail from this site reaches you.")
        try:
            EmailMessage(_("Test mail from Fairdeal"), text, to=[address]).send()
        except (OSError, smtplib.SMTPException) as error:
            raise CommandError(f"The mail to {address} was not sent: {explain(error)}.") from error
        if settings.MAIL_IS_SENT:
            self.stdout.write(f"A mail to {address} from {settings.DEFAULT_FROM_EMAIL} was handed over. Is it there?")
        else:
            self.stdout.write(f"No EMAIL_URL is set: the mail to {address} lies in {settings.EMAIL_FILE_PATH}.")
