// The table page: reads what the server put into it, draws, listens.
import { Api } from "./api.js";
import { acts } from "./acts.js";
import { BESIDE, Chat, chatButton, chatPanel, talks } from "./chat.js";
import { Count } from "./deal_end.js";
import { dock } from "./dock.js";
import { felt, WIDE } from "./felt.js";
import { fit } from "./fit.js";
import { fmt, gettext, timeOfDay } from "./i18n.js";
import { Guide } from "./guide.js";
import { openHands } from "./hands.js";
import { sizeHeap } from "./grab.js";
import { html, icon, morph } from "./html.js";
import { over } from "./leaving.js";
import { keep, like } from "./likings.js";
import { Link } from "./link.js";
import { Motion } from "./motion.js";
import { listen } from "./keys.js";
import { LastMinute } from "./narration.js";
import { Moves } from "./moves.js";
import { Opened } from "./opened.js";
import { Order } from "./order.js";
import { Plans } from "./plans.js";
import { speaker } from "./say.js";
import { Release } from "./release.js";
import { Session } from "./session.js";
import { score, log, sheet } from "./sheets.js";
import { Sounds } from "./sounds.js";
import { Store } from "./store.js";
import { askedMe, myTurn, seated } from "./seats.js";
import { clock } from "./clock.js";
import { verifyDeal } from "./verify_sheet.js";
import { Visits } from "./visits.js";

const root = document.querySelector(".table-page");
const boot = JSON.parse(document.getElementById("table-data").textContent);
const $ = (selector) => root.querySelector(selector);
const dialog = document.getElementById("dialog");
const opened = new Opened(dialog);
const say = speaker(dialog);
const api = new Api(`/api/games/${boot.id}`);
const store = new Store(boot, api, { draw, say });
const moves = new Moves(store);
const chat = new Chat(store, api);
const motion = new Motion(root, document.getElementById("flights"));
const order = new Order(store, moves);
const sounds = new Sounds();
const lastMinute = new LastMinute(say);
const count = new Count(store);
const plans = new Plans(store, api);
const session = new Session(store, api, boot.guest);
const release = new Release(store);
const guide = new Guide(store, moves, boot.guide);
const visits = new Visits(store, api, boot.seen);
const link = new Link({
  path: `/ws/games/${boot.id}`,
  api,
  since: () => store.state.version,
  onFrame: (frame) => store.hear(frame),
  onChat: (last) => chat.told(last),
  onState: (name) => {
    store.link(name);
    if (name === "live" && !chat.started) chat.load();
    if (name === "live") visits.arrive();
    if (name === "live") release.ask();
  },
});

const LINK_WORDS = () => ({
  connecting: gettext("connecting"),
  live: gettext("live"),
  slow: gettext("live, slowly"),
  gone: gettext("closed"),
  offline: fmt(gettext("offline since %(time)s; showing what was"), { time: timeOfDay(store.state.linkSince) }),
});

function bar(state) {
  const { view } = state;
  const deals = view.ruleset?.minimums?.length;
  const deal = view.deal
    ? fmt(gettext("Deal %(deal)s of %(deals)s"), { deal: view.deal, deals })
    : over(view) ? gettext("Finished") : gettext("Before the start");
  return html`<a class="ib" href="/"><span class="sr">${gettext("Back to the games")}</span>${icon("back")}</a>
    <h1><span class="wide">${state.rulesName ? `${state.rulesName} · ` : ""}</span>${view.deal ? html`<span class="brief">${fmt(gettext("Deal %(n)s"), { n: view.deal })}</span>` : ""}<b>${deal}</b></h1>
    <span class="link ${state.link}" role="status" data-key="link"><span>${LINK_WORDS()[state.link]}</span></span>
    <span class="phone-clock">${clock(state)}</span>
    ${chatButton(state)}
    <button class="ib sheet-button" data-sheet="score" data-key="open-score"><span class="sr">${gettext("Score sheet and log")}</span>${icon("sheet")}</button>
    <button class="ib more-button" data-sheet="likings" data-key="open-likings"><span class="sr">${gettext("Settings")}</span>${icon("more")}</button>`;
}

function draw(state) {
  motion.look();
  root.dataset.link = state.link;
  root.classList.toggle("offline", state.link === "offline");
  state.ui.wide = $(".felt").clientWidth >= WIDE;
  morph($(".bar"), bar(state));
  const group = GROUPS.find((name) => document.activeElement?.closest(name));
  morph($(".dock"), dock(state));
  morph($(".felt"), html`${felt(state)}${openHands(state)}`);
  if (group && document.activeElement === document.body) refocus(group);
  if (state.ui.toPrompt) document.getElementById("prompt")?.focus({ preventScroll: true });
  state.ui.toPrompt = false;
  morph($(".side.left"), score(state));
  const beside = BESIDE.matches && talks(state.view);
  morph($(".side.right"), html`${beside ? html`<section data-key="chat"><h2>${gettext("Chat")}</h2>${chatPanel(state, "side")}</section>` : ""}${log(state)}`);
  opened.draw(state.ui.sheet?.kind, sheet(state));
  count.follow();
  keepTheEnd();
  chat.follow(state.view);
  moves.barShows(`${acts(state).map(({ id }) => id).join(" ")} ${state.ui.leavePile}`);
  fit(root, state);
  sizeHeap(root, state);
  const happened = store.happened.splice(0);
  motion.show(state, happened);
  sounds.hear(state, happened);
  lastMinute.watch(state);
  visits.shown(state);
  guide.shown(state);
  session.shown(state);
  const mine = state.view.status === "playing" && seated(state.view) && (myTurn(state.view) || askedMe(state.view));
  document.title = mine ? fmt(gettext("● Your turn · %(title)s"), { title: boot.title }) : boot.title;
  const favicon = document.getElementById("favicon");
  const icon_ = mine ? boot.icons.turn : boot.icons.still;
  if (favicon.getAttribute("href") !== icon_) favicon.setAttribute("href", icon_);
}

/** What had the focus is gone: its neighbour has it now, or the sentence that says what to do. */
const GROUPS = [".dock .hand", ".dock .groups", ".dock .acts", ".felt", ".dock"];
function refocus(group) {
  const hand = group === ".dock .hand" || group === ".dock .groups";
  const next = hand ? root.querySelector('.hand [tabindex="0"]') : null;
  (next ?? document.getElementById("prompt"))?.focus({ preventScroll: true });
}

/** A list of messages is at its end when it is opened, and when one more is said. */
const lengths = new WeakMap();
function keepTheEnd() {
  for (const list of document.querySelectorAll(".said")) {
    if (lengths.get(list) !== list.childElementCount) list.scrollTop = list.scrollHeight;
    lengths.set(list, list.childElementCount);
  }
}

// --- what is tapped -----------------------------------------------------------------------------------------------

const open = (name) => {
  store.state.ui.sheet = name && { kind: name };
  if (name === "score" || name === "log") store.loadLog(true);
  if (name === "clock") store.loadTime();
  if (name === "plans") plans.load();
  chat.seen();
  store.redraw();
};

const TAPS = [
  ["[data-stack]", ({ dataset }) => moves.tap(dataset.stack, Number(dataset.size))],
  ["[data-act]", ({ dataset }, event) => {
    if (event.detail && moves.deaf(dataset.act) && event.target.closest(".acts")) return;
    moves.press(dataset.act, { to: dataset.to, face: dataset.face });
  }],
  ["[data-new]", () => moves.toNew()],
  ["[data-group]", ({ dataset }) => moves.group(Number(dataset.group))],
  ["[data-pile]", () => moves.pile()],
  ["[data-guide]", ({ dataset }) => guide.tap(dataset.guide)],
  ["[data-hint]", ({ dataset }) => (dataset.hint === "use" ? moves.useHint() : moves.closeHint())],
  ["[data-meld]", (button) => {
    const team = Number(button.closest(".team").dataset.key.replace("team-", ""));
    moves.meldTapped(button.dataset.meld, button.dataset.side, team);
  }],
  ["[data-fold]", ({ dataset }) => {
    const team = Number(dataset.fold);
    const { open: unfolded } = store.state.ui;
    if (!unfolded.delete(team)) unfolded.add(team);
    store.redraw();
  }],
  ["[data-pause]", ({ dataset }) => {
    open(null);
    moves.pause(dataset.pause);
  }],
  ["[data-resign]", ({ dataset }) => {
    open(null);
    moves.resign(dataset.resign);
  }],
  ["[data-ask]", () => moves.ask()],
  ["[data-plan]", ({ dataset }) => plans.choose(dataset)],
  ["[data-until]", ({ dataset }) => plans.confirm(dataset.until)],
  ["[data-unplan]", ({ dataset }) => plans.cancel(dataset.unplan)],
  ["[data-undo]", ({ dataset }) => moves.takeBack(dataset.undo)],
  ["[data-want]", ({ dataset }) => {
    open(null);
    moves.want(Number(dataset.seat), dataset.want === "yes");
  }],
  ["[data-sit]", ({ dataset }) => moves.seat(dataset.sit, false)],
  ["[data-leave]", ({ dataset }) => moves.seat(dataset.leave, true)],
  ["[data-sheet]", ({ dataset }) => open(dataset.sheet)],
  ["[data-deal]", ({ dataset }) => {
    store.state.ui.sheet = { kind: "deal", deal: Number(dataset.deal) };
    if (!store.state.deals.has(Number(dataset.deal))) store.loadLog(true);
    store.redraw();
  }],
  ["[data-verify]", ({ dataset }) => verifyDeal(store.state, api, Number(dataset.verify), () => store.redraw())],
  ["[data-unsay]", ({ dataset }) => chat.unsay(Number(dataset.unsay))],
  ["[data-block]", ({ dataset }) => chat.block(dataset.block)],
  ["[data-sort]", () => {
    open(null);
    order.sort();
  }],
  ["[data-close]", () => open(null)],
];

document.addEventListener("click", (event) => {
  if (opened.deaf(event)) return event.preventDefault();
  if (opened.beside(event)) return open(null);
  if (!event.target.closest("button, a") && count.all()) return;
  for (const [selector, action] of TAPS) {
    const element = event.target.closest(selector);
    if (element) return action(element, event);
  }
});
document.addEventListener("input", ({ target }) => {
  if (target.id !== "grab") return;
  store.state.ui.grab = Number(target.value);
  store.redraw();
});
document.addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-say]")) return;
  event.preventDefault();
  const { text } = event.target.elements;
  if (await chat.say(text.value)) text.value = "";
});
document.addEventListener("visibilitychange", () => {
  chat.seen();
  store.askWhetherItRests();
});
dialog.addEventListener("close", () => {
  if (store.state.ui.sheet) open(null);
});
dialog.addEventListener("change", async ({ target }) => {
  if (!target.matches("[data-liking]")) return;
  like(target);
  store.redraw();
  const error = await keep(target, store.state, api).then(() => null, (why) => why);
  store.state.ui.notKept = error;
  if (error?.status === 401) return session.ended();
  store.redraw();
});
dialog.addEventListener("keydown", (event) => {
  if (event.key === " " && !event.target.closest("button, a") && count.all()) event.preventDefault();
});
addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (key === "fairdeal:left" && oldValue && newValue === null) location.reload(); // signed out in another tab
});
addEventListener("resize", () => store.redraw());
setInterval(() => store.state.view.deadline && store.redraw(), 1_000);
setInterval(() => store.askWhetherItRests(), 60_000);
listen(store, moves, order, say);
link.start();
store.loadLog();
visits.arrive();
