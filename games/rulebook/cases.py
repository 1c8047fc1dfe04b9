"""The examples of each chapter: positions in which the parameters of a ruleset show."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from engine.cards import from_text, to_text, worth
from engine.commands import to_dict
from engine.default import default_action
from engine.events import Discarded, Event, FootTaken, Melded, PileTaken
from engine.melds import BOOK
from engine.notation import read_position
from engine.ruleset import Ruleset
from engine.seating import partners_of
from engine.state import Game
from games.faces import NAMES
from games.rulebook.examples import Action, Case, Example, played
from games.rulebook.parameters import KINDS
from games.rulebook.text import Told, number

US = {"melds": {"Q1": "QH QD QS"}}
"""What our team has on the table where it has made its first meld."""
SPARE = "5C 6D JH"
"""Three more cards in the hand, so that nobody runs out of cards by the way."""


def examples(slug: str, whose: Told) -> tuple[Example, ...]:
    """The examples of a chapter, each with what the engine says to it."""
    cases = CASES.get(slug, lambda whose: iter(()))
    return tuple(played(case, whose) for case in cases(whose))


# --- Positions and actions ----------------------------------------------------------------------------------------


def _at(whose: Told, hand: str, phase: str = "play", us: dict[str, Any] = US, **more: Any) -> dict[str, Any]:
    """Our turn, with this hand; the others have nothing that matters."""
    players, teams = whose.players or 4, whose.teams or 2
    mine = {"hand": hand, **more.pop("mine", {})}
    others = [more.get("partner", {}) if seat % teams == 0 else {} for seat in range(1, players)]
    more.pop("partner", None)
    return {
        "turn": {"seat": 0, "phase": phase},
        "seats": [mine, *others],
        "teams": [us, *[{}] * (teams - 1)],
        **more,
    }


def _meld(*melds: str, to: str | None = None) -> Action:
    lays = [{"cards": cards} | ({"to": to} if to else {}) for cards in melds]
    return {"seat": 0, "do": "meld", "melds": lays}


def _take(*melds: str) -> Action:
    return {"seat": 0, "do": "take_pile", "melds": [{"cards": cards} for cards in melds]}


def _discard(card: str) -> Action:
    return {"seat": 0, "do": "discard", "card": card}


# --- What to say of what was accepted -----------------------------------------------------------------------------


def _kind(game: Game, events: tuple[Event, ...]) -> str:
    """Of a new meld its kind, and whether it is a book."""
    laid = next(event for event in events if isinstance(event, Melded)).melds[-1]
    meld = game.playing.teams[0].meld(laid.name)
    assert meld is not None
    sentence = _("Accepted: a %(kind)s book.") if meld.is_book else _("Accepted: a %(kind)s meld.")
    return sentence % {"kind": KINDS[meld.kind]}


def _accepted(game: Game, events: tuple[Event, ...]) -> str:
    return _("Accepted.")


def _value(game: Game, events: tuple[Event, ...]) -> str:
    laid = next(event for event in events if isinstance(event, Melded))
    return _("Accepted: worth %(value)s, and %(minimum)s are needed.") % {
        "value": number(laid.value),
        "minimum": number(game.playing.minimum),
    }


def _taken(game: Game, events: tuple[Event, ...]) -> str:
    count = len(next(event for event in events if isinstance(event, PileTaken)).cards)
    return ngettext("Accepted: %(n)s card is taken.", "Accepted: %(n)s cards of the pile are taken.", count) % {
        "n": count
    }


def _foot(game: Game, events: tuple[Event, ...]) -> str:
    assert any(isinstance(event, FootTaken) for event in events)
    if game.playing.seat == 0:
        return _("Accepted: you take up the foot and play on.")
    return _("Accepted: you take up the foot, and the turn is over.")


def _out(game: Game, events: tuple[Event, ...]) -> str:
    return _("Accepted: you go out, and the deal is over.")


def _discarded(game: Game, events: tuple[Event, ...]) -> str:
    card = next(event for event in events if isinstance(event, Discarded)).card
    return _("The server discards this card: %(card)s.") % {"card": NAMES[card]}


# --- The cases, chapter by chapter --------------------------------------------------------------------------------


def _melds(whose: Told) -> Iterator[Case]:
    rules = whose.rules
    sizes = [("7S 7H 7C", lazy("You lay three sevens:")), ("4S 4H 4D 2C 2H", lazy("Three fours and two wilds:"))]
    most = max(wilds for wilds in range(BOOK) if _fits(whose, wilds))
    if most:
        sizes.append((_kings(most), lazy("A book with as many wilds as it can hold:")))
    sizes.append((_kings(most + 1), lazy("The same with one wild more:")))
    sizes += [("2S 2H JK", lazy("Wilds alone:")), ("3S 3C 3S", lazy("Three black threes:"))]
    for cards, says in sizes:
        cards = _jokerless(rules, cards)
        yield Case(says, (cards,), _at(whose, f"{cards} {SPARE}"), (_meld(cards),), _kind)
    kings = "KC KH KD KS KC KH KD"
    book = {"melds": {"K1": kings}}
    given = _at(whose, f"KS KH KD {SPARE}", us=book)
    yield Case(
        _("One more king, laid on a clean book of kings:"), (kings, "KS"), given, (_meld("KS", to="K1"),), _accepted
    )
    yield Case(_("Three more kings beside a book of kings:"), (kings, "KS KH KD"), given, (_meld("KS KH KD"),), _kind)
    both = _at(whose, f"9C 9H 9D QC {SPARE}")
    yield Case(
        _("You start a meld of nines, and in the same turn add a queen to a meld of queens:"),
        ("9C 9H 9D", "QC"),
        both,
        (_meld("9C 9H 9D"), _meld("QC", to="Q1")),
        _accepted,
    )


KINGS = ("KC", "KH", "KD", "KS", "KC", "KH", "KD")
WILDS = ("2S", "2H", "JK", "2C", "2D", "JK", "JK")


def _kings(wilds: int) -> str:
    """Seven cards, so many of them wild, the others kings."""
    return to_text(KINGS[: BOOK - wilds] + WILDS[:wilds])


def _jokerless(rules: Ruleset, cards: str) -> str:
    """The same cards where there are no jokers."""
    return cards if rules.jokers_per_pack else cards.replace("JK", "2D")


def _fits(whose: Told, wilds: int) -> bool:
    """Whether a book of kings may hold so many wilds."""
    case = Case("", (), _at(whose, f"{_kings(wilds)} {SPARE}"), (_meld(_kings(wilds)),), _accepted)
    return played(case, whose).refused is None


OPENINGS = (
    "4S 4H 4C",
    "7S 7H 7C | 9D 9C 9S",
    "QS QH QD QC QS",
    "KS KH KD | 9D 9C 9S",
    "KS KH JK | 7S 7H 7C",
    "AS AH AD | KS KH KC",
    "AS AH AD | KS KH KC | 7S 7H 7C",
    "AS AH AD | KS KH KC | QS QD QC",
    "AS AH AD AC | KS KH KC | 9S 9D 9C",
    "AS AH AD | KS KH KC | QS QD QC | JS JH JD",
    "AS AH AD AC AS | KS KH KC KD | QS QD QC QH",
    "AS AH AD AC AS AH | KS KH KC KD KS | QS QD QC QH QS",
    "AS AH AD AC AS AH AD | KS KH KC KD KS KH KD | QS QD QC QH QS QC QD | JS JH JD",
)
"""First melds, the cheapest first."""


def _first_melds(whose: Told) -> Iterator[Case]:
    """For the first deal what just does and what just doesn't, for the last what does."""
    minimums = whose.rules.minimums
    for deal in dict.fromkeys((1, len(minimums))):
        known = [one for one in OPENINGS if whose.rules.jokers_per_pack or "JK" not in one]
        enough = [one for one in known if _worth(one) >= minimums[deal - 1]]
        short = [one for one in known if _worth(one) < minimums[deal - 1]]
        for shown in (*enough[:1], *(short[-1:] if deal == 1 else ())):
            melds = shown.split(" | ")
            given = _at(whose, f"{' '.join(melds)} {SPARE}", us={}, deal=deal)
            says = _("In deal %(deal)s, worth %(value)s:") % {"deal": deal, "value": number(_worth(shown))}
            yield Case(says, melds, given, (_meld(*melds),), _value)


def _worth(shown: str) -> int:
    return worth(card for card in shown.split() if card != "|")


PILE = "5D 6S 9C TH JS 8D 4S 4D 9H TD 6C 5S 8C TS 9S 6H 4H 5H JC JD"


def _pile(whose: Told) -> Iterator[Case]:
    if whose.rules.pile_take == "never":
        return
    opened = lazy("You hold two kings, and a king lies on top:")
    for says, top, hand, rest in (
        (opened, "KS", "KC KH", PILE),
        (lazy("You hold a king and a two, and a king lies on top:"), "KS", "KC 2H", PILE),
        (lazy("The same two kings, but a two lies in the pile:"), "KS", "KC KH", f"2D {PILE}"),
        (lazy("A king and a two, and another two lies in the pile:"), "KS", "KC 2H", f"2D {PILE}"),
        (lazy("You hold two twos, and a two lies on top:"), "2S", "2C 2H", PILE),
        (lazy("A black three lies on top:"), "3S", "3C 3C", PILE),
    ):
        if rest == PILE or whose.rules.wild_discard_freezes:
            given = _at(whose, f"{hand} {SPARE} 9D", "draw", pile=f"{top} {rest}")
            yield Case(says, (top, hand), given, (_take(f"{top} {hand}"),), _taken)
    more = "AS AH AD | TS TH TD | QS QD QC | JS JH JD"
    for says, melds in (
        (lazy("Before the first meld, with two kings in your hand:"), []),
        (lazy("The same with more melds from the hand:"), more.split(" | ")),
    ):
        given = _at(whose, f"KC KH {' '.join(melds)} {SPARE}", "draw", us={}, pile=f"KS {PILE}")
        yield Case(says, ("KS", "KC KH", *melds), given, (_take("KS KC KH", *melds),), _taken)


def _feet(whose: Told) -> Iterator[Case]:
    cards = "9C 9H 9D"
    yield Case(_("You meld the last cards of the hand:"), (cards,), _at(whose, cards), (_meld(cards),), _foot)
    yield Case(_("You discard the last card of the hand:"), ("9C",), _at(whose, "9C"), (_discard("9C"),), _foot)


def _going_out(whose: Told) -> Iterator[Case]:
    rules = whose.rules
    if rules.books_to_go_out.dirty and not rules.max_wilds:
        return
    us = _books_for(rules)
    yield _leaving(whose, _("With the books: you meld all but a four, and discard it:"), us, "9C 9H 9D", "4C")
    yield _leaving(whose, _("With the books: you meld all your cards:"), us, "9C 9H 9D", "")
    if len(us["melds"]) > 1:
        short = {"melds": dict(list(us["melds"].items())[1:])}
        yield _leaving(
            whose, _("With one book too few: you meld all but a four, and discard it:"), short, "9C 9H 9D", "4C"
        )


def _leaving(whose: Told, says: str, us: dict[str, Any], cards: str, last: str, scores: bool = False) -> Case:
    """Ask and hear yes, where that is needed; meld; discard the last card, if one is left."""
    players, teams = whose.players or 4, whose.teams or 2
    partners = partners_of(0, players, teams)
    on_foot = {"in_foot": True, "played_from_foot": True}
    given = _at(whose, f"{cards} {last}".strip(), us=us, mine=on_foot, partner={**on_foot, "hand": "6D 7C"})
    asking: list[Action] = []
    if whose.rules.ask_partner and partners:
        asking = [{"seat": 0, "do": "ask"}, *({"seat": seat, "do": "answer", "yes": True} for seat in partners)]
    leaving = [_discard(last)] if last else []
    shown = (cards, last) if last else (cards,)
    return Case(says, shown, given, (*asking, _meld(cards), *leaving), _out, scores)


RANKS = "KQJT87A65"


def _books_for(rules: Ruleset) -> dict[str, Any]:
    """A team with just the books that are needed; with an open meld where none are."""
    wanted = rules.books_to_go_out
    melds: dict[str, str] = {}
    for place in range(wanted.clean + wanted.dirty):
        rank = RANKS[place % len(RANKS)]
        name = f"{rank}{place // len(RANKS) + 1}"
        last = f"{rank}D" if place < wanted.clean else "2S"
        melds[name] = f"{rank}C {rank}H {rank}D {rank}S {rank}C {rank}H {last}"
    melds |= {f"W{place + 1}": _jokerless(rules, "2C 2H 2D 2S 2C 2H JK") for place in range(wanted.wild)}
    return {"melds": melds or {"Q1": "QH QD QS"}}


def _scores(whose: Told) -> Iterator[Case]:
    """A team goes out, and this is what it gets; only where the rules let it."""
    rules = whose.rules
    us = _books_for(rules) | {"red_threes": 1 if rules.red_threes == "bonus" else 0}
    for last in ("4C", ""):
        case = _leaving(
            whose, _("Somebody goes out with just the books that are needed:"), us, "9C 9H 9D", last, scores=True
        )
        if played(case, whose).refused is None:
            names = [from_text(cards) for cards in us["melds"].values()]
            yield case._replace(shown=(*map(to_text, names), "9C 9H 9D"))
            return


def _time_up(whose: Told) -> Iterator[Case]:
    """What the server does with a hand whose time is up."""
    for says, hand in (
        (lazy("Of this hand, with the time up:"), "KS KH KD 7C 7S 4H 2D"),
        (lazy("Of this one:"), "KS KH KD 7C 7S 4H 3S 2D"),
    ):
        given = _at(whose, hand)
        action = to_dict(default_action(read_position(whose.rules, given), 0))
        yield Case(says, (hand,), given, ({"seat": 0, **action},), _discarded)


CASES: dict[str, Callable[[Told], Iterator[Case]]] = {
    "melds": _melds,
    "first-meld": _first_melds,
    "pile": _pile,
    "foot": _feet,
    "going-out": _going_out,
    "score": _scores,
    "time": _time_up,
}
"""The chapters that have examples."""
