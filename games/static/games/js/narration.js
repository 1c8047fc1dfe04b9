// What is said beside the events: that it is my turn and with what, what I lift and lay out, what going out needs.
import { fmt, gettext, list, ngettext, number, soon } from "./i18n.js";
import { capital, cardName, counted, faces, rankOf, rankTitle } from "./cards.js";
import { glowing, newGlows } from "./acts.js";
import { askedMe, booksOf, myHand, myTeam, myTurn, nameOf, turnSeat } from "./seats.js";
import { liftedCards } from "./staging.js";
import { cardsOf, sentence } from "./words.js";

const MINUTE = 60_000;

/** "Your turn. You hold 23 cards. Top of the pile: 9 of clubs, you hold two 9s. Time until 22:15." */
export function yourTurn(view) {
  const hand = myHand(view);
  const [top] = faces(view.pile);
  const same = top ? hand.filter((face) => rankOf(face) === rankOf(top)).length : 0;
  const pile = !top ? gettext("The pile is empty.")
    : same ? fmt(gettext("Top of the pile: %(card)s, you hold %(cards)s."), { card: cardName(top), cards: counted(rankOf(top), same) })
    : fmt(gettext("Top of the pile: %(card)s."), { card: cardName(top) });
  const until = view.deadline ? fmt(gettext("Time until %(time)s."), { time: soon(view.deadline) }) : "";
  const held = fmt(ngettext("You hold %(n)s card.", "You hold %(n)s cards.", hand.length), { n: hand.length });
  return [gettext("Your turn."), held, pile, until].filter(Boolean).join(" ");
}

/** A question to me: may somebody go out? */
export const question = (view) => fmt(gettext("%(name)s asks to go out. Yes or no?"), { name: nameOf(view, view.asking.seat) });

/** What follows from an action, for who only hears it: "David to play." */
export function next(events, before, view) {
  const told = [];
  if (before.stock_size > 0 && view.stock_size === 0 && before.deal === view.deal) told.push(gettext("The stock is empty."));
  const passed = events.some(({ type }) => type === "discarded" || type === "passed");
  if (passed && turnSeat(view) !== null && !myTurn(view) && view.status === "playing") {
    told.push(fmt(gettext("%(name)s to play."), { name: nameOf(view, turnSeat(view)) }));
  }
  return told;
}

/** What my own action has come to, and what is to do next; "" for one that speaks for itself. */
export function outcomeOfMine(events, view) {
  const mine = events.filter(({ seat }) => seat === view.seat && seat !== null);
  const of = (...types) => mine.find(({ type }) => types.includes(type));
  if (of("grabbed")) return sentence(of("grabbed"), view);
  if (!myTurn(view) || view.turn?.phase !== "play") return "";
  if (of("foot_taken")) return gettext("You are in your foot: go on, then discard.");
  const laid = of("melded", "pile_taken");
  return laid ? fmt(gettext("Laid %(melds)s. Discard one card, or lay more."), { melds: cardsOf(laid.data.melds) }) : "";
}

/** "Three queens lifted. Places: Queens, a new meld." */
export function lifted(state) {
  const cards = liftedCards(state.staging, myHand(state.view));
  if (!cards.length) return gettext("Put down.");
  const ranks = [...new Set(cards.map(rankOf))];
  const what = list(ranks.map((rank) => counted(rank, cards.filter((face) => rankOf(face) === rank).length)));
  const places = glowing(state).map((id) => rankTitle(id[0]));
  if (newGlows(state) || state.staging.groups.length) places.push(gettext("a new meld"));
  const told = fmt(gettext("%(cards)s lifted."), { cards: capital(what) });
  return places.length ? `${told} ${fmt(gettext("Places: %(places)s."), { places: list(places) })}` : told;
}

/** "Staged: three 10s. 90 of 120 points." */
export function staged({ staging, verdict }) {
  if (!staging.groups.length) return gettext("Nothing is staged.");
  const groups = staging.groups.map(({ cards, to }) => {
    const ranks = [...new Set(cards.map(rankOf))];
    const what = list(ranks.map((rank) => counted(rank, cards.filter((face) => rankOf(face) === rank).length)));
    return to ? fmt(gettext("%(cards)s to your %(meld)s"), { cards: what, meld: rankTitle(to[0]) }) : fmt(gettext("%(cards)s, new"), { cards: what });
  });
  const told = fmt(gettext("Staged: %(groups)s."), { groups: groups.join("; ") });
  const { value, minimum, code, detail } = verdict;
  if (code && code !== "below_minimum") return `${told} ${detail}`;
  if (value === null || value === undefined) return told;
  const points = minimum
    ? fmt(gettext("%(value)s of %(minimum)s points."), { value: number(value), minimum: number(minimum) })
    : fmt(gettext("%(n)s points."), { n: number(value) });
  return `${told} ${points}`;
}

/** What going out needs in books, for the ear. */
export function books(view) {
  if (!view.teams?.some(({ melds }) => melds)) return gettext("Nothing yet.");
  const have = booksOf(view, myTeam(view));
  const label = { clean: gettext("Clean books"), dirty: gettext("Dirty books"), wild: gettext("Wild books") };
  const wanted = view.ruleset.books_to_go_out;
  const told = Object.keys(label).filter((kind) => wanted[kind]).map((kind) =>
    fmt(gettext("%(books)s: %(n)s of %(wanted)s"), { books: label[kind], n: have[kind], wanted: wanted[kind] }));
  return told.length ? `${told.join(". ")}.` : gettext("Going out needs no books here.");
}

/** Says once for each decision of mine that less than a minute is left of a longer time. */
export class LastMinute {
  constructor(say) {
    this.say = say;
  }

  /** To be called whenever the page is drawn. */
  watch({ view }) {
    const mine = view.status === "playing" && view.deadline && (myTurn(view) || askedMe(view));
    if (!mine) return void (this.deadline = null);
    const left = Date.parse(view.deadline) - Date.now();
    if (this.deadline !== view.deadline) {
      this.deadline = view.deadline;
      this.said = left < MINUTE;
    }
    if (this.said || left > MINUTE) return;
    this.said = true;
    this.say(gettext("Less than a minute is left."), true);
  }
}
