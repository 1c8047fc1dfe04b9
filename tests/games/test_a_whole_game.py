"""A whole game through the services, and what is left of it in the database."""

import pytest
from django.core.management import call_command

from games.models import Event, Outcome
from tests.games.playing import people, play_out, seen, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", ["classic", "favourite"])
def test_a_game_played_to_its_end_verifies_and_has_one_outcome(
    ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users, ruleset=ruleset)
    play_out(users, game_id)
    end = seen(game_id)
    assert end.state.status == "finished"
    outcome = Outcome.objects.get()
    assert (outcome.number, outcome.game_id, outcome.totals) == (1, game_id, list(end.state.game.totals))
    assert Event.objects.filter(game_id=game_id).count() == end.version
    call_command("verify_games", "--all")
