"""Another plays for somebody for the rest of an event: who may, from when, and where the pair stands then."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from accounts.clubs.models import Membership
from config.kernel.errors import ProblemError
from games import selectors as games
from tests.tournaments.playing import RULES, START, Evening, end_games
from tests.tournaments.test_deciding import Story
from tournaments import audit, command_handler, commands, decisions, facts, state
from tournaments.models import Table
from tournaments.selectors import Seen

SWISS = RULES["pairing"] | {"format": "swiss", "rounds": 3}


def over(story: Story) -> None:
    """All that is to come is played, each table level."""
    while story.event.status != state.FINAL:
        story.step()
        for table in story.on():
            story.do(commands.TakeResult(str(table.game), len(story.rows), state.FINISHED, (100, 100)))


@pytest.mark.pure
def test_who_goes_with_the_next_round_still_sees_their_own_table_of_this_one_where_others_are_kept_back() -> None:
    """V56."""
    story = Story(4, pairing=SWISS, own_pairings=True)
    story.until(state.PLAYING)
    story.do(commands.Substitute("1", "a0", "x", "Illness."), by="director")
    own = next(table for table in story.round.tables if "1" in table.entries)
    other = next(table for table in story.round.tables if "1" not in table.entries)

    def sees(person: str, table: state.Table) -> bool:
        standing: Any = SimpleNamespace(membership=SimpleNamespace(user_id=person), may=lambda _act: False)
        return Seen(UUID(int=1), 1, story.event, standing).sees(story.round, table.entries)

    assert sees("a0", own) and sees("b0", own) and not sees("a0", other)


@pytest.mark.pure
@pytest.mark.parametrize("leave", ["a0 alone", "both", "both late"])
def test_a_pair_ranks_with_the_others_if_those_who_entered_have_played_half(leave: str) -> None:
    story = Story(4, pairing=SWISS)
    story.until(state.PLAYING)
    story.step()
    if leave == "both late":
        while len(story.event.rounds) < 2 or not story.on():
            story.step()
            for table in story.on() if len(story.event.rounds) < 2 else ():
                story.do(commands.TakeResult(str(table.game), len(story.rows), state.FINISHED, (100, 100)))
    for leaves, comes in (("a0", "x"), ("b0", "y"))[: 1 if leave == "a0 alone" else 2]:
        story.do(commands.Substitute("1", leaves, comes, "Illness."), by="director")
    entry = story.event.entries[0]
    begun = len(story.event.rounds)
    assert (entry.line_up(begun), entry.line_up(0)) == (("a0", "b0"), ("a0", "b0"))
    assert entry.line_up(begun + 1) == (("x", "b0") if leave == "a0 alone" else ("x", "y"))
    over(story)
    last = facts.standing(story.event).rows[-1]
    assert ((last.entry, last.active) == ("1", False)) is (leave == "both")


@pytest.mark.pure
def test_who_met_a_pair_that_ranks_below_because_others_played_for_it_keeps_what_they_won() -> None:
    story = Story(4)
    story.until(state.PLAYING)
    story.step()
    for leaves, comes in (("a0", "x"), ("b0", "y")):
        story.do(commands.Substitute("1", leaves, comes, "Illness."), by="director")
    while story.event.status != state.FINAL:
        for table in story.on():
            if "1" in table.entries and story.round.number > 1:
                ruling = commands.Rule(story.round.number, table.number, "Late.", (table.side_of("1"),))
                story.do(ruling, by="director")
            else:
                story.do(commands.TakeResult(str(table.game), len(story.rows), state.FINISHED, (100, 100)))
        story.step()
    rows = facts.standing(story.event).rows
    assert (rows[-1].entry, rows[-1].active) == ("1", False)
    assert "cancelled" not in {line.kind for row in rows for line in row.lines}


@pytest.mark.pure
def test_who_goes_with_the_next_round_protests_as_long_as_they_still_play_this_one() -> None:
    story = Story(4, pairing=SWISS, publish_minutes=10)
    story.until(state.PLAYING)
    story.step()
    story.do(commands.Substitute("1", "a0", "x", "Illness."), by="director")
    for person in ("a0", "x"):
        story.do(commands.Protest("1", "They saw our cards."), by=person)
    assert [entry for _version, entry in story.event.protests] == ["1", "1"]
    with pytest.raises(ProblemError, match="not_allowed"):
        story.do(commands.Protest("2", "They saw our cards."), by="a0")
    for table in story.on():
        story.do(commands.TakeResult(str(table.game), len(story.rows), state.FINISHED, (100, 100)))
    story.until(state.PUBLISHED)
    with pytest.raises(ProblemError, match="not_allowed"):
        story.do(commands.Protest("1", "They saw our cards."), by="a0")


@pytest.mark.pure
def test_nobody_plays_for_another_who_is_in_it_and_no_officer_chooses_for_themselves_or_a_fifth_person() -> None:
    story = Story(4)
    story.until(state.PLAYING)
    story.step()
    opponent = next(table for table in story.round.tables if "1" in table.entries)
    other = story.event.entry(next(id_ for id_ in opponent.entries if id_ != "1"))
    assert other is not None
    for comes, by, code in (
        ("a1", "director", "already_entered"),
        ("director", "director", "own_table"),
        ("x", "a0", "own_table"),
        ("x", other.persons[0], "own_table"),
    ):
        with pytest.raises(ProblemError, match=code):
            story.do(commands.Substitute("1", "a0", comes, "Illness."), by=by)
    story.do(commands.Substitute("1", "a0", "x", "Illness."), by="director")
    story.do(commands.Substitute("1", "x", "y", "Illness."), by="director")
    with pytest.raises(ProblemError, match="roster_full"):
        story.do(commands.Substitute("1", "b0", "z", "Illness."), by="director")


@pytest.mark.pure
def test_whose_place_another_takes_with_the_next_round_is_still_who_plays_this_one() -> None:
    story = Story(4, pairing=SWISS, real_cards=True)
    story.until(state.PLAYING)
    story.do(commands.Substitute("1", "a0", "x", "Illness."), by="director")
    table = next(table for table in story.round.tables if "1" in table.entries)
    own, other = table.side_of("1"), next(id_ for id_ in table.entries if id_ != "1")
    for command in (
        commands.Rule(1, table.number, "I saw it.", (1 - own,)),
        commands.ExtendTable(1, table.number, story.round.times.hard_at + timedelta(hours=1), "More time."),
        commands.Penalize("1", "Late.", 1),
        commands.Disqualify("1", "They cheat."),
        commands.Disqualify(other, "They cheat."),
        commands.Wish("part", ("1", other), "A family."),
    ):
        for person in ("a0", "x"):
            with pytest.raises(ProblemError, match="own_table"):
                story.do(command, by=person)
    scores = ((500, 300),)
    with pytest.raises(ProblemError, match="not_allowed"):
        story.do(commands.EnterScores(1, table.number, "x", scores), by="x")
    story.do(commands.EnterScores(1, table.number, "a0", scores), by="a0")
    assert list(story.round.table(table.number).scores) == [str(own)]  # type: ignore[union-attr]


@pytest.mark.pure
def test_a_round_that_is_paired_anew_begins_with_whoever_plays_from_then_on_and_nobody_is_in_it_twice() -> None:
    story = Story(4, pairing=SWISS)
    story.until(state.PLAYING)
    story.do(commands.Substitute("1", "a0", "x", "Illness."), by="director")
    with pytest.raises(ProblemError, match="not_allowed"):
        story.do(commands.Enter(("a0", "zz"), "a0"))
    story.do(commands.RePair(1, "Wrong cards."), by="director")
    story.do(commands.Substitute("2", "a1", "a0", "A misunderstanding."), by="director")
    story.until(state.PLAYING)
    sits = [
        person
        for table in story.round.tables
        for id_ in table.entries
        for person in story.event.entry(id_).line_up(1)  # type: ignore[union-attr]
    ]
    assert sorted(sits) == sorted(["x", "b0", "a0", "b1", "a2", "b2", "a3", "b3"])


@pytest.mark.django_db
def test_who_stands_in_sits_at_the_tables_of_the_next_rounds_and_the_one_before_stays_as_it_was() -> None:
    evening = Evening(4, format="swiss", rounds=2)
    evening.at(START)
    carla = evening.member("carla")
    leaves = evening.pairs[0][0]
    asked = {"do": "substitute", "entry": "1", "leaves": leaves.username, "comes": "carla", "reason": "Illness."}
    with pytest.raises(ProblemError, match="no_such_member"):
        decisions.decide(evening.organizer, evening.id, decisions.posted(asked), START)
    Membership.objects.filter(user=carla).update(stands_in=True)
    decisions.decide(evening.organizer, evening.id, decisions.posted(asked), START)
    end_games(evening.id, (700, 200))
    evening.at(START + timedelta(minutes=1))

    def seated(number: int) -> set[str]:
        found = Table.objects.filter(tournament=evening.id, round=number).values_list("game", flat=True)
        seats = [seat for game in found for seat in games.look_as_the_house(game).state.table.seats]
        return {seat.holder.id for seat in seats if seat.holder}

    assert str(leaves.id) in seated(1) and str(carla.id) not in seated(1)
    assert str(carla.id) in seated(2) and str(leaves.id) not in seated(2)
    assert audit.verify(evening.id) == []
    command_handler.rebuild(evening.id)
    assert audit.verify(evening.id) == []
