"""The rules of play: a turn, melds and books, the first meld, the pile, the foot."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from engine.melds import BOOK, SMALLEST, too_wild
from engine.ruleset import Ruleset
from games.rulebook.text import Row, Section, Told, cards, number, of, told

SHARE = {
    "half": lazy("For each wild a dirty meld must hold at least two naturals."),
    "fewer": lazy("A dirty meld must hold more naturals than wilds."),
    "equal": lazy("A dirty meld must hold at least as many naturals as wilds."),
}
ON_BOOKS = {
    "none": lazy("Nothing is added to a book."),
    "naturals": lazy(
        "Naturals of its rank may be laid on a clean or dirty book, also beyond seven. They count their value, and"
        " change neither the kind of the book nor its bonus."
    ),
    "any": lazy(
        "Naturals of its rank and wilds may be laid on a book, also beyond seven, within the bounds for wilds; on a"
        " wild book any wild. They count their value, and the book keeps its kind and its bonus."
    ),
}
PAIR = {
    "naturals": lazy("You must hold two cards of the top card's rank: for a king two kings."),
    "wild_helps": lazy(
        "You must hold two cards of the top card's rank, or one of them and a wild: for a king two kings, or a king"
        " and a wild."
    ),
}
ENTRY = {
    "run_or_walk": lazy(
        "Whoever melds the last card of the hand takes up the foot at once and plays on with it in the same turn."
    ),
    "ends_turn": lazy("Whoever melds the last card of the hand takes up the foot, and the turn ends there."),
}


def the_turn(whose: Told) -> Section:
    """Draw or take the pile, meld, discard."""
    rules = whose.rules
    draw = {"drawn": cards(rules.draw)}
    never = rules.pile_take == "never"
    return Section(
        "turn",
        _("A turn"),
        told(
            (
                _("First draw %(drawn)s from the stock.")
                if never
                else _("First draw %(drawn)s from the stock, or take the discard pile.")
            )
            % draw,
            _("Then meld any number of times, or not at all."),
            _("Then discard one card face up; that ends the turn. Any card may be discarded, wilds too."),
            _(
                "In one turn you either start melds or add to melds that were there before, not both. Starting"
                " several is one choice, and laying more on a meld that you started in this turn is part of starting"
                " it."
            )
            if rules.one_meld_action
            else _("In one turn you may start melds and add to melds, in any order."),
            _("If the stock runs out while you draw, you have what there was, and the turn goes on."),
            _(
                "What you lay down together counts together: it must be right as a whole, in whatever order you name"
                " it. You cannot take it back."
            ),
        ),
    )


def the_melds(whose: Told) -> Section:
    """What melds and books are, and what may be added to them."""
    rules = whose.rules
    return Section(
        "melds",
        _("Melds and books"),
        told(
            _("A meld is three to seven cards of one rank, from ace down to four, and belongs to the player.")
            if whose.alone
            else _(
                "A meld is three to seven cards of one rank, from ace down to four, and belongs to the team: any"
                " partner may add to it."
            ),
            _("With seven cards it is a book, complete. A new meld never has more than seven."),
            _("Without a wild a meld is clean; with one or more it is dirty.") if rules.max_wilds else None,
            *_wilds(rules),
            _("Three to seven wilds, twos and jokers in any mix, are a wild meld.")
            if rules.wild_melds
            else _("Wilds alone are no meld."),
            _("A clean meld to which a wild is added becomes dirty, and never clean again. Cards never leave a meld.")
            if rules.max_wilds
            else None,
            _("Nobody has two open melds of a rank at once.")
            if whose.alone
            else _("A team never has two open melds of a rank at once."),
            _("When a meld is a book, another of its rank may be started.")
            if rules.reopen_rank
            else _("There is only one meld of each rank: when it is a book, no other of that rank is started."),
            of(ON_BOOKS, rules.add_to_books),
        ),
        _most_wilds(rules),
    )


def _wilds(rules: Ruleset) -> tuple[str, ...]:
    if not rules.max_wilds:
        return (_("A meld of naturals holds no wilds: there are no dirty melds."),)
    most = ngettext(
        "It never holds more than %(n)s wild, however many cards it has.",
        "It never holds more than %(n)s wilds, however many cards it has.",
        rules.max_wilds,
    )
    return of(SHARE, rules.wild_share), most % {"n": rules.max_wilds}


def _most_wilds(rules: Ruleset) -> tuple[Row, ...]:
    """For each size of a dirty meld the most wilds, as the engine counts them."""
    return tuple(
        (
            _("Most wilds in a meld of %(n)s") % {"n": size},
            str(max(wilds for wilds in range(size) if not too_wild(rules, size - wilds, wilds))),
        )
        for size in range(SMALLEST, BOOK + 1)
    )


def the_first_meld(whose: Told) -> Section:
    """The minimum, deal by deal."""
    rules = whose.rules
    return Section(
        "first-meld",
        _("The first meld"),
        told(
            _(
                "Whoever has melded nothing in this deal must begin with melds that are together worth at least the"
                " minimum of the deal, laid in one action."
            )
            if whose.alone
            else _(
                "A team that has melded nothing in this deal must begin with melds that are together worth at least"
                " the minimum of the deal, laid by one player in one action."
            ),
            _(
                "What counts is the value of the cards, wilds too, over as many melds as you like. Red threes and"
                " bonuses do not count."
            ),
        ),
        tuple(
            (_("Minimum in deal %(n)s") % {"n": deal}, number(minimum))
            for deal, minimum in enumerate(rules.minimums, start=1)
        ),
    )


def the_pile(whose: Told) -> Section:
    """Whether and how the pile is taken."""
    rules = whose.rules
    if rules.pile_take == "never":
        return Section(
            "pile",
            _("The discard pile"),
            (_("The discard pile is never taken: what is discarded is out of the deal."),),
        )
    return Section("pile", _("The discard pile"), told(*_taking(whose)))


def _taking(whose: Told) -> tuple[str | None, ...]:
    rules = whose.rules
    if isinstance(rules.pile_take, int):
        how_many = ngettext(
            "Instead of drawing you may take the top card of the discard pile.",
            "Instead of drawing you may take the top %(n)s cards of the discard pile, or all of it if it holds fewer.",
            rules.pile_take,
        ) % {"n": rules.pile_take}
    else:
        how_many = _("Instead of drawing you may take the whole discard pile.")
    return (
        how_many,
        _("Its top card must not be a three."),
        of(PAIR, rules.pile_pair),
        _wild_on_top(rules),
        _("While a wild lies in the pile, it is frozen: it is taken with two naturals of the top card's rank only.")
        if rules.wild_discard_freezes
        else _("A wild lower in the pile changes nothing."),
        _(
            "The top card and those two are melded in the same action, in melds of that rank, new or begun before;"
            " more cards and melds from your hand may go with them."
        ),
        _opening_with_it(whose),
        _("What you meld so counts as starting melds or adding to them, as in any turn.")
        if rules.one_meld_action
        else None,
        _(
            "The other cards that you take join your hand when the melds are laid. The turn ends with a discard, as"
            " always."
        ),
    )


def _wild_on_top(rules: Ruleset) -> str:
    if not rules.wild_melds or rules.wild_discard_freezes:
        return _("With a wild on top it cannot be taken.")
    if rules.pile_pair == "wild_helps":
        return _(
            "With a two on top you must hold a two, with a joker a joker, and another wild; they make a wild meld."
        )
    return _("With a two on top you must hold two twos, with a joker two jokers; they make a wild meld.")


def _opening_with_it(whose: Told) -> str:
    if not whose.rules.pile_before_opening:
        return (
            _("Whoever has melded nothing yet cannot take the pile.")
            if whose.alone
            else _("A team that has melded nothing yet cannot take the pile.")
        )
    return _(
        "Before the first meld you may take it too, if you reach the minimum in the same action: the top card and"
        " what you lay from your hand count, the other cards taken do not."
    )


def the_foot(whose: Told) -> Section:
    """How the foot is taken up."""
    rules = whose.rules
    return Section(
        "foot",
        _("The foot"),
        told(
            of(ENTRY, rules.foot_entry),
            _("Whoever discards the last card of the hand takes up the foot, and plays it from the next turn on."),
            _(
                "On the foot, who is not going out keeps at least two cards after melding: one to discard and one to"
                " go on with."
            ),
        ),
    )
