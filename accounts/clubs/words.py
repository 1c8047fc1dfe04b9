"""The log of a club in sentences."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.clubs.models import Role

SENTENCES: dict[str, str | Promise] = {
    "created": gettext_lazy("%(actor)s founded the club."),
    "changed": gettext_lazy("%(actor)s changed what is said of the club or how one gets in."),
    "closed": gettext_lazy("%(actor)s closed the club."),
    "joined": gettext_lazy("%(actor)s joined."),
    "asked": gettext_lazy("%(actor)s asked to join."),
    "withdrew": gettext_lazy("%(actor)s took the request to join back."),
    "left": gettext_lazy("%(actor)s left."),
    "admitted": gettext_lazy("%(actor)s let %(person)s in."),
    "declined": gettext_lazy("%(actor)s declined the request of %(person)s."),
    "removed": gettext_lazy("%(actor)s removed %(person)s."),
    "banned": gettext_lazy("%(actor)s banned %(person)s."),
    "unbanned": gettext_lazy("%(actor)s lifted the ban of %(person)s."),
    "role": gettext_lazy("%(actor)s changed the role of %(person)s from %(before)s to %(role)s."),
    "handed_over": gettext_lazy("%(actor)s handed the club over to %(person)s."),
    "announced": gettext_lazy("%(actor)s announced something."),
    "announcement_again": gettext_lazy("%(actor)s had an announcement sent again: %(letters)s mails."),
    "announcement_removed": gettext_lazy("%(actor)s took an announcement down."),
    "ruleset_saved": gettext_lazy("%(actor)s saved house rules."),
    "ruleset_changed": gettext_lazy("%(actor)s changed house rules."),
    "ruleset_removed": gettext_lazy("%(actor)s removed house rules."),
    "invited": gettext_lazy("%(actor)s made an invitation."),
    "invitation_withdrawn": gettext_lazy("%(actor)s withdrew an invitation."),
    "list_started": gettext_lazy("%(actor)s sent a list of invitations off: %(invited)s mails."),
    "froze_table": gettext_lazy("%(actor)s froze a table."),
    "unfroze_table": gettext_lazy("%(actor)s let a frozen table go on."),
    "annulled_game": gettext_lazy("%(actor)s took a game out of the ratings."),
    "restored_game": gettext_lazy("%(actor)s let a game count for the ratings again."),
    "season_made": gettext_lazy("%(actor)s made a season."),
    "season_removed": gettext_lazy("%(actor)s removed a season."),
    "refused_for_member": gettext_lazy("%(actor)s tried something for %(person)s at a table that could not be played."),
    "substitute_wanted": gettext_lazy("%(actor)s had somebody looked for who plays at a table for %(person)s."),
    "substitute_not_wanted": gettext_lazy("%(actor)s had nobody looked for any more who plays for %(person)s."),
    "report_nothing": gettext_lazy("%(actor)s decided a report about %(person)s: nothing follows."),
    "report_warning": gettext_lazy("%(actor)s decided a report about %(person)s: a warning."),
    "report_text_removed": gettext_lazy("%(actor)s decided a report about %(person)s: the text was removed."),
    "report_chat_off": gettext_lazy("%(actor)s decided a report about %(person)s: no chat for %(days)s days."),
    "report_removed": gettext_lazy("%(actor)s decided a report about %(person)s: removed from the club."),
    "report_banned": gettext_lazy("%(actor)s decided a report about %(person)s: banned from the club."),
    "appealed": gettext_lazy("%(person)s appealed against a decision."),
    "appeal_upheld": gettext_lazy("%(actor)s decided an appeal of %(person)s: the decision stands."),
    "appeal_lifted": gettext_lazy("%(actor)s decided an appeal of %(person)s: the decision is lifted."),
    "list_again": gettext_lazy("%(actor)s had invitations sent again: %(letters)s mails."),
}


def sentence(change: dict[str, Any]) -> str:
    """A line of the log, as `serializers.changes` tells it, for a person."""
    somebody = _("somebody who is gone")
    data = change["data"]
    roles = {name: Role(data[name]).label for name in ("before", "role") if data.get(name) in Role.values}
    return str(SENTENCES[change["act"]]) % {
        **{name: value for name, value in data.items() if isinstance(value, int)},
        **roles,
        "actor": change["actor"] or somebody,
        "person": change["person"] or somebody,
    }
