"""What higher apps hear of people. Receivers are called in the transaction of what happens; each gets `user`."""

from django.dispatch import Signal

forgetting = Signal()
"""A person is forgotten now: take their name from whatever you hold, give up what waits for them.

A receiver may refuse by raising ProblemError; then nothing has happened.
"""

signed_out_everywhere = Signal()
"""All sessions of a person end: whatever else a device of theirs was given ends with them."""

calendar_changed = Signal()
"""A person's time zone, quiet hours or vacations are others now."""

resting = Signal()
"""A person is about to enter a vacation: return the `accounts.calendars.Meaning` of it for what they are in."""

feeding = Signal()
"""A person's calendar feed is asked for at the moment `now`: return the `accounts.feeds.Entry` of what has a time."""

exporting = Signal()
"""A person takes their data along: return {what it is: plain data}, to be joined with everybody else's."""
