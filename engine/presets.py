"""The rulesets of the seeds, and two more that are published elsewhere (rules.md section 1). Data only."""

from typing import Any

from engine.errors import Fault, RulesetRefused
from engine.ruleset import Kinds, Ruleset, house

CLASSIC = Ruleset(
    packs=5,
    jokers_per_pack=2,
    hand_size=13,
    foot_size=13,
    dealing="dealt",
    grab_bonus=0,
    upcard="natural",
    draw=2,
    stock="shared",
    pile_take=7,
    pile_pair="naturals",
    pile_before_opening=True,
    wild_discard_freezes=False,
    wild_melds=True,
    wild_share="half",
    max_wilds=2,
    add_to_books="none",
    reopen_rank=True,
    one_meld_action=True,
    red_threes="bonus",
    red_three_value=100,
    black_three_value=5,
    minimums=(50, 90, 120, 150),
    books_to_go_out=Kinds(clean=2, dirty=2, wild=1),
    last_discard="required",
    ask_partner=True,
    partner_in_foot=True,
    foot_entry="run_or_walk",
    stock_out="all_pass",
    book_bonus=Kinds(clean=500, dirty=300, wild=1500),
    go_out_bonus=100,
    out_team_pays=True,
)

FAVOURITE = house(
    CLASSIC,
    {
        "packs": "players",
        "hand_size": 11,
        "foot_size": 11,
        "grab_bonus": 300,
        "upcard": "none",
        "pile_take": 5,
        "wild_melds": False,
        "add_to_books": "naturals",
        "one_meld_action": False,
        "red_threes": "penalty",
        "red_three_value": 500,
        "books_to_go_out": Kinds(clean=2, dirty=2, wild=0),
        "last_discard": "optional",
        "book_bonus": Kinds(clean=500, dirty=300, wild=0),
        "out_team_pays": False,
    },
)

PAGAT = house(
    CLASSIC,
    {"packs": "players+1", "upcard": "not_red_or_wild", "one_meld_action": False, "last_discard": "optional"},
)

BICYCLE = house(
    CLASSIC,
    {
        "packs": "players+1",
        "hand_size": 11,
        "foot_size": 11,
        "wild_melds": False,
        "wild_share": "fewer",
        "max_wilds": 3,
        "one_meld_action": False,
        "books_to_go_out": Kinds(clean=1, dirty=1, wild=0),
        "ask_partner": False,
    },
)

PRESETS: dict[str, Ruleset] = {"classic": CLASSIC, "favourite": FAVOURITE, "pagat": PAGAT, "bicycle": BICYCLE}


def build(spec: str | dict[str, Any], players: int | None = None) -> Ruleset:
    """The ruleset that is meant: a preset's name, `{"base": name, parameter: value, …}`, or a complete record;
    `players`: so many must have enough cards.

    Raises RulesetRefused, which names every parameter that cannot stand.
    """
    if isinstance(spec, str):
        spec = {"base": spec}
    base = spec.get("base", "classic") if isinstance(spec, dict) else None
    if not isinstance(base, str) or base not in PRESETS:
        reason = f"There is no ruleset of that name; there are {', '.join(PRESETS)}."
        raise RulesetRefused([Fault("ruleset_unknown", "base", reason, {})])
    return house(PRESETS[base], {name: value for name, value in spec.items() if name != "base"}, players)
