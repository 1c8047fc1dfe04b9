"""The next round of an event, as its format pairs it. Pure, and slow for many: done outside of any transaction."""

from dataclasses import replace

from tournaments import calendar, commands, facts, results
from tournaments.formats import FORMATS, NO_WISHES, PairingFailed, plain
from tournaments.formats.pairing import Reason, Rest
from tournaments.state import Tournament


def of_next_round(t: Tournament) -> commands.Propose | commands.CannotPair:
    """The tables and rests of the next round, or why there are none.

    The last try forgets what was asked of it: an event goes on, whoever has asked for what cannot be.
    """
    number, rules = len(t.rounds) + 1, facts.rules(t)
    wishes = facts.wishes(t) if t.failures < calendar.MOST_FAILURES - 1 else NO_WISHES
    try:
        propose = FORMATS[rules.format].propose
        away = facts.away(t) if wishes is not NO_WISHES else ()
        field = [replace(one, active=one.active and one.id not in away) for one in facts.field(t)]
        found = propose(field, facts.facts(t), number, rules, f"{t.seed}|{number}", wishes)
        absent = tuple(Rest(id_, results.ABSENT, (), (Reason("told"),)) for id_ in away)
        found = replace(found, rests=(*found.rests, *absent))
    except PairingFailed as failed:
        return commands.CannotPair(failed.code, failed.data)
    return commands.Propose(plain(found))
