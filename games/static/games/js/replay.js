// The page of a replay: reads what the server put into it, draws, listens.
import { Api } from "./api.js";
import { felt, WIDE } from "./felt.js";
import { fmt, gettext } from "./i18n.js";
import { openHands } from "./hands.js";
import { html, icon, morph } from "./html.js";
import { Motion } from "./motion.js";
import { Opened } from "./opened.js";
import { Replayer } from "./replayer.js";
import { speaker } from "./say.js";
import { link, list, scrubber } from "./scrubber.js";
import { verifyButton, verifyDeal } from "./verify_sheet.js";
import { titled } from "./sheet_parts.js";
import { scoreTable, sheet } from "./sheets.js";

const root = document.querySelector(".table-page");
const boot = JSON.parse(document.getElementById("table-data").textContent);
const $ = (selector) => root.querySelector(selector);
const dialog = document.getElementById("dialog");
const opened = new Opened(dialog);
const say = speaker(dialog);
const asked = new URLSearchParams(location.search);
const EYES = ["all", "table", ...boot.seats.map((_, n) => String(n))];
const replay = new Replayer(
  {
    ...boot,
    eyes: EYES.includes(asked.get("eyes")) ? asked.get("eyes") : boot.eyes,
    at: Number.parseInt(asked.get("at"), 10) || boot.at,
  },
  new Api(`/api/games/${boot.id}`),
  { draw, say },
);
const { state } = replay;

function bar() {
  const deal = replay.step?.deal;
  const where = deal ? fmt(gettext("Deal %(deal)s of %(deals)s"), { deal, deals: state.view.ruleset.minimums.length }) : gettext("Before the start");
  return html`<a class="ib" href="${boot.table}"><span class="sr">${gettext("To the table")}</span>${icon("back")}</a>
    <h1><span class="wide">${boot.rulesName ? `${boot.rulesName} · ` : ""}</span>${gettext("Replay")} · ${where}</h1>
    <button class="ib sheet-button" data-sheet="list" data-key="open-list"><span class="sr">${gettext("Score sheet and log")}</span>${icon("sheet")}</button>
    <button class="ib keys-button" data-sheet="keys" data-key="open-keys"><span class="sr">${gettext("Keys")}</span><span aria-hidden="true">?</span></button>`;
}

const motion = new Motion(root, document.getElementById("flights"));

function draw() {
  if (state.view) motion.look();
  morph($(".bar"), bar());
  morph($(".dock"), scrubber(state));
  const range = document.getElementById("at");
  if (range) range.value = state.at;
  const eyes = root.querySelector("[data-eyes]");
  if (eyes) eyes.value = state.eyes;
  if (state.view) {
    state.ui.wide = $(".felt").clientWidth >= WIDE;
    morph($(".felt"), html`${felt(state)}${openHands(state)}`);
    motion.show(state, replay.happened.splice(0));
    morph($(".side.left"), beside());
    morph($(".side.right"), list(state));
    for (const one of document.querySelectorAll(".to-go [aria-current]")) one.scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", link(state));
  }
  drawSheet();
}

/** The score at this moment; a deal that is over can be verified. */
const beside = () => html`${scoreTable(state)}${state.opened.has(replay.step?.deal) ? html`<p>${verifyButton(replay.step.deal)}</p>` : ""}<p><a class="btn" href="${boot.audit}">${gettext("The record")}</a></p>`;

function drawSheet() {
  const { sheet: open } = state.ui;
  opened.draw(open?.kind, open && (SHEETS[open.kind]?.() ?? sheet(state)));
}

const SHEETS = {
  list: () => html`${titled(gettext("Score sheet and log"))}${beside()}${list(state)}`,
  keys: () => {
    const line = (key, words) => html`<li><kbd>${key}</kbd><span>${words}</span></li>`;
    return html`${titled(gettext("Keys"))}<ul class="list keylist">${line("← →", gettext("one step back, one step on"))}${line("Home End", gettext("to the beginning, to the end"))}${line("Page ↑ ↓", gettext("a deal back, a deal on"))}${line("Space", gettext("play, pause"))}</ul>`;
  },
};

const open = (kind) => {
  state.ui.sheet = kind && { kind };
  replay.redraw();
};

// --- what is tapped -----------------------------------------------------------------------------------------------

const GO = {
  first: () => replay.go(0),
  back: () => replay.go(state.at - 1),
  play: () => replay.play(),
  on: () => replay.next(),
  last: () => replay.go(Infinity),
  faster: () => replay.faster(),
  again: () => replay.load(),
};

const TAPS = [
  ["[data-go]", ({ dataset }) => {
    if (!["play", "faster"].includes(dataset.go)) replay.play(false);
    GO[dataset.go]();
  }],
  ["[data-step]", ({ dataset }) => {
    replay.play(false);
    replay.go(Number(dataset.step));
  }],
  ["[data-to-deal]", ({ dataset }) => replay.toDeal(Number(dataset.toDeal))],
  ["[data-link]", (_, event) => copyLink(event)],
  ["[data-meld]", (button) => {
    const team = Number(button.closest(".team").dataset.key.replace("team-", ""));
    state.ui.sheet = { kind: "meld", id: button.dataset.meld, side: button.dataset.side, team };
    replay.redraw();
  }],
  ["[data-deal]", ({ dataset }) => {
    state.ui.sheet = { kind: "deal", deal: Number(dataset.deal) };
    replay.redraw();
  }],
  ["[data-verify]", ({ dataset }) => verifyDeal(state, replay.api, Number(dataset.verify), () => replay.redraw())],
  ["[data-fold]", ({ dataset }) => {
    const team = Number(dataset.fold);
    if (!state.ui.open.delete(team)) state.ui.open.add(team);
    replay.redraw();
  }],
  ["[data-sheet]", ({ dataset }) => open(dataset.sheet)],
  ["[data-close]", () => open(null)],
];

/** Where the browser lets a page do it the address is copied; else it is followed, and stands in the address bar. */
async function copyLink(event) {
  if (!navigator.clipboard) return;
  event.preventDefault();
  await navigator.clipboard.writeText(new URL(link(state), location.href).href).then(
    () => say(gettext("The link is copied."), true),
    () => {},
  );
}

document.addEventListener("click", (event) => {
  if (opened.deaf(event)) return event.preventDefault();
  if (opened.beside(event)) return open(null);
  for (const [selector, action] of TAPS) {
    const element = event.target.closest(selector);
    if (element) return element.matches("[aria-disabled]") ? undefined : action(element, event);
  }
});
document.addEventListener("input", ({ target }) => {
  if (target.id !== "at") return;
  replay.play(false);
  replay.go(Number(target.value));
});
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-eyes]")) replay.look(target.value);
});
dialog.addEventListener("close", () => {
  if (state.ui.sheet) open(null);
});

const KEYS = {
  ArrowLeft: GO.back, ArrowRight: GO.on, Home: GO.first, End: GO.last, " ": GO.play,
  PageUp: () => replay.byDeal(-1), PageDown: () => replay.byDeal(1), "?": () => open("keys"),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog, select")) return;
  if (event.key === " " && event.target.closest("button, a, summary")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  if (event.key !== " " && event.key !== "?") replay.play(false);
  act();
});
addEventListener("resize", () => replay.redraw());
replay.redraw();
replay.look(state.eyes).then(() => asked.has("play") && replay.play(true));
