"""Ratings in words: pools, and why a game does not count."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.leaderboards import judging

POOLS: dict[str, str | Promise] = {
    "pairs4": _("Pairs, four at a table"),
    "teams6": _("Teams of three"),
    "pairs6": _("Pairs, six at a table"),
    "solo": _("Each alone"),
}

WHY: dict[str, str | Promise] = {
    judging.ANNULLED: _("it was taken out"),
    judging.NOT_ASKED: _("the table was not for ratings"),
    judging.SET_ASIDE: _("its table was begun anew, paired anew or played with real cards"),
    judging.CALLED_OFF: _("the event was called off while it was played"),
    judging.ASSIGNED: _("the result was given by who leads the event"),
    judging.ONE_DEAL: _("it had one deal only, and chance decides too much of one"),
    judging.GIVEN_UP: _("it was given up before two deals were played"),
    judging.CUT_SHORT: _("it ended before two deals were played"),
    judging.NO_POOL: _("there are no ratings for so many sides"),
    judging.NOBODY: _("on one seat nobody, or a bot, played half of the deals"),
    judging.NOT_PLAYED: _("one side did not play two deals itself"),
    judging.UNREADABLE: _("what was played cannot be read; it is looked at again every night"),
}

RULED = {
    True: pgettext_lazy("a game, for the ratings", "taken out"),
    False: pgettext_lazy("a game, for the ratings", "counts again"),
}
