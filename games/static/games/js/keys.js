// The keyboard: arrows inside a group, letters for acts, speech on demand.
import { fmt, gettext, list, ngettext } from "./i18n.js";
import { lettersAct } from "./liked.js";
import { cardName, faces, stacks } from "./cards.js";
import { rest } from "./staging.js";
import { meldsOf, myHand, myTurn, nameOf, seated, teamName, turnSeat } from "./seats.js";
import { meldName } from "./words.js";
import { inWords } from "./clock.js";
import { books } from "./narration.js";
import { prompt } from "./prompt.js";

const GROUPS = [".hand", ".groups", ".melds"];
/** Where the lifted cards may go. */
const PLACES = ".meld.can, .grp.on, .slot";

export function listen(store, moves, order, say) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && event.target.id === "grab") return moves.main();
    if (event.target.closest("dialog, input, select, textarea")) return;
    if (arrows(event, store)) return event.preventDefault();
    if (event.repeat) return void (event.key === "Enter" && event.preventDefault()); // who holds a key does it once
    if (digits(event, moves)) return event.preventDefault();
    const done = named(event, moves) || (lettersAct() && letter(event, store, moves, order, say));
    if (done) event.preventDefault();
  });
}

/** ← → Home End move the focus inside the hand, the tray, the melds. */
function arrows(event, store) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
  if (step && event.target.closest(PLACES)) return among([...document.querySelectorAll(PLACES)], event, step);
  const group = step && GROUPS.map((name) => event.target.closest(name)).find(Boolean);
  if (!group) return false;
  const buttons = [...group.querySelectorAll("button")];
  const at = buttons.indexOf(event.target.closest("button"));
  const to = buttons[Math.max(0, Math.min(buttons.length - 1, at + step))];
  if (!to) return true;
  if (to.dataset.stack) store.state.ui.rove.hand = to.dataset.stack;
  if (to.dataset.side) store.state.ui.rove[`melds-${to.dataset.side}`] = buttons.indexOf(to);
  if (to.closest(".groups")) store.state.ui.rove.tray = buttons.indexOf(to);
  for (const one of buttons) if (one.hasAttribute("tabindex")) one.tabIndex = one === to ? 0 : -1;
  to.focus();
  return true;
}

/** While cards are lifted the places for them are one row, wherever they lie. */
function among(places, event, step) {
  const at = places.indexOf(event.target.closest(PLACES));
  places[Math.max(0, Math.min(places.length - 1, at + step))]?.focus();
  return true;
}

function digits(event, moves) {
  const stack = event.target.closest("[data-stack]");
  if (!stack || !/^[1-7]$/.test(event.key)) return false;
  moves.lift(stack.dataset.stack, Math.min(Number(event.key), Number(stack.dataset.size)));
  return true;
}

function named(event, moves) {
  const inside = GROUPS.some((name) => event.target.closest(name));
  if (event.key === "Enter" && event.target.closest(PLACES)) return false; // it is a button: the cards go there
  const onButton = event.target.closest("button, a, summary");
  if (event.key === "Escape") moves.down();
  else if (event.key === "Backspace") moves.undo();
  else if (event.key === "Enter" && (inside && !event.target.closest("[data-meld]") || !onButton)) moves.main();
  else return false;
  return true;
}

/** Letters and “?”: what one may type or say by chance. */
function letter(event, store, moves, order, say) {
  const { state } = store;
  const doing = {
    n: () => moves.toNew(),
    m: () => (document.querySelector(".meld.can") ?? document.querySelector(PLACES))?.focus(),
    a: () => document.querySelector('[data-act="add"]')?.click(),
    u: () => moves.undo(),
    d: () => moves.discard(),
    r: () => moves.draw(),
    p: () => moves.pile(),
    y: () => moves.answer(true),
    x: () => moves.answer(false),
    h: () => moves.hint(),
    s: () => order.sort(),
    o: () => say(handInWords(state), true),
    t: () => say(tableInWords(state), true),
    c: () => say(turnInWords(state), true),
    b: () => say(books(state.view), true),
    l: () => say(state.log.at(-1)?.text ?? gettext("Nothing yet."), true),
    "?": () => {
      state.ui.sheet = { kind: "keys" };
      store.redraw();
    },
  }[event.key.toLowerCase()];
  if (!doing) return false;
  doing();
  return true;
}

function handInWords({ view, staging }) {
  if (!seated(view)) return gettext("You have no cards here.");
  const hand = rest(staging, myHand(view));
  const words = stacks(hand).flat().flatMap(({ cards }) => cards.map(cardName));
  return fmt(ngettext("You hold %(n)s card: %(cards)s.", "You hold %(n)s cards: %(cards)s.", hand.length), { n: hand.length, cards: list(words) });
}

function tableInWords({ view }) {
  const [top] = faces(view.pile);
  const pile = top ? fmt(gettext("On the pile: %(card)s."), { card: cardName(top) }) : gettext("The pile is empty.");
  const teams = (view.teams ?? []).map((_, team) => {
    const melds = meldsOf(view, team).map(meldName);
    return `${teamName(view, team)}: ${melds.length ? melds.join("; ") : gettext("nothing laid")}.`;
  });
  return [pile, ...teams].join(" ");
}

function turnInWords(state) {
  const { view } = state;
  const who = myTurn(view) ? prompt(state).text : turnSeat(view) === null ? "" : fmt(gettext("To play: %(name)s."), { name: nameOf(view, turnSeat(view)) });
  const time = view.deadline ? ` ${fmt(gettext("Time left: %(time)s."), { time: inWords(Date.parse(view.deadline) - Date.now()) })}` : "";
  return who + time;
}
