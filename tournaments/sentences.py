"""What the rows of an event's stream say, in sentences with placeholders, and what rulings do."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

Words = Mapping[str, str | Promise]

SENTENCES: Words = {
    "created": gettext_lazy("%(who)s drafted the event."),
    "rules_changed": gettext_lazy("%(who)s changed the draft."),
    "published": gettext_lazy("%(who)s published the event. Its rules stand from now on."),
    "entered": gettext_lazy("%(who)s entered %(entry)s."),
    "entered_alone": gettext_lazy("%(who)s entered."),
    "accepted": gettext_lazy("%(who)s said yes to %(entry)s."),
    "asked_to_join": gettext_lazy("%(who)s asked to play with %(other)s."),
    "put_together": gettext_lazy("%(who)s put %(entry)s together: they play as one."),
    "checked_in": gettext_lazy("%(who)s checked %(entry)s in."),
    "reserve_named": gettext_lazy("%(who)s named a reserve of %(entry)s."),
    "reserve_agreed": gettext_lazy("%(who)s said yes to being a reserve of %(entry)s."),
    "reserve_gone": gettext_lazy("%(who)s: a reserve of %(entry)s is one no more."),
    "reserve_seated": gettext_lazy("Round %(round)s, table %(table)s: %(who)s took a seat as a reserve of %(entry)s."),
    "withdrawn": gettext_lazy("%(entry)s is out: %(cause)s."),
    "entries_closed": gettext_lazy("Entering is over."),
    "postponed": gettext_lazy("Too few have entered: the event begins a day later."),
    "moved": gettext_lazy("%(who)s let the event begin at another time: %(until)s."),
    "seeded": gettext_lazy("The seeds were drawn by lot. Rounds: %(rounds)s."),
    "round_proposed": gettext_lazy("Round %(round)s was paired. Tables: %(tables)s."),
    "paired_by_hand": gettext_lazy("%(who)s paired round %(round)s by hand. Tables: %(tables)s."),
    "proposal_dropped": gettext_lazy(
        "Round %(round)s is paired anew: who plays in it, or what is asked of it, has changed."
    ),
    "pairing_failed": gettext_lazy("Round %(round)s could not be paired."),
    "pairing_retried": gettext_lazy("%(who)s had the round paired again."),
    "joined": gettext_lazy("%(entry)s came in late, with round %(round)s."),
    "wished": gettext_lazy("%(who)s asked of the pairing: %(pair)s, %(wish)s."),
    "rest_asked": gettext_lazy("%(entry)s: %(rest)s round %(round)s."),
    "substituted": gettext_lazy("%(who)s let somebody else play in %(entry)s, from round %(round)s on."),
    "repaired": gettext_lazy("%(who)s had round %(round)s paired anew: what was paired before is not played."),
    "looked_for": gettext_lazy("Round %(round)s: it was looked who has not come yet. Tables: %(missing)s."),
    "search_ended": gettext_lazy("Round %(round)s: nobody is looked for any more."),
    "round_published": gettext_lazy("Round %(round)s: since now everybody may see who meets whom."),
    "round_opened": gettext_lazy("Round %(round)s began."),
    "table_made": gettext_lazy("Round %(round)s, table %(table)s: play began."),
    "real_cards": gettext_lazy("%(who)s has table %(table)s of round %(round)s played with real cards."),
    "score_entered": gettext_lazy("%(who)s wrote down the score of round %(round)s, table %(table)s: %(scores)s."),
    "scores_differ": gettext_lazy("Round %(round)s, table %(table)s: the sides have written different scores."),
    "result": gettext_lazy("Round %(round)s, table %(table)s: %(outcome)s."),
    "grace_began": gettext_lazy("Round %(round)s: tables that are still being played have a time of grace."),
    "extended": gettext_lazy("%(who)s gave round %(round)s more time, until %(until)s."),
    "table_extended": gettext_lazy("%(who)s gave table %(table)s of round %(round)s more time, until %(until)s."),
    "adjournment_asked": gettext_lazy(
        "%(entry)s would put table %(table)s of round %(round)s off until %(until)s; it is if all its sides want it."
    ),
    "adjournment_refused": gettext_lazy("%(entry)s would not put table %(table)s of round %(round)s off."),
    "adjourned": gettext_lazy(
        "Table %(table)s of round %(round)s is put off: it goes on at %(until)s and ends at %(ends)s at the latest."
        " %(by)s"
    ),
    "adjournment_ended": gettext_lazy("Round %(round)s, table %(table)s: play goes on."),
    "lifted": gettext_lazy(
        "%(who)s took back the forfeit at table %(table)s of round %(round)s: it is begun anew. Before: %(before)s."
    ),
    "delayed": gettext_lazy("Round %(round)s ends later, at %(until)s: nobody could play while the site was down."),
    "cut_short": gettext_lazy("%(who)s ended round %(round)s."),
    "ruled": gettext_lazy("%(who)s decided round %(round)s, table %(table)s: %(outcome)s. Before: %(before)s."),
    "penalized": gettext_lazy("%(who)s took points from %(entry)s."),
    "correction_issued": gettext_lazy(
        "%(who)s wants a correction, %(ruling)s. It stands once a second officer agrees, or on %(until)s if nobody"
        " objects."
    ),
    "objected": gettext_lazy("%(who)s objected to the correction #%(correction)s: a second officer decides."),
    "correction_dropped": gettext_lazy("%(who)s dropped the correction #%(correction)s."),
    "corrected": gettext_lazy("The correction #%(correction)s stands: %(ruling)s. %(how)s"),
    "round_closed": gettext_lazy("Round %(round)s is over."),
    "completed": gettext_lazy("All is played. Until %(until)s one may protest."),
    "protested": gettext_lazy("%(who)s protested."),
    "answered": gettext_lazy("%(who)s answered the protest #%(protest)s."),
    "finalized": gettext_lazy("The standings are final."),
    "paused": gettext_lazy("%(who)s paused the event."),
    "resumed": gettext_lazy("%(who)s let the event go on."),
    "cancelled": gettext_lazy("The event was called off: %(called_off)s."),
}
CALLED_OFF: Words = {
    "director": gettext_lazy("who runs it has decided so"),
    "too_few_entries": gettext_lazy("too few had entered, also a day later"),
    "rehearsed": gettext_lazy("it was a rehearsal, and was discarded"),
    "club_closed": gettext_lazy("its club was closed"),
    "not_held": gettext_lazy("this night is not held"),
}


RULINGS: Words = {
    "ruled": gettext_lazy("round %(round)s, table %(table)s: %(outcome)s; before: %(before)s"),
    "result": gettext_lazy("round %(round)s, table %(table)s: %(outcome)s"),
    "substituted": gettext_lazy("another plays in %(entry)s from round %(round)s on"),
    "repaired": gettext_lazy("round %(round)s is paired anew: what was paired before is not played"),
    "looked_for": gettext_lazy(
        "round %(round)s, table %(table)s: somebody has not come yet, and others may take the seat until %(until)s;"
        " after that the side that is waited for forfeits"
    ),
    "table_extended": gettext_lazy("round %(round)s, table %(table)s: more time, until %(until)s"),
    "adjournment_asked": gettext_lazy(
        "round %(round)s, table %(table)s: %(entry)s would put it off until %(until)s, and asks you"
    ),
    "adjournment_refused": gettext_lazy("round %(round)s, table %(table)s: %(entry)s would not put it off"),
    "adjourned": gettext_lazy(
        "round %(round)s, table %(table)s: put off; it goes on at %(until)s and ends at the latest at %(ends)s"
    ),
    "adjournment_ended": gettext_lazy("round %(round)s, table %(table)s: it goes on now"),
    "lifted": gettext_lazy("round %(round)s, table %(table)s: the forfeit is taken back, the table is begun anew"),
    "penalized": gettext_lazy("points off for %(entry)s"),
    "withdrawn": gettext_lazy("%(entry)s %(cause)s"),
}
"""What a ruling does, by its row."""
AGREED: Words = {
    "second_officer": gettext_lazy("A second officer agreed."),
    "unopposed": gettext_lazy("Nobody objected in time."),
}
