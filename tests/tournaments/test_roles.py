"""Who may do what in an event, cell by cell: each role of its club, each thing that can be decided or seen."""

from typing import Any

import pytest

from config.kernel.errors import ProblemError
from tests.accounts.clubs.cast import CAST, Cast
from tests.tournaments.playing import BEFORE, CHOSEN
from tournaments import commands, decisions, selectors, services

pytestmark = pytest.mark.django_db

LEADS = {"owner", "organizer"}
RULES = {*LEADS, "arbiter"}
PLAYS = {*RULES, "member"}
LOOKS = {*PLAYS, "guest"}

RULED = {"forfeit", "score", "assign", "lift", "penalize", "disqualify", "agree", "drop", "answer", "real_cards"}
"""What an arbiter decides too; all else is the organizers'."""
RESERVES = {"name_reserve", "agree_reserve", "drop_reserve", "take_seat"}
OWN = RESERVES | {"object", "substitute", "rest", "unrest", "ask_to_adjourn", "refuse_to_adjourn"}
"""What is said by who plays, whatever they are in the club."""

ASKED: dict[str, Any] = {
    "round": 1,
    "table": 1,
    "tables": [[["1"], ["2"]]],
    "entry": "1",
    "entries": ["1", "2"],
    "until": BEFORE,
    "starts": BEFORE.replace(tzinfo=None),
    "losers": [0],
    "totals": [1, 0],
    "points": {},
    "protest": 1,
    "correction": 1,
    "half_byes": [],
    "reason": "So it is.",
}


class Reached(Exception):
    """What was asked has come to the one path: it is theirs to ask."""


def test_each_role_decides_what_is_its_own_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """V100."""
    cast = Cast()
    id_, _ = services.draft(cast["organizer"], cast.club.id, CHOSEN, BEFORE)
    services.lead(cast["organizer"], id_, commands.Publish(), BEFORE)

    def reached(*_args: Any) -> int:
        raise Reached

    monkeypatch.setattr(services, "handle", reached)
    for do in set(decisions.DECISIONS) - OWN:
        allowed = RULES if do in RULED else LEADS
        for who in CAST[:-1]:
            try:
                decisions.decide(cast[who], id_, {"do": do, **ASKED}, BEFORE)
                came = False
            except Reached:
                came = True
            except ProblemError:
                came = False
            assert came == (who in allowed), f"{who} and {do}"


def test_each_role_sees_of_an_event_what_is_its_own_to_see() -> None:
    """V100."""
    cast = Cast()
    drafted, _ = services.draft(cast["organizer"], cast.club.id, CHOSEN, BEFORE)
    published, _ = services.draft(cast["owner"], cast.club.id, CHOSEN, BEFORE)
    services.lead(cast["owner"], published, commands.Publish(), BEFORE)
    cells = {
        (published, services.SEES): LOOKS,
        (published, services.ENTERS): PLAYS,
        (published, services.RULES): RULES,
        (published, services.RUNS): LEADS,
        (drafted, services.SEES): LEADS,
        (drafted, services.RULES): LEADS,
    }
    for (id_, act), allowed in cells.items():
        for who in CAST:
            try:
                selectors.look(cast.user(who), id_, act)
                came = True
            except ProblemError:
                came = False
            assert came == (who in allowed), f"{who} and {act}"
