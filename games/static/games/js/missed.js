// What happened since I last looked: by turns, the older ones of many counted, and every deal that ended. State in, markup out.
import { fmt, fullTime, gettext, ngettext, number, shortTime } from "./i18n.js";
import { html } from "./html.js";
import { prompt } from "./prompt.js";
import { nameOf, teamOf } from "./seats.js";
import { sign } from "./felt.js";
import { DECISIONS, sentence } from "./words.js";

const IN_FULL = 8;
const OF_THE_DEAL = new Set(["deal_ended", "deal_scored", "deal_started", "game_ended"]);

/** The lines of the log that are new to me; what begins a pile is no news. */
export const missed = (state, { since, until }) =>
  state.log.filter(({ version, type }) => version > since && version <= until && type !== "upcard_turned");

/** The lines by whose turn they are: `{kind, seat, lines}`, kind: turn, deal or table. */
function groups(lines) {
  const all = [];
  for (const line of lines) {
    const { seat } = line.event;
    const kind = OF_THE_DEAL.has(line.type) ? "deal" : seat === null || seat === undefined ? "table" : "turn";
    const last = all.at(-1);
    const same = last?.kind === kind && (kind !== "turn" || last.seat === seat) && line.type !== "deal_started";
    if (same) last.lines.push(line);
    else all.push({ kind, seat, lines: [line] });
  }
  return all;
}

/** The last turns as they were; of those before them how many they were, between the deals that ended. */
function condensed(all) {
  const turns = all.filter(({ kind }) => kind === "turn");
  const old = new Set(turns.slice(0, -IN_FULL));
  const told = [];
  for (const group of all) {
    if (!old.has(group)) told.push(group);
    else if (told.at(-1)?.kind === "many") told.at(-1).turns.push(group);
    else told.push({ kind: "many", turns: [group] });
  }
  return told;
}

export function missedSheet(state, titled) {
  const { view } = state;
  const lines = missed(state, state.ui.sheet);
  const said = prompt(state);
  return html`${titled(gettext("Since your last visit"))}
    <ol class="missed">${condensed(groups(lines)).map((group) => SHOWN[group.kind](view, group))}</ol>
    <p class="result" data-key="missed-now">${said.text}</p>
    <div class="acts"><button class="btn" data-sheet="log">${gettext("The whole log")}</button>${showMe(state, lines)}<button class="btn go" data-close>${gettext("Go on")}</button></div>`;
}

/** The replay of what I have missed, with my own eyes; it plays by itself. */
const showMe = ({ replayPage, view }, lines) =>
  replayPage && lines.length ? html`<a class="btn alt" href="${replayPage}?at=${lines[0].version}&eyes=${view.seat ?? "table"}&play=1">${gettext("Show me")}</a>` : "";

const SHOWN = {
  turn: (view, { seat, lines }) => {
    const telling = lines.filter(({ type, event }) => type !== "drew" || event.data.cards !== undefined);
    return html`<li><b>${sign(view, teamOf(view, seat))} ${nameOf(view, seat)}</b> ${moment(lines)}<span>${sentences(view, telling.length ? telling : lines)}</span></li>`;
  },
  table: (view, { lines }) => html`<li>${moment(lines)}<span>${sentences(view, lines)}</span></li>`,
  deal: (view, { lines }) => {
    const scored = lines.find(({ type }) => type === "deal_scored")?.event.data.deal;
    const more = scored ? html` <button class="link" data-deal="${scored}">${gettext("Its parts")}</button>` : "";
    return html`<li class="deal">${moment(lines)}<span>${sentences(view, lines)}${more}</span></li>`;
  },
  many: (view, { turns }) => counted(view, turns),
};

/** That time ran out is said once for all that the server did in a turn. */
const byServer = (line) => line?.event.actor?.kind === "system";
const sentences = (view, lines) =>
  lines.map((line, n) => (byServer(line) && byServer(lines[n - 1]) ? sentence({ ...line.event, actor: null }, view) : line.text)).join(" ");
const moment = (lines) => {
  const { at } = lines.at(-1);
  return html`<time datetime="${at}" title="${fullTime(at)}">${shortTime(at)}</time>`;
};

/** "23 turns. Anna: 8 · Ben: 8 · Carla: 7 (340 points laid)" */
function counted(view, groups_) {
  const turns = groups_.filter(({ lines }) => lines.some(({ type }) => DECISIONS.has(type)));
  const by = new Map();
  for (const { seat, lines } of turns) {
    const one = by.get(seat) ?? { n: 0, points: 0 };
    one.n += 1;
    for (const { event } of lines.filter(({ undone }) => !undone)) one.points += event.data.value ?? 0;
    by.set(seat, one);
  }
  const each = [...by].map(([seat, { n, points }]) => {
    const what = { name: nameOf(view, seat), n, points: number(points) };
    return points ? fmt(gettext("%(name)s: %(n)s (%(points)s points laid)"), what) : fmt(gettext("%(name)s: %(n)s"), what);
  });
  const n = turns.length;
  return n ? html`<li class="many"><b>${fmt(ngettext("%(n)s turn", "%(n)s turns", n), { n })}</b><span>${each.join(" · ")}</span></li>` : "";
}
