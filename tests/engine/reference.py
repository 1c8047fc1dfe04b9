"""A second, slow and simple reading of rules.md sections 5 to 7, to hold the engine against. It shares no rule with it.

A card is a token: its rank, `2` for a two, `*` for a joker (`J` is the jack). Suits don't matter here. Whether a player
can go out is found by trying everything.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.ruleset import Ruleset

WILD_TOKENS = "2*"
NATURAL_TOKENS = "AKQJT987654"
POINTS = {"*": 50, "2": 20, "A": 20} | dict.fromkeys("KQJT98", 10) | dict.fromkeys("7654", 5)


class Pile(NamedTuple):
    """A meld on the table, as the rules look at it."""

    name: str
    naturals: int
    wilds: int
    kind: str

    @property
    def size(self) -> int:
        return self.naturals + self.wilds

    @property
    def rank(self) -> str:
        return self.name[0]


class Lay(NamedTuple):
    """Tokens laid on the meld named `to`, or as a new meld."""

    tokens: str
    to: str | None = None


class Side(NamedTuple):
    """What a team and its player whose turn it is have before them: all that laying and going out depend on."""

    hand: str
    melds: tuple[Pile, ...]
    started: tuple[str, ...] = ()
    melded: str | None = None
    minimum: int = 0


def tidy(tokens: Iterator[str] | str) -> str:
    """The same tokens in one order."""
    return "".join(sorted(tokens))


def token(face: str) -> str:
    """The token of a face."""
    return "*" if face == "JK" else face[0]


def is_wild(one: str) -> bool:
    return one in WILD_TOKENS


def wilds_of(tokens: str) -> int:
    return sum(map(is_wild, tokens))


def less(hand: str, gone: str) -> str | None:
    """The hand without these tokens; None if it does not hold them."""
    left = Counter(hand)
    left.subtract(gone)
    return None if min(left.values(), default=0) < 0 else tidy(left.elements())


def worth(tokens: str) -> int:
    return sum(POINTS[one] for one in tokens)


# --- section 5: what may be laid


def merged(lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
    """Two additions to one meld are one addition."""
    new = [lay for lay in lays if lay.to is None]
    names = dict.fromkeys(lay.to for lay in lays if lay.to is not None)
    return (*new, *(Lay("".join(lay.tokens for lay in lays if lay.to == name), name) for name in names))


def too_wild(rules: Ruleset, naturals: int, wilds: int) -> bool:
    """What `wild_share` and `max_wilds` say of a meld with wilds."""
    fits = {"half": naturals >= 2 * wilds, "fewer": naturals > wilds, "equal": naturals >= wilds}[rules.wild_share]
    return wilds > 0 and not (fits and wilds <= rules.max_wilds)


def wrong_with(rules: Ruleset, side: Side, lay: Lay) -> set[str]:
    """All that is wrong with one lay by itself."""
    wrong = set()
    wilds = wilds_of(lay.tokens)
    naturals = [one for one in lay.tokens if not is_wild(one) and one != "3"]
    if "3" in lay.tokens:
        wrong.add("meld_of_threes")
    if lay.to is None:
        if len(set(naturals)) > 1:
            wrong.add("mixed_ranks")
        if wilds and wilds == len(lay.tokens) and not rules.wild_melds:
            wrong.add("no_wild_melds")
        if len(lay.tokens) < 3:
            wrong.add("too_few_cards")
        if len(lay.tokens) > 7:
            wrong.add("too_many_cards")
        if wilds != len(lay.tokens) and too_wild(rules, len(naturals), wilds):
            wrong.add("too_many_wilds")
        return wrong
    meld = next(one for one in side.melds if one.name == lay.to)
    size = meld.size + len(lay.tokens)
    if any(one != meld.rank for one in naturals):
        wrong.add("mixed_ranks")
    if not lay.tokens:
        wrong.add("too_few_cards")
    if meld.size >= 7:
        joins = {"none": False, "naturals": meld.rank != "W" and not wilds, "any": True}[rules.add_to_books]
        if not joins:
            wrong.add("book_complete")
    elif size > 7:
        surplus_natural = meld.rank != "W" and len(naturals) >= size - 7
        if not {"none": False, "naturals": surplus_natural, "any": True}[rules.add_to_books]:
            wrong.add("too_many_cards")
    if meld.rank != "W" and wilds and too_wild(rules, meld.naturals + len(naturals), meld.wilds + wilds):
        wrong.add("too_many_wilds")
    return wrong


ORDER = (
    *("meld_of_threes", "mixed_ranks", "no_wild_melds", "too_few_cards", "book_complete"),
    *("too_many_cards", "too_many_wilds", "rank_already_open", "one_meld_action", "below_minimum"),
)


def rank_of(tokens: str) -> str:
    """The rank of a new meld."""
    return next((one for one in tokens if not is_wild(one)), "W")


def refusal(rules: Ruleset, side: Side, lays: tuple[Lay, ...]) -> str | None:
    """The code with which laying these together is refused, from holding the cards to the minimum; None if it isn't."""
    if less(side.hand, "".join(lay.tokens for lay in lays)) is None:
        return "card_not_held"
    if any(lay.to is not None and lay.to not in {meld.name for meld in side.melds} for lay in lays):
        return "unknown_meld"
    lays = merged(lays)
    wrong = {"too_few_cards"} if not lays else set()
    for lay in lays:
        wrong |= wrong_with(rules, side, lay)
    if not wrong:
        wrong = wrong_together(rules, side, lays)
    return next((code for code in ORDER if code in wrong), None)


def wrong_together(rules: Ruleset, side: Side, lays: tuple[Lay, ...]) -> set[str]:
    """What is wrong with lays that are each right by themselves."""
    wrong = set()
    after = laid(side, lays).melds
    for rank in {rank_of(lay.tokens) for lay in lays if lay.to is None}:
        of_rank = [meld for meld in after if meld.rank == rank]
        if sum(meld.size < 7 for meld in of_rank) > 1 or (len(of_rank) > 1 and not rules.reopen_rank):
            wrong.add("rank_already_open")
    if rules.one_meld_action:
        starts = any(lay.to is None or lay.to in side.started for lay in lays)
        adds = any(lay.to is not None and lay.to not in side.started for lay in lays)
        if (starts and adds) or (starts and side.melded == "adds") or (adds and side.melded == "starts"):
            wrong.add("one_meld_action")
    if not side.melds and worth("".join(lay.tokens for lay in lays)) < side.minimum:
        wrong.add("below_minimum")
    return wrong


def laid(side: Side, lays: tuple[Lay, ...]) -> Side:
    """The side after these lays."""
    melds = {meld.name: meld for meld in side.melds}
    started = []
    for lay in merged(lays):
        wilds = wilds_of(lay.tokens)
        if lay.to is None:
            rank = rank_of(lay.tokens)
            name = rank + str(1 + sum(meld.rank == rank for meld in melds.values()))
            old = Pile(name, 0, 0, "")
            started.append(name)
        else:
            old = melds[lay.to]
        naturals, wilds = old.naturals + len(lay.tokens) - wilds, old.wilds + wilds
        kind = "wild" if old.rank == "W" else "dirty" if wilds else "clean"
        melds[old.name] = Pile(old.name, naturals, wilds, old.kind if old.size >= 7 else kind)
    hand = less(side.hand, "".join(lay.tokens for lay in lays))
    assert hand is not None
    melded = side.melded or ("starts" if started else "adds")
    return Side(hand, tuple(melds.values()), side.started + tuple(started), melded, side.minimum)


# --- everything that may be laid


def subsets(hand: str) -> Iterator[str]:
    """Every bag of tokens out of the hand."""
    counts = sorted(Counter(hand).items())
    for numbers in product(*(range(number + 1) for _, number in counts)):
        yield "".join(one * number for (one, _), number in zip(counts, numbers, strict=True))


def singles(rules: Ruleset, side: Side) -> list[Lay]:
    """Every lay that is right by itself."""
    found = []
    wilds = list(subsets("".join(filter(is_wild, side.hand))))
    for rank in {*side.hand, "W", *(meld.rank for meld in side.melds)} - {"3", "2", "*"}:
        held = side.hand.count(rank)
        targets = [None, *(meld.name for meld in side.melds if meld.rank == rank)]
        for number, wild, to in product(range(held + 1), wilds, targets):
            lay = Lay((rank * number if rank != "W" else "") + wild, to)
            if lay.tokens and (number or rank == "W" or to) and not wrong_with(rules, side, lay):
                found.append(lay)
    return sorted(set(found), key=lambda lay: (lay.to or "", lay.tokens))


def actions(rules: Ruleset, side: Side) -> Iterator[tuple[Lay, ...]]:
    """Every action of laying that the rules of section 5 allow."""
    whole = singles(rules, side)

    def onward(chosen: tuple[Lay, ...], hand: str, start: int) -> Iterator[tuple[Lay, ...]]:
        if chosen and not wrong_together(rules, side, chosen):
            yield chosen
        for place in range(start, len(whole)):
            lay = whole[place]
            rest = less(hand, lay.tokens)
            if rest is not None and not (lay.to and any(lay.to == one.to for one in chosen)):
                yield from onward((*chosen, lay), rest, place)

    return onward((), side.hand, 0)


# --- section 7: going out


def books_there(rules: Ruleset, melds: tuple[Pile, ...]) -> bool:
    have = Counter(meld.kind for meld in melds if meld.size >= 7)
    return all(have[kind] >= number for kind, number in rules.books_to_go_out._asdict().items())


@lru_cache(maxsize=200_000)
def can_go_out(rules: Ruleset, side: Side) -> bool:
    """Whether any sequence of lays, and the discard, gets rid of the hand with the books there."""
    if not side.hand:
        return rules.last_discard != "required" and books_there(rules, side.melds)
    if len(side.hand) == 1 and rules.last_discard != "forbidden" and books_there(rules, side.melds):
        return True
    return any(can_go_out(rules, laid(side, lays)) for lays in steps(rules, side))


def steps(rules: Ruleset, side: Side) -> Iterator[tuple[Lay, ...]]:
    """The actions worth trying. A team that has melded loses nothing by laying one meld at a time."""
    if not side.melds:
        return actions(rules, side)
    return ((lay,) for lay in singles(rules, side) if not wrong_together(rules, side, (lay,)))


# --- section 6: taking the pile


def blocked(rules: Ruleset, side: Side, top: str, pile_has_wild: bool) -> bool:
    """Whether this pile may not be taken, whatever is held."""
    wild_barred = is_wild(top) and (not rules.wild_melds or rules.wild_discard_freezes)
    return top == "3" or wild_barred or rules.pile_take == "never" or (not side.melds and not rules.pile_before_opening)


def three_melded(rules: Ruleset, top: str, pile_has_wild: bool, lays: tuple[Lay, ...]) -> bool:
    """Whether the top and its pair lie in melds of the top's rank."""
    rank = "W" if is_wild(top) else top
    there = "".join(lay.tokens for lay in lays if (lay.to[0] if lay.to else rank_of(lay.tokens)) == rank)
    helps = rules.pile_pair == "wild_helps" and not (rules.wild_discard_freezes and pile_has_wild)
    same = there.count(top)
    return same >= 3 or (helps and same >= 2 and same + wilds_of(there.replace(top, "")) >= 3)


def takings(rules: Ruleset, side: Side, top: str, pile_has_wild: bool) -> Iterator[tuple[Lay, ...]]:
    """Every taking that sections 5 and 6 allow, by what is laid; `side` is without the top."""
    if blocked(rules, side, top, pile_has_wild):
        return
    for lays in actions(rules, side._replace(hand=tidy(side.hand + top))):
        if three_melded(rules, top, pile_has_wild, lays):
            yield lays


def after_taking(side: Side, top: str, lays: tuple[Lay, ...], others: str) -> Side:
    """The side when the taking is done and the other cards taken have joined the hand."""
    done = laid(side._replace(hand=tidy(side.hand + top)), lays)
    return done._replace(hand=tidy(done.hand + others))
