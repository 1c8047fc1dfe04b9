"""Events in words: what happened, why two meet, what the standings go by."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments import state
from tournaments.sentences import AGREED, CALLED_OFF, RULINGS, SENTENCES, Words

FORMATS: Words = {
    "round_robin": gettext_lazy("Round robin: everybody meets everybody"),
    "swiss": gettext_lazy("Swiss: who stands level meets"),
    "rotation": gettext_lazy("Rotation: everybody enters alone, two against two, with another partner each round"),
    "tables": gettext_lazy("Tables of many: each against all others at the table, three pairs or everybody alone"),
}
PACES: Words = {
    "live": gettext_lazy("Live: an evening, a round of four deals in three hours"),
    "brisk": gettext_lazy("Brisk: two deals in a week"),
    "brisk_one_deal": gettext_lazy("Short: one deal in half a week"),
    "slow": gettext_lazy("Slow: four deals in two weeks"),
}
SCORES: Words = {
    "total": gettext_lazy("for all deals together"),
    "deal": gettext_lazy("for each deal"),
}
"""With real cards: what the sides of a table write down."""
STATUSES: Words = {
    state.DRAFT: pgettext_lazy("an event", "draft"),
    state.OPEN: pgettext_lazy("an event", "entries are open"),
    state.RUNNING: pgettext_lazy("an event", "running"),
    state.PAUSED: pgettext_lazy("an event", "paused"),
    state.PROVISIONAL: pgettext_lazy("an event", "over, not final yet"),
    state.FINAL: pgettext_lazy("an event", "final"),
    state.CANCELLED: pgettext_lazy("an event", "cancelled"),
}
PARTS: tuple[tuple[str | Promise, tuple[str, ...]], ...] = (
    (gettext_lazy("Running"), (state.RUNNING, state.PAUSED, state.PROVISIONAL)),
    (gettext_lazy("To come"), (state.OPEN, state.DRAFT)),
    (gettext_lazy("Over"), state.OVER),
)
"""The parts of a list of events, and which stand in each."""
ROUNDS: Words = {
    state.PROPOSED: pgettext_lazy("a round", "proposed, officers only"),
    state.PUBLISHED: pgettext_lazy("a round", "about to begin"),
    state.PLAYING: pgettext_lazy("a round", "being played"),
    state.GRACE: pgettext_lazy("a round", "in its time of grace"),
    state.CLOSED: pgettext_lazy("a round", "over"),
    state.VOID: pgettext_lazy("a round", "paired anew"),
}
TABLES: Words = {
    state.WAITING: pgettext_lazy("a table", "not begun"),
    state.ON: pgettext_lazy("a table", "being played"),
    state.FINISHED: pgettext_lazy("a table", "finished"),
    state.TRUNCATED: pgettext_lazy("a table", "cut after the last whole deal"),
    state.FORFEITED: pgettext_lazy("a table", "forfeited"),
    state.ASSIGNED: pgettext_lazy("a table", "decided by a director"),
    state.VOID: pgettext_lazy("a table", "not played: its round was paired anew"),
}
CAUSES: Words = {
    "own": gettext_lazy("withdrew"),
    "director": gettext_lazy("taken out by the director"),
    "left_the_club": gettext_lazy("left the club"),
    "not_accepted": gettext_lazy("not everybody said yes in time"),
    "not_checked_in": gettext_lazy("not checked in in time"),
    "disqualified": gettext_lazy("disqualified"),
    "stayed_away": gettext_lazy("stayed away twice without a word"),
    "no_partner": gettext_lazy("nobody was left to play with"),
}
RESTS: Words = {
    "bye": gettext_lazy("bye: counts as a win"),
    "half_bye": gettext_lazy("rests as asked: counts as a draw"),
    "sit_out": gettext_lazy("sits out"),
    "forfeit_win": gettext_lazy("wins without playing"),
    "forfeit_loss": gettext_lazy("loses without playing"),
    "late_half": gettext_lazy("came late: the round before counts as a draw"),
    "late_zero": gettext_lazy("came late: counts as nothing"),
    "absent": gettext_lazy("away"),
    "cancelled": gettext_lazy("counts for nobody: one of them left before half of their matches"),
}
PAIRING_FAILED: Words = {
    "wishes_leave_none": gettext_lazy("With what was asked of it nobody is left whom some may meet."),
    "wish_twice": gettext_lazy("Somebody was to meet two others at once."),
    "wish_unknown": gettext_lazy("Somebody who is not in it was to meet another."),
    "too_few": gettext_lazy("Nobody is left to play: the event ends."),
    "no_such_round": gettext_lazy("The schedule has no further round."),
    "internal": gettext_lazy("Something is wrong with the site itself; who runs it finds it in its log."),
}
POLICIES: Words = {
    "deadline": gettext_lazy("as at its latest end"),
    "cut": gettext_lazy("its whole deals count; a draw if there is none"),
    "draw": gettext_lazy("a draw"),
    "first_forfeits": gettext_lazy("the first side forfeits"),
    "second_forfeits": gettext_lazy("the second side forfeits"),
    "both_forfeit": gettext_lazy("both forfeit"),
}
"""What becomes of a table when somebody ends its round."""
WISHES: Words = {
    state.MEET: gettext_lazy("to meet in the next round"),
    state.PART: gettext_lazy("never to meet"),
    "": gettext_lazy("as it comes"),
}
SOFT_RULES: Words = {
    "rematch": gettext_lazy("They have met before: %(pair)s"),
    "partners_again": gettext_lazy("They have been partners before: %(pair)s"),
    "second_bye": gettext_lazy("Not the first round without cards, while others have had fewer: %(pair)s"),
    "kept_apart": gettext_lazy("They were to be kept apart: %(pair)s"),
    "not_together": gettext_lazy("They were to be together in the next round: %(pair)s"),
    "off_schedule": gettext_lazy("The schedule has them meet in this round: %(pair)s"),
    "needless_rest": gettext_lazy("More rest than need to: %(pair)s"),
}
"""What should hold of a round that is paired by hand and does not."""
BLOCKERS: Words = {
    "playing": gettext_lazy("is being played"),
    "standing_still": gettext_lazy("stands still: paused, or frozen by an officer"),
    "adjourned": gettext_lazy("is put off: it goes on by itself"),
    "ended": gettext_lazy("has ended: its result is taken within half a minute"),
    "lost": gettext_lazy("its game cannot be found: decide this table, or it is forfeited at the latest end"),
    "not_made": gettext_lazy("has no game yet: it is made as soon as everybody of it can sit down"),
    "real_cards": gettext_lazy("is played with real cards: its sides write the score down"),
    "scores_differ": gettext_lazy("its sides have written different scores: please decide"),
    "pairing_failed": gettext_lazy("The next round could not be paired."),
    "protest": gettext_lazy("A protest waits for its answer."),
    "paused": gettext_lazy("The event is paused: its times stand still."),
    "late": gettext_lazy("The site is behind with what it does by itself; who runs the site should look."),
}
"""What holds an event up."""
SURE: Words = {
    "measured": gettext_lazy("Measured by the deals of this round: fairly sure."),
    "rough": gettext_lazy("Only some tables have ended a deal: a rough guess."),
    "earlier": gettext_lazy("No deal of this round is over: as long as the rounds before."),
    "plan": gettext_lazy("Nothing has been measured yet: this is the plan."),
}
"""How sure a forecast is."""
STEPS: Words = {
    "close_entries": gettext_lazy("Next, by itself: entering ends and the seeds are drawn."),
    "propose": gettext_lazy("Next, by itself: the round is paired."),
    "publish": gettext_lazy("Next, by itself: everybody may see whom they meet."),
    "open": gettext_lazy("Next, by itself: the round begins."),
    "make_tables": gettext_lazy("Next, by itself: the tables are made."),
    "overdue": gettext_lazy("The round ends by itself when all its tables have, or at its latest end."),
    "end_rehearsal": gettext_lazy("It is played to its end, and is discarded by itself."),
    "finalize": gettext_lazy("Next, by itself: the standings become final."),
    "look_for": gettext_lazy("Next, by itself: whoever has not come to their table is looked for."),
    "end_search": gettext_lazy("Next, by itself: who is waited for and has not come forfeits."),
    "end_adjournment": gettext_lazy("Next, by itself: a table that was put off goes on."),
    "unopposed": gettext_lazy("Next, by itself: a correction to which nobody has objected stands."),
}
"""What an event does next."""
KEYS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "match_points": (
        gettext_lazy("Points"),
        gettext_lazy("1 for a win, half for a draw; a bye counts as a win."),
    ),
    "vp": (
        gettext_lazy("VP"),
        gettext_lazy("Victory points: 20 are shared at each table, the more the higher one side won."),
    ),
    "head_to_head": (
        gettext_lazy("Direct"),
        gettext_lazy("Points out of the matches among those who are still level, if all of them have met."),
    ),
    "opponents_cut": (
        gettext_lazy("Opponents"),
        gettext_lazy("The points of all opponents together, without the lowest."),
    ),
    "opponents": (gettext_lazy("Opponents"), gettext_lazy("The points of all opponents together.")),
    "beaten": (gettext_lazy("Beaten"), gettext_lazy("The points of beaten opponents, half of those drawn with.")),
    "net": (gettext_lazy("Net"), gettext_lazy("Own game points less those of the opponents.")),
    "points": (gettext_lazy("Total"), gettext_lazy("All game points together.")),
    "wins": (gettext_lazy("Wins"), gettext_lazy("Rounds won.")),
    "best_round": (gettext_lazy("Best round"), gettext_lazy("The best net score of a round.")),
    "firsts": (gettext_lazy("Firsts"), gettext_lazy("Tables won.")),
}
"""What standings go by: its short name and what it is."""

HALVES, HUNDREDTHS = ("match_points", "head_to_head", "opponents", "opponents_cut"), ("vp",)


def value(key: str, number: int) -> str:
    """A number of the standings as people write it: match points are kept twice, VP a hundredfold."""
    if key in HUNDREDTHS:
        return f"{number / 100:.2f}"
    return f"{number / 2:g}" if key in HALVES and number % 2 else str(number // 2 if key in HALVES else number)


PUT_OFF_BY: Mapping[bool, str | Promise] = {
    True: gettext_lazy("All its sides agreed."),
    False: gettext_lazy("Who leads the event has decided so."),
}
RESTING: Mapping[bool, str | Promise] = {
    True: gettext_lazy("cannot play in"),
    False: gettext_lazy("can play after all in"),
}


def ruling(data: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """What a correction does, in words."""
    told = data["data"]
    entry = told.get("entry", "")
    return str(RULINGS[data["type"]]) % {
        "round": told.get("round", ""),
        "table": told.get("table", ""),
        "entry": names.get(entry, entry),
        "cause": str(CAUSES.get(told.get("cause", ""), "")),
        "outcome": outcome(told.get("after", told), names),
        "before": outcome(told.get("before", {}), names),
        "until": _moment(told.get("until")),
        "ends": _moment(told.get("ends")),
    }


def sentence(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A row of the stream, as `serializers.rows` tells it, for a person. `names`: of the entries."""
    data = row["data"]
    entry = data["entry"]["id"] if isinstance(data.get("entry"), dict) else data.get("entry", "")
    if row["type"] == "put_together":
        entry = data["entries"][0]
    pairing = data.get("pairing", {})
    times = data["times"] if isinstance(data.get("times"), dict) else {}
    told = {
        "who": row["actor"]["name"] if row["actor"]["kind"] == "user" else _("The site"),
        "entry": names.get(entry, entry),
        "called_off": str(CALLED_OFF.get(data.get("cause", ""), "")),
        "cause": str(CAUSES.get(data.get("cause", ""), "")),
        "round": data.get("round", pairing.get("round", "")),
        "table": data.get("table", ""),
        "tables": len(pairing.get("tables", ())),
        "rounds": len(data["times"]) if isinstance(data.get("times"), list) else "",
        "pair": " – ".join(names.get(id_, id_) for id_ in data.get("entries", ())),
        "other": names.get(data.get("other", ""), ""),
        "wish": str(WISHES.get(data.get("what", ""), "")),
        "outcome": outcome(data.get("after", data), names),
        "before": outcome(data.get("before", {}), names),
        "ruling": ruling(data["ruling"], names) if "ruling" in data else "",
        "correction": data.get("correction", ""),
        "rest": str(RESTING[data.get("wanted", True)]),
        "missing": ", ".join(data["tables"]) or _("none") if isinstance(data.get("tables"), dict) else "",
        "how": str(AGREED.get(data.get("how", ""), "")),
        "until": _moment(data.get("until") or times.get("soft_at") or data.get("starts_at")),
        "ends": _moment(data.get("ends")),
        "by": str(PUT_OFF_BY[bool(data.get("agreed"))]),
        "protest": data.get("protest", ""),
        "scores": scores(data.get("scores", ())),
    }
    kind = row["type"]
    if kind == "round_proposed" and pairing.get("algorithm", "").startswith("by_hand"):
        kind = "paired_by_hand"
    if kind == "entered" and len(data["entry"]["persons"]) == 1:
        kind = "entered_alone"
    return str(SENTENCES[kind]) % told


def scores(lines: Iterable[Iterable[int]]) -> str:
    """What was written at a table with real cards, deal by deal."""
    return ", ".join(" : ".join(map(str, line)) for line in lines)


def _moment(text: str | None) -> str:
    return datetime.fromisoformat(text).strftime("%Y-%m-%d %H:%M UTC") if text else ""


def outcome(told: Mapping[str, Any], names: Mapping[str, str] | None = None, sides: Sequence[str] = ()) -> str:
    """What became of a table. `names`: of the entries, where it is said who gets what; `sides`: what they are called,
    else they are counted."""
    status, losers = told.get("status"), told.get("losers", ())
    if status is None:
        return ""

    def called(side: int) -> str:
        return sides[side] if sides else _("side %(n)s") % {"n": side + 1}

    if status == state.ASSIGNED and names:
        got = {"points": "match_points", "vp": "vp"}
        given = told.get("points", {})
        return ", ".join(
            _("%(pair)s: %(points)s points, %(vp)s VP")
            % {"pair": names.get(id_, id_), **{key: value(kind, one.get(kind, 0)) for key, kind in got.items()}}
            for id_, one in given.items()
        )
    if status == state.FORFEITED and len(sides) == 2 and len(losers) == 1:
        return _("%(who)s wins without playing") % {"who": sides[1 - losers[0]]}
    if status == state.FORFEITED:
        return _("forfeited by %(who)s") % {"who": ", ".join(map(called, losers))}
    if told.get("totals") is not None and status in (state.FINISHED, state.TRUNCATED):
        score = _(" to ").join(map(str, told["totals"]))
        if status == state.FINISHED:
            return score
        cut = _("%(score)s, cut after the last whole deal") % {"score": score}
        if told.get("fault") is None:
            return cut
        return _("%(cut)s; %(who)s was slower: a draw at best") % {"cut": cut, "who": called(told["fault"])}
    return str(TABLES[status])
