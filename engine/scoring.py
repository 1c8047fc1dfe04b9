"""The score of a deal (rules.md section 9), in parts that a player can follow."""

from engine.cards import RED_THREES, THREES, Card, worth
from engine.melds import CLEAN, DIRTY, WILD
from engine.ruleset import Ruleset
from engine.seating import seats_of
from engine.state import Game


def parts(game: Game, team: int) -> dict[str, int]:
    """A team's points in the deal that is over, by what they are for. Their sum is the score.

    `cards` laid, `clean_books`, `dirty_books`, `wild_books`, `red_threes` on the table, `going_out`, `exact_grabs`;
    below zero `cards_left` in hands and feet and `red_threes_left` there.
    """
    rules, deal = game.ruleset, game.playing
    mine = deal.teams[team]
    went_out = deal.out is not None and game.team_of(deal.out) == team
    books = [meld.kind for meld in mine.melds if meld.is_book]
    left = [
        card
        for seat in seats_of(team, game.players, game.teams)
        for card in deal.seats[seat].hand + deal.seats[seat].foot
    ]
    spared = went_out and not rules.out_team_pays
    return {
        "cards": sum(worth(meld.cards) for meld in mine.melds),
        "clean_books": books.count(CLEAN) * rules.book_bonus.clean,
        "dirty_books": books.count(DIRTY) * rules.book_bonus.dirty,
        "wild_books": books.count(WILD) * rules.book_bonus.wild,
        "red_threes": len(mine.red_threes) * rules.red_three_value if rules.red_threes == "bonus" else 0,
        "going_out": rules.go_out_bonus if went_out else 0,
        "exact_grabs": mine.exact_grabs * rules.grab_bonus,
        "cards_left": 0 if spared else -sum(caught(rules, card) for card in left if card not in RED_THREES),
        "red_threes_left": -sum(caught(rules, card) for card in left if card in RED_THREES),
    }


def caught(rules: Ruleset, card: Card) -> int:
    """What a card costs that is still in a hand or foot when the deal ends."""
    if card in RED_THREES:
        return rules.red_three_value
    return rules.black_three_value if card in THREES else worth((card,))
