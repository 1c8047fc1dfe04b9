"""Whether it pays that the deal ends now: what others are caught with, against what one's own team gives up."""

from engine.bots.outlook import Outlook, split, worth_of
from engine.cards import RED_THREES
from engine.scoring import caught, parts
from engine.seating import seats_of
from engine.state import WENT_OUT, Seat

FUTURE = 0.5
"""How much of what the open melds promise counts as lost when the deal ends."""
HOPELESS = 2.0
"""With fewer turns left than this a player who is behind in the last deal need not wait for better."""


def pays(out: Outlook, by: int) -> bool:
    """Whether the seat wants the deal to end now by `by` going out. In the last deal all that counts is to be ahead."""
    if out.deal.number == out.rules.deals:
        ahead = _margin(out, [_ended(out, team, by) + out.game.totals[team] for team in range(out.game.teams)])
        if ahead > 0:
            return True
        if out.turns > HOPELESS:
            return False
    return gain(out, by) > 0


def gain(out: Outlook, by: int) -> float:
    """How many points better for the seat's team, against the others', it is that `by` goes out than to play on."""
    teams = range(out.game.teams)
    bonus = [out.rules.go_out_bonus * (team == out.game.team_of(by)) for team in teams]
    return _margin(out, [bonus[team] - _caught(out, team, by) - FUTURE * _promised(out, team) for team in teams])


def _margin(out: Outlook, points: list[float]) -> float:
    mine = out.game.team_of(out.seat)
    others = [one for team, one in enumerate(points) if team != mine]
    if out.deal.number == out.rules.deals:
        return points[mine] - max(others)
    return points[mine] - sum(others) / len(others)


def _ended(out: Outlook, team: int, by: int) -> float:
    """About the points of this deal for a team if it ends now."""
    nothing_held = out.deal._replace(seats=(Seat(),) * out.game.players, over=WENT_OUT, out=by)
    return sum(parts(out.game._replace(deal=nothing_held), team).values()) - _caught(out, team, by)


def _caught(out: Outlook, team: int, by: int) -> float:
    """About what a team pays for the cards in its hands and feet when `by` goes out."""
    spared = team == out.game.team_of(by) and not out.rules.out_team_pays
    reds, each = out.caught
    cost = 0.0
    for number in seats_of(team, out.game.players, out.game.teams):
        seat = out.deal.seats[number]
        hidden = len(seat.foot)
        if number == out.seat and number != by:
            cost += sum(caught(out.rules, card) for card in seat.hand if card in RED_THREES or not spared)
        elif number != by:
            hidden += len(seat.hand)
        cost += hidden * (reds if spared else reds + each)
    return cost


def _promised(out: Outlook, team: int) -> float:
    """What a team's open melds promise."""
    return sum(worth_of(out, meld.rank, *split(meld)) for meld in out.deal.teams[team].melds if not meld.is_book)
