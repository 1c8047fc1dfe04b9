"""What may be asked of an event, and what a decision must be told from outside. Plain values."""

from tournaments.commands import beginning, rounds, rulings
from tournaments.commands.beginning import (
    LEFT_THE_CLUB,
    Accept,
    ChangeRules,
    CheckIn,
    CloseEntries,
    Create,
    Enter,
    Publish,
    Reschedule,
    Withdraw,
)
from tournaments.commands.context import Context, Found
from tournaments.commands.rounds import (
    CannotPair,
    Finalize,
    MakeTables,
    OpenRound,
    Outage,
    Overdue,
    Propose,
    PublishRound,
    TakeResult,
)
from tournaments.commands.rulings import (
    Answer,
    Cancel,
    CloseRound,
    Extend,
    Pause,
    Penalize,
    Protest,
    Resume,
    Rule,
    TryAgain,
    Wish,
)

Command = beginning.Command | rounds.Command | rulings.Command

__all__ = (
    "LEFT_THE_CLUB",
    "Accept",
    "Answer",
    "Cancel",
    "CannotPair",
    "ChangeRules",
    "CheckIn",
    "CloseEntries",
    "CloseRound",
    "Command",
    "Context",
    "Create",
    "Enter",
    "Extend",
    "Finalize",
    "Found",
    "MakeTables",
    "OpenRound",
    "Outage",
    "Overdue",
    "Pause",
    "Penalize",
    "Propose",
    "Protest",
    "Publish",
    "PublishRound",
    "Reschedule",
    "Resume",
    "Rule",
    "TakeResult",
    "TryAgain",
    "Wish",
    "Withdraw",
)
