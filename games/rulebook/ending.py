"""The rules from going out to the result: going out, the end of a deal, its score, the end of the game, time-outs."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from engine.ruleset import Ruleset
from games.rulebook.text import Row, Section, Told, books, number, of, told

LAST = {
    "required": lazy("To go out you meld all your cards but one, and discard that one."),
    "optional": lazy("To go out you meld all your cards, or all but one, which you discard."),
    "forbidden": lazy("To go out you meld all your cards; the last one may not be discarded."),
}
STOCK_OUT = {
    "all_pass": lazy(
        "With an empty stock you take the pile or pass, without a meld or a discard; who cannot take it is passed"
        " over without being asked. The deal ends when all seats have passed in a row."
    ),
    "first_pass": lazy(
        "With an empty stock you take the pile or pass, without a meld or a discard. The deal ends as soon as one"
        " seat has passed, or is passed over because it cannot take the pile."
    ),
    "at_once": lazy("The deal ends when a turn would begin with an empty stock."),
}


def going_out(whose: Told) -> Section:
    """What it needs."""
    rules = whose.rules
    return Section(
        "going-out",
        _("Going out"),
        told(
            _("A player on the foot who gets rid of every card goes out, and the deal is over."),
            *_books(whose),
            *_partners(whose),
            of(LAST, rules.last_discard),
        ),
    )


def _books(whose: Told) -> tuple[str, ...]:
    rules = whose.rules
    if not any(rules.books_to_go_out):
        return (_("No books are needed for it."),)
    needed = {"books": books(rules.books_to_go_out)}
    sentence = (
        _("You need at least %(books)s when the last card leaves; more do no harm.")
        if whose.alone
        else _("The team needs at least %(books)s when the last card leaves; more do no harm.")
    )
    if rules.books_to_go_out.dirty and not rules.max_wilds:
        return sentence % needed, _("As there are no dirty melds, nobody can go out: every deal ends with the stock.")
    return (sentence % needed,)


def _partners(whose: Told) -> tuple[str | None, ...]:
    rules = whose.rules
    if whose.alone:
        return ()
    foot = (
        _("Every partner must have taken up the foot and played at least one card from it.")
        if rules.partner_in_foot
        else _("It does not matter whether the partners have taken up their feet.")
    )
    if not rules.ask_partner:
        return foot, _("Nobody is asked: who can go out may do so.")
    return (
        foot,
        _(
            "You must have asked in the same turn, and every partner must have said yes. You may ask once a turn,"
            " when there is a way to go out with the cards that you hold and see."
        ),
        _("While the question is open nobody else acts; the first no closes it."),
        _("A yes binds: you must go out in this turn. A no binds too: you may not go out in this turn."),
        _("Whoever plays alone has nobody to ask.") if whose.players is None else None,
    )


def end_of_deal(whose: Told) -> Section:
    """Somebody goes out, or the stock ends."""
    rules = whose.rules
    passing = rules.stock_out != "at_once"
    never = rules.pile_take == "never"
    return Section(
        "end-of-deal",
        _("The end of a deal"),
        told(
            _("A deal ends when a player goes out, or with the stock."),
            of(STOCK_OUT, rules.stock_out),
            _(
                "As the pile is never taken, all are passed over, and the deal ends with the turn that empties the"
                " stock."
            )
            if passing and never
            else None,
            _("Then nobody gets the bonus for going out."),
            _(
                "A player on the foot whom the draw has left with a single card, and who may not go out, passes"
                " instead of discarding it."
            ),
        ),
    )


def the_score(whose: Told) -> Section:
    """What a deal is worth to a team."""
    rules = whose.rules
    return Section(
        "score",
        _("The score of a deal"),
        told(
            _("Added are the value of every card in melds, and the bonuses in the table; a score can be below zero."),
            _("Taken off is the value of every card still in a hand, or in a foot not taken up, wilds and aces too."),
            _out_team(whose),
            _threes(rules),
        ),
        _bonuses(rules),
    )


def _out_team(whose: Told) -> str:
    pays, red = whose.rules.out_team_pays, whose.rules.red_three_value
    if whose.alone:
        return (
            _("That goes for everybody, also for whoever went out.")
            if pays
            else _("Whoever went out is spared this, but for red threes.")
        )
    if pays:
        return _("That goes for all teams, also for the cards that partners of whoever went out still hold.")
    return (
        _("The team that went out is spared this, but for its red threes.")
        if red
        else _("The team that went out is spared this.")
    )


def _threes(rules: Ruleset) -> str:
    threes = {"red": number(rules.red_three_value), "black": number(rules.black_three_value)}
    return _("A red three caught so costs %(red)s, a black one %(black)s.") % threes


def _bonuses(rules: Ruleset) -> tuple[Row, ...]:
    rows = [
        (_("A clean book"), rules.book_bonus.clean),
        (_("A dirty book"), rules.book_bonus.dirty),
    ]
    if rules.wild_melds:
        rows.append((_("A wild book"), rules.book_bonus.wild))
    if rules.red_threes == "bonus":
        rows.append((_("A red three on the table"), rules.red_three_value))
    rows.append((_("Going out"), rules.go_out_bonus))
    if rules.dealing == "grab":
        rows.append((_("An exact grab"), rules.grab_bonus))
    return tuple((what, number(bonus)) for what, bonus in rows)


def end_of_game(whose: Told) -> Section:
    """The result."""
    deals = whose.rules.deals
    return Section(
        "end-of-game",
        _("The end of the game"),
        told(
            ngettext("After %(n)s deal the game is over.", "After %(n)s deals the game is over.", deals) % {"n": deals},
            _("The most points win; equal totals share the win."),
        ),
    )


def time_outs(whose: Told) -> Section:
    """What the server does in a seat's place."""
    rules = whose.rules
    drawing = (
        _("To begin a turn it draws; with an empty stock it passes.")
        if rules.stock_out != "at_once"
        else _("To begin a turn it draws.")
    )
    asked = rules.ask_partner and not whose.alone
    return Section(
        "time",
        _("When the time is up"),
        told(
            _(
                "A table can have a clock. When the time of a seat is up, the server acts in its place, and sees"
                " only what the seat sees."
            ),
            _("It grabs where hand and foot together would end.") if rules.dealing == "grab" else None,
            drawing,
            _(
                "It discards the first of these that there is: a red three, a black three, the natural of which the"
                " fewest are held (of several one of which there is no open meld, then the lowest), a two, a joker."
            ),
            _("It passes where the rules demand it, and never melds but where the seat is bound to go out."),
            _("Asked whether a partner may go out, it says no.") if asked else None,
        ),
    )
