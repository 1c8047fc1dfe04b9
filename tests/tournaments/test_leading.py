"""What who leads an event may decide and what not, and what is said of it. Without a database."""

from datetime import timedelta

import pytest

from config.kernel.errors import ProblemError
from tests.tournaments.playing import RULES, START
from tests.tournaments.story import CLUB, Story
from tournaments import commands, notices, results, state, words
from tournaments.standings.ledger import CANCELLED

pytestmark = pytest.mark.pure


def test_who_never_said_yes_to_a_late_entry_is_out_when_nobody_may_come_in_any_more() -> None:
    story = Story(4, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 2}, publish_minutes=10)
    story.now = START
    story.do(commands.CloseEntries())
    story.do(commands.Enter(("x", "y"), "x"))
    assert set(notices.asked(story.event._replace(entries=(story.event.entries[-1]._replace(persons=(CLUB,)),))))
    story.until(state.PROPOSED)
    assert story.event.entries[-1].active
    story.step()
    assert story.event.entries[-1].withdrawn == "not_accepted"


def test_every_way_to_spend_a_round_and_every_failure_of_the_pairing_has_its_words() -> None:
    assert {*results.UNPLAYED, CANCELLED} <= {*words.RESTS}
    assert {"internal", "no_such_round"} <= {*words.PAIRING_FAILED}
    assert words.value("match_points", 2) == "1" and "1 for a win, half for a draw" in str(
        words.KEYS["match_points"][1]
    )
    cut = {"status": state.TRUNCATED, "totals": [900, 400], "fault": 1}
    assert words.outcome(cut) == "900 to 400, cut after the last whole deal; side 2 was slower: a draw at best"


def test_the_director_keeps_two_pairs_apart_or_has_them_meet_before_the_round_is_told() -> None:
    story = Story(4, publish_minutes=10, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 2})
    story.until(state.PROPOSED)
    apart = tuple(entry for side in story.round.tables[0].sides for entry in side)
    story.do(commands.Wish("part", (apart[0], apart[1]), "A family."), by="director")
    story.until(state.PUBLISHED)
    assert {frozenset(apart)}.isdisjoint(frozenset(table.entries) for table in story.round.tables)
    for other in ("1", "2", "3", "4"):  # what cannot be is tried, and then the event goes on without it
        if other != apart[0]:
            story.do(commands.Wish("part", (apart[0], other), "Nobody wants to."), by="director")
    story.until(state.CLOSED)
    while len(story.event.rounds) < 2:
        assert story.step() is not None


def test_a_director_who_plays_decides_nothing_about_their_own_table() -> None:
    story = Story(4)
    story.until(state.PLAYING)
    story.step()
    table = story.round.tables[0]
    own = story.event.entry(table.sides[0][0])
    assert own is not None
    other = table.sides[1][0]
    for command in (
        commands.Rule(1, table.number, "Late.", (1,)),
        commands.CloseRound(1, "Late."),
        commands.Extend(1, story.round.times.soft_at + timedelta(hours=1), "Illness."),
        commands.Withdraw(other, "director", "Rude."),
    ):
        with pytest.raises(ProblemError, match="own_table"):
            story.do(command, by=own.persons[0])
        with pytest.raises(ProblemError, match="own_table"):
            story.do(command, by="somebody", sat=frozenset({str(table.game)}))
    far = story.round.tables[1].entries[0]
    story.do(commands.Withdraw(far, "director", "Rude."), by=own.persons[0])
    assert story.round.tables[1].status == state.FORFEITED


def test_a_director_who_plays_answers_no_protest_of_whom_they_have_met_and_chooses_no_opponent() -> None:
    story = Story(4, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 2})
    story.until(state.PLAYING)
    (own, met), (far, _) = (table.entries for table in story.round.tables)
    director = story.event.entry(own).persons[1]  # type: ignore[union-attr]
    for other in (met, far):
        with pytest.raises(ProblemError, match="own_table"):
            story.do(commands.Wish("meet", (own, other), "Easy."), by=director)
    story.t = story.event._replace(protests=((1, own), (2, met), (3, far)))
    for number in (1, 2):
        with pytest.raises(ProblemError, match="own_table"):
            story.do(commands.Answer(number, "It stands."), by=director)
    story.do(commands.Answer(3, "It stands."), by=director)
    assert story.event.protests == ((1, own), (2, met))
