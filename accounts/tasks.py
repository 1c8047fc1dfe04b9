"""Doors that nobody knocks at."""

from accounts import mails

send_mail = mails.send
