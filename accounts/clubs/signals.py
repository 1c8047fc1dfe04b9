"""What higher apps hear of clubs."""

from django.dispatch import Signal

gone = Signal()
"""Somebody belongs to a club no more, of their own will or not: `user_id`, `club`. Sent in the transaction of it."""

closed = Signal()
"""A club is no more: `club`. Sent in the transaction of it."""

home_shown = Signal()
"""A club's home is shown to somebody: `found` is the Standing of who looks.

Return what your app has to show there, a part of the page: {"template": …} and whatever the template needs, which
finds it as `part`. None: nothing for this person. Parts stand in the order in which their apps do in the settings,
those that say `first` before all others.
"""
