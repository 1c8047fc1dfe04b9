"""What higher apps hear of decisions. Receivers are called in the transaction of the decision."""

from django.dispatch import Signal

text_removed = Signal()
"""A text of the app above is to be emptied: `kind` says which sort it is, `subject` is its id."""
