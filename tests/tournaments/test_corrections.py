"""What is corrected after the round, and after the end: who agrees to it, who is told, what stands then."""

from datetime import timedelta

import pytest
from django.http import QueryDict
from django.test import Client

from accounts.clubs.models import Membership, Role
from accounts.notices.kinds import lines
from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from tests.tournaments.playing import RULES, START, Evening, end_games
from tests.tournaments.story import Story
from tournaments import audit, commands, decisions, facts, services, state, words
from tournaments.defaults import OBJECTION_WINDOW

ALICE, BERTA = "alice", "berta"
BOTH = frozenset({ALICE, BERTA})


def played(pairs: int = 4, until: str = state.FINAL) -> Story:
    """An event that is played, each first side winning by 50."""
    story = Story(pairs)
    number = 0
    while story.event.status != until:
        story.step()
        for table in story.on():
            number += 1
            story.do(commands.TakeResult(str(table.game), number, state.FINISHED, (100, 50)))
    return story


def points(story: Story) -> dict[str, int]:
    """Match points ×2 by entry."""
    return {row.entry: row.values[0].value for row in facts.standing(story.event).rows}


def rule(story: Story, by: str, officers: frozenset[str] = BOTH, **result: object) -> None:
    """Somebody decides the first table of the first round."""
    story.do(commands.Rule(1, 1, "Counted wrongly.", **result), by=by, officers=officers - {by})  # type: ignore[arg-type]


def seated(story: Story) -> str:
    """Somebody who plays at the first table of the first round."""
    entry = story.event.entry(story.event.rounds[0].tables[0].entries[0])
    assert entry is not None
    return entry.persons[0]


@pytest.mark.pure
def test_a_score_is_corrected_before_the_end_by_one_officer_and_the_next_pairings_stand() -> None:
    story = played(until=state.PROVISIONAL)
    winner, loser = story.event.rounds[0].tables[0].entries
    pairings = [table.sides for one in story.event.rounds for table in one.tables]
    before = points(story)
    rule(story, ALICE, totals=(30, 90))
    after = points(story)
    assert (after[winner], after[loser]) == (before[winner] - 2, before[loser] + 2)
    assert [table.sides for one in story.event.rounds for table in one.tables] == pairings
    told = story.rows[-1][0].data
    assert (told["before"]["totals"], told["after"]["totals"]) == ([100, 50], [30, 90])


@pytest.mark.pure
def test_what_is_final_is_corrected_by_two_officers_and_its_hash_is_told_anew() -> None:
    story = played()
    kept, before = story.event.standing, points(story)
    rule(story, ALICE, losers=(0,))
    (waiting,) = story.event.corrections
    assert (points(story), story.event.standing) == (before, kept), "one officer alone has changed what was final"
    with pytest.raises(ProblemError, match="second_officer"):
        story.do(commands.Second(waiting.version, True, ""), by=ALICE)
    for agrees in (True, False):
        with pytest.raises(ProblemError, match="own_table"):
            story.do(commands.Second(waiting.version, agrees, "So be it."), by=seated(story))
    story.do(commands.Second(waiting.version, True, ""), by=BERTA)
    assert story.event.status == state.FINAL and story.event.corrections == ()
    assert story.event.standing == facts.standing(story.event).hash != kept
    row = {"type": "corrected", "data": story.rows[-1][0].data, "actor": {"kind": "user", "name": "Berta"}}
    said = words.sentence(row, {})
    assert "round 1, table 1: forfeited by side 1; before: 100 to 50. A second officer agreed." in said


@pytest.mark.pure
def test_a_correction_by_one_officer_stands_after_three_days_unless_somebody_who_played_objects() -> None:
    for objects in (False, True):
        story = played()
        rule(story, ALICE, frozenset({ALICE}), losers=(0,))
        version, until = story.event.corrections[0].version, story.now + OBJECTION_WINDOW
        if objects:
            with pytest.raises(ProblemError, match="not_allowed"):
                story.do(commands.Object(version, "1", "I was there."), by="somebody")
            story.do(commands.Object(version, "1", "I was there."), by="a0")
            assert story.step() is None, "it waits for a second officer"
            story.do(commands.Second(version, False, "They are right."), by=ALICE)
            assert story.event.corrections == ()
        else:
            assert story.step() == "unopposed" and story.now == until
        assert (story.event.rounds[0].tables[0].status == state.FORFEITED) is not objects


@pytest.mark.pure
def test_the_only_officer_of_a_club_decides_about_their_own_table_only_if_nobody_objects_for_three_days() -> None:
    story = Story(4)
    story.until(state.PLAYING)
    story.step()
    player = seated(story)
    with pytest.raises(ProblemError, match="own_table"):
        rule(story, player, frozenset({player, ALICE}), losers=(1,))
    rule(story, player, frozenset({player}), losers=(1,))
    assert story.round.tables[0].status == state.ON
    story.now += OBJECTION_WINDOW
    story.do(commands.Unopposed())
    assert story.event.rounds[0].tables[0].status == state.FORFEITED


@pytest.mark.pure
def test_what_waits_to_be_decided_about_a_table_falls_on_no_other_when_the_round_is_paired_anew() -> None:
    story = Story(4, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 2})
    story.until(state.PLAYING)
    story.step()
    player = seated(story)
    rule(story, player, frozenset({player}), losers=(1,))
    story.do(commands.RePair(1, "A pair came late."), by=BERTA)
    assert story.event.corrections == ()
    story.until(state.PLAYING)
    story.now += OBJECTION_WINDOW
    story.do(commands.Unopposed())
    assert not any(table.over for table in story.round.tables)


@pytest.mark.pure
def test_points_are_off_also_if_the_round_for_which_they_were_taken_never_comes() -> None:
    story = Story(4, pairing=RULES["pairing"] | {"format": "swiss", "rounds": 2}, publish_minutes=60, early=False)
    story.until(state.PLAYING)
    story.step()
    for number, table in enumerate(story.on(), start=1):
        story.do(commands.TakeResult(str(table.game), number, state.FINISHED, (100, 50)))
    while len(story.event.rounds) < 2:
        assert story.step()
    before = points(story)
    first, *others = (entry.id for entry in story.event.entries)
    story.do(commands.Penalize(first, "Late.", 1), by=ALICE)
    for entry in others:
        story.do(commands.Withdraw(entry, "own"))
    while story.event.status != state.PROVISIONAL:
        assert story.step()
    assert len(story.event.rounds) == 1 and points(story)[first] == before[first] - 1


@pytest.mark.pure
def test_who_is_disqualified_stands_below_all_who_have_finished_also_after_the_end() -> None:
    story = played()
    first = facts.standing(story.event).rows[0].entry
    story.do(commands.Disqualify(first, "Showed their cards."), by=ALICE, officers=frozenset({BERTA}))
    assert facts.standing(story.event).rows[0].entry == first
    story.do(commands.Second(story.event.corrections[0].version, True, ""), by=BERTA)
    last = facts.standing(story.event).rows[-1]
    assert (last.entry, last.active) == (first, False)


@pytest.mark.django_db
def test_who_is_concerned_is_told_of_a_correction_and_again_when_it_stands() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    second = evening.member("second")
    Membership.objects.filter(user=second).update(role=Role.ARBITER)
    evening.at(START)
    end_games(evening.id, (700, 200))
    over = START + timedelta(days=2)
    evening.at(START + timedelta(minutes=1))
    assert evening.at(over).status == state.FINAL
    form = QueryDict("do=score&round=1&table=1&totals=200&totals=700&reason=Two+deals+were+swapped.")
    asked = decisions.posted(form)
    decisions.decide(evening.organizer, evening.id, asked, over)
    players = {user.username for pair in evening.pairs for user in pair}
    for user, says in ((second, "Agree: it stands"), (evening.pairs[0][0], "Object")):
        browser = Client()
        browser.force_login(user, backend="accounts.backends.PasswordBackend")
        page = browser.get(f"/events/{evening.id}").content.decode()
        assert "Round 1, table 1: 200 to 700" in page and "Two deals were swapped." in page and says in page
    assert told("event_correction") == players | {"second"}
    (line,) = lines(list(Notice.objects.filter(user=second))).values()
    assert "round 1, table 1: 200 to 700; before: 700 to 200" in line.text
    evening.at(over + timedelta(days=3))
    now = evening.seen.state
    assert (now.rounds[0].tables[0].totals, now.standing) == ((200, 700), facts.standing(now).hash)
    assert told("event_correction") == set() and told("event_ruled") == players
    assert audit.verify(evening.id) == []
    with pytest.raises(ProblemError, match="not_found"):
        services.decide(second, evening.id, commands.Second(1, True, ""), over)


def told(kind: str) -> set[str]:
    """Whom a notice of this kind waits for."""
    return set(Notice.objects.filter(kind=kind, over_at=None).values_list("user__username", flat=True))
