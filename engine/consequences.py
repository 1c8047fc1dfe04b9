"""What follows without a choice: red threes laid, the foot taken up, seats passed over, the deal scored.

A decision that leads to several events folds as it goes: each consequence sees what came before it.
"""

from engine import events as told
from engine.cards import RED_THREES, THREES, WILDS, Card
from engine.chance import Chance
from engine.evolve import bury, evolve
from engine.going_out import may_take_pile
from engine.ruleset import Ruleset
from engine.scoring import parts
from engine.seating import after, round_from
from engine.state import STOCK_EXHAUSTED, WENT_OUT, Deal, Game
from engine.stock import take


class Story:
    """A decision being told: the events so far, and the game after them."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.events: list[told.Event] = []

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        return self.game.playing

    def tell(self, event: told.Event) -> None:
        """Adds an event and folds it."""
        self.game = evolve(self.game, event)
        self.events.append(event)


def begin_deal(story: Story, number: int, dealer: int) -> None:
    """Shuffles; deals, or lets the players grab."""
    order = story.chance.order(number)
    if order is None:
        return
    game = story.game
    story.tell(told.DealStarted(number, dealer, game.ruleset.minimums[number - 1], order))
    if game.ruleset.dealing == "grab":
        return
    hand, foot = game.ruleset.hand_size, game.ruleset.foot_size
    feet = hand * game.players
    for place, seat in enumerate(round_from(after(dealer, game.players), game.players)):
        its_foot = order[feet + place * foot : feet + (place + 1) * foot]
        story.tell(told.Dealt(seat, order[place * hand : (place + 1) * hand], its_foot))
    open_play(story)


def open_play(story: Story) -> None:
    """All have their packets: the up-card, the red threes that were dealt, and the first turn."""
    if story.game.ruleset.upcard != "none":
        _turn_upcard(story)
    for seat in round_from(story.deal.seat, story.game.players):
        lay_red_threes(story, seat)
    begin_turn(story)


def _turn_upcard(story: Story) -> None:
    stock = story.deal.stock[0]
    buried: list[Card] = []
    for _ in range(len(stock)):
        if _fit_upcard(story.game.ruleset, stock[0]):
            story.tell(told.UpcardTurned(stock[0], tuple(buried)))
            return
        buried.append(stock[0])
        stock = bury(stock[1:], stock[0])
    story.tell(told.UpcardTurned(None, tuple(buried)))


def _fit_upcard(ruleset: Ruleset, card: Card) -> bool:
    match ruleset.upcard:
        case "natural":
            return card not in THREES and card not in WILDS
        case "not_red_or_wild":
            return card not in RED_THREES and card not in WILDS
        case _:
            return True


def lay_red_threes(story: Story, seat: int) -> None:
    """Where they pay a bonus, red threes in a hand go to the table at once and are replaced while there is a stock."""
    if story.game.ruleset.red_threes != "bonus":
        return
    hand = story.deal.seats[seat].hand
    if RED_THREES.isdisjoint(hand):
        return
    laid = [card for card in hand if card in RED_THREES]
    stock, drawn, wanted = story.deal.stock, list[Card](), len(laid)
    while wanted:
        cards, stock = take(stock, seat, 1)
        if not cards:
            break
        if cards[0] in RED_THREES:
            laid.append(cards[0])
        else:
            drawn.append(cards[0])
            wanted -= 1
    story.tell(told.RedThreesLaid(seat, tuple(laid), tuple(drawn)))


def after_melding(story: Story, seat: int) -> None:
    """A hand melded out: the foot is taken up and played on with, or the player goes out."""
    lay_red_threes(story, seat)
    player = story.deal.seats[seat]
    if player.hand:
        return
    if player.in_foot:
        end_deal(story, WENT_OUT, seat)
        return
    take_foot(story, seat, "run")
    if story.game.ruleset.foot_entry == "ends_turn":
        begin_turn(story)


def take_foot(story: Story, seat: int, how: str) -> None:
    """The foot becomes the hand."""
    story.tell(told.FootTaken(seat, how, story.deal.seats[seat].foot))
    lay_red_threes(story, seat)


def begin_turn(story: Story) -> None:
    """The next player's turn; with an empty stock those who can't take the pile are passed over (section 8)."""
    if story.deal.stock_size:
        return
    enough = {"all_pass": story.game.players, "first_pass": 1, "at_once": 0}[story.game.ruleset.stock_out]
    while story.deal.passes < enough:
        seat = story.deal.seat
        if may_take_pile(story.game, seat):
            return
        story.tell(told.PassedOver(seat))
    end_deal(story, STOCK_EXHAUSTED, None)


def end_deal(story: Story, how: str, seat: int | None) -> None:
    """The deal is over: it is scored, and the next one dealt or the game ended (R 8: equal totals share the win)."""
    story.tell(told.DealEnded(seat, how))
    game, deal = story.game, story.deal
    scored = tuple(parts(game, team) for team in range(game.teams))
    scores = tuple(sum(points.values()) for points in scored)
    totals = tuple(total + score for total, score in zip(game.totals, scores, strict=True))
    story.tell(told.DealScored(deal.number, scored, scores, totals, story.chance.secret(deal.number)))
    if deal.number < game.ruleset.deals:
        begin_deal(story, deal.number + 1, after(deal.dealer, game.players))
        return
    winners = tuple(team for team in range(game.teams) if totals[team] == max(totals))
    story.tell(told.GameEnded(totals, winners))
