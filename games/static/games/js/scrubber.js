// The dock of a replay: what happens at this moment, when and by whom, the way through the game, whose eyes. State in, markup out.
import { actor } from "./actors.js";
import { exactTime, fmt, gettext, utcTime } from "./i18n.js";
import { html, icon } from "./html.js";
import { mySeat, nameOf, seated } from "./seats.js";
import { openHand } from "./hands.js";

export function scrubber(state) {
  const { steps, at, view, playing, speed } = state;
  const step = steps[at];
  if (!step) {
    return html`<div class="inner"><div class="prompt" id="prompt" tabindex="-1" data-key="prompt"><p>${state.failed ? gettext("The game could not be loaded.") : gettext("One moment…")}</p></div>
      ${state.failed ? html`<div class="acts"><button class="btn go" data-go="again">${gettext("Try again")}</button></div>` : ""}</div>`;
  }
  const words = step.text || gettext("Nothing that is told in words.");
  const button = (go, name, label, off) => html`<button class="btn ib-btn" data-go="${go}" data-key="go-${go}"${off ? html` aria-disabled="true"` : ""}><span class="sr">${label}</span>${icon(name)}</button>`;
  const first = at === 0;
  return html`<div class="inner">
    <div class="prompt" id="prompt" tabindex="-1" data-key="prompt"><p>${words}</p></div>
    <p class="moment" data-key="moment"><time datetime="${step.at}">${exactTime(step.at)}</time> · ${utcTime(step.at)} · ${actor(step.event, view)} · ${fmt(gettext("step %(n)s of %(all)s"), { n: at + 1, all: steps.length })}</p>
    ${seated(view) && view.seats[mySeat(view)].hand !== undefined ? html`<div class="hand-up" data-key="hand-up" tabindex="0" role="group" aria-label="${fmt(gettext("Cards of %(name)s"), { name: nameOf(view, mySeat(view)) })}">${openHand(view, mySeat(view))}</div>` : ""}
    ${note(state)}
    ${rail(state)}
    <div class="acts" data-key="acts">
      ${button("first", "first", gettext("To the beginning"), first)}${button("back", "back", gettext("One step back"), first)}
      <button class="btn go" data-go="play" data-key="go-play">${icon(playing ? "pause" : "play")}<span class="lb">${playing ? gettext("Pause") : gettext("Play")}</span></button>
      ${button("on", "step-on", gettext("One step on"))}${button("last", "last", gettext("To the end"))}
      <button class="btn speed" data-go="faster" data-key="go-faster"><span class="sr">${gettext("Speed:")} </span>×${speed}</button>
      ${eyes(state)}
      <a class="btn" data-link href="${link(state)}" data-key="link">${gettext("Link to this moment")}</a>
    </div></div>`;
}

/** The address of a moment, from these eyes. */
export const link = ({ eyes: whose, steps, at }) => `?at=${steps[at]?.version ?? 1}&eyes=${whose}`;

/** Why less is seen than was asked for. */
function note({ view, eyes: whose }) {
  const on = view.turn && !view.deal_over && view.stock === undefined;
  if (!on || whose === "table" || String(view.seat) === whose) return "";
  const text = whose === "all" ? gettext("This deal is not over: the cards lie face down until then.") : gettext("This deal is not over: you see it as those who look on.");
  return html`<p class="moment" data-key="note">${text}</p>`;
}

function eyes({ eyes: whose, seats, mine }) {
  const option = (value, label) => html`<option value="${value}"${whose === String(value) ? html` selected` : ""}>${label}</option>`;
  const named = { seats, theirs: true, seat: mine };
  const name = (n) => (n === mine ? fmt(gettext("%(name)s (you)"), { name: nameOf(named, n) }) : nameOf(named, n));
  return html`<label class="eyes"><span>${gettext("Seen by")}</span><select data-eyes data-key="eyes">${option("all", gettext("all cards face up"))}${option("table", gettext("those who look on"))}${seats.map((_, n) => option(n, name(n)))}</select></label>`;
}

/** Told apart by their height too: [from the top, how high]. */
const TALL = { pile: [12, 8], foot: [6, 14], asked: [0, 12], three: [16, 4], late: [0, 20] };
const KINDS = { pile_taken: "pile", foot_taken: "foot", asked: "asked", red_threes_laid: "three", overdue: "late", action_undone: "late" };

/** All of the game as a line: where deals begin, and what stands out. */
function rail({ steps, at }) {
  const n = Math.max(1, steps.length - 1);
  const dots = steps.flatMap(({ events }, x) => {
    const kind = events.map(({ type }) => KINDS[type]).find(Boolean);
    return kind ? [html`<rect class="d-${kind}" x="${x}" y="${TALL[kind][0]}" width="${Math.max(0.5, n / 400)}" height="${TALL[kind][1]}"/>`] : [];
  });
  const ticks = begins(steps).map((x) => html`<rect class="d-deal" x="${x}" y="0" width="${Math.max(0.5, n / 300)}" height="24"/>`);
  const { deal, text } = steps[at];
  return html`<div class="rail" data-key="rail"><svg viewBox="0 0 ${n} 24" preserveAspectRatio="none" aria-hidden="true">${dots}${ticks}</svg>
    <input type="range" id="at" data-key="at" min="0" max="${steps.length - 1}" value="${at}" aria-label="${gettext("Moment of the game")}" aria-valuetext="${fmt(gettext("Deal %(deal)s: %(text)s"), { deal, text })}"></div>`;
}

export const begins = (steps) => steps.flatMap(({ deal }, x) => (x && deal !== steps[x - 1].deal ? [x] : []));

/** The steps of the deal that is shown, to go to; and the other deals. */
export function list({ steps, at }) {
  if (!steps.length) return "";
  const { deal } = steps[at];
  const deals = [...new Set(steps.map((step) => step.deal))];
  const tab = (n) => html`<button class="btn${n === deal ? " alt" : ""}" data-to-deal="${n}" data-key="deal-${n}" aria-pressed="${String(n === deal)}">${n ? n : gettext("Start")}</button>`;
  const line = (step, n) => (step.deal !== deal || !step.text ? "" : html`<li data-key="step-${step.version}"><button data-step="${n}"${n === at ? html` aria-current="step"` : ""}><time datetime="${step.at}">${exactTime(step.at, true)}</time><span>${step.text}</span></button></li>`);
  return html`<section class="logbook" data-key="list"><h2>${gettext("Deals")}</h2><div class="deals" role="group" aria-label="${gettext("Deals")}">${deals.map(tab)}</div><h2>${gettext("What happened")}</h2><ol class="log to-go">${steps.map(line)}</ol></section>`;
}
