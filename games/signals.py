"""What higher apps hear of tables."""

from django.dispatch import Signal

standing_in = Signal()
"""Somebody asks for a seat that is offered: `user_id`, `game_id`, whose row is locked, the number of the `seat`, and
`at`. A receiver may raise Refused."""
offered = Signal()
"""A `seat` of `game_id` looks for somebody, since `at`; in the transaction that says so."""
paused = Signal()
"""All at a table have agreed to a pause: `game_id`, in the transaction that begins it, and `at`."""
pausing = Signal()
"""Somebody at a table wants a pause, or agrees to one: `game_id`, whose row is locked. A receiver may raise Refused."""
