"""The next round of an event, as its format pairs it. Pure, and slow for many: done outside of any transaction."""

from tournaments import calendar, commands, facts
from tournaments.formats import FORMATS, NO_WISHES, PairingFailed, plain
from tournaments.state import Tournament


def of_next_round(t: Tournament) -> commands.Propose | commands.CannotPair:
    """The tables and rests of the next round, or why there are none.

    The last try forgets what was asked of it: an event goes on, whoever has asked for what cannot be.
    """
    number, rules = len(t.rounds) + 1, facts.rules(t)
    wishes = facts.wishes(t) if t.failures < calendar.MOST_FAILURES - 1 else NO_WISHES
    try:
        propose = FORMATS[rules.format].propose
        found = propose(facts.field(t), facts.facts(t), number, rules, f"{t.seed}|{number}", wishes)
    except PairingFailed as failed:
        return commands.CannotPair(failed.code, failed.data)
    return commands.Propose(plain(found))
