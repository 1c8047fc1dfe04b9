"""A stronger player: it imagines worlds that its seat can't tell from the real one, plays a few actions on in each as
careful would, and takes the action after which its team stands best on average."""

import random
from collections.abc import Iterable, Iterator
from math import sqrt, tanh
from statistics import fmean, stdev

from engine.arrange import FREE, freedoms
from engine.bots.careful import careful, planned
from engine.bots.discarding import ranked
from engine.bots.melding import PRICES, choose, options, told
from engine.bots.outlook import Outlook, look, turns_left
from engine.bots.reasons import Move, Reason, move
from engine.bots.standing import margin
from engine.bots.taking import ranked_takings
from engine.bots.worlds import NoNextDeal, deal_anew, hidden_cards
from engine.commands import Ask, Command, Discard, Draw, Pass
from engine.decide import act, check
from engine.default import default_action, to_act
from engine.errors import Refused
from engine.going_out import may_ask
from engine.state import DRAW, GRABBING, Game

ROUNDS = (8, 16, 24)
"""Worlds looked at in each round; after a round the worse half of the other actions is given up."""
NEAR, NEAR_AHEAD = 2.5, 8
"""Play goes on through one's own next turn, for what comes of an action shows there. With fewer turns left than this
for each player it goes on for so many turns: mostly to the deal's end."""
MOST = 8
"""So many actions are compared."""
SURE, HOPEFUL = 1.0, -1.0
"""By so many standard errors another action must be better than that of careful: in the end, and to be kept so long."""

WINNING = 1500
"""What winning the game is worth, in points of the last deal."""
SPREAD, SPREAD_TURN = 800, 100
"""By so many points the last deal may end otherwise than it stands; so many more for each turn that is left."""
LEAST_SPREAD = 1
"""When it is over what counts is who is ahead."""

NO_NEXT_DEAL = NoNextDeal()


def sharp(game: Game, seat: int, rng: random.Random) -> Move:
    """What the seat does. Looks at nothing in the game that the seat can't see."""
    first = careful(game, seat)
    others = list(_different(game, first, _others(game, seat, first)))[: MOST - 1]
    hidden = hidden_cards(game, seat) if others else []
    turns = NEAR_AHEAD if turns_left(game) < NEAR else game.players
    gains: dict[Command, list[float]] = {other.command: [] for other in others}
    for count in ROUNDS:
        for _ in range(count if others else 0):
            world = deal_anew(game, seat, hidden, rng)
            plain = value(play_on(world, first.command, turns), seat)
            for other in others:
                gains[other.command].append(value(play_on(world, other.command, turns), seat) - plain)
        others.sort(key=lambda other: -sum(gains[other.command]))
        others = [other for other in others[: (len(others) + 1) // 2] if _better(gains[other.command], HOPEFUL)]
    if not others or not _better(gains[others[0].command], SURE):
        return first
    better = others[0]
    data = {**better.reason.data, "ahead": round(fmean(gains[better.command]))}
    return Move(better.command, Reason(better.reason.code, data))


def _better(gains: list[float], errors: float) -> bool:
    """Whether gains over several worlds are more than so many of their standard errors."""
    return fmean(gains) > errors * stdev(gains) / sqrt(len(gains))


def value(game: Game, seat: int) -> float:
    """What the position is worth to a seat's team, in points; in the last deal what counts is who wins the game."""
    team = game.team_of(seat)
    ahead = margin(game, team)
    if game.playing.number < game.ruleset.deals:
        return ahead
    over = game.playing.over
    lead: float = game.totals[team] - max(total for other, total in enumerate(game.totals) if other != team)
    spread = LEAST_SPREAD if over else SPREAD + SPREAD_TURN * turns_left(game)
    return WINNING * tanh((lead if over else lead + ahead) / spread)


def play_on(world: Game, command: Command, turns: int) -> Game:
    """The world after a command, the rest of the turn and so many turns more, played as careful plays."""
    seat = world.playing.seat
    _, game = act(world, command, NO_NEXT_DEAL)
    while not game.playing.over:
        if game.playing.seat != seat:
            seat, turns = game.playing.seat, turns - 1
            if turns < 0:
                break
        actor = to_act(game)[0]
        try:
            _, game = act(game, planned(game, actor).command, NO_NEXT_DEAL)
        except Refused:
            _, game = act(game, default_action(game, actor), NO_NEXT_DEAL)
    return game


def _others(game: Game, seat: int, first: Move) -> Iterator[Move]:
    """What else might be done; where careful lays nothing, mostly what else might be discarded."""
    deal = game.playing
    if deal.question or deal.phase == GRABBING or deal.leave:
        return  # a partner who asks has a way out, which an imagined hand would not have
    if may_ask(game, seat):
        yield move(Ask(seat), "can_go_out")
    out = look(game, seat)
    if deal.phase == DRAW:
        yield move(Draw(seat) if deal.stock_size else Pass(seat), "pile_not_worth_it")
        yield from ranked_takings(out)[:3]
        return
    discards = ranked(out, MOST)
    yield from discards[:2]
    yield from _layings(out) if out.team.opened else _openings(out)
    if isinstance(first.command, Discard):
        yield from discards[2:]


def _openings(out: Outlook) -> Iterator[Move]:
    """Other first melds, with wilds and without: those that are worth too little are refused."""
    some = options(out, FREE)
    for found in (some, [one for one in some if not one.wilds]):
        for price in PRICES:
            choice = choose(out, found, price)
            if choice.options:
                yield told(out, choice, opens=True)


def _layings(out: Outlook) -> Iterator[Move]:
    """What might be laid: what careful finds best, the best without wilds, and more than it would."""
    for freedom in freedoms(out.rules, out.deal):
        some = options(out, freedom)
        plain = [one for one in some if not one.wilds]
        for choice in (choose(out, some), choose(out, plain), choose(out, some, 2.0)):
            if choice.options:
                yield told(out, choice)


def _different(game: Game, first: Move, moves: Iterable[Move]) -> Iterator[Move]:
    """The moves that are allowed, each command once, and not the first again."""
    seen = {first.command}
    for one in moves:
        if one.command not in seen:
            seen.add(one.command)
            try:
                check(game, one.command)
            except Refused:
                continue
            yield one
