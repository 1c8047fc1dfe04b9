// The table: seats, each team's melds, stock and pile. State in, markup out.
import { fmt, gettext, ngettext, number } from "./i18n.js";
import { back, card, cardName, counted, faces, rankOf, shownRank } from "./cards.js";
import { html, icon } from "./html.js";
import {
  booksOf, footSize, handSize, meldsOf, mySeat, myTeam, nameOf, roundTheTable, seated, seatsOf, shapeOf, teamName,
  teamNames, teamOf, turnSeat,
} from "./seats.js";
import { meldName, kindName, seatName } from "./words.js";
import { glowing, offer, takes } from "./acts.js";
import { liftedCards } from "./staging.js";
import { myHand } from "./seats.js";
import { waitingSeats } from "./waiting.js";

/** From this width on nothing is folded away (the same as in felt.css). */
export const WIDE = 620;
export const redThree = (view) =>
  view.ruleset ? `${view.ruleset.red_threes === "bonus" ? "+" : "−"}${view.ruleset.red_three_value}` : "";
export const sign = (view, team) => html`<span class="tm t${shapeOf(view, team)}">${icon(`t${shapeOf(view, team)}`)}</span>`;

export function felt(state) {
  const { view } = state;
  if (view.status === "waiting" && !state.replay) return waitingSeats(state);
  if (!view.turn && !view.teams?.some((team) => team.melds)) return html`${seats(state)}`;
  const mine = myTeam(view);
  const others = [...new Set(roundTheTable(view).map((seat) => teamOf(view, seat)))].filter((team) => team !== mine);
  const many = others.length > 1;
  return html`${team(state, mine, "us")}${mid(state)}
    <div class="others${many ? " several" : ""}" data-key="others">${others.map((other) => team(state, other, "them", many))}</div>
    ${seats(state)}`;
}

// --- seats ------------------------------------------------------------------------------------------------------

function seats(state) {
  const { view } = state;
  const order = roundTheTable(view);
  const others = order.filter((seat) => seat !== mySeat(view));
  const place = (seat, i) => {
    if (seat === mySeat(view)) return "me";
    if (!seated(view)) return "n";
    if (others.length === 1) return "n";
    return i === 0 ? "w" : i === others.length - 1 ? "e" : "n";
  };
  const cards = order.map((seat, i) => ({ seat, at: place(seat, i) }));
  const strip = (at) => cards.filter((one) => one.at === at).map(({ seat }) => seatCard(state, seat, at));
  return html`<ul class="seats" data-key="seats" aria-label="${gettext("Seats in turn order")}">
    ${strip("w")}<li class="top-row" data-key="top-row"><ul>${strip("n")}</ul></li>${strip("e")}${strip("me")}</ul>`;
}

function seatCard(state, seat, at) {
  const { view } = state;
  const who = view.seats[seat];
  const turn = turnSeat(view) === seat && view.status === "playing";
  const asked = view.asking?.waiting_for.includes(seat);
  const next = turnSeat(view) !== null && (turnSeat(view) + 1) % view.seats.length === seat && view.status === "playing";
  const foot = footSize(who);
  const tags = [
    turn && !view.asking ? html`<span class="tag on">${gettext("plays")}</span>` : "",
    asked ? html`<span class="tag on">${gettext("is asked")}</span>` : "",
    who.offered ? html`<span class="tag">${gettext("looks for a substitute")}</span>` : "",
    next && !turn ? html`<span class="tag next">${gettext("next")}</span>` : "",
    at === "n" && seated(view) && !turn && !next && !asked && teamOf(view, seat) === myTeam(view) ? html`<span class="tag">${gettext("partner")}</span>` : "",
  ];
  return html`<li class="seat ${at}${turn ? " now" : ""}" data-key="seat-${seat}">
    <span class="sr">${seatName(view, seat)}</span><b aria-hidden="true">${sign(view, teamOf(view, seat))}<span class="nm">${nameOf(view, seat)}</span>${who.player?.for ? html` <span class="for">${fmt(gettext("for %(name)s"), { name: who.player.for.name })}</span>` : ""}${tags}</b>
    <span class="c" aria-hidden="true">${holding(who, foot)}</span></li>`;
}

function holding(who, foot) {
  const n = handSize(who);
  if (n === null) return "";
  if (who.in_foot) {
    return html`<span class="h">${icon("foot")}${n}<span class="wide"> ${gettext("in the foot")}</span></span>`;
  }
  return html`<span class="h">${icon("cards")}${n}</span>
    <span class="h wt">${icon("foot")}+${foot}<span class="wide"> ${gettext("waits")}</span></span>`;
}

// --- a team's panel -----------------------------------------------------------------------------------------------

function team(state, number_, side, many = false) {
  const { view } = state;
  const melds = meldsOf(view, number_);
  const names = teamNames(view, number_);
  const glow = side === "us" && seated(view) ? glowing(state) : [];
  const playing = turnSeat(view) !== null && teamOf(view, turnSeat(view)) === number_;
  const foldable = many && !state.ui.wide;
  const folds = foldable && !playing && !state.ui.open.has(number_);
  const name = teamName(view, number_);
  const head = html`<span class="head">${sign(view, number_)}<span class="tn">${name}</span>
    <span class="sc" title="${gettext("points so far")}">${number(view.totals?.[number_] ?? view.teams[number_].score ?? 0)}<span class="sr"> ${gettext("points so far")}</span></span>
    ${name === names ? "" : html`<span class="nm">${names}</span>`}</span>${demands(view, number_)}`;
  const rows = html`<div class="melds${melds.length > 10 ? " many" : ""}" data-roving="melds-${number_}">${melds.map((meld, i) => meldView(state, meld, side, glow, i))}${melds.length ? "" : nothing(state, side)}</div>`;
  return html`<section class="team ${side}${folds ? " folds" : ""}" data-key="team-${number_}" aria-label="${name}">
    <h2>${foldable ? html`<button class="fold" data-fold="${number_}" aria-expanded="${String(!folds)}">${head}</button>` : head}</h2>${rows}</section>`;
}

function nothing(state, side) {
  const { view } = state;
  if (side !== "us" || !seated(view) || view.theirs || !view.minimum) return html`<p class="note">${gettext("Nothing laid yet.")}</p>`;
  return html`<p class="note">${gettext("Nothing laid yet.")} ${fmt(gettext("Your first meld must be worth %(n)s or more."), { n: number(view.minimum) })}</p>`;
}

function demands(view, number_) {
  const books = booksOf(view, number_);
  const wanted = view.ruleset.books_to_go_out;
  const threes = faceCount(view.teams[number_].red_threes);
  const red = threes
    ? html`<span class="r3" title="${gettext("red threes")}">${icon("D")}<b>3</b>×${threes}<span class="sr"> ${gettext("red threes")}</span></span>`
    : "";
  const parts = ["clean", "dirty", "wild"]
    .filter((kind) => wanted[kind] || books[kind])
    .map((kind) => {
      const words = fmt(gettext("%(kind)s books: %(n)s, needed to go out: %(wanted)s"), { kind: kindName(kind), n: books[kind], wanted: wanted[kind] });
      return html`<span class="${books[kind] >= wanted[kind] ? "ok" : ""}" title="${words}"><span class="k-${kind}">${icon(kind === "wild" ? "star" : kind)}</span><span aria-hidden="true">${books[kind]}/${wanted[kind]}</span><span class="sr">${words}</span></span>`;
    });
  return html`<span class="go">${red}${parts}</span>`;
}

const faceCount = (value) => (typeof value === "number" ? value : faces(value).length);

export function meldView(state, meld, side, glow, i) {
  const can = glow.includes(meld.id);
  const lifted = can ? liftedCards(state.staging, myHand(state.view)).length : 0;
  const behind = meld.book ? [] : meld.cards.slice(1);
  const isWild = (face) => face === "JK" || face[0] === "2";
  const sorted = [...behind].sort((a, b) => isWild(a) - isWild(b));
  const edges = sorted.map((face, n) => html`<i aria-hidden="true" class="e z${8 - n}${isWild(face) ? " w" : ""}">${isWild(face) ? icon("star") : ""}</i>`);
  const rank = shownRank(meld.rank);
  const tabs = state.ui.rove[`melds-${side}`] ?? 0;
  return html`<button class="meld ${meld.kind}${meld.book ? " book" : ""}${can ? " can" : ""}${state.ui.touched.has(meld.id + side) ? " touched" : ""}" data-key="meld-${side}-${meld.id}" data-meld="${meld.id}" data-side="${side}" tabindex="${i === tabs ? 0 : -1}">
    <span class="sr">${meldName(meld)}${can ? ". " + fmt(gettext("Put the lifted cards here: %(n)s"), { n: lifted }) : ""}</span>
    <span class="fr" aria-hidden="true"><span class="rk">${rank}</span><span class="kn">${icon(meld.kind === "wild" ? "star" : meld.kind)}${meld.cards.length}</span></span>${edges}
    ${can ? html`<span class="plus" aria-hidden="true">+${lifted}</span>` : ""}</button>`;
}

// --- stock and pile ---------------------------------------------------------------------------------------------

function mid(state) {
  const { view } = state;
  const pile = faces(view.pile);
  const draws = Boolean(offer(state, "draw")) && !state.staging.take;
  const left = view.stock_size ?? 0;
  const stockWords = fmt(ngettext("Stock: %(n)s card", "Stock: %(n)s cards", left), { n: left });
  const stock = left
    ? html`${back()}<span class="n" aria-hidden="true">${left}</span><span class="sr">${stockWords}</span>`
    : html`<span class="hole">${gettext("Stock empty")}</span>`;
  return html`<section class="mid" data-key="mid" aria-label="${gettext("Stock and pile")}">
    ${draws ? html`<button class="stock" data-act="draw" data-key="stock">${stock}<span class="sr">. ${gettext("Draw")}</span></button>` : html`<div class="stock" data-key="stock-still">${stock}</div>`}
    ${pileView(state, pile)}
    <p class="note" data-key="pile-note"><b>${gettext("Pile")} ${pile.length}</b> ${pileNote(state, pile)}</p></section>`;
}

const mayAct = ({ view, replay }) => !replay && seated(view) && view.status === "playing";

function pileView(state, pile) {
  const { view } = state;
  if (!pile.length) return html`<div class="pile" data-key="pile-empty"><span class="hole">${gettext("Pile empty")}</span></div>`;
  const taken = view.ruleset.pile_take === "never" ? 1 : Math.max(1, takes(view));
  const shown = pile.slice(0, Math.min(taken, 12)).reverse();
  const words = fmt(ngettext("Discard pile, %(n)s card. On top: %(card)s.", "Discard pile, %(n)s cards. On top: %(card)s.", pile.length), { n: pile.length, card: cardName(pile[0]) });
  const fan = html`${shown.slice(0, -1).map((face) => html`<span class="s">${card(face, redThree(view))}</span>`)}<span class="last">${card(pile[0], redThree(view))}</span>${shown.length > 1 ? html`<span class="brk"></span>` : ""}`;
  return mayAct(state)
    ? html`<button class="pile n${Math.min(shown.length, 12)}" data-pile data-key="pile"><span class="sr">${words}</span>${fan}</button>`
    : html`<div class="pile n${Math.min(shown.length, 12)}" data-key="pile-still" role="img" aria-label="${words}">${fan}</div>`;
}

/** Always one line: whether it can be taken, or what would be needed. Reasons are the server's. */
function pileNote(state, pile) {
  const { view } = state;
  const [top] = pile;
  if (!top) return "";
  if (!mayAct(state)) return fmt(gettext("On top: %(card)s."), { card: cardName(top) });
  const held = myHand(view).filter((face) => rankOf(face) === rankOf(top)).length;
  const holds = held ? fmt(gettext("You hold %(cards)s"), { cards: counted(rankOf(top), held) }) : fmt(gettext("On top: %(card)s"), { card: cardName(top) });
  if (offer(state, "take_pile")) return fmt(ngettext("%(holds)s: takes %(n)s card.", "%(holds)s: takes %(n)s cards.", takes(view)), { holds, n: takes(view) });
  if (turnSeat(view) !== view.seat) return `${holds}.`;
  if (view.turn.phase === "play") return gettext("You have drawn, so it stays in this turn.");
  return state.pileReason ?? `${holds}.`;
}
