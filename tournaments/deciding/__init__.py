"""What comes of a command: `decide` may refuse, and gives what happens. Pure.

A file for each idea: `beginning` (the draft, its publication, who is in it, the seeds) · `alone` (who looks for others
to play with) · `rounds` (from the proposal to the close, by itself) · `real_cards` (what the sides of such a table
write) · `deadlines` (what is made of tables that have not ended in time) · `absences` (who does not come) ·
`adjourning` (a game that is put off) · `reserves` (whom an entry names to take its seats) · `rulings`
(what people say) · `corrections` (what one of them alone cannot decide) · `by_hand` (a round that is paired by hand) ·
`rehearsing` (an event of bots).
"""

from collections.abc import Callable
from typing import Any

from config.kernel.errors import ProblemError
from tournaments import commands as asks
from tournaments.commands import Command, Context
from tournaments.deciding import (
    absences,
    adjourning,
    alone,
    beginning,
    by_hand,
    corrections,
    real_cards,
    rehearsing,
    reserves,
    rounds,
    rulings,
)
from tournaments.events import Event
from tournaments.evolve import evolve
from tournaments.state import Tournament

_DECISIONS: dict[type[Any], Callable[[Tournament, Any, Context], list[Event]]] = {
    asks.ChangeRules: beginning.change_rules,
    asks.Publish: beginning.publish,
    asks.Enter: beginning.enter,
    asks.Accept: beginning.accept,
    asks.AskToJoin: alone.ask_to_join,
    asks.PutTogether: alone.put_together,
    asks.CheckIn: beginning.check_in,
    asks.Rest: beginning.rest,
    asks.Withdraw: beginning.withdraw,
    asks.Reschedule: beginning.reschedule,
    asks.CloseEntries: beginning.close_entries,
    asks.Propose: rounds.propose,
    asks.CannotPair: rounds.cannot_pair,
    asks.PublishRound: rounds.publish,
    asks.OpenRound: rounds.open_round,
    asks.MakeTables: rounds.make_tables,
    asks.TakeResult: rounds.take_result,
    asks.Overdue: rounds.overdue,
    asks.LookFor: absences.look_for,
    asks.EndSearch: absences.end_search,
    asks.Outage: rounds.outage,
    asks.Finalize: rounds.finalize,
    asks.AskToAdjourn: adjourning.ask,
    asks.Adjourn: adjourning.adjourn,
    asks.EndAdjournment: adjourning.end,
    asks.PlayWithRealCards: real_cards.play_with_real_cards,
    asks.EnterScores: real_cards.enter_scores,
    asks.FillWithBots: rehearsing.fill,
    asks.EndRehearsal: rehearsing.end,
    asks.NameReserve: reserves.name,
    asks.AgreeReserve: reserves.agree,
    asks.DropReserve: reserves.drop,
    asks.TakeSeat: reserves.take,
    asks.Wish: rulings.wish,
    asks.TryAgain: rulings.try_again,
    asks.PairByHand: by_hand.pair,
    asks.CloseRound: rulings.close_round,
    asks.Extend: rulings.extend,
    asks.RePair: rulings.re_pair,
    asks.ExtendTable: rulings.extend_table,
    asks.Lift: rulings.lift,
    asks.Rule: rulings.rule,
    asks.Penalize: rulings.penalize,
    asks.Disqualify: rulings.disqualify,
    asks.Substitute: rulings.substitute,
    asks.Second: corrections.second,
    asks.Object: corrections.object_to,
    asks.Unopposed: corrections.unopposed,
    asks.Pause: rulings.pause,
    asks.Resume: rulings.resume,
    asks.Cancel: rulings.cancel,
    asks.Protest: rulings.protest,
    asks.Answer: rulings.answer,
}


def decide(before: Tournament | None, command: Command, context: Context) -> list[Event]:
    """What happens, with what follows from it by itself. Raises ProblemError; nothing has happened then.

    An empty list: it has happened already.
    """
    if isinstance(command, asks.Create):
        return [Event("created", {"club": command.club, "rules": command.rules})]
    if before is None:
        raise ProblemError("not_found")
    events = _DECISIONS[type(command)](before, command, context)
    after = folded(before, events, context)
    while more := rounds.follows(after, context):
        events += more
        after = folded(after, more, context)
    return events


def folded(before: Tournament, events: list[Event], context: Context) -> Tournament:
    """The state after some events. Versions are not known yet, and matter to none of these."""
    for event in events:
        before = evolve(before, event, 0, context.at)
    return before
