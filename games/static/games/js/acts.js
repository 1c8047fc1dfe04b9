// What can be done now, as buttons: at most one main act, named by verb and object. Only what the server lists is offered.
import { fmt, gettext, ngettext, number } from "./i18n.js";
import { counted, faces, inline, rankOf, shownRank, stackOf, without } from "./cards.js";
import { html } from "./html.js";
import { asAction, liftedCards, rest } from "./staging.js";
import { askedMe, myHand, myTurn, seated } from "./seats.js";
import { isUnfinished } from "./checks.js";

export const offered = (state, what) => state.legal.actions.filter((action) => action.do === what);
export const offer = (state, what) => offered(state, what)[0];

/** The melds of my team on which the server would take one of the lifted cards. */
export function glowing(state) {
  const lifted = liftedCards(state.staging, myHand(state.view));
  if (!lifted.length) return [];
  const names = offered(state, "meld")
    .filter(({ melds }) => melds.length === 1 && melds[0].to && lifted.includes(melds[0].cards))
    .map(({ melds }) => melds[0].to);
  return [...new Set(names)];
}

/** Whether the lifted cards could begin a meld, as far as the server has listed it. */
export function newGlows(state) {
  const ranks = liftedCards(state.staging, myHand(state.view)).map(rankOf);
  return offered(state, "meld").some(({ melds }) =>
    melds.some((meld) => !meld.to && faces(meld.cards).some((face) => ranks.includes(rankOf(face)))));
}

/** The face that would be discarded: the one lifted, or one of a lifted stack. */
export function toDiscard(state) {
  const lifted = liftedCards(state.staging, myHand(state.view));
  if (!lifted.length || new Set(lifted.map(stackOf)).size > 1) return null;
  const face = lifted.at(-1);
  return offered(state, "discard").some(({ card }) => card === face) ? face : null;
}

const act = (id, label, kind, key, more = {}) => ({ id, label, kind, key, ...more });

/** Whether I may ask for my last action back. */
const mayAskBack = ({ view, ui }) => seated(view) && view.undo?.seat === view.seat && !view.undo.agreed && !ui.undoing;

/** The buttons of the dock, left to right, never more than three. Hint and taking back stand there while nothing has been begun. */
export function acts(state) {
  const { staging, hint, legal } = state;
  const begun = hint || staging.groups.length || Object.keys(staging.lifted).length;
  const helps = state.hints && !state.guide?.on && legal.actions.length && !begun ? [act("hint", gettext("Hint"), "plain", "H")] : [];
  const back = !begun && mayAskBack(state) ? [act("take-back", gettext("Take back"), "plain")] : [];
  const all = own(state);
  const most = all.length > MOST ? all.filter(({ id }) => id !== "ask") : all; // one may still ask after the draw
  return [...[...back, ...helps].slice(0, MOST - most.length), ...most];
}
const MOST = 3;

function own(state) {
  const { view, staging } = state;
  if (view.status !== "playing" || !seated(view)) return [];
  const undo = staging.undo.length ? [act("undo", gettext("Undo"), "plain", "U")] : [];
  if (askedMe(view) && offer(state, "answer")) {
    return [
      act("answer-no", gettext("No, not this turn"), "plain", "X"),
      act("answer-yes", gettext("Yes, go out"), "go", "Y"),
    ];
  }
  if (offer(state, "grab")) return [act("grab", gettext("Grab"), "go", "Enter")];
  if (!myTurn(view)) return undo;
  return view.turn.phase === "draw" ? drawing(state, undo) : playing(state, undo);
}

function drawing(state, undo) {
  const { view } = state;
  const ask = offer(state, "ask") ? [act("ask", gettext("Ask to go out"), "alt")] : [];
  if (state.staging.take) return [...undo, ...ask, mainOfStaging(state)];
  const buttons = [...undo, ...ask];
  if (offer(state, "take_pile")) {
    const n = takes(view);
    const main = !offer(state, "draw") && !offer(state, "pass");
    buttons.push(act("take", fmt(ngettext("Take %(n)s card", "Take %(n)s cards", n), { n }), main ? "go" : "alt", "P"));
  }
  if (offer(state, "draw")) {
    const n = Math.min(view.ruleset.draw, view.stock_size ?? view.ruleset.draw);
    const label = state.ui.leavePile
      ? fmt(gettext("Leave the pile, draw %(n)s"), { n })
      : fmt(gettext("Draw %(n)s"), { n });
    buttons.push(act("draw", label, "go", "R"));
  }
  if (offer(state, "pass")) buttons.push(act("pass", gettext("Pass"), "go"));
  return buttons;
}

/** How many cards the pile gives: told by the ruleset and the pile's size. */
export function takes(view) {
  const pile = faces(view.pile).length;
  return typeof view.ruleset.pile_take === "number" ? Math.min(view.ruleset.pile_take, pile) : pile;
}

function playing(state, undo) {
  const { view, staging } = state;
  const buttons = [...undo];
  const hand = myHand(view);
  const lifted = liftedCards(staging, hand);
  const staged = asAction(staging);
  if (lifted.length) {
    const [to] = glowing(state);
    if (to) {
      buttons.push(act("add", addLabel(lifted), "alt", "A", { to }));
    } else if (newGlows(state) || staged) {
      buttons.push(act("new", gettext("New meld"), "alt", "N"));
    }
  } else if (offer(state, "ask") && !staged) {
    buttons.push(act("ask", gettext("Ask to go out"), "alt"));
  }
  if (staged) return [...buttons, mainOfStaging(state)];
  const face = toDiscard(state);
  if (face) buttons.push(act("discard", discardLabel(face, lifted.length), "go", "D", { face }));
  else if (offer(state, "pass")) buttons.push(act("pass", gettext("Pass"), "go"));
  return buttons;
}

/** Short for the eye, in words for the ear. */
function addLabel(lifted) {
  const [key] = lifted.map(stackOf);
  const alike = lifted.every((face) => stackOf(face) === key);
  const cards = alike ? counted(rankOf(lifted[0]), lifted.length) : counted("W", lifted.length);
  const drawn = alike ? `${lifted.length} × ${shownRank(rankOf(lifted[0]))}` : `+${lifted.length}`;
  const [before, after] = gettext("Add %(cards)s").split("%(cards)s");
  return html`<span>${before}<span aria-hidden="true">${drawn}</span><span class="sr">${cards}</span>${after}</span>`;
}

/** The card drawn, its name for the ear; of a stack one; a question where hardly anybody means it. */
function discardLabel(face, lifted) {
  if (face === "JK") return gettext("Discard a joker?");
  if (face[0] === "2") return gettext("Discard a two?");
  if (stackOf(face) === "3r") return gettext("Discard a red three?");
  if (lifted > 1) return fmt(gettext("Discard one %(rank)s"), { rank: shownRank(rankOf(face)) });
  const [before, after] = gettext("Discard %(card)s").split("%(card)s");
  return html`<span>${before}${inline(face)}${after}</span>`;
}

/** "Lay down 60", or what is missing for it. */
function mainOfStaging(state) {
  const { verdict, view, staging } = state;
  if (verdict.ready) {
    const value = number(verdict.value);
    const label = staging.take
      ? fmt(gettext("Take %(n)s, lay %(value)s"), { n: takes(view), value })
      : fmt(gettext("Lay down %(value)s"), { value });
    return act("lay", label, "go", "Enter");
  }
  return act("missing", missing(verdict), "no", "Enter");
}

function missing(verdict) {
  if (!verdict.known) return gettext("One moment…");
  if (verdict.code === "below_minimum") {
    const n = verdict.minimum - verdict.value;
    return fmt(ngettext("%(n)s more point needed", "%(n)s more points needed", n), { n: number(n) });
  }
  if (verdict.code === "not_your_turn" || verdict.code === "wrong_phase") return gettext("Prepared for later");
  return isUnfinished(verdict.code) ? gettext("More cards needed") : gettext("Can't be laid like this");
}

/** Whether discarding this face would be the last of the hand. */
export function lastOfHand(state, face) {
  const mine = state.view.seats[state.view.seat];
  return !mine.in_foot && without(rest(state.staging, myHand(state.view)), [face]).length === 0;
}
