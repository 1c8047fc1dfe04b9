"""What higher apps hear of notices."""

from django.dispatch import Signal

ladder_changed = Signal()
"""Somebody (`user`) wants to be reminded at other times: whoever knows of deadlines looks at theirs again."""
