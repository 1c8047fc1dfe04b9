// Why the server refused, as a sentence for a person: by code and data, with names and cards instead of numbers and
// notation. The server's own sentence stands in for a code that is not known here.
import { fmt, gettext, list } from "./i18n.js";
import { cardName, counted, faces, rankOf, rankTitle } from "./cards.js";
import { nameOf } from "./seats.js";

const SENTENCES = {
  malformed: () => gettext("That could not be read, and nothing has changed; please reload the page."),
  game_over: () => gettext("The game is over."),
  awaiting_answer: (d, view) =>
    fmt(gettext("Somebody has asked to go out; still to answer: %(names)s."), { names: list((d.waiting_for ?? []).map((seat) => nameOf(view, seat))) }),
  not_your_turn: (d, view) => fmt(gettext("It is not your turn yet (to play: %(name)s)."), { name: nameOf(view, d.turn) }),
  wrong_phase: () => gettext("Not at this point of the turn: first draw, then meld, then discard."),
  stock_empty: () => gettext("The stock is empty: take the pile or pass."),
  stock_not_empty: () => gettext("You can pass only when the stock is empty."),
  pile_empty: () => gettext("The pile is empty."),
  pile_blocked: (d) => fmt(gettext("It can't be taken now; on top: %(card)s."), { card: cardName(d.top) }),
  no_pair: (d) => fmt(gettext("To take it you need %(cards)s in hand."), { cards: counted(rankOf(d.top), 2) }),
  card_not_held: (d) => fmt(gettext("You don't hold this any more: %(cards)s."), { cards: list(faces(d.cards).map(cardName)) }),
  unknown_meld: () => gettext("Your team has no such meld; choose one on the table."),
  top_not_melded: (d) => fmt(gettext("When you take the pile, lay its top card (%(card)s) with two more of its rank."), { card: cardName(d.top) }),
  meld_of_threes: () => gettext("Threes are never melded: take them out of the meld."),
  mixed_ranks: () => gettext("All natural cards of a meld must be of the same rank."),
  no_wild_melds: () => gettext("At this table wild cards alone can't make a meld."),
  too_few_cards: () => gettext("A new meld needs three cards or more."),
  book_complete: (d) => fmt(gettext("This book is complete and can't take these cards (%(meld)s)."), { meld: meld(d) }),
  too_many_cards: () => gettext("A meld holds seven cards at most."),
  too_many_wilds: (d) => fmt(gettext("Too many wild cards (%(meld)s)."), { meld: meld(d) }),
  rank_already_open: (d) => fmt(gettext("Your team has a meld of this rank already (%(meld)s): add to it."), { meld: rankTitle(d.rank) }),
  one_meld_action: () => gettext("In one turn you may start new melds or add to earlier ones, not both."),
  below_minimum: (d) => fmt(gettext("Not enough for the first meld: %(laid)s of %(needed)s points."), d),
  must_keep_two: () => gettext("You can't go out like this: keep two cards, one to discard and one to play on with."),
  must_go_out: () => gettext("You have leave to go out: play so that you still can in this turn."),
  already_asked: () => gettext("You have already asked in this turn; you can ask again in your next one."),
  nobody_to_ask: () => gettext("At this table nobody has to be asked before going out."),
  not_in_foot: () => gettext("You can ask only when you are playing from your foot."),
  partner_not_in_foot: () => gettext("You can't go out yet: your partner has not played from the foot."),
  cannot_go_out: () => gettext("You can't go out in this turn: books or cards are lacking."),
  already_seated: () => gettext("You have a seat here already, or this one is taken."),
  has_seen_cards: () => gettext("You have seen other cards of this deal; when the next one begins you may sit down here."),
  already_offered: () => gettext("Somebody is looked for already."),
  not_offered: () => gettext("Nobody is looked for any more."),
  not_started: () => gettext("The game has not begun."),
  frozen: () => gettext("The club's officers have frozen this table."),
  paused: () => gettext("The game is paused."),
  undo_off: () => gettext("At this table nothing is taken back."),
  nothing_to_undo: () => gettext("This can't be taken back any more."),
  nothing_to_plan: () => gettext("At this table no such decision comes up."),
  rate_limited: () => gettext("Too fast for the server; wait a moment and try again."),
  internal: () => gettext("Our fault; it has been written down. Your game is safe."),
};

const meld = (d) => {
  if (d.meld) return rankTitle(d.meld[0]);
  const natural = faces(d.cards).find((face) => face !== "JK" && face[0] !== "2");
  return rankTitle(natural ? natural[0] : "W");
};

/** The sentence for `{code, detail, data}` at a table that looks like `view`. */
export function reason({ code, detail, data }, view) {
  const say = SENTENCES[code];
  try {
    return say ? say(data ?? {}, view) : detail || gettext("That did not work; nothing has changed.");
  } catch {
    return detail || code;
  }
}
