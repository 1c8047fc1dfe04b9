"""Taking the pile (rules.md section 6): when it may be taken, and the ways to take it."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.arrange import Arrangement, Table, arrangements, freedoms, table
from engine.cards import RANK, THREES, WILD_RANK, WILDS, Card, Cards, in_order, without
from engine.commands import Lay, TakePile
from engine.concrete import lays_of
from engine.errors import Refused
from engine.events import PileTaken
from engine.laying import check_held, check_known, check_melds, name_melds
from engine.melds import count_wilds, rank_of, rank_taking
from engine.opening import cheapest
from engine.ruleset import Ruleset
from engine.state import Game, Team


def taken_from(ruleset: Ruleset, pile: Cards) -> Cards:
    """The cards that a taking takes: the top `pile_take`, or all of a smaller pile."""
    return pile[: ruleset.pile_take] if isinstance(ruleset.pile_take, int) else pile


def frozen(ruleset: Ruleset, pile: Cards) -> bool:
    """`wild_discard_freezes`: a wild lies in the pile."""
    return ruleset.wild_discard_freezes and any(card in WILDS for card in pile)


def blocked(ruleset: Ruleset, pile: Cards, team: Team) -> str | None:
    """Why nobody of this team may take a pile that is not empty: its top, the ruleset, or not yet. None: it may."""
    top = pile[0]
    if top in THREES:
        return "three"
    if top in WILDS and (not ruleset.wild_melds or ruleset.wild_discard_freezes):
        return "wild"
    if ruleset.pile_take == "never":
        return "never"
    if not team.opened and not ruleset.pile_before_opening:
        return "not_opened"
    return None


def wild_helps(ruleset: Ruleset, pile: Cards) -> bool:
    """Whether one card of the top's rank and a wild are enough."""
    return ruleset.pile_pair == "wild_helps" and not frozen(ruleset, pile)


def has_pair(ruleset: Ruleset, pile: Cards, hand: Cards) -> bool:
    """Whether the hand holds two of the top's rank, or, where a wild helps, one and a wild."""
    rank = RANK[pile[0]]
    same = [card for card in hand if RANK[card] == rank]
    if len(same) != 1:
        return len(same) >= 2
    return wild_helps(ruleset, pile) and count_wilds(hand) > (pile[0] in WILDS)


def check_pile(game: Game, seat: int) -> None:
    """Refuses `pile_empty`, `pile_blocked`, `no_pair`."""
    deal = game.playing
    if not deal.pile:
        raise Refused("pile_empty")
    why = blocked(game.ruleset, deal.pile, deal.teams[game.team_of(seat)])
    if why:
        raise Refused("pile_blocked", top=deal.pile[0], why=why)
    if not has_pair(game.ruleset, deal.pile, deal.seats[seat].hand):
        raise Refused("no_pair", top=deal.pile[0])


def may_take(game: Game, seat: int) -> bool:
    """Whether there is a pile that this seat may take with what it holds, if it can lay it."""
    deal, rules = game.playing, game.ruleset
    if not deal.pile or blocked(rules, deal.pile, deal.teams[game.team_of(seat)]):
        return False
    return has_pair(rules, deal.pile, deal.seats[seat].hand)


def check_taking(game: Game, command: TakePile) -> None:
    """All refusals of taking the pile but those of keeping cards and going out."""
    deal = game.playing
    team = deal.teams[game.team_of(command.seat)]
    check_pile(game, command.seat)
    check_held((*deal.seats[command.seat].hand, deal.pile[0]), command.melds)
    check_known(team, command.melds)
    if not _top_melded(game.ruleset, deal.pile, command.melds):
        raise Refused("top_not_melded", top=deal.pile[0])
    check_melds(game.ruleset, deal, team, command.melds)


def _top_melded(ruleset: Ruleset, pile: Cards, lays: tuple[Lay, ...]) -> bool:
    """Whether the top card and its pair lie in melds of the top's rank."""
    top, rank = pile[0], rank_taking(pile[0])
    cards = [card for lay in lays if _lay_rank(lay, rank) == rank for card in lay.cards]
    same = sum(RANK[card] == RANK[top] for card in cards)
    if top not in cards:
        return False
    helped = wild_helps(ruleset, pile) and same >= 2 and sum(c in WILDS or RANK[c] == rank for c in cards) >= 3
    return same >= 3 or helped


def _lay_rank(lay: Lay, rank: str) -> str:
    """The rank of the meld that is laid on or started; of a mixed new one `rank` if any of its cards has it."""
    if lay.to is not None:
        return lay.to[0]
    return rank if any(RANK[card] == rank for card in lay.cards) else rank_of(lay.cards)


def told(game: Game, command: TakePile) -> PileTaken:
    """The event of a taking that is allowed."""
    deal = game.playing
    melds = name_melds(deal.teams[game.team_of(command.seat)], command.melds)
    return PileTaken(command.seat, taken_from(game.ruleset, deal.pile), melds)


def takings(game: Game, seat: int) -> Iterator[TakePile]:
    """The ways to take the pile with melds of the top's rank alone, fewest cards first; for a team that has not opened
    the cheapest that reaches the minimum. Keeping cards and going out are not looked at."""
    deal, ruleset = game.playing, game.ruleset
    team = deal.teams[game.team_of(seat)]
    if not may_take(game, seat):
        return
    hand = deal.seats[seat].hand
    found = trios(ruleset, deal.pile, hand, dear=not team.opened)
    if not team.opened:
        openings = [cheapest(ruleset, without(hand, trio[1:]), deal.minimum, trio) for trio in found]
        reaching = [lays for lays in openings if lays is not None]
        if reaching:
            yield TakePile(seat, min(reaching, key=lambda lays: sum(len(lay.cards) for lay in lays)))
        return
    rank = rank_taking(deal.pile[0])
    melds = team.of_rank(rank)
    tables = [table(deal, melds, freedom, rank == WILD_RANK) for freedom in freedoms(ruleset, deal)]
    names = tuple(meld.name for meld in melds)
    pools = [_pool(hand, trio) for trio in found]
    for more in range(1 + max((len(pool.spare) + len(pool.wilds) for pool in pools), default=-1)):
        for pool in pools:
            for on in tables:
                if on.start or any(on.addable):
                    yield from (TakePile(seat, lays) for lays in _ways(ruleset, on, names, pool, more))


def trios(ruleset: Ruleset, pile: Cards, hand: Cards, dear: bool) -> list[Cards]:
    """The top card with its pair, one of each sort: two of its rank, or one and a wild. The wild is the cheapest, or
    the dearest: for a team that has yet to reach the minimum."""
    top = pile[0]
    same = tuple(card for card in hand if RANK[card] == RANK[top])
    found = [(top, *same[:2])] if len(same) >= 2 else []
    helpers = tuple(card for card in hand if card in WILDS and RANK[card] != RANK[top])
    if same and helpers and wild_helps(ruleset, pile):
        found.append((top, same[0], helpers[-1 if dear else 0]))  # twos stand before jokers
    return found


class Pool(NamedTuple):
    """What a taking is laid from: the top with its pair, and what else the hand holds of its rank, and wild."""

    trio: Cards
    trio_wilds: int
    spare: Cards
    wilds: Cards


def _pool(hand: Cards, trio: Cards) -> Pool:
    """The hand, sorted out for a taking with this trio."""
    rank, rest = rank_taking(trio[0]), without(hand, trio[1:])
    spare = tuple(card for card in rest if RANK[card] == rank)
    return Pool(trio, count_wilds(trio), spare, tuple(card for card in rest if card in WILDS))


def _ways(ruleset: Ruleset, on: Table, names: tuple[str, ...], pool: Pool, more: int) -> Iterator[tuple[Lay, ...]]:
    """Every arrangement of the trio and so many more cards, of its rank or wild."""
    for naturals in range(max(0, more - len(pool.wilds)), min(more, len(pool.spare)) + 1):
        cards = pool.trio + pool.spare[:naturals] + pool.wilds[: more - naturals]
        own, wilds = 3 - pool.trio_wilds + naturals, pool.trio_wilds + more - naturals
        for found in arrangements(ruleset, on, own, wilds):
            yield _concrete(found, names, cards)


def _concrete(found: Arrangement, names: tuple[str, ...], cards: Cards) -> tuple[Lay, ...]:
    naturals = in_order(card for card in cards if card not in WILDS)
    wilds: list[Card] = [card for card in cards if card in WILDS]
    return lays_of(found, names, list(naturals), wilds)
