// The audit page of a table: all that was done, newest first, with time, actor, row and hash; filters, a file for
// spreadsheets, and the chain, checked here. Reads what the server put into the page, draws, listens.
import { Api } from "./api.js";
import { actor, forWhom } from "./actors.js";
import { checkChain } from "./chain.js";
import { chainSheet } from "./chain_sheet.js";
import { exactTime, fmt, gettext, ngettext, number } from "./i18n.js";
import { html, morph } from "./html.js";
import { asOf } from "./standing_in.js";
import { forRecord } from "./record.js";
import { recall, remember } from "./kept.js";
import { KINDS, kindOf } from "./kinds.js";

const boot = JSON.parse(document.getElementById("audit-data").textContent);
const place = document.getElementById("audit");
const api = new Api(`/api/games/${boot.id}`);
const asked = new URLSearchParams(location.search);
const AT_ONCE = 200;
const KEPT = `fairdeal:chain:${boot.id}`;
const state = {
  rows: null, failed: false, lines: [], shown: AT_ONCE, chain: undefined,
  actor: asked.get("actor") ?? "", kind: KINDS.includes(asked.get("kind")) ? asked.get("kind") : "",
};
const view = { ...boot.view, theirs: true, seat: null };

/** Every row of the log, and what may be told of it. */
async function load() {
  state.failed = false;
  draw();
  try {
    const rows = await whole((since) => api.rows(since), "rows");
    const events = await whole((since) => api.events(since), "events"); // asked after: what a deal's end opens is told in them too
    const upTo = Math.min(events.length, rows.length); // what came between the two is for the next look
    Object.assign(state, { rows: rows.slice(0, upTo), events: events.slice(0, upTo) });
    const replaced = events.filter(({ type }) => type === "substituted");
    const undone = new Set(events.filter(({ type }) => type === "action_undone").flatMap(({ data }) => data.versions));
    state.lines = state.events.map((event, n) => line(event, state.rows[n], asOf(view, event.version, replaced), undone.has(event.version))).reverse();
    if (!actors().includes(state.actor)) state.actor = ""; // a link may name anybody
  } catch {
    state.failed = true;
  }
  draw();
}

async function whole(page, name) {
  const found = [];
  for (let since = 0; since !== null; ) {
    const told = await page(since);
    found.push(...told[name]);
    since = told.next;
  }
  return found;
}

function line(event, row, at, undone) {
  const said = forRecord(event, at);
  return {
    version: event.version, at: event.at, kind: kindOf(event.type), actor: actor(event, at), of: forWhom(event, at),
    text: undone ? fmt(gettext("%(sentence)s (taken back)"), { sentence: said }) : said, reason: row.reason?.text ?? "", hash: row.hash, action: event.action_id,
  };
}

const wanted = () => state.lines.filter((one) => (!state.actor || one.actor === state.actor) && (!state.kind || one.kind === state.kind));

// --- what it looks like -----------------------------------------------------------------------------------------

function draw() {
  morph(place, state.failed ? failed() : state.rows ? page() : html`<p class="note" role="status">${gettext("One moment…")}</p>`);
}

const failed = () => html`<p class="notice error" role="alert">${gettext("The log could not be loaded.")}</p><p><button class="btn go" data-do="again">${gettext("Try again")}</button></p>`;

function page() {
  const all = wanted();
  const lines = all.slice(0, state.shown);
  return html`<section class="panel chain" aria-labelledby="chain"><h2 id="chain">${gettext("The chain")}</h2>
      ${state.chain === undefined ? html`<p>${gettext("Each row holds the hash of the row before it. Your browser can compute all of them again, and say whether a row was changed.")}</p>` : chainSheet(state.chain)}
      <p><button class="btn go" data-do="verify" data-key="verify">${gettext("Verify the chain")}</button></p></section>
    <section aria-labelledby="rows"><h2 id="rows">${gettext("All that was done")} <small role="status" data-count>${fmt(ngettext("%(n)s row, the newest first", "%(n)s rows, the newest first", all.length), { n: number(all.length) })}</small></h2>
      <div class="filters">
        ${choice("actor", gettext("Done by"), gettext("everybody"), actors().map((name) => [name, name]))}
        ${choice("kind", gettext("What"), gettext("everything"), KINDS.map((kind) => [kind, NAMES[kind]()]))}
        <button class="btn" data-do="csv" data-key="csv"${all.length ? "" : html` disabled`}>${gettext("As a file (CSV)")}</button></div>
      <ol class="timeline">${lines.map(item)}</ol>
      ${lines.length ? "" : html`<p class="empty">${gettext("No row is like that.")}</p>`}
      ${all.length > lines.length ? html`<p><button class="btn" data-do="more" data-key="more">${gettext("Show older rows")}</button></p>` : ""}</section>`;
}

const actors = () => [...new Set(state.lines.map((one) => one.actor))].sort((a, b) => a.localeCompare(b));

const NAMES = {
  play: () => gettext("what was played"),
  deal: () => gettext("deals and scores"),
  people: () => gettext("who sits where"),
  time: () => gettext("time, pauses, ends"),
};

function choice(name, label, any, options) {
  const option = (value, text) => html`<option value="${value}"${state[name] === value ? html` selected` : ""}>${text}</option>`;
  return html`<label class="field"><span>${label}</span><select name="${name}" data-key="by-${name}">${option("", any)}${options.map(([value, text]) => option(value, text))}</select></label>`;
}

const who = (one) => (one.of ? fmt(gettext("%(actor)s, for %(player)s"), { actor: one.actor, player: one.of }) : one.actor);

const item = (one) => html`<li data-key="row-${one.version}"><p class="what">${one.text}${one.reason ? html` <q>${one.reason}</q>` : ""}</p>
  <p class="note"><a href="${boot.replay}?at=${one.version}"><time datetime="${one.at}" title="${one.at}">${exactTime(one.at)}</time></a> · ${who(one)}</p>
  <p class="hash"><span>#${one.version}</span> · <code title="${one.hash}">${one.hash.slice(0, 12)}</code></p></li>`;

// --- what is tapped ---------------------------------------------------------------------------------------------

async function verify() {
  if (!globalThis.crypto?.subtle) {
    state.chain = { failed: gettext("This browser lets a page compute only over https, or at the server's own machine.") };
    return draw();
  }
  state.chain = null;
  draw();
  try {
    const { version, hash } = state.rows.at(-1);
    const checks = await checkChain(boot.id, state.rows, state.events, recall(KEPT));
    const kept = checks.every(({ ok }) => ok) && remember(KEPT, { version, hash, at: new Date().toISOString() });
    state.chain = { checks, last: { version, hash, kept } };
  } catch {
    state.chain = { failed: gettext("The log could not be read to its end, or is not written as it should be.") };
  }
  draw();
}

/** What is listed, as a file. A cell that a spreadsheet would take for a formula is told to be text. */
function csv() {
  const cell = (value) => `"${String(value).replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const head = ["row", "at", "actor", "for", "event", "reason", "action", "hash"];
  const lines = wanted().map((one) => [one.version, one.at, one.actor, one.of, one.text, one.reason, one.action, one.hash]);
  const text = [head, ...lines].map((cells) => cells.map(cell).join(",")).join("\r\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["\ufeff", text, "\r\n"], { type: "text/csv" }));
  link.download = `table-${boot.id}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const DO = {
  verify, csv, again: load,
  more() {
    state.shown += AT_ONCE;
    draw();
  },
};

document.addEventListener("click", ({ target }) => DO[target.closest("[data-do]")?.dataset.do]?.());
place.addEventListener("change", ({ target }) => {
  state[target.name] = target.value;
  state.shown = AT_ONCE;
  const query = new URLSearchParams(["actor", "kind"].filter((name) => state[name]).map((name) => [name, state[name]]));
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  draw();
});
load();
