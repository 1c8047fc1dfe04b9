"""What people are told before their event begins, each once."""

from datetime import datetime, timedelta

import pytest

from accounts.notices.kinds import lines
from accounts.notices.models import Notice
from tests.tournaments.playing import BEFORE, CHOSEN, START, Evening
from tournaments import commands, pauses, services, state, sweeping, tasks
from tournaments.models import Tournament as Row

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def told(kind: str) -> list[str]:
    """Who has been told of this, and it is not over."""
    return sorted(Notice.objects.filter(kind=kind, over_at=None).values_list("user__username", flat=True))


def test_that_an_event_begins_and_that_one_may_check_in_is_told_once_and_anew_where_it_is_moved() -> None:
    evening = Evening(2, check_in=True, zone="Asia/Tokyo", starts=datetime(2126, 12, 2, 4))  # START, where it is
    everybody = ["ann0", "ann1", "ben0", "ben1"]
    assert sweeping.tell_what_comes(START - 3 * DAY) == 0
    assert sweeping.tell_what_comes(START - 2 * DAY) == 4 and told("event_check_in") == everybody
    own = evening.seen.state.entries[0]
    services.check_in(evening.pairs[0][0], evening.id, own.id, START - 2 * DAY + HOUR)
    assert told("event_check_in") == ["ann1", "ben1"], "who is there is asked no more"
    assert sweeping.tell_what_comes(START - DAY) == 4 and told("event_soon") == everybody
    assert sweeping.tell_what_comes(START - DAY + HOUR) == 0, "each once"
    later = datetime(2126, 12, 3, 4)
    services.lead(evening.organizer, evening.id, commands.Reschedule(later, "A storm."), START - 20 * HOUR)
    assert told("event_soon") == [] and told("event_moved") == everybody
    assert sweeping.tell_what_comes(START) == 6, "two of them are there already"
    assert told("event_soon") == everybody and told("event_check_in") == ["ann1", "ben1"]


def test_whoever_has_entered_is_told_in_their_own_zone_and_that_it_is_called_off() -> None:
    evening = Evening(2)
    later = datetime(2126, 12, 2, 19)
    services.lead(evening.organizer, evening.id, commands.Reschedule(later, "A storm."), START - 2 * DAY)
    (moved,) = Notice.objects.filter(kind="event_moved", user=evening.pairs[0][0])
    assert "19:00" in lines([moved])[moved.id].text
    services.lead(evening.organizer, evening.id, commands.Cancel("Too few."), START)
    (off,) = Notice.objects.filter(kind="event_off", user=evening.pairs[0][0])
    line = lines([off])[off.id]
    assert "is called off" in line.title and "who runs it has decided so" in line.text


def test_an_event_that_is_moved_away_and_back_is_told_of_anew() -> None:
    evening = Evening(2, check_in=True)
    assert sweeping.tell_what_comes(START - DAY) == 8
    for hours, starts in ((23, datetime(2126, 12, 9, 19)), (22, datetime(2126, 12, 1, 19))):
        services.lead(evening.organizer, evening.id, commands.Reschedule(starts, "A storm."), START - hours * HOUR)
        assert told("event_soon") == told("event_check_in") == []
    assert sweeping.tell_what_comes(START - 21 * HOUR) == 8 and len(told("event_soon")) == 4
    assert sweeping.tell_what_comes(START - 21 * HOUR) == 0, "each once"


def test_where_entering_ends_days_before_the_start_one_checks_in_before_that() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2, check_in=True, entering_ends_minutes=5 * 1440)
    assert sweeping.tell_what_comes(BEFORE - HOUR) == 0
    assert sweeping.tell_what_comes(BEFORE + HOUR) == 4 and len(told("event_check_in")) == 4
    for number, entry in enumerate(evening.seen.state.entries):
        services.check_in(evening.pairs[number][0], evening.id, entry.id, BEFORE + 2 * HOUR)
    assert evening.at(START - 5 * DAY).status == state.RUNNING, "it is not called off because nobody could"


def test_an_event_that_cannot_be_read_keeps_no_other_from_being_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(2)
    bad, load = services.draft(evening.organizer, evening.club.id, CHOSEN, BEFORE)[0], sweeping.load
    services.lead(evening.organizer, bad, commands.Publish(), BEFORE)

    def read(row: Row) -> state.Tournament:
        if row.id == bad:
            raise ValueError("a bad row")
        return load(row)

    monkeypatch.setattr(sweeping, "load", read)
    assert sweeping.tell_what_comes(START - HOUR) == 4 and len(told("event_soon")) == 4


def test_what_is_due_is_done_before_anything_is_told_or_let_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for module, name in ((sweeping, "tell_what_comes"), (pauses, "end_those_used_up")):
        monkeypatch.setattr(module, name, lambda _now, name=name: done.append(name))
    monkeypatch.setattr(sweeping, "take_due", lambda _most: done.append("take_due"))
    tasks.sweep()
    assert done[0] == "take_due" and len(done) == 3
