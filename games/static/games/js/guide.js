// The guide of a first game: at each step one sentence that says what to do, and, as it comes up, what a thing is.
// What to do follows from what the server offers, and "Show me" asks the server's own hint: the guide knows no rules.
import { csrfToken } from "./api.js";
import { fmt, gettext, number } from "./i18n.js";
import { offer, offered } from "./acts.js";
import { faces, rankOf } from "./cards.js";
import { html } from "./html.js";
import { recall, remember } from "./kept.js";
import { over } from "./leaving.js";
import { meldsOf, myHand, myTeam, myTurn } from "./seats.js";

const mine = ({ view, log }, type) => log.some((line) => line.type === type && line.event.seat === view.seat);
const melds = ({ view }) => (view.deal ? meldsOf(view, myTeam(view)) : []);
const holds = ({ view }, ...ranks) => myHand(view).some((face) => ranks.includes(rankOf(face)));

/** What things are: each is told once, as soon as it is there to be looked at, in this order. */
const NOTES = [
  ["hand", () => true, () => gettext("These cards are yours: your hand. A second packet, your foot, waits until the hand is gone. Tap cards to lift them, tap again to put them down.")],
  ["goal", () => true, () => gettext("The goal: lay cards of one rank together. Seven of a rank are a book. Lay one book with a wild card in it, then get rid of all your cards: that ends the deal.")],
  ["meld", (state) => melds(state).length > 0, () => gettext("You have laid your first cards. They count for you, and you can add more of the same rank later.")],
  ["wild", (state) => holds(state, "2", "JK"), () => gettext("Cards with a star are wild: lay them with any rank, as long as more true cards lie there.")],
  ["three", (state) => holds(state, "3"), () => gettext("Threes are never laid in a row. Discard a black one when you can: the next player cannot take the pile then.")],
  ["pile", (state) => mine(state, "pile_taken"), () => gettext("You took the pile: the top card lies with your two, and the others came into your hand. So a rank fills up quickly.")],
  ["foot", ({ view }) => Boolean(view.seats[view.seat]?.in_foot), () => gettext("Your hand is gone, so you took up your foot. Play it in the same way; it is your last packet.")],
  ["book", (state) => melds(state).some(({ book }) => book), () => gettext("Seven cards: a book! Dirty (half circle, black): with wild cards. Clean (full circle, red): without any, worth more. Now get rid of your cards.")],
];

const step = (state) => {
  const { view, staging, verdict, ui } = state;
  if (view.status === "finished") return gettext("That was a whole deal, and you know how it goes. In a real game there are four, often with a partner.");
  if (view.status !== "playing") return "";
  if (!myTurn(view)) return gettext("The other one plays now. Watch the table: it is soon your turn.");
  if (state.hint) return gettext("That is what a careful player would do. Press “Use it” to put it in place, or do as you like.");
  if (staging.take || staging.groups.length) {
    return verdict.ready ? gettext("Good. The button at the bottom right lays it on the table.") : gettext("Not enough yet: lift more cards and tap where they go, or press Undo.");
  }
  if (ui.leavePile) return gettext("You may leave the pile. Draw, or change your mind and take it.");
  if (offer(state, "take_pile")) return gettext("You hold two cards like the top one of the pile: you may take the pile. Or draw from the stock.");
  if (offer(state, "draw")) return gettext("A turn begins with new cards: press the button that draws.");
  if (Object.keys(staging.lifted).length) return gettext("Lifted. Tap a place that lights up to lay there, or press Discard to end your turn with this card.");
  if (offered(state, "meld").length) {
    return melds(state).length
      ? gettext("You can lay cards now. “Show me” says which; or go on and discard one card.")
      : fmt(gettext("You can lay cards: three or more of a rank. The first time they must be worth %(n)s."), { n: number(view.minimum) });
  }
  return gettext("End your turn: lift the card you need least, then press Discard.");
};

/** Remembers what was told, for this window, and speaks what is new. */
export class Guide {
  /** `guide`: {bots, rules}, where it leads on to; null at every other table. */
  constructor(store, moves, guide) {
    this.store = store;
    this.moves = moves;
    this.key = `fairdeal:guide:${store.state.id}`;
    if (!guide) return;
    const told = recall(this.key, "sessionStorage") ?? [];
    store.state.guide = { ...guide, told, on: !told.includes("off") };
  }

  tap(what) {
    if (what === "show") return this.moves.hint();
    const { guide } = this.store.state;
    guide.told.push(what);
    guide.on = what !== "off";
    remember(this.key, guide.told, "sessionStorage");
    this.store.redraw();
  }

  /** Each new sentence of the guide is spoken once. */
  shown(state) {
    const said = guided(state) && words(state);
    if (said && said !== this.said) this.store.say(said);
    this.said = said;
  }
}

function note(state) {
  if (!guided(state)) return null;
  return NOTES.find(([name, when]) => !state.guide.told.includes(name) && !over(state.view) && when(state));
}

/** Whether the guide speaks: in its own game, and until it is sent away. */
const guided = ({ guide }) => Boolean(guide?.on);

const words = (state) => note(state)?.[2]() ?? step(state);

export function guidePanel(state) {
  const { guide } = state;
  const says = guided(state) && words(state);
  if (!says) return "";
  const told = note(state);
  const shows = state.legal.actions.length > 0 && !state.staging.groups.length;
  const buttons = over(state.view)
    ? html`<form method="post" action="${guide.bots}"><input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken()}"><button class="btn go">${gettext("Play a real game")}</button></form><a class="btn" href="${guide.rules}">${gettext("Read the rules")}</a>`
    : told
      ? html`<button class="btn alt" data-guide="${told[0]}" data-key="guide-on">${gettext("I see")}</button>`
      : state.hint
        ? ""
        : html`${shows ? html`<button class="btn alt" data-guide="show" data-key="guide-show">${gettext("Show me")}</button>` : ""}<button class="btn" data-guide="off" data-key="guide-off">${gettext("No more help")}</button>`;
  return html`<div class="hint guide" data-key="guide" role="group" aria-label="${gettext("Guide")}"><p>${says}</p><span class="use">${buttons}</span></div>`;
}
