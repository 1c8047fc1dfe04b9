"""What players have decided beforehand: a standing answer to a partner's question, and to pass when they may. Pure.

A plan acts in the transaction of the action that opens its seat's decision, never on one that was open when it was
made: what is entered while a rival moves is no move. Where it cannot act its player decides, and it stays.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine import commands, legal
from engine.state import DRAW
from games.projector import ENDS_A_TURN, State
from games.rows import Row

ANSWER, PASS = "answer", "pass"
KINDS = (ANSWER, PASS)


class Plan(NamedTuple):
    """What the holder of a seat has decided beforehand; `yes`: of an answer; `deal`: for this one alone."""

    holder: str
    kind: str
    yes: bool | None = None
    deal: int | None = None


def offered(state: State) -> tuple[str, ...]:
    """The kinds of decisions that can come up at this table at all."""
    rules, game = state.game.ruleset, state.game
    asked = (ANSWER,) if rules.ask_partner and game.teams < game.players else ()
    return (*asked, *((PASS,) if rules.stock_out != "at_once" else ()))


def lives(plan: Plan, state: State) -> bool:
    """Whether a plan can still act."""
    return plan.deal in (None, state.deals_begun) and not state.over


def following(
    plans: Iterable[Plan], state: State, rows: Sequence[Row], asked_since: int
) -> tuple[str, commands.Command] | None:
    """Whose plan acts next, and how. `rows`: the last action's, which has led to this state; `asked_since`: a question
    that is older than this version was open before."""
    deal = state.game.deal
    known = {(plan.holder, plan.kind): plan for plan in plans if lives(plan, state)}
    if deal is None or not known:
        return None
    new_question = deal.question is not None and state.marks.asked > asked_since
    new_turn = deal.phase == DRAW and any(row.type in ENDS_A_TURN for row in rows)
    for seat in state.to_act:
        holder = state.table.seats[seat].holder
        if holder is None or holder.kind != "user":
            continue
        answer, passing = (known.get((holder.id, kind)) for kind in KINDS)
        if new_question and answer:
            return holder.id, commands.Answer(seat, bool(answer.yes))
        if new_turn and not deal.question and passing and legal.is_legal(state.game, commands.Pass(seat)):
            return holder.id, commands.Pass(seat)
    return None
