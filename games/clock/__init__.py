"""Time as a pure function of the settings, the clock's state, calendars and now. No database, no clock of its own.

`settings`: what a table grants, checked · `calendars`: when a player's clock rests · `walking`: through a decision's
time · `state`: folded from the log · `reading`: what is left, when it is due, and why.
"""

from engine.errors import Refused
from games.clock.calendars import Calendar, Span, granted_of
from games.clock.calendars import decode as decode_calendar
from games.clock.reading import Item, Reading, Standing, deadline, read
from games.clock.settings import LONGEST_TURN, NONE, PRESETS, ClockRefused, Settings, check, must_stand, name_of, of
from games.clock.settings import read as read_settings
from games.clock.state import (
    Clock,
    SeatClock,
    decided,
    decode,
    encode,
    new,
    overdue,
    passed_on,
    paused,
    reopened,
    resumed,
    substituted,
    told,
)
from games.clock.walking import ANSWER, TURN, Decision, Outage

__all__ = [
    "ANSWER",
    "LONGEST_TURN",
    "NONE",
    "PRESETS",
    "TURN",
    "Calendar",
    "Clock",
    "ClockRefused",
    "Decision",
    "Item",
    "Outage",
    "Reading",
    "Refused",
    "SeatClock",
    "Settings",
    "Span",
    "Standing",
    "check",
    "deadline",
    "decided",
    "decode",
    "decode_calendar",
    "encode",
    "granted_of",
    "must_stand",
    "name_of",
    "new",
    "of",
    "overdue",
    "passed_on",
    "paused",
    "read",
    "read_settings",
    "reopened",
    "resumed",
    "substituted",
    "told",
]
