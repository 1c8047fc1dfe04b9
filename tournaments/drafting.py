"""From what an organizer chooses to the whole document of an event's rules. What is not chosen is the pace's."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from config.kernel.errors import ProblemError
from engine.presets import build
from games import clock, rulesets
from tournaments import documents, schedule, state
from tournaments.defaults import FORMATS, LIVE, PACES, PROTEST_WINDOW, PUBLISH_AFTER, RESERVE_ANSWERS, USUAL_SIZES
from tournaments.formats import FORMATS as PLAYED
from tournaments.rules import plain, rules_of

HOUR = 60
NIGHT = {"from": "23:00", "to": "08:00"}
SHORTEST = timedelta(minutes=5)


def of_pace(name: str) -> dict[str, Any]:
    """What a pace gives an event: deals, a clock, and the times of a round in minutes."""
    pace = PACES[name]
    live = in_one_go({"round_minutes": _seconds(pace.round) // 60})
    bank = pace.bank if live else pace.bank * pace.deals
    granted: dict[str, Any] = {
        "turn_seconds": _seconds(pace.turn),
        "answer_seconds": _seconds(pace.turn) // 2,
        "bank_seconds": _seconds(bank),
        "late": [{"do": "extend", "seconds": _seconds(pace.extra)}, {"do": "default"}],
    }
    return {
        "deals": pace.deals,
        "clock": granted if live else granted | {"quiet": NIGHT},
        "round_minutes": _seconds(pace.round) // 60,
        "grace_minutes": _seconds(pace.grace) // 60,
        "period_minutes": _seconds(pace.period) // 60,
        "entering_ends_minutes": 15 if live else HOUR,
        "early": live,
        "first_move_minutes": _seconds(pace.first_move) // 60,
        "reserve_minutes": _seconds(min(RESERVE_ANSWERS, pace.first_move)) // 60,
        "publish_minutes": 0 if live else _seconds(PUBLISH_AFTER) // 60,
    }


def in_one_go(rules: dict[str, Any]) -> bool:
    """Whether a round is so short that it is played in one go: then the next may begin as soon as it is over."""
    return timedelta(minutes=rules["round_minutes"]) < LIVE


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())


USUAL: dict[str, Any] = {
    "about": "",
    "pace": "brisk",
    "ruleset": "classic",
    "zone": "UTC",
    "rounds": 0,
    "check_in": False,
    "join_alone": True,
    "protest_minutes": _seconds(PROTEST_WINDOW) // 60,
    "total_first": False,
    "hide_standings": False,
    "own_pairings": False,
    "pauses_off": False,
    "pause_hours": 0,
    "real_cards": False,
    "score_by": "total",
    "rematches": False,
}
LEAST_ENTRIES = 3
"""Or what a format needs for its first table, if that is more."""
MOST_ENTRIES = {"round_robin": 24}
"""A round robin of more would take more rounds than anybody plays; of the others as many may enter as can be paired."""


def over(draft: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """What is chosen of a draft once some of it is chosen anew: the rest stays. Another pace brings its own times."""
    kept: dict[str, Any] = {name: draft[name] for name in (*OWN, *COPIED) if name in draft}
    kept |= {name: draft["pairing"][name] for name in PAIRING} | {"starts": wall_time(draft["starts"])}
    if "format" in chosen and chosen["format"] != draft["pairing"]["format"]:  # others of it play at other tables
        kept = {name: value for name, value in kept.items() if name not in ("persons", "table_sizes")}
    if "pace" not in chosen and draft.get("round_times"):
        moved = chosen["starts"] - datetime.fromisoformat(draft["starts"]) if "starts" in chosen else timedelta(0)
        kept["round_times"] = [
            {name: datetime.fromisoformat(at) + moved for name, at in zip(("opens", "ends"), one, strict=True)}
            for one in draft["round_times"]
        ]
    if "pace" in chosen:
        kept = {name: value for name, value in kept.items() if name not in of_pace(chosen["pace"])}
    if "ruleset" not in chosen:
        kept |= {"ruleset": draft["ruleset"], "ruleset_title": draft["ruleset_title"]}
    return kept | chosen


def begun_at(rules: dict[str, Any], wall: datetime) -> dict[str, Any]:
    """The same document for an event that begins at another time; times of the rounds move with it."""
    moved = wall - datetime.fromisoformat(rules["starts"])

    def later(text: str) -> str:
        return (datetime.fromisoformat(text) + moved).isoformat(timespec="minutes")

    own = {"round_times": [[later(at) for at in one] for one in rules["round_times"]]} if "round_times" in rules else {}
    return rules | {"starts": later(rules["starts"])} | own


def document(club_id: UUID, chosen: dict[str, Any]) -> dict[str, Any]:
    """The whole document. Raises ProblemError, and Refused for rules or a clock that cannot stand."""
    told = USUAL | of_pace(chosen.get("pace", USUAL["pace"])) | chosen
    title, asked = rulesets.chosen(club_id, told["ruleset"])
    usual = FORMATS[told["format"]]
    told["persons"] = told.get("persons") or usual["persons"]
    if "table_sizes" in usual:
        told["table_sizes"] = told.get("table_sizes") or [USUAL_SIZES[told["persons"]]]
    most = MOST_ENTRIES.get(told["format"], usual["entries"][1])
    rules: dict[str, Any] = {
        "name": told["name"],
        "about": told["about"],
        "pairing": state.plain(plain(rules_of({name: told[name] for name in PAIRING if name in told}))),
        "persons": told["persons"],
        "deals": told["deals"],
        "ruleset_title": title or told.get("ruleset_title", ""),
        "clock": clock.read_settings(told["clock"]),
        "zone": told["zone"],
        "starts": told["starts"].isoformat(timespec="minutes"),
        "most_entries": min(told.get("most_entries", most), most),
        **{name: told[name] for name in COPIED if name in told},
    }
    if told.get("round_times"):
        rules |= {"round_times": _own_times(rules, told["round_times"]), "early": False}
    clock.must_stand(rules["clock"])
    _check(rules)
    rules["ruleset"] = build(asked, max(players for players, _sides in documents.tables(rules))).to_dict()
    return rules


def _own_times(rules: dict[str, Any], chosen: list[dict[str, datetime]]) -> list[list[str]]:
    """Each round's own times as the document has them. The first opens when the event begins, each other when the one
    before is over, its time of grace too."""
    usual, grace = (timedelta(minutes=rules[name]) for name in ("round_minutes", "grace_minutes"))
    times, free = [], datetime.fromisoformat(rules["starts"])
    for number, one in enumerate(chosen, start=1):
        opens, ends = one["opens"], one.get("ends", one["opens"] + usual)
        if ends - opens < SHORTEST or opens < free or (number == 1 and opens != free):
            told = {"round": number, "free": f"{free:%Y-%m-%d %H:%M}"}
            sentence = _("Round %(round)s is too short, or opens before the earlier ones are over, at %(free)s.") % told
            raise ProblemError("malformed", detail=sentence, fields={"round_times": [sentence]})
        times.append([at.isoformat(timespec="minutes") for at in (opens, ends)])
        free = ends + grace
    return times


OWN = ("name", "zone", "about", "deals", "clock", "persons", "most_entries")
PAIRING = ("format", "rounds", "total_first", "rematches", "table_sizes")
COPIED = (
    "hide_standings",
    "own_pairings",
    "pauses_off",
    "pause_hours",
    "entering_ends_minutes",
    "check_in",
    "join_alone",
    "least_entries",
    "round_minutes",
    "grace_minutes",
    "period_minutes",
    "early",
    "first_move_minutes",
    "reserve_minutes",
    "publish_minutes",
    "protest_minutes",
    "real_cards",
    "score_by",
)


def _check(rules: dict[str, Any]) -> None:
    if rules["period_minutes"] < rules["round_minutes"] + rules["grace_minutes"]:
        rules["period_minutes"] = rules["round_minutes"] + rules["grace_minutes"]  # one round at a time
    if not all(rulesets.can_sit(players, sides) for players, sides in documents.tables(rules)):
        raise _wrong("persons", _("In this format so many cannot play as one at such a table."))
    read = rules_of(rules["pairing"])
    format_ = PLAYED[read.format]
    needed = {one.code: one.data for one in format_.problems(read, rules.get("least_entries", 0))}
    if "least_entries" not in rules:
        least = needed.get("too_few_entries", {}).get("least", LEAST_ENTRIES)
        rules["least_entries"] = max(LEAST_ENTRIES, int(least))
    elif "too_few_entries" in needed:
        raise _wrong("least_entries", _("This format needs at least %(least)s.") % needed["too_few_entries"])
    if rules["least_entries"] > rules["most_entries"]:
        raise _wrong("least_entries", _("The least number is more than the most."))
    if most := [one.data["most"] for one in format_.problems(read, rules["most_entries"]) if "most" in one.data]:
        told = {"most": most[0], "entries": rules["most_entries"]}
        raise _wrong("rounds", _("There are at most %(most)s rounds if no more than %(entries)s play.") % told)


def _wrong(field: str, sentence: str) -> ProblemError:
    """A choice that cannot stand, said beside its field."""
    return ProblemError("malformed", detail=sentence, fields={field: [sentence]})


def wall_time(text: str) -> datetime | None:
    """A wall time as it is written, to the minute; None for what is none, or on a day that no calendar here goes to."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    if read.tzinfo or not schedule.FIRST <= read.date() <= schedule.LAST:
        return None
    return read.replace(second=0, microsecond=0)
