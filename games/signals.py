"""What higher apps hear of tables."""

from django.dispatch import Signal

sitting_down = Signal()
"""Somebody asks to sit down at a table: `user_id`, `game_id`. A receiver may refuse by raising Refused."""
