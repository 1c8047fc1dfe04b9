"""Melding (rules.md section 5)."""

from engine.cards import worth
from engine.commands import LayMelds
from engine.consequences import Story, after_melding
from engine.errors import Refused
from engine.events import Melded
from engine.going_out import check_keeping
from engine.laying import check_held, check_known, check_melds, name_melds
from engine.state import PLAY, Game


def check(game: Game, command: LayMelds) -> None:
    """Any number of melds at once, after drawing; an action is one whole."""
    deal = game.playing
    if deal.phase != PLAY:
        raise Refused("wrong_phase", phase=deal.phase)
    player, team = deal.seats[command.seat], deal.teams[game.team_of(command.seat)]
    check_held(player.hand, command.melds)
    check_known(team, command.melds)
    check_melds(game.ruleset, deal, team, command.melds)
    if player.in_foot:
        check_keeping(game, _melded(game, command))


def tell(story: Story, command: LayMelds) -> None:
    """The cards are laid; who melds the last card takes up the foot, or goes out."""
    story.tell(_melded(story.game, command))
    after_melding(story, command.seat)


def _melded(game: Game, command: LayMelds) -> Melded:
    melds = name_melds(game.playing.teams[game.team_of(command.seat)], command.melds)
    return Melded(command.seat, melds, worth(card for laid in melds for card in laid.cards))
