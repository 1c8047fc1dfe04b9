// The cards: how they are written on the wire, drawn and named.
import { gettext, npgettext, pgettext } from "./i18n.js";
import { html } from "./html.js";

/** "KH KD JK" as a list of faces. */
export const faces = (text) => (Array.isArray(text) ? text : (text || "").split(" ").filter(Boolean));

export const rankOf = (face) => (face === "JK" ? "JK" : face[0]);
export const isRed = (face) => face[1] === "H" || face[1] === "D";
/** By its suit a card may be coloured (`data-suits` of the page); a three stays red or black, for that is a rule. */
const suitClass = (face) => (rankOf(face) === "3" ? "" : `suit-${face[1]}`);
export const shownRank = (rank) => ({ T: "10", JK: "★", W: "★" })[rank] ?? rank;
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** `cards` without `taken`, face by face. */
export function without(cards, taken) {
  const left = [...cards];
  for (const face of taken) {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const SUIT_ORDER = "SHCD";
/** The stacks of a hand, in the order in which they lie: A to 4, wilds, threes. */
export function stacks(hand) {
  const by = new Map();
  for (const face of hand) {
    const key = stackOf(face);
    by.set(key, [...(by.get(key) ?? []), face]);
  }
  const sorted = (cards) => cards.sort((a, b) => SUIT_ORDER.indexOf(a[1]) - SUIT_ORDER.indexOf(b[1]));
  const pick = (keys) => keys.filter((key) => by.has(key)).map((key) => ({ key, cards: sorted(by.get(key)) }));
  return [pick([..."AKQJT987654"]), pick(["2", "JK"]), pick(["3b", "3r"])];
}
export const stackOf = (face) => (rankOf(face) === "3" ? (isRed(face) ? "3r" : "3b") : rankOf(face));
/** What is lifted one card at a time: wilds and threes. */
export const isSpecial = (key) => key === "2" || key === "JK" || key[0] === "3";
export const isWildStack = (key) => key === "2" || key === "JK";

// --- drawings ---------------------------------------------------------------------------------------------------

const frame = html`<rect class="f" x="1" y="1" width="48" height="68" rx="5"/>`;
/** `face` is written on it for movement alone, which follows a card from where it was to where it is. */
const svg = (inside, face = "") => html`<svg class="card" data-face="${face}" viewBox="0 0 50 70" aria-hidden="true">${frame}${inside}</svg>`;
const use = (name, x, y, size) => html`<use href="#${name}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;

export const back = () =>
  svg(html`<rect class="bk" x="4" y="4" width="42" height="62" rx="3"/><path class="bl" stroke-width="1.6" d="M4 18 18 4M4 34 34 4M4 50 46 8M4 66 46 24M18 66l28-28M34 66l12-12M46 18 32 4M46 34 16 4M46 50 4 8M46 66 4 24M32 66 4 38M16 66 4 54"/>`);

/** One face; `threes` is what a red three is worth at this table, as it is written on it. */
export function card(face, threes = "") {
  if (face === "JK") {
    const letters = [..."JOKER"].map((letter, i) => html`<text x="11.5" y="${31 + i * 8.2}" font-size="8" text-anchor="middle">${letter}</text>`);
    return svg(html`<g class="w">${use("star", 3.5, 4, 16)}${letters}${use("star", 21, 34, 28)}</g><g class="eyes"><circle cx="32.2" cy="47.5" r="1.6"/><circle cx="37.8" cy="47.5" r="1.6"/><path d="M30.7 51.2h8.6a4.3 4.3 0 0 1-8.6 0z"/></g>`, face);
  }
  const [rank, suit] = face;
  const index =
    rank === "T"
      ? html`<text x="2.6" y="21" font-size="22" textLength="18.5" lengthAdjust="spacingAndGlyphs">10</text>`
      : html`<text x="11.3" y="20.5" font-size="21.5" text-anchor="middle">${rank}</text>`;
  const colour = `${isRed(face) ? "r" : "b"} ${suitClass(face)}`;
  return svg(html`<g class="${colour}">${index}${use(suit, 4.5, 25, 14)}${big(face, threes)}</g>`, face);
}

function big(face, threes) {
  if (face[0] === "2") return html`<g class="w">${use("star", 22, 37, 25)}</g>`;
  if (face[0] !== "3") return use(face[1], 22, 37, 25);
  if (!isRed(face)) return html`<g class="stop"><circle cx="34.5" cy="51" r="9.5"/><path d="M27.8 44.3l13.4 13.4"/></g>`;
  const size = threes.length > 4 ? 8 : 9.5;
  return html`<rect x="18.5" y="47" width="29" height="15" rx="7.5"/><text class="on" x="20.5" y="${54.5 + size * 0.36}" font-size="${size}" textLength="25" lengthAdjust="spacingAndGlyphs">${threes}</text>`;
}

/** A face in running text: drawn for the eye, named for the ear. */
export function inline(face) {
  if (face === "JK") return html`<span class="face w">${cardName(face)}</span>`;
  return html`<span class="face ${isRed(face) ? "r" : ""} ${suitClass(face)}" aria-hidden="true">${shownRank(face[0])}${SIGNS[face[1]]}</span><span class="sr">${cardName(face)}</span>`;
}

// --- names ------------------------------------------------------------------------------------------------------

const NAMES = () => ({
  AS: gettext("ace of spades"), KS: gettext("king of spades"), QS: gettext("queen of spades"), JS: gettext("jack of spades"), TS: gettext("10 of spades"),
  "9S": gettext("9 of spades"), "8S": gettext("8 of spades"), "7S": gettext("7 of spades"), "6S": gettext("6 of spades"), "5S": gettext("5 of spades"),
  "4S": gettext("4 of spades"), "3S": gettext("3 of spades"), "2S": gettext("2 of spades"),
  AH: gettext("ace of hearts"), KH: gettext("king of hearts"), QH: gettext("queen of hearts"), JH: gettext("jack of hearts"), TH: gettext("10 of hearts"),
  "9H": gettext("9 of hearts"), "8H": gettext("8 of hearts"), "7H": gettext("7 of hearts"), "6H": gettext("6 of hearts"), "5H": gettext("5 of hearts"),
  "4H": gettext("4 of hearts"), "3H": gettext("3 of hearts"), "2H": gettext("2 of hearts"),
  AD: gettext("ace of diamonds"), KD: gettext("king of diamonds"), QD: gettext("queen of diamonds"), JD: gettext("jack of diamonds"), TD: gettext("10 of diamonds"),
  "9D": gettext("9 of diamonds"), "8D": gettext("8 of diamonds"), "7D": gettext("7 of diamonds"), "6D": gettext("6 of diamonds"), "5D": gettext("5 of diamonds"),
  "4D": gettext("4 of diamonds"), "3D": gettext("3 of diamonds"), "2D": gettext("2 of diamonds"),
  AC: gettext("ace of clubs"), KC: gettext("king of clubs"), QC: gettext("queen of clubs"), JC: gettext("jack of clubs"), TC: gettext("10 of clubs"),
  "9C": gettext("9 of clubs"), "8C": gettext("8 of clubs"), "7C": gettext("7 of clubs"), "6C": gettext("6 of clubs"), "5C": gettext("5 of clubs"),
  "4C": gettext("4 of clubs"), "3C": gettext("3 of clubs"), "2C": gettext("2 of clubs"), JK: gettext("joker"),
});
let names = null;
export const cardName = (face) => (names ??= NAMES())[face] ?? face;

/** A rank as the heading of a meld: "Queens". */
export function rankTitle(rank) {
  const titles = {
    A: pgettext("name of a meld", "Aces"), K: pgettext("name of a meld", "Kings"), Q: pgettext("name of a meld", "Queens"),
    J: pgettext("name of a meld", "Jacks"), T: pgettext("name of a meld", "10s"), 9: pgettext("name of a meld", "9s"),
    8: pgettext("name of a meld", "8s"), 7: pgettext("name of a meld", "7s"), 6: pgettext("name of a meld", "6s"),
    5: pgettext("name of a meld", "5s"), 4: pgettext("name of a meld", "4s"), W: pgettext("name of a meld", "Wild cards"),
    3: pgettext("name of a meld", "Threes"), 2: pgettext("name of a meld", "Twos"), JK: pgettext("name of a meld", "Jokers"),
  };
  return titles[rank] ?? rank;
}

const COUNTED = {
  A: (n) => npgettext("object of a verb", "%(n)s ace", "%(n)s aces", n),
  K: (n) => npgettext("object of a verb", "%(n)s king", "%(n)s kings", n),
  Q: (n) => npgettext("object of a verb", "%(n)s queen", "%(n)s queens", n),
  J: (n) => npgettext("object of a verb", "%(n)s jack", "%(n)s jacks", n),
  T: (n) => npgettext("object of a verb", "%(n)s 10", "%(n)s 10s", n),
  9: (n) => npgettext("object of a verb", "%(n)s 9", "%(n)s 9s", n),
  8: (n) => npgettext("object of a verb", "%(n)s 8", "%(n)s 8s", n),
  7: (n) => npgettext("object of a verb", "%(n)s 7", "%(n)s 7s", n),
  6: (n) => npgettext("object of a verb", "%(n)s 6", "%(n)s 6s", n),
  5: (n) => npgettext("object of a verb", "%(n)s 5", "%(n)s 5s", n),
  4: (n) => npgettext("object of a verb", "%(n)s 4", "%(n)s 4s", n),
  3: (n) => npgettext("object of a verb", "%(n)s three", "%(n)s threes", n),
  2: (n) => npgettext("object of a verb", "%(n)s two", "%(n)s twos", n),
  JK: (n) => npgettext("object of a verb", "%(n)s joker", "%(n)s jokers", n),
  W: (n) => npgettext("object of a verb", "%(n)s wild card", "%(n)s wild cards", n),
};
/** "3 kings", as the object of a verb. */
export const counted = (rank, n) => COUNTED[rank](n).replace("%(n)s", numeral(n));

/** A small number before a rank, in a language that writes it as a word. */
const numeral = (n) =>
  [
    n,
    pgettext("number before a rank", "one"), pgettext("number before a rank", "two"), pgettext("number before a rank", "three"),
    pgettext("number before a rank", "four"), pgettext("number before a rank", "five"), pgettext("number before a rank", "six"),
    pgettext("number before a rank", "seven"),
  ][n] ?? n;

/** The first letter large, as a sentence begins. */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
