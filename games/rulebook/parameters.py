"""What a house may choose: every parameter of a ruleset with its name, its one sentence, and its values in words.

What a value may be is the engine's to say (`engine.ruleset.BOUNDS`); here is only how a person is told.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

KINDS: dict[str, Any] = {
    "clean": pgettext_lazy("kind of book", "clean"),
    "dirty": pgettext_lazy("kind of book", "dirty"),
    "wild": pgettext_lazy("kind of book", "wild"),
}


class Parameter(NamedTuple):
    """How a parameter is called, what it decides, and how its words are said (numbers and yes/no say themselves)."""

    label: Any
    sentence: Any
    words: Mapping[str, Any] = {}


class Group(NamedTuple):
    """Parameters that are chosen together."""

    title: Any
    parameters: Mapping[str, Parameter]


GROUPS: tuple[Group, ...] = (
    Group(
        lazy("Cards and deal"),
        {
            "packs": Parameter(
                lazy("Packs"),
                lazy("How many packs of 52 cards, each with its jokers, are shuffled together."),
                {
                    "players": lazy("one for each player, at least four"),
                    "players+1": lazy("one more than players, at least four"),
                },
            ),
            "jokers_per_pack": Parameter(lazy("Jokers in a pack"), lazy("How many jokers each pack brings.")),
            "hand_size": Parameter(lazy("Cards in a hand"), lazy("How many cards each player starts with.")),
            "foot_size": Parameter(
                lazy("Cards in a foot"), lazy("How many cards lie apart for each player until the hand is played out.")
            ),
            "dealing": Parameter(
                lazy("Dealing"),
                lazy("Who makes the two packets of a player."),
                {"dealt": lazy("they are dealt"), "grab": lazy("each player grabs them from a heap")},
            ),
            "grab_bonus": Parameter(
                lazy("Bonus for an exact grab"),
                lazy("Points for grabbing exactly as many cards as hand and foot hold; only where players grab."),
            ),
            "upcard": Parameter(
                lazy("Up-card"),
                lazy("Whether a card of the stock is turned to start the discard pile, and which card will do."),
                {
                    "natural": lazy("a natural card; threes and wilds are buried"),
                    "not_red_or_wild": lazy("any but red threes and wilds"),
                    "any": lazy("any card"),
                    "none": lazy("none: the pile starts empty"),
                },
            ),
            "stock": Parameter(
                lazy("Stock"),
                lazy("Whether all draw from one stock, or each seat from a stream of its own (for duplicate play)."),
                {"shared": lazy("one for all"), "seat_streams": lazy("a stream for each seat")},
            ),
        },
    ),
    Group(
        lazy("The turn and the pile"),
        {
            "draw": Parameter(lazy("Cards drawn"), lazy("How many cards a turn begins with, drawn from the stock.")),
            "pile_take": Parameter(
                lazy("Cards taken with the pile"),
                lazy("How many cards from the top are taken by whoever takes the pile instead of drawing."),
                {"all": lazy("the whole pile"), "never": lazy("the pile is never taken")},
            ),
            "pile_pair": Parameter(
                lazy("What takes the pile"),
                lazy("What must be held to go with the top card of the pile."),
                {
                    "naturals": lazy("two cards of its rank"),
                    "wild_helps": lazy("two cards of its rank, or one and a wild"),
                },
            ),
            "pile_before_opening": Parameter(
                lazy("Pile before the first meld"), lazy("Whether a team that has not melded yet may take the pile.")
            ),
            "wild_discard_freezes": Parameter(
                lazy("A wild freezes the pile"),
                lazy("Whether a pile with a wild in it is taken with two naturals only, and never with a wild on top."),
            ),
            "foot_entry": Parameter(
                lazy("After melding out the hand"),
                lazy("What happens when the last card of the hand is melded and the foot is taken up."),
                {"run_or_walk": lazy("the turn goes on with the foot"), "ends_turn": lazy("the turn ends there")},
            ),
        },
    ),
    Group(
        lazy("Melds and books"),
        {
            "minimums": Parameter(
                lazy("First meld, deal by deal"),
                lazy("The least value of a team's first meld in each deal; so many numbers, so many deals."),
            ),
            "wild_melds": Parameter(lazy("Wild melds"), lazy("Whether wilds alone can make a meld.")),
            "wild_share": Parameter(
                lazy("Wilds beside naturals"),
                lazy("How many wilds a meld of naturals may hold for the naturals in it."),
                {
                    "half": lazy("two naturals for each wild"),
                    "fewer": lazy("fewer wilds than naturals"),
                    "equal": lazy("as many wilds as naturals"),
                },
            ),
            "max_wilds": Parameter(
                lazy("Most wilds in a meld"),
                lazy("How many wilds a meld of naturals may hold at most, whatever its size."),
            ),
            "add_to_books": Parameter(
                lazy("Cards on books"),
                lazy("What may still be laid on a book of seven."),
                {"none": lazy("nothing"), "naturals": lazy("naturals of its rank"), "any": lazy("naturals and wilds")},
            ),
            "reopen_rank": Parameter(
                lazy("A second meld of a rank"),
                lazy("Whether a team may start a rank again once its first meld of it is a book."),
            ),
            "one_meld_action": Parameter(
                lazy("Start or add"),
                lazy("Whether a player must choose in each turn: start melds, or add to melds, not both."),
            ),
        },
    ),
    Group(
        lazy("Going out and the end of a deal"),
        {
            "books_to_go_out": Parameter(
                lazy("Books to go out"), lazy("How many books of each kind a team needs before a player may go out.")
            ),
            "last_discard": Parameter(
                lazy("The last card"),
                lazy("Whether whoever goes out discards the last card or melds it."),
                {
                    "required": lazy("it must be discarded"),
                    "optional": lazy("it is discarded or melded"),
                    "forbidden": lazy("it must be melded"),
                },
            ),
            "ask_partner": Parameter(lazy("Asking"), lazy("Whether going out needs a yes of every partner.")),
            "partner_in_foot": Parameter(
                lazy("Partners in the foot"), lazy("Whether every partner must have played from the foot before.")
            ),
            "stock_out": Parameter(
                lazy("An empty stock"),
                lazy("When an empty stock ends the deal."),
                {
                    "all_pass": lazy("when all have passed in a row"),
                    "first_pass": lazy("when one has passed"),
                    "at_once": lazy("when the next turn would begin"),
                },
            ),
        },
    ),
    Group(
        lazy("Points"),
        {
            "red_threes": Parameter(
                lazy("Red threes"),
                lazy("Whether red threes are laid on the table for points, or are dead cards to get rid of."),
                {"bonus": lazy("laid out for points"), "penalty": lazy("cards to get rid of")},
            ),
            "red_three_value": Parameter(
                lazy("Value of a red three"),
                lazy("Points for one on the table (where they are laid out), and against for one caught in a hand."),
            ),
            "black_three_value": Parameter(
                lazy("Value of a black three"), lazy("Points against for one caught in a hand.")
            ),
            "book_bonus": Parameter(lazy("Bonus for a book"), lazy("Points for each book, by its kind.")),
            "go_out_bonus": Parameter(lazy("Bonus for going out"), lazy("Points for the team that goes out.")),
            "out_team_pays": Parameter(
                lazy("Cards left in the team that goes out"),
                lazy("Whether the team that went out loses the cards that its players still hold, like any other."),
            ),
        },
    ),
)

PARAMETERS: dict[str, Parameter] = {name: one for group in GROUPS for name, one in group.parameters.items()}
"""All of them, in the order in which they are asked."""

YES_NO = {True: pgettext_lazy("a parameter's value", "yes"), False: pgettext_lazy("a parameter's value", "no")}
A_KIND = lazy("%(kind)s %(number)s")


def said(name: str, value: Any) -> str:
    """A parameter's value, as a ruleset's plain record has it, in words."""
    if isinstance(value, bool):
        return str(YES_NO[value])
    if isinstance(value, str):
        return str(PARAMETERS[name].words[value])
    if isinstance(value, dict):
        each = (str(A_KIND) % {"kind": KINDS[kind], "number": number} for kind, number in value.items())
        return ", ".join(each)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
