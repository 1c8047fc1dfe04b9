"""What who plays, and who looks on, finds on the pages of an event."""

import csv
import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.playing import START, Evening, end_game
from tournaments import selectors
from tournaments.models import Table
from tournaments.overview import crosstable, explained, pages

pytestmark = pytest.mark.django_db


def browser_of(user: User) -> Client:
    """Signed in."""
    browser = Client()
    browser.force_login(user, backend="accounts.backends.PasswordBackend")
    return browser


def two_rounds(pairs: int = 5) -> Evening:
    """A Swiss of which two rounds are over, and the third is on."""
    evening = Evening(pairs, format="swiss", rounds=3, least_entries=2, publish_minutes=0, early=True)
    for number in range(3):
        evening.at(START + timedelta(hours=number))
        for table in Table.objects.filter(tournament_id=evening.id, over=False).order_by("number"):
            if number < 2:
                end_game(table.game, (700 + 300 * table.number, 100))
    return evening


def test_each_tie_break_of_a_pair_is_explained_part_by_part_also_over_a_bye() -> None:
    """V51."""
    evening = two_rounds()
    one = pages.page(selectors.look(evening.organizer, evening.id), evening.organizer)
    assert one.standing is not None
    for row in one.standing.rows:
        place = explained.place(one, row.entry)
        assert place is not None and len(place.rounds) == 2
        for number, value in zip(place.numbers, row.values, strict=True):
            if number.parts:
                told = sum(float(part.value) for part in number.parts if not part.cut)
                assert told == float(number.value), "the parts make the number"
                assert len(number.parts) == len(value.parts)
    rested = next(rest["entry"] for rest in evening.seen.state.rounds[0].rests)
    page = browser_of(evening.organizer).get(f"/events/{evening.id}/entries/{rested}").content.decode()
    assert "themselves: a round without opponents counts the own points" in page
    assert "the lowest: left out" in page and "bye: counts as a win" in page
    last = one.standing.rows[-1].entry
    page = browser_of(evening.organizer).get(f"/events/{evening.id}/entries/{last}").content.decode()
    assert "Below ann" in page or "Level with ann" in page
    assert browser_of(evening.organizer).get(f"/events/{evening.id}/entries/99").status_code == 404


def test_the_crosstable_says_of_any_two_who_met_what_came_of_it() -> None:
    evening = two_rounds(4)
    one = pages.page(selectors.look(evening.organizer, evening.id), evening.organizer)
    found = crosstable.crosstable(one)
    assert found is not None and found.square
    for line in found.lines:
        assert line.own == line.place and not line.cells[line.own - 1]
        for other in found.lines:
            for mine, theirs in zip(line.cells[other.place - 1], other.cells[line.place - 1], strict=True):
                assert float(mine.points) + float(theirs.points) == 1
                assert float(mine.second) + float(theirs.second) == 20
                assert other.name in mine.told and line.name in theirs.told
        assert sum(float(met.second) for cell in line.cells for met in cell) == pytest.approx(float(line.second))


def test_standings_are_read_aloud_with_heads_in_words_and_every_row_by_its_name() -> None:
    """V102: what a screen reader is given: a region with a name, a table whose heads are no abbreviations, a head for
    each cell of a row, and the row's own head is who it is about."""
    evening = two_rounds(4)
    page = browser_of(evening.organizer).get(f"/events/{evening.id}").content.decode()
    region = page.split('aria-label="Standings, scrolls sideways"')[1].split("</table>")[0]
    head, body = region.split("<tbody>")
    heads = [re.sub(r'<span aria-hidden="true">.*?</span>|<.*?>', "", one) for one in head.split('<th scope="col"')[1:]]
    spoken = [one.rpartition(">")[2].strip() for one in heads]
    assert spoken[0] == "Rank" and spoken[-2:] == ["Round 1", "Round 2"]
    assert all(len(one) > 2 for one in spoken), spoken
    rows = body.split("<tr ")[1:]
    assert len(rows) == 4
    for row in rows:
        assert len(re.findall("<t[dh]", row)) == len(spoken)
        names = re.findall(r'<th scope="row".*?<a [^>]*>([^<]+)</a></th>', row)
        assert len(names) == 1 and names[0]


def test_standings_are_looked_at_as_they_were_after_an_earlier_round() -> None:
    """Section 5, row 30: what is shown of a round is of closed rounds only, and says which."""
    evening = two_rounds(4)
    browser = browser_of(evening.organizer)
    now, then = (browser.get(f"/events/{evening.id}{asked}").content.decode() for asked in ("", "?after=1"))
    assert "after round 2" in now and "?after=1" in now and "As they were then" not in now
    assert "after round 1" in then and "As they were then, with results as they count now" in then
    lines = {
        asked: list(csv.reader(io.StringIO(browser.get(f"/events/{evening.id}/standings.csv{asked}").content.decode())))
        for asked in ("", "?after=1", "?after=0", "?after=9", "?after=x")
    }
    assert (lines[""][0][-2:], lines["?after=1"][0][-1]) == (["1", "2"], "1")
    assert [float(line[2]) for line in lines["?after=1"][1:]] == [1, 1, 0, 0]
    assert lines["?after=0"] == lines["?after=1"] and lines["?after=9"] == lines["?after=x"] == lines[""]
    papers = browser.get(f"/events/{evening.id}/paper/crosstable?after=1").content.decode()
    assert "after round 1" in papers and papers.count('class="met"') == 4


def test_my_table_comes_first_then_the_clock_and_why_each_two_meet() -> None:
    """V55."""
    evening = two_rounds()
    seen = evening.seen.state
    (bye,) = evening.round.rests
    player = next(user for user, _ in evening.pairs if seen.entry_of(str(user.id)).id != bye["entry"])  # type: ignore[union-attr]
    page = browser_of(player).get(f"/events/{evening.id}").content.decode()
    assert page.count('<tbody class="first">') == 2, "on a phone the own line comes first"
    assert "What has happened" in page and "nothing is ever removed" in page and "closes" in page
    order = [page.index(text) for text in ("your table is", "Time left of this round", "Standings", "Crosstable")]
    assert order == sorted(order)
    assert "data-left>" in page and "Tables that are on" in page
    assert "both stand at" in page or "no opponent was left with the same score" in page
    assert "the lowest of those who have had the fewest byes: rank" in page
    tables = browser_of(player).get(f"/events/{evening.id}/tables").content.decode()
    assert "Deal 1 of 1" in tables and "to play" in tables and "<html" not in tables


def test_pairings_standings_crosstable_and_log_go_into_spreadsheets_and_onto_paper() -> None:
    evening = two_rounds()
    browser = browser_of(evening.pairs[0][0])
    lines = {
        what: list(csv.reader(io.StringIO(browser.get(f"/events/{evening.id}/{what}.csv").content.decode())))
        for what in ("standings", "pairings", "crosstable", "log")
    }
    assert len(lines["standings"]) == len(lines["crosstable"]) == 6
    assert [line[0] for line in lines["pairings"][1:]] == ["1"] * 3 + ["2"] * 3 + ["3"] * 3
    assert lines["pairings"][1][4] == "1000 to 100" and "round" in lines["pairings"][1][5]
    assert int(lines["log"][1][0]) == evening.seen.version
    for what, told in (("pairings", "Round 3"), ("standings", "Points"), ("crosstable", "Crosstable")):
        page = browser.get(f"/events/{evening.id}/paper/{what}")
        assert page.status_code == 200 and told in page.content.decode()
    assert browser.get(f"/events/{evening.id}/secrets.csv").status_code == 404


def test_the_lists_say_what_runs_what_comes_and_what_somebody_came_to() -> None:
    evening = two_rounds(4)
    browser = browser_of(evening.pairs[0][0])
    page = browser.get(f"/clubs/{evening.club.slug}/events").content.decode()
    assert "<h2>Running</h2>" in page and "<h2>To come</h2>" not in page
    own = browser.get("/events").content.decode()
    assert "Tuesday pairs" in own and "of 4, points:" in own and "ann0 &amp; ben0" in own
    assert "no event yet" in browser_of(evening.organizer).get("/events").content.decode()


def test_what_cannot_be_taken_back_is_asked_for_twice() -> None:
    evening = two_rounds(4)
    browser, told = browser_of(evening.organizer), {"do": "cancel", "reason": "Snow.", "back": "desk"}
    assert "I know that this cannot be taken back" in browser.get(f"/events/{evening.id}/desk").content.decode()
    browser.post(f"/events/{evening.id}/decide", told)
    assert evening.seen.state.status == "running"
    browser.post(f"/events/{evening.id}/decide", told | {"sure": "1"})
    assert evening.seen.state.status == "cancelled"


def test_no_victory_points_are_shown_where_none_count() -> None:
    evening = Evening(4, format="tables", persons=1, table_sizes=[4], rounds=2, publish_minutes=0)
    evening.at(START)
    end_game(Table.objects.get(tournament_id=evening.id).game, (900, 700, 500, 300))
    evening.at(START + timedelta(minutes=1))
    browser, at = browser_of(evening.organizer), f"/events/{evening.id}"
    entry = evening.seen.state.entries[0].id
    for path in ("", f"/entries/{entry}", "/crosstable.csv", "/paper/crosstable"):
        page = browser.get(at + path).content.decode()
        assert "Points" in page and ">VP<" not in page and "0.00" not in page, path
    assert browser.get(at).content.decode().count('class="met"') == 12, "each of four has met three"


@pytest.mark.parametrize(
    ("chosen", "places"), [({"format": "rotation"}, 4), ({"format": "tables", "table_sizes": [3, 4]}, 4)]
)
def test_tables_of_four_are_paired_by_hand_on_the_page(chosen: dict[str, Any], places: int) -> None:
    """V37."""
    evening = Evening(8, persons=1, rounds=2, least_entries=8, publish_minutes=10, **chosen)
    evening.at(START - timedelta(minutes=14))  # the first round is proposed, and not told
    browser, at = browser_of(evening.organizer), f"/events/{evening.id}/pairing"
    page = browser.get(at).content.decode()
    assert "Each sits" not in page and page.count('name="seat"') >= 2 * places
    seats = [str(one) for one in range(8, 0, -1)]
    refused = browser.post(at, {"seat": [*seats[:6], seats[0], ""], "reason": "As we like it."})
    assert refused.status_code == 422 and "Each sits at one table, or rests. Look at: ann" in refused.content.decode()
    short = browser.post(at, {"seat": [*seats[:4], *seats[4:5]], "reason": "As we like it."})
    assert short.status_code == 422
    assert browser.post(at, {"seat": seats, "reason": "As we like it."}).status_code == 302
    first = evening.round.tables[0]
    assert first.entries == tuple(seats[:4]) and len(first.sides) == (2 if chosen["format"] == "rotation" else 4)
