"""What may be asked of an event, and what a decision must be told from outside. Plain values."""

from tournaments.commands import adjourning, beginning, real_cards, rehearsing, reserves, rounds, rulings
from tournaments.commands.adjourning import Adjourn, AskToAdjourn, EndAdjournment
from tournaments.commands.beginning import (
    LEFT_THE_CLUB,
    Accept,
    AskToJoin,
    ChangeRules,
    CheckIn,
    CloseEntries,
    Create,
    Enter,
    Publish,
    PutTogether,
    Reschedule,
    Rest,
    Withdraw,
)
from tournaments.commands.context import Context, Found
from tournaments.commands.real_cards import EnterScores, PlayWithRealCards
from tournaments.commands.rehearsing import EndRehearsal, FillWithBots
from tournaments.commands.reserves import AgreeReserve, DropReserve, NameReserve, TakeSeat
from tournaments.commands.rounds import (
    CannotPair,
    EndSearch,
    Finalize,
    LookFor,
    MakeTables,
    OpenRound,
    Outage,
    Overdue,
    Propose,
    PublishRound,
    TakeResult,
    Unopposed,
)
from tournaments.commands.rulings import (
    Answer,
    Cancel,
    CloseRound,
    Disqualify,
    Extend,
    ExtendTable,
    Lift,
    Object,
    PairByHand,
    Pause,
    Penalize,
    Protest,
    RePair,
    Resume,
    Rule,
    Second,
    Sides,
    Substitute,
    TryAgain,
    Wish,
)

Command = (
    adjourning.Command
    | beginning.Command
    | real_cards.Command
    | rehearsing.Command
    | reserves.Command
    | rounds.Command
    | rulings.Command
)

__all__ = (
    "LEFT_THE_CLUB",
    "Accept",
    "Adjourn",
    "AgreeReserve",
    "Answer",
    "AskToAdjourn",
    "AskToJoin",
    "Cancel",
    "CannotPair",
    "ChangeRules",
    "CheckIn",
    "CloseEntries",
    "CloseRound",
    "Command",
    "Context",
    "Create",
    "Disqualify",
    "DropReserve",
    "EndAdjournment",
    "EndRehearsal",
    "EndSearch",
    "Enter",
    "EnterScores",
    "Extend",
    "ExtendTable",
    "FillWithBots",
    "Finalize",
    "Found",
    "Lift",
    "LookFor",
    "MakeTables",
    "NameReserve",
    "Object",
    "OpenRound",
    "Outage",
    "Overdue",
    "PairByHand",
    "Pause",
    "Penalize",
    "PlayWithRealCards",
    "Propose",
    "Protest",
    "Publish",
    "PublishRound",
    "PutTogether",
    "RePair",
    "Reschedule",
    "Rest",
    "Resume",
    "Rule",
    "Second",
    "Sides",
    "Substitute",
    "TakeResult",
    "TakeSeat",
    "TryAgain",
    "Unopposed",
    "Wish",
    "Withdraw",
)
