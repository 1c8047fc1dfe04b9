"""The rules from the box to the first turn: players, cards and their values, the deal."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from engine.cards import JOKER, VALUE
from engine.ruleset import Ruleset
from games.rulebook.text import Row, Section, Told, cards, number, of, points, told

FIT = {
    "natural": lazy(
        "Its top card is turned to start the discard pile. A three or a wild is buried in the middle of the stock,"
        " and the next card is turned instead."
    ),
    "not_red_or_wild": lazy(
        "Its top card is turned to start the discard pile. A red three or a wild is buried in the middle of the"
        " stock, and the next card is turned instead; a black three may start the pile."
    ),
    "any": lazy("Its top card, whatever it is, is turned to start the discard pile."),
    "none": lazy("No card is turned: the discard pile starts empty."),
}
STOCK = {
    "shared": lazy("The cards that are left are the stock, from which all draw."),
    "seat_streams": lazy(
        "The cards that are left are the stock. It is dealt out in turn order into a stream for each seat: a seat"
        " draws, and replaces red threes, from its own; when that is dry, from the longest (of equals from the"
        " lowest seat)."
    ),
}


def the_game(whose: Told) -> Section:
    """Who plays, with what aim."""
    deals = whose.rules.deals
    return Section(
        "game",
        _("The game in short"),
        told(
            _(
                "Each player has two packets of cards: a hand, which is played first, and a foot, which is taken up"
                " when the hand is gone."
            ),
            _(
                "Teams lay melds, cards of one rank; seven cards are a book. Books, and the cards in melds, bring"
                " points."
            ),
            _("A deal ends when a player whose team has its books gets rid of the last card of the foot."),
            ngettext(
                "A game has %(n)s deal; the most points win.",
                "A game has %(n)s deals; the most points over all of them win.",
                deals,
            )
            % {"n": deals},
            _seating(whose),
        ),
    )


def _seating(whose: Told) -> str:
    if whose.players is None or whose.teams is None:
        return _(
            "Two to seven can play. Four are usually two teams of two, six two teams of three or three of two; any"
            " number can play each alone. Partners never sit beside each other."
        )
    if whose.alone:
        return _("At this table %(players)s play, each alone.") % {"players": whose.players}
    return _("At this table %(players)s play in %(teams)s teams of %(size)s. Partners never sit beside each other.") % {
        "players": whose.players,
        "teams": whose.teams,
        "size": whose.players // whose.teams,
    }


def the_cards(whose: Told) -> Section:
    """Packs, wilds, naturals, threes, and what each is worth."""
    rules = whose.rules
    return Section(
        "cards",
        _("Cards and values"),
        told(
            _packs(rules),
            _all_cards(whose),
            _("Twos and jokers are wild: in a meld they stand for any card.")
            if rules.jokers_per_pack
            else _("Twos are wild: in a meld they stand for any card."),
            _(
                "Ace, king, queen, jack, ten and so on down to four are natural. Suits do not matter, but for the"
                " colour of a three."
            ),
            _("Threes are neither, and are never melded."),
        ),
        _values(rules),
    )


def _packs(rules: Ruleset) -> str:
    jokers = (
        ngettext("%(n)s joker", "%(n)s jokers", rules.jokers_per_pack) % {"n": rules.jokers_per_pack}
        if rules.jokers_per_pack
        else _("no joker")
    )
    if isinstance(rules.packs, int):
        sentence = _("%(packs)s packs are shuffled together; each has 52 cards and %(jokers)s.")
    elif rules.packs == "players":
        sentence = _(
            "One pack for each player, but at least four, are shuffled together; each has 52 cards and %(jokers)s."
        )
    else:
        sentence = _(
            "One pack more than there are players, but at least four, are shuffled together; each has 52 cards and"
            " %(jokers)s."
        )
    return sentence % {"packs": rules.packs, "jokers": jokers}


def _all_cards(whose: Told) -> str | None:
    rules = whose.rules
    if isinstance(rules.packs, int):
        return _("That makes %(cards)s.") % {"cards": cards(rules.packs * (52 + rules.jokers_per_pack))}
    if whose.players is None:
        return None
    packs = rules.pack_count(whose.players)
    told = {"packs": packs, "players": whose.players, "cards": cards(packs * (52 + rules.jokers_per_pack))}
    return _("For %(players)s players these are %(packs)s packs, %(cards)s.") % told


def _values(rules: Ruleset) -> tuple[Row, ...]:
    wilds = [(_("Joker"), str(VALUE[JOKER]))] if rules.jokers_per_pack else []
    red = _("Red three, on the table") if rules.red_threes == "bonus" else _("Red three, caught in a hand or foot")
    sign = "+" if rules.red_threes == "bonus" else "−"
    return (
        *wilds,
        (_("Two, ace"), str(VALUE["AS"])),
        (_("King, queen, jack, ten, nine, eight"), str(VALUE["KS"])),
        (_("Seven, six, five, four"), str(VALUE["7S"])),
        (_("Black three, caught in a hand or foot"), _minus(rules.black_three_value)),
        (red, sign + number(rules.red_three_value) if rules.red_three_value else "0"),
    )


def _minus(value: int) -> str:
    return "−" + number(value) if value else "0"


def the_deal(whose: Told) -> Section:
    """Two packets for each player, the stock, the first card of the pile, red threes, who begins."""
    rules = whose.rules
    packets = {"hand": cards(rules.hand_size), "foot": cards(rules.foot_size)}
    return Section(
        "deal",
        _("The deal"),
        told(
            _("The first dealer is drawn by lot; then the deal passes to the left, as the turn does."),
            *(_grabbing(rules) if rules.dealing == "grab" else (_dealing() % packets,)),
            _("Nobody looks at a foot, its owner neither, until the hand is played out."),
            of(STOCK, rules.stock),
            of(FIT, rules.upcard),
            _("If no card of the stock is fit, the pile starts empty.")
            if rules.upcard in ("natural", "not_red_or_wild")
            else None,
            *_red_threes(rules),
            _("The player at the dealer's left plays first."),
        ),
    )


def _dealing() -> str:
    return _(
        "Each player is dealt a hand of %(hand)s and, face down and apart, a foot of %(foot)s: first all hands, then"
        " all feet, clockwise from the dealer's left."
    )


def _grabbing(rules: Ruleset) -> tuple[str, ...]:
    both = rules.hand_size + rules.foot_size
    packets = {"hand": rules.hand_size, "foot": rules.foot_size, "both": both}
    bonus = (
        _("Exactly %(both)s cards bring %(bonus)s, in the score of the deal and never toward a first meld.")
        if rules.grab_bonus
        else _("Exactly %(both)s cards bring nothing but the glory.")
    )
    return (
        _(
            "In turn from the dealer's left each player takes a packet from a face-down heap, without counting, and"
            " aims at %(both)s cards: %(hand)s for the hand, %(foot)s for the foot."
        )
        % packets,
        _("The hand slips by up to three cards, as the shuffle has fixed it beforehand: nobody can reckon with it."),
        _("The player is told the count; then the packet is topped up or cut back."),
        bonus % {"both": both, "bonus": points(rules.grab_bonus)},
    )


def _red_threes(rules: Ruleset) -> tuple[str, ...]:
    if rules.red_threes == "bonus":
        return (
            _(
                "A red three never stays in a hand. Dealt, drawn, taken with the pile or found in the foot, it goes"
                " to the table at once and is replaced from the stock while there is one."
            ),
            _("Those that were dealt are laid in turn order from the dealer's left, before the first turn."),
            _("A red three in a foot that is not taken up stays there."),
        )
    return (_("Red threes are dead cards: they stay in the hand, and the only way to be rid of one is to discard it."),)
