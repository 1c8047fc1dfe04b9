"""Who may play the last card of the foot (rules.md section 7): every condition, kept and broken, with every other."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from engine.scenario import check_scenario
from tests.engine.stories import BOOKS

pytestmark = pytest.mark.pure

PARTNERS: dict[str, dict[str, Any] | None] = {
    "none": None,
    "in the hand": {},
    "walked to the foot": {"in_foot": True},
    "played from the foot": {"played_from_foot": True},
}
OF_EACH_KIND = {"clean": "A1", "dirty": "K1", "wild": "W1"}
LAST: dict[str, tuple[str, dict[str, Any]]] = {
    "discard the last card": ("5D", {"do": "discard", "card": "5D"}),
    "meld the last card": ("5D", {"do": "meld", "melds": [{"cards": "5D", "to": "51"}]}),
    "meld down to one": ("5D 5H", {"do": "meld", "melds": [{"cards": "5D", "to": "51"}]}),
}


class Table(NamedTuple):
    """One player's foot, and what lets the player go out or does not."""

    ask_partner: bool
    partner_in_foot: bool
    last_discard: str
    partner: str
    lacking: str | None
    answer: bool | None

    @property
    def ready(self) -> bool:
        """Books and partner are as they must be."""
        partner = not self.partner_in_foot or self.partner in ("none", "played from the foot")
        return partner and self.lacking is None

    @property
    def asks(self) -> bool:
        """There is somebody to ask."""
        return self.ask_partner and self.partner != "none"

    def to_the_question(self) -> str | None:
        """Why the question may not be put, or None."""
        if not self.asks:
            return "nobody_to_ask"
        if self.partner_in_foot and self.partner != "played from the foot":
            return "partner_not_in_foot"
        return "cannot_go_out" if self.lacking else None

    def to_the_action(self, last: str) -> str | None:
        """Why the last card, or the last but one, may not be played, or None. The one that is left can always go as the
        ruleset wants it."""
        barred = {"discard the last card": "forbidden", "meld the last card": "required"}.get(last)
        may_go_out = self.ready and (self.answer is True or not self.asks)
        if may_go_out and self.last_discard != barred:
            return None
        return "must_go_out" if self.answer else "must_keep_two"


def tables(ask_partner: bool, partner_in_foot: bool, last_discard: str) -> Iterator[Table]:
    """All of them under one ruleset; an answer only where the question may be put."""
    for partner, lacking, answer in product(PARTNERS, (None, *OF_EACH_KIND), (None, True, False)):
        table = Table(ask_partner, partner_in_foot, last_discard, partner, lacking, answer)
        if answer is None or table.to_the_question() is None:
            yield table


def wrong(table: Table, hand: str, when: list[dict[str, Any]], refused: str | None) -> list[str]:
    """What the engine says otherwise."""
    melds = {name: cards for name, cards in BOOKS.items() if name != OF_EACH_KIND.get(table.lacking or "")}
    partner = PARTNERS[table.partner]
    others: list[dict[str, Any]] = [{}, {}] if partner is None else [{}, partner, {}]
    story = {
        "ruleset": {"base": "classic", **{name: getattr(table, name) for name in Table._fields[:3]}},
        "given": {
            "turn": {"seat": 0, "phase": "play"},
            "seats": [{"hand": hand, "played_from_foot": True}, *others],
            "teams": [{"melds": {**melds, "51": "5S 5C 5H"}}, *([{}, {}] if partner is None else [{}])],
        },
        "when": when,
        "then": {} if refused is None else {"refused": refused},
    }
    return [f"{table}, {when[-1]}: {failure}" for failure in check_scenario(story)]


@pytest.mark.parametrize("ask_partner", [True, False])
@pytest.mark.parametrize("partner_in_foot", [True, False])
@pytest.mark.parametrize("last_discard", ["required", "optional", "forbidden"])
def test_the_last_card_is_played_where_all_conditions_are_kept(
    ask_partner: bool, partner_in_foot: bool, last_discard: str
) -> None:
    found: list[str] = []
    for table in tables(ask_partner, partner_in_foot, last_discard):
        question = {"seat": 0, "do": "ask"}
        found += wrong(table, "5D", [question], table.to_the_question())
        before = [] if table.answer is None else [question, {"seat": 2, "do": "answer", "yes": table.answer}]
        for last, (hand, action) in LAST.items():
            found += wrong(table, hand, [*before, {"seat": 0, **action}], table.to_the_action(last))
    assert found == []
