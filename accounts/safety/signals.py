"""What higher apps hear of decisions. Receivers are called in the transaction of the decision."""

from django.dispatch import Signal

text_removed = Signal()
"""The text that a `report` is about is to be emptied, by the app above to which it belongs."""
