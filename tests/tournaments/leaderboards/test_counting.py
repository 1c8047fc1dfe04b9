"""Ratings as they are kept: the same to the last digit, however often, by whomever and in whatever pieces they were
counted."""

from random import Random
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from tests.tournaments.leaderboards.counted import POOL, facts, forget_everything, kept, persons
from tournaments.leaderboards import checking, counting
from tournaments.leaderboards.models import Checkpoint, Fact, Pool, Rating, Recount, Ruling

pytestmark = pytest.mark.django_db


def change(number: int, **fields: object) -> None:
    """A fact is another now, and its pool knows."""
    Fact.objects.filter(number=number).update(**fields)
    Pool.objects.filter(name=POOL).update(changed=number, cause=f"the test of game {number}")


def test_counted_in_any_pieces_or_all_at_once_ratings_and_histories_are_the_same() -> None:
    """Row 36."""
    chance, people = Random(7), persons(12)
    numbers = sorted(chance.sample(range(900, 2200), 300))  # other pools have the numbers between
    cut = 0
    while cut < len(numbers):
        size = chance.randrange(1, 60)
        facts(numbers[cut : cut + size], people, seed=cut)
        counting.count()
        cut += size
    in_pieces = kept()
    assert len(in_pieces[1]) == 4 * 300
    assert len(in_pieces[2]) == 2, "no checkpoint where the numbers pass a thousand"
    forget_everything()
    assert counting.count() == 300
    assert kept() == in_pieces
    assert checking.of_pool(POOL) == []


def test_a_correction_counts_everything_after_it_anew_and_its_reverse_brings_everything_back() -> None:
    """Row 36."""
    facts(range(1, 2400, 8), persons(10))
    counting.count()
    before = kept()
    for number in (2393, 1601, 1):  # after the last checkpoint, between two, before the first
        one = Fact.objects.get(number=number)
        change(number, ranks=[one.ranks[1], one.ranks[0]] if one.ranks != [1, 1] else [1, 2])
        counting.count()
        corrected = kept()
        assert corrected != before
        forget_generation = corrected
        counting.recount(POOL, "from the first game")
        assert kept() == forget_generation, "a recount from a checkpoint is not the one from the first game"
        change(number, ranks=one.ranks)
        counting.count()
        assert kept() == before
    told = Recount.objects.order_by("generation").first()
    assert told is not None and told.cause == "the test of game 2393" and told.changed == 4


def test_a_game_that_is_annulled_leaves_no_trace_even_of_who_played_nothing_else() -> None:
    people = persons(5)
    facts(range(1, 9), people[:4])
    counting.count()
    before = kept()
    facts([9], [*people[1:]], seed=3)
    counting.count()
    assert Rating.objects.filter(person=people[4]).exists()
    change(9, why="annulled")
    counting.count()
    assert kept() == before
    assert not Rating.objects.filter(person=people[4]).exists()


def test_a_ruling_is_never_changed_but_that_its_text_is_erased_with_its_author() -> None:
    one = Ruling.objects.create(game=uuid4(), annulled=True, actor=uuid4(), text="They agreed on it.")
    for change in ("UPDATE {} SET annulled = false", "UPDATE {} SET text = 'Other.'", "DELETE FROM {}", "TRUNCATE {}"):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change.format("leaderboards_ruling"))
    Ruling.objects.filter(actor=one.actor).update(text="")
    kept = Ruling.objects.get()
    assert (kept.annulled, kept.actor, kept.text) == (True, one.actor, "")


def test_another_algorithm_counts_all_games_anew_by_itself() -> None:
    facts(range(1, 40), persons(8))
    counting.count()
    before = kept()
    Rating.objects.update(mu=1)
    Pool.objects.update(algorithm="an older one")
    counting.count()
    assert kept() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_any_number_of_workers_count_every_game_once(workers: int) -> None:
    """Row 36: workers that raced counted games twice, or lost some."""
    facts(range(1, 60), persons(8))
    together, failed = Barrier(workers), []

    def work() -> None:
        try:
            for _ in range(4):
                together.wait(30)
                counting.count()
        except Exception as error:  # noqa: BLE001 – told below, where the test sees it
            failed.append(error)
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    found = kept()
    forget_everything()
    counting.count()
    assert kept() == found


def test_the_proof_finds_whatever_differs_and_a_rebuild_puts_it_right(capsys: pytest.CaptureFixture[str]) -> None:
    facts(range(900, 1100, 4), persons(8))
    counting.count()
    for spoil in (
        lambda: Rating.objects.filter(pk=Rating.objects.order_by("person").first().pk).update(sigma=1),  # type: ignore[union-attr]
        lambda: Checkpoint.objects.update(hash="0" * 64),
        lambda: connection.cursor().execute("DELETE FROM leaderboards_point WHERE number = 904"),
    ):
        assert checking.of_pool(POOL) == []
        spoil()
        assert len(checking.of_pool(POOL)) == 1
        counting.recount(POOL, "rebuilt")
    assert checking.of_pool(POOL) == []
    with pytest.raises(CommandError, match="no such game"):
        call_command("ratings", annul=uuid4(), reason="There is none.")
