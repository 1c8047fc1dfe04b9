// What is mine: the sentence, what is staged, the hand, the acts. State in, markup out.
import { fmt, gettext, list, ngettext, number, timeOfDay } from "./i18n.js";
import { card, cardName, faces, rankTitle, stacks } from "./cards.js";
import { html, icon } from "./html.js";
import { acts, newGlows, takes } from "./acts.js";
import { grabber } from "./grab.js";
import { prompt } from "./prompt.js";
import { footSize, myHand, myTurn, nameOf, seated, askedMe } from "./seats.js";
import { againButton, over, resignBox, seatBack } from "./leaving.js";
import { arranged } from "./order.js";
import { rest } from "./staging.js";
import { redThree } from "./felt.js";
import { clock } from "./clock.js";
import { undoBox } from "./undoing.js";
import { freeSeats } from "./standing_in.js";
import { guidePanel } from "./guide.js";
import { newerBox } from "./release.js";

export function dock(state) {
  const { view } = state;
  const said = prompt(state);
  const edge = askedMe(view) ? " asked" : view.status === "playing" && myTurn(view) ? " mine" : "";
  const line = html`<div class="prompt ${said.tone}" data-key="prompt" id="prompt" tabindex="-1"><p>${said.tone === "danger" ? html`<span aria-hidden="true">⚠ </span>` : ""}${said.text}${state.link === "offline" ? html` <small>${gettext("Offline: nothing is sent.")}</small>` : ""}</p>${clock(state)}</div>`;
  if (!seated(view) || view.status !== "playing") {
    return html`<div class="inner${edge}">${line}${newerBox(state)}${guidePanel(state)}${freeSeats(state)}${seatBack(state)}${resignBox(state)}${paused(state)}${ending(state)}</div>`;
  }
  return html`<div class="inner${edge}">${line}${newerBox(state)}${guidePanel(state)}${resignBox(state)}${pauseWanted(state)}${undoBox(state)}
    ${hintView(state)}${handView(state)}${tray(state)}${handHead(state)}
    <div class="acts" data-key="acts">${grabber(state)}${acts(state).map((one) => button(state, one))}</div></div>`;
}

// --- a pause ----------------------------------------------------------------------------------------------------

/** Others want a pause, and I have not said yet. */
function pauseWanted({ view }) {
  const wanted = view.pause_wanted_by ?? [];
  if (!wanted.length || wanted.includes(view.seat)) return "";
  const names = list(wanted.map((seat) => nameOf(view, seat)));
  return html`<div class="hint" data-key="pause" role="group" aria-label="${gettext("Pause")}"><p>${fmt(gettext("%(names)s would like a pause. The clocks stand still until somebody goes on."), { names })}</p>
    <span class="use"><button class="btn alt" data-pause="yes">${gettext("Agree")}</button><button class="btn" data-pause="no">${gettext("No")}</button></span></div>`;
}

function paused({ view }) {
  if (view.status !== "paused" || view.frozen || !seated(view)) return "";
  return html`<div class="acts" data-key="acts"><button class="btn go" data-pause="resume">${gettext("Go on")}</button></div>`;
}

// --- a hint -----------------------------------------------------------------------------------------------------

function hintView(state) {
  if (!state.hint) return "";
  const { action, says, why } = state.hint;
  const ghosts = (action.melds ?? [{ cards: action.card ?? "" }]).map((meld) => faces(meld.cards)).filter((cards) => cards.length);
  const usable = ghosts.length > 0;
  const drawn = ghosts.map((cards) => html`<span class="ghosts"><span class="sr">${cards.map(cardName).join(", ")}. </span>${cards.map((face) => html`<span class="ghost">${card(face, redThree(state.view))}</span>`)}</span>`);
  return html`<div class="hint" data-key="hint" role="group" aria-label="${gettext("Hint")}">
    ${usable ? html`<span class="verb">${{ discard: gettext("Discard"), meld: gettext("Lay"), take_pile: gettext("Take the pile with") }[action.do]}</span>${drawn}<p>${why}</p>` : html`<p>${says}</p>`}
    <span class="use">${usable ? html`<button class="btn alt" data-hint="use">${gettext("Use it")}</button>` : ""}<button class="btn" data-hint="close">${usable ? gettext("No") : gettext("Close")}</button></span></div>`;
}

function ending(state) {
  if (["playing", "paused"].includes(state.view.status) && state.actFor) {
    return html`<div class="acts" data-key="acts"><a class="btn" href="${state.actFor}">${gettext("Act for a member")}</a></div>`;
  }
  if (!over(state.view)) return "";
  return html`<div class="acts" data-key="acts"><a class="btn" href="/">${gettext("To the games")}</a><a class="btn" href="${state.replayPage}">${gettext("Replay")}</a><button class="btn alt" data-sheet="score">${gettext("Score sheet")}</button>${againButton(state)}</div>`;
}

function button(state, { id, label, kind, key, to, face }) {
  const cls = { go: "btn go", alt: "btn alt", no: "btn no", plain: "btn" }[kind];
  const undo = id === "undo" ? icon("undo") : "";
  return html`<button class="${cls} a-${id}" data-key="act-${id}" data-act="${id}" data-to="${to ?? ""}" data-face="${face ?? ""}"${state.sending ? html` aria-disabled="true"` : ""}>${undo}<span class="lb">${label}</span>${key ? html`<kbd aria-hidden="true">${key}</kbd>` : ""}</button>`;
}

// --- the hand ---------------------------------------------------------------------------------------------------

function handHead(state) {
  const { view } = state;
  const mine = view.seats[view.seat];
  const n = myHand(view).length;
  const foot = footSize(mine);
  const rows = mine.in_foot
    ? fmt(ngettext("Foot: %(n)s card", "Foot: %(n)s cards", n), { n })
    : fmt(ngettext("Hand: %(n)s card", "Hand: %(n)s cards", n), { n });
  const waits = mine.in_foot ? "" : html` · ${fmt(gettext("foot of %(n)s waits"), { n: foot })}`;
  return html`<div class="handhead" data-key="handhead"><b>${rows}</b>${waits}</div>`;
}

function handView(state) {
  const hand = rest(state.staging, myHand(state.view));
  const parts = arranged(stacks(hand), state.ui.order).filter((part) => part.length);
  const all = parts.flat();
  const chosen = all.some(({ key }) => key === state.ui.rove.hand) ? state.ui.rove.hand : all[0]?.key;
  const gap = html`<span class="gap" aria-hidden="true"></span>`;
  const rows = parts.map((part, i) => html`${i ? gap : ""}${part.map((stack) => stackView(state, stack, chosen))}`);
  const none = all.length || !state.staging.groups.length ? "" : html`<p class="note">${gettext("All your cards are staged.")}</p>`;
  return html`<div class="hand" id="hand" tabindex="-1" role="group" aria-label="${gettext("Your cards")}" data-key="hand">${rows}${none}</div>`;
}

function stackView(state, { key, cards }, chosen) {
  const n = cards.length;
  const up = state.staging.lifted[key] ?? 0;
  const names = cards.map(cardName).join(", ");
  const words = n > 1 ? fmt(gettext("%(n)s cards: %(cards)s."), { n, cards: names }) : `${names}.`;
  const lifted = up ? " " + fmt(gettext("%(n)s lifted."), { n: up }) : "";
  const fresh = cards.some((face) => state.fresh.includes(face));
  return html`<button class="stack" data-key="stack-${key}" data-stack="${key}" data-size="${n}" aria-pressed="${String(up > 0)}" tabindex="${key === chosen ? 0 : -1}"><span class="sr">${words}${lifted}${fresh ? " " + gettext("New.") : ""}</span>${cards.map(
    (face, i) => html`<span class="${i < n - 1 ? "s" : "last"}${i >= n - up ? " up" : ""}">${card(face, redThree(state.view))}</span>`)}${up ? html`<span class="q" aria-hidden="true">${fmt(gettext("%(up)s of %(n)s"), { up, n })}</span>` : ""}${fresh ? html`<span class="dot" aria-hidden="true"></span>` : ""}</button>`;
}

// --- the tray ---------------------------------------------------------------------------------------------------

function tray(state) {
  const { staging, verdict, view } = state;
  const lifting = Object.keys(staging.lifted).length > 0;
  if (!staging.groups.length && !(lifting && (myTurn(view) ? view.turn.phase === "play" : true))) return "";
  const value = verdict.value;
  const last = staging.groups.length - (lifting ? 0 : 1);
  const stop = Math.min(state.ui.rove.tray ?? 0, last);
  const slot = lifting
    ? html`<button class="slot${newGlows(state) || staging.groups.length ? " on" : ""}" data-new data-key="slot" tabindex="${stop === last ? 0 : -1}"><span>${gettext("new meld")}</span></button>`
    : "";
  return html`<div class="tray" data-key="tray" role="group" aria-label="${gettext("Staged, not laid yet")}"><div class="groups">${staging.groups.map((group, i) => groupView(state, group, lifting, i === stop))}${slot}${joining(state)}</div>
    ${staging.groups.length ? total(value, verdict) : ""}</div>`;
}

function groupView(state, group, lifting, stop) {
  const told = state.verdict.groups[group.id] ?? {};
  const locked = state.staging.take?.group === group.id;
  const where = group.to ? fmt(gettext("add to %(meld)s"), { meld: rankTitle(group.to[0]) }) : gettext("new");
  const names = group.cards.map(cardName).join(", ");
  const tap = lifting ? gettext("Put the lifted cards here:") : locked ? gettext("Leave the pile:") : gettext("Take back:");
  const note = told.detail
    ? html`<span class="${told.code === "too_few_cards" ? "" : "danger"}">${told.code === "too_few_cards" ? gettext("needs more") : html`⚠ ${gettext("not like this")}`}</span>`
    : html`${where} ${told.value === null || told.value === undefined ? "" : html`<b>${number(told.value)}</b>`}`;
  return html`<button class="grp${lifting ? " on" : ""}" data-key="group-${group.id}" data-group="${group.id}" tabindex="${stop ? 0 : -1}"><span class="sr">${tap} ${names}. </span><span class="cards">${group.cards.map(
    (face, i) => html`<span class="${i < group.cards.length - 1 ? "s" : "last"}">${card(face, redThree(state.view))}</span>`)}</span><small>${locked ? icon("pin") : ""}${note}</small></button>`;
}

/** What is taken with the pile's top card, but not laid with it. */
function joining({ staging, view }) {
  const others = staging.take ? faces(view.pile).slice(1, takes(view)).reverse() : [];
  if (!others.length) return "";
  return html`<span class="joins" data-key="joins"><span class="sr">${list(others.map(cardName))}: </span><span class="cards">${others.map(
    (face, i) => html`<span class="${i < others.length - 1 ? "s" : "last"}">${card(face, redThree(view))}</span>`)}</span><small>${gettext("join your hand afterwards, don't count now")}</small></span>`;
}

function total(value, { minimum, known }) {
  const shown = value === null || value === undefined ? "–" : number(value);
  const bar = minimum
    ? html`<progress max="${minimum}" value="${Math.min(value ?? 0, minimum)}" aria-label="${gettext("Towards the minimum")}"></progress><span>${fmt(gettext("of %(n)s"), { n: number(minimum) })}</span>`
    : html`<span>${known && value !== null ? gettext("points") : ""}</span>`;
  return html`<div class="val" data-key="val"><b>${shown}</b>${bar}</div>`;
}
