"""Whether melds may be laid (rules.md section 5): the checks that `meld` and `take_pile` share, in their order."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards import RANK, THREES, WILD_RANK, WILDS, Cards, missing, to_text, worth
from engine.commands import Lay
from engine.errors import REFUSALS, Refused, told_back
from engine.events import Laid
from engine.melds import BOOK, Shape, count_wilds, rank_of, refuse_addition, refuse_new, shape
from engine.ruleset import Ruleset
from engine.state import ADDS, STARTS, Deal, Team


class Reason(NamedTuple):
    """A refusal found in one of several melds."""

    code: str
    data: dict[str, object]


def check_held(hand: Cards, lays: Iterable[Lay]) -> None:
    """Refuses `card_not_held` if the melds name a card more often than the hand holds it."""
    lacking = missing(hand, (card for lay in lays for card in lay.cards))
    if lacking:
        raise Refused("card_not_held", cards=to_text(lacking[:20]))


def check_known(team: Team, lays: Iterable[Lay]) -> None:
    """Refuses `unknown_meld` if an addition names no meld that the team had before the action."""
    for lay in lays:
        if lay.to is not None and team.meld(lay.to) is None:
            raise Refused("unknown_meld", meld=told_back(lay.to))


def check_melds(ruleset: Ruleset, deal: Deal, team: Team, lays: tuple[Lay, ...]) -> None:
    """Refuses melds that may not be laid together: from `meld_of_threes` to `below_minimum`.

    Only the position after all of them counts, in whatever order they are named; the first code of the scenarios
    README's order that applies to any of them is the one given.
    """
    if not lays:
        raise Refused("too_few_cards", laid=0)
    lays = joined(lays)
    found = [reason for lay in lays if (reason := _wrong_with(ruleset, team, lay))]
    if found:
        first = min(found, key=lambda reason: REFUSALS.index(reason.code))
        raise Refused(first.code, **first.data)
    _check_ranks(ruleset, team, lays)
    _check_one_meld_action(ruleset, deal, lays)
    value = worth(card for lay in lays for card in lay.cards)
    if not team.opened and value < deal.minimum:
        raise Refused("below_minimum", laid=value, needed=deal.minimum)


def joined(lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
    """The melds with several additions to one meld made one addition."""
    together: dict[object, Lay] = {}
    for place, lay in enumerate(lays):
        key = place if lay.to is None else lay.to
        before = together.get(key)
        together[key] = lay if before is None else Lay(before.cards + lay.cards, lay.to)
    return tuple(together.values())


def name_melds(team: Team, lays: tuple[Lay, ...]) -> tuple[Laid, ...]:
    """The melds with their names: a new one is numbered after the team's melds of its rank."""
    count = dict[str, int]()
    named = []
    for lay in joined(lays):
        if lay.to is not None:
            named.append(Laid(lay.to, lay.cards, new=False))
            continue
        rank = rank_of(lay.cards)
        count[rank] = count.get(rank, len(team.of_rank(rank))) + 1
        named.append(Laid(f"{rank}{count[rank]}", lay.cards, new=True))
    return tuple(named)


def _wrong_with(ruleset: Ruleset, team: Team, lay: Lay) -> Reason | None:
    """The first thing wrong with one meld by itself, in the order of the codes."""
    meld = None if lay.to is None else team.meld(lay.to)
    wilds = count_wilds(lay.cards)
    naturals = len(lay.cards) - wilds
    rank = rank_of(lay.cards) if meld is None else meld.rank
    counts: dict[str, object] = {}
    code: str | None
    if not THREES.isdisjoint(lay.cards):
        code = "meld_of_threes"
    elif any(RANK[card] != rank for card in lay.cards if card not in WILDS):
        code = "mixed_ranks"
    else:
        counts = {"naturals": naturals, "wilds": wilds}
        if meld is None:
            code = refuse_new(ruleset, Shape(naturals, wilds, rank == WILD_RANK and wilds > 0))
        else:
            code = refuse_addition(ruleset, shape(meld), naturals, wilds) if lay.cards else "too_few_cards"
    if code is None:
        return None
    on = {} if meld is None else {"meld": meld.name}
    return Reason(code, {"cards": to_text(lay.cards[:20]), **on, **counts})


def _check_ranks(ruleset: Ruleset, team: Team, lays: tuple[Lay, ...]) -> None:
    """At most one open meld of a rank; a second of any kind only with `reopen_rank`."""
    added = {lay.to: len(lay.cards) for lay in lays}
    for rank in {rank_of(lay.cards) for lay in lays if lay.to is None}:
        old = [len(meld.cards) + added.get(meld.name, 0) for meld in team.of_rank(rank)]
        new = [len(lay.cards) for lay in lays if lay.to is None and rank_of(lay.cards) == rank]
        unfinished = sum(size < BOOK for size in old + new)
        if unfinished > 1 or (len(old) + len(new) > 1 and not ruleset.reopen_rank):
            raise Refused("rank_already_open", rank=rank)


def _check_one_meld_action(ruleset: Ruleset, deal: Deal, lays: tuple[Lay, ...]) -> None:
    """In one turn a player starts melds or adds to melds (R 3); laying more on a meld started this turn is starting."""
    if not ruleset.one_meld_action:
        return
    starts = {lay.to is None or lay.to in deal.started_this_turn for lay in lays}
    if len(starts) == 2 or deal.melded_this_turn == (ADDS if True in starts else STARTS):
        raise Refused("one_meld_action", melded=deal.melded_this_turn or "both")
