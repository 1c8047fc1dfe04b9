// The score sheet, the log, the end of a deal, the cards of a meld, the keys: what opens over or beside the table.
import { fmt, fullTime, gettext, list, number, timeOfDay } from "./i18n.js";
import { card, faces, inline, rankTitle } from "./cards.js";
import { chatPanel } from "./chat.js";
import { html, icon } from "./html.js";
import { dealEnd } from "./deal_end.js";
import { booksOf, meldsOf, myTeam, nameOf, seated, seatsOf, teamName } from "./seats.js";
import { kindName } from "./words.js";
import { redThree, sign } from "./felt.js";
import { over, resignButton } from "./leaving.js";
import { missedSheet } from "./missed.js";
import { legend, order, titled } from "./sheet_parts.js";
import { substitutes } from "./standing_in.js";
import { likingsSheet } from "./likings.js";
import { signInSheet } from "./session.js";
import { timeSheet } from "./time_sheet.js";
import { takenBack } from "./waiting.js";
import { verifySheet } from "./verify_sheet.js";
import { plansButton, plansSheet } from "./plans.js";

// --- score ------------------------------------------------------------------------------------------------------

export const score = (state) =>
  state.view.teams ? html`${scoreTable(state)}${toGoOut(state.view)}${rules(state)}${plansButton(state)}${substitutes(state)}` : "";

export function scoreTable(state) {
  const { view } = state;
  if (!view.teams) return "";
  const teams = order(view);
  const deals = view.scores ?? [];
  const rows = deals.map((points, i) => html`<tr><th scope="row"><button class="link" data-deal="${i + 1}">${fmt(gettext("Deal %(n)s"), { n: i + 1 })}</button></th>${teams.map((team) => html`<td>${number(points[team])}</td>`)}</tr>`);
  const none = deals.length ? "" : html`<tr><td class="dim" colspan="${teams.length + 1}">${gettext("No deal is over yet.")}</td></tr>`;
  return html`<section class="score"><h2>${gettext("Score")}</h2><div class="scroll${teams.length > 2 ? " several-teams" : ""}" tabindex="0" role="group" aria-label="${gettext("Score")}"><table>
    <thead><tr><th scope="col">${gettext("Deal")}</th>${teams.map((team) => html`<th scope="col"><span class="th">${sign(view, team)}<span class="tn">${teamName(view, team)}</span></span></th>`)}</tr></thead>
    <tbody>${rows}${none}<tr class="sum"><th scope="row">${gettext("Total")}</th>${teams.map((team) => html`<td>${number(view.totals?.[team] ?? 0)}</td>`)}</tr></tbody></table></div>
    ${legend(view, teams)}${deals.length ? html`<p class="note">${gettext("Tap a deal to see its parts.")}</p>` : ""}</section>`;
}

function toGoOut(view) {
  if (!seated(view) || view.status !== "playing") return "";
  const books = booksOf(view, myTeam(view));
  const wanted = view.ruleset.books_to_go_out;
  const lines = Object.keys(wanted).filter((kind) => wanted[kind]).map((kind) => {
    const label = { clean: gettext("Clean books"), dirty: gettext("Dirty books"), wild: gettext("Wild books") }[kind];
    return html`<li><span class="k-${kind}">${icon(kind === "wild" ? "star" : kind)}</span><span>${label}</span><b>${fmt(gettext("%(n)s of %(wanted)s"), { n: books[kind], wanted: wanted[kind] })}</b></li>`;
  });
  const partners = view.ruleset.partner_in_foot ? seatsOf(view, myTeam(view)).filter((seat) => seat !== view.seat) : [];
  const feet = partners.map((seat) => html`<li>${icon("foot")}<span>${fmt(gettext("%(name)s has played from the foot"), { name: nameOf(view, seat) })}</span><b>${yes(view.seats[seat].played_from_foot)}</b></li>`);
  const mine = html`<li>${icon("foot")}<span>${gettext("You are in your foot")}</span><b>${yes(view.seats[view.seat].in_foot)}</b></li>`;
  return html`<section><h2>${gettext("What going out needs")}</h2><ul class="list">${lines}${feet}${mine}</ul></section>`;
}
const yes = (value) => (value ? gettext("yes") : gettext("not yet"));

function rules(state) {
  const { view, rulesName, rulesPage } = state;
  const minimums = view.ruleset.minimums.map(number).join(" · ");
  return html`<section><h2>${gettext("This table")}</h2><p class="note">${rulesName ? rulesName + ". " : ""}${fmt(gettext("First melds: %(minimums)s."), { minimums })} ${takenBack(view)}</p>${rulesPage ? html`<p><a class="btn" href="${rulesPage}" target="_blank">${gettext("Read the rules")}</a></p>` : ""}${resignButton(state)}</section>`;
}

// --- log --------------------------------------------------------------------------------------------------------

export function log(state, most = 120) {
  const lines = state.log.slice(-most).reverse();
  return html`<section class="logbook"><h2>${gettext("What happened")}</h2>${state.replayPage && lines.length ? html`<p class="links"><a class="btn" href="${state.replayPage}">${over(state.view) ? gettext("Replay") : gettext("Replay so far")}</a>${state.auditPage ? html`<a class="btn" href="${state.auditPage}">${gettext("The record")}</a>` : ""}</p>` : ""}<ol class="log">${lines.map(
    ({ version, at, text, undone }) => html`<li data-key="log-${version}"${undone ? html` class="undone"` : ""}><time datetime="${at}" title="${fullTime(at)}">${timeOfDay(at)}</time><span>${text}</span></li>`)}</ol>${lines.length ? "" : html`<p class="note">${gettext("Nothing yet.")}</p>`}</section>`;
}

// --- dialogs ----------------------------------------------------------------------------------------------------

export function sheet(state) {
  const { sheet: open } = state.ui;
  if (!open) return null;
  if (open.kind === "deal") return dealEnd(state, open);
  if (open.kind === "meld") return meldCards(state, open);
  if (open.kind === "ask") return askSheet(state);
  if (open.kind === "keys") return keys(state);
  if (open.kind === "likings") return likingsSheet(state, titled);
  if (open.kind === "sign-in") return signInSheet(state, titled);
  if (open.kind === "clock") return timeSheet(state);
  if (open.kind === "plans") return plansSheet(state, titled);
  if (open.kind === "verify") return verifySheet(state, titled);
  if (open.kind === "missed") return missedSheet(state, titled);
  if (open.kind === "chat") return html`${titled(gettext("Chat"))}${chatPanel(state, "sheet")}`;
  const tab = (kind, label) => html`<button class="btn${open.kind === kind ? " alt" : ""}" data-sheet="${kind}" aria-pressed="${String(open.kind === kind)}" data-key="tab-${kind}">${label}</button>`;
  return html`${titled(gettext("Score sheet and log"))}<div class="tabs">${tab("score", gettext("Score"))}${tab("log", gettext("What happened"))}${tab("likings", gettext("Settings"))}</div>${open.kind === "score" ? score(state) : log(state, Infinity)}`;
}

function meldCards(state, { side, id, team }) {
  const { view } = state;
  const meld = meldsOf(view, team).find((one) => one.id === id);
  if (!meld) return html`${titled(rankTitle(id[0]))}<p class="note">${gettext("This meld is not on the table any more.")}</p>`;
  return html`${titled(rankTitle(meld.rank))}<p class="note">${teamName(view, team)} · ${meld.cards.length} · ${kindName(meld.kind)}${meld.book ? ` · ${gettext("book")}` : ""}</p>
    <div class="spread" role="img" aria-label="${side === "us" ? gettext("The cards of your meld") : gettext("The cards of their meld")}">${meld.cards.map((face) => card(face, redThree(view)))}</div>${laidBy(state, team, id)}`;
}

/** Who laid which of its cards, as the log of this deal has it. */
function laidBy({ log: lines = [], view }, team, id) {
  const dealt = lines.findLastIndex(({ type }) => type === "deal_started");
  const laid = lines.slice(dealt + 1).filter(({ event, undone }) => !undone && event.data?.melds && event.seat % view.teams.length === team)
    .flatMap(({ at, event }) => event.data.melds.filter(({ name }) => name === id).map(({ cards }) => ({ at, seat: event.seat, cards: faces(cards) })));
  return laid.length ? html`<ol class="log">${laid.map(({ at, seat, cards }) => html`<li><time datetime="${at}" title="${fullTime(at)}">${timeOfDay(at)}</time><span>${nameOf(view, seat)}: ${cards.map((face) => html`${inline(face)} `)}</span></li>`)}</ol>` : "";
}

/** What a yes and a no bind, before the partners are asked. */
function askSheet({ view }) {
  const names = list(seatsOf(view, myTeam(view)).filter((seat) => seat !== view.seat).map((seat) => nameOf(view, seat)));
  return html`${titled(gettext("Ask to go out"))}<p>${fmt(gettext("To answer: %(names)s."), { names })}</p>
    <ul class="says"><li>${gettext("A yes binds you: you go out in this turn.")}</li><li>${gettext("A no binds you too: you do not go out in this turn.")}</li><li>${gettext("Until they have answered nobody plays.")}</li></ul>
    <div class="acts"><button class="btn" data-close>${gettext("Not now")}</button><button class="btn go" data-ask>${gettext("Ask")}</button></div>`;
}

function keys(state) {
  const line = (key, words) => html`<li><kbd>${key}</kbd><span>${words}</span></li>`;
  return html`${titled(gettext("Keys"))}<ul class="list keylist">
    ${line("← →", gettext("move in the hand, in the melds"))}${line("Space", gettext("lift more or less"))}${line("1–7", gettext("lift exactly so many"))}
    ${line("N", gettext("new meld"))}${line("A", gettext("add to a meld that takes the cards"))}${line("M", gettext("choose a place for the cards, with ← →"))}${line("U, ⌫", gettext("undo"))}${line("Esc", gettext("put all down"))}${line("Alt ← →", gettext("move a stack in the hand"))}${line("S", gettext("sort the hand, high first"))}
    ${line("Enter", gettext("the main act"))}${line("D", gettext("discard"))}${line("R", gettext("draw"))}${line("P", gettext("take the pile"))}${line("Y, X", gettext("answer yes, no"))}${state.hints ? line("H", gettext("a hint")) : ""}
    ${line("O", gettext("hear your hand"))}${line("T", gettext("hear the table"))}${line("C", gettext("hear whose turn it is and the time"))}${line("B", gettext("hear which books going out needs"))}${line("L", gettext("hear the last thing again"))}</ul>`;
}
