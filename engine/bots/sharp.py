"""A stronger player: it imagines worlds that its seat can't tell from the real one, plays a few actions on in each as
careful would, and takes the action after which its team stands best on average."""

import random
from collections.abc import Iterator

from engine.arrange import freedoms
from engine.bots.careful import careful, planned
from engine.bots.discarding import ranked
from engine.bots.melding import choose, options, told
from engine.bots.outlook import look
from engine.bots.reasons import Move, Reason, move
from engine.bots.standing import margin
from engine.bots.taking import ranked_takings
from engine.bots.worlds import NoNextDeal, deal_anew, hidden_cards
from engine.commands import Ask, Command, Draw, Pass
from engine.decide import act, check
from engine.default import default_action, to_act
from engine.errors import Refused
from engine.going_out import may_ask
from engine.state import DRAW, GRABBING, Game

ROUNDS = (6, 6, 12)
"""Worlds looked at in each round; after a round the worse half of the actions is given up."""
AHEAD = 1
"""So many rounds of turns are played on."""
MOST = 6
"""So many actions are compared."""

NO_NEXT_DEAL = NoNextDeal()


def sharp(game: Game, seat: int, rng: random.Random) -> Move:
    """What the seat does. Looks at nothing in the game that the seat can't see."""
    first = careful(game, seat)
    moves = list(_different(game, [first, *_others(game, seat)]))[:MOST]
    if len(moves) == 1:
        return first
    hidden = hidden_cards(game, seat)
    team = game.team_of(seat)
    gains = [0.0] * len(moves)
    alive = list(range(len(moves)))
    for count in ROUNDS:
        for _ in range(count):
            world = deal_anew(game, seat, hidden, rng)
            for one in alive:
                gains[one] += margin(play_on(world, moves[one].command), team)
        alive = sorted(alive, key=lambda one: -gains[one])[: max(2, (len(alive) + 1) // 2)]
    best = max(alive, key=lambda one: gains[one])
    ahead = (gains[best] - max(gains[one] for one in alive if one != best)) / sum(ROUNDS)
    chosen = moves[best]
    return Move(chosen.command, Reason(chosen.reason.code, {**chosen.reason.data, "ahead": round(ahead)}))


def play_on(world: Game, command: Command) -> Game:
    """The world after a command and so many rounds more, played as careful plays."""
    _, game = act(world, command, NO_NEXT_DEAL)
    turns, seat = 0, world.playing.seat
    while not game.playing.over:
        deal = game.playing
        if deal.seat != seat:
            seat, turns = deal.seat, turns + 1
            if turns > AHEAD * game.players:
                break
        actor = to_act(game)[0]
        try:
            _, game = act(game, planned(game, actor).command, NO_NEXT_DEAL)
        except Refused:
            _, game = act(game, default_action(game, actor), NO_NEXT_DEAL)
    return game


def _others(game: Game, seat: int) -> Iterator[Move]:
    """What else might be done."""
    deal = game.playing
    if deal.question or deal.phase == GRABBING or deal.leave:
        return  # a partner who asks has a way out, which an imagined hand would not have
    out = look(game, seat)
    if deal.phase == DRAW:
        yield move(Draw(seat) if deal.stock_size else Pass(seat), "pile_not_worth_it")
        yield from ranked_takings(out)[:3]
    else:
        if not out.team.opened:
            return
        for freedom in freedoms(game.ruleset, deal):
            some = options(out, freedom)
            plain = [one for one in some if not one.wilds]
            for choice in (choose(out, some), choose(out, plain), choose(out, some, 2.0)):
                if choice.options:
                    yield told(out, choice)
        yield from ranked(out, 3)
    if may_ask(game, seat):
        yield move(Ask(seat), "can_go_out")


def _different(game: Game, moves: list[Move]) -> Iterator[Move]:
    """The moves that are allowed, each command once."""
    seen = set()
    for one in moves:
        if one.command not in seen:
            seen.add(one.command)
            try:
                check(game, one.command)
            except Refused:
                continue
            yield one
