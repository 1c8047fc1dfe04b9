// Who sits where, seen from my chair: names, teams, their order round the table.
import { fmt, gettext } from "./i18n.js";
import { faces } from "./cards.js";

export const teamOf = (view, seat) => (view.teams?.length ? seat % view.teams.length : null);
export const mySeat = (view) => view.seat ?? null;
export const seated = (view) => mySeat(view) !== null;
export const myTeam = (view) => (seated(view) ? teamOf(view, view.seat) : 0);

/** The drawn shape and colour of a team: mine is always the first. */
export const shapeOf = (view, team) => ((team - myTeam(view) + view.teams.length) % view.teams.length) + 1;

/** In a view through another's eyes (`theirs`) nobody is called "you". */
export function nameOf(view, seat) {
  if (seat === mySeat(view) && !view.theirs) return gettext("You");
  const player = view.seats[seat]?.player;
  if (!player) return gettext("Open seat");
  if (player.kind === "bot") return fmt(gettext("Bot %(n)s"), { n: seat + 1 });
  return player.name || gettext("somebody");
}

/** All seats clockwise: from the one on my left to mine; for a spectator from seat 0. */
export function roundTheTable(view) {
  const n = view.seats.length;
  const first = seated(view) ? view.seat + 1 : 0;
  return Array.from({ length: n }, (_, i) => (first + i) % n);
}

/** A team's seats, mine first. */
export const seatsOf = (view, team) => {
  const all = roundTheTable(view);
  const mineFirst = seated(view) ? [view.seat, ...all.slice(0, -1)] : all;
  return mineFirst.filter((seat) => teamOf(view, seat) === team);
};

export const handSize = (seat) => seat.hand_size ?? (seat.hand === undefined ? null : faces(seat.hand).length);
export const footSize = (seat) => seat.foot_size ?? (seat.foot === undefined ? 0 : faces(seat.foot).length);
export const myHand = (view) => (seated(view) ? faces(view.seats[view.seat]?.hand) : []);

export const turnSeat = (view) => view.turn?.seat ?? null;
export const myTurn = (view) => seated(view) && turnSeat(view) === view.seat && !view.asking;
export const askedMe = (view) => seated(view) && Boolean(view.asking?.waiting_for.includes(view.seat));

/** How many seats play before mine. */
export const untilMe = (view) => (view.seat - turnSeat(view) + view.seats.length) % view.seats.length;

export function teamName(view, team) {
  if (seated(view) && !view.theirs && view.teams.length === 2) {
    return team === myTeam(view) ? gettext("Us") : gettext("Them");
  }
  return seatsOf(view, team).map((seat) => nameOf(view, seat)).join(" & ");
}

export const teamNames = (view, team) => seatsOf(view, team).map((seat) => nameOf(view, seat)).join(" & ");

/** A team's melds in the order in which they lie: `{id, rank, cards, kind, book}`, books first. */
export function meldsOf(view, team) {
  const { melds = {}, kinds = {} } = view.teams[team];
  return Object.entries(melds)
    .map(([id, text]) => {
      const cards = faces(text);
      return { id, rank: id[0], cards, kind: kinds[id] ?? "clean", book: cards.length >= BOOK };
    })
    .sort((a, b) => b.book - a.book || ORDER.indexOf(a.rank) - ORDER.indexOf(b.rank));
}
const ORDER = "AKQJT987654W";
/** Seven cards are a book: here only a matter of how it is drawn. */
export const BOOK = 7;

export function booksOf(view, team) {
  const books = { clean: 0, dirty: 0, wild: 0 };
  for (const meld of meldsOf(view, team)) if (meld.book) books[meld.kind] += 1;
  return books;
}
