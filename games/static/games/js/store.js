// The state of the page and its one funnel: whatever happens changes the state, and the page is drawn once a frame.
import { faces, without } from "./cards.js";
import { mayRest } from "./clock.js";
import { Checks, questions, verdict } from "./checks.js";
import { still } from "./motion.js";
import { reason } from "./refusals.js";
import { afterwards, empty, load, reconcile, save } from "./staging.js";
import { asOf } from "./standing_in.js";
import { myHand, myTurn, seated, turnSeat } from "./seats.js";
import { booksMade, sentence } from "./words.js";
import { question } from "./undoing.js";
import { gettext, fmt, ngettext } from "./i18n.js";

const MANY = 8;

export class Store {
  /** `boot`: {id, version, view, legal, me, rulesName, rulesPage, hints}; `draw()` renders, `say(text, urgent)` speaks. */
  constructor(boot, api, { draw, say }) {
    this.api = api;
    this.drawNow = draw;
    this.say = say;
    this.checks = new Checks(api, () => this.state.view, () => this.redraw());
    this.events = new Map();
    this.undone = new Set();
    /** What has happened before the eyes of who looks, and is to be shown by the next drawing. */
    this.happened = [];
    this.state = {
      id: boot.id, me: boot.me ?? null, rulesName: boot.rulesName ?? "", rulesPage: boot.rulesPage ?? "", replayPage: boot.replayPage ?? "", auditPage: boot.auditPage ?? "", again: boot.again ? { page: boot.again, csrf: boot.csrf } : null, club: boot.club ?? null, maySit: boot.maySit ?? true, mayStandIn: Boolean(boot.mayStandIn), mayWithdraw: Boolean(boot.mayWithdraw), actFor: boot.actFor ?? null, hints: Boolean(boot.hints), hint: null, likings: boot.likings ?? [], mayKeep: Boolean(boot.me),
      clockSays: boot.clockSays ?? [],
      version: 0, view: boot.view, legal: { actions: [] },
      staging: { ...load(boot.id, boot.view.seat), deal: boot.view.deal ?? null },
      verdict: { known: false, ready: false, value: null, groups: {} },
      link: "connecting", linkSince: Date.now(), refusal: null, sending: null, turnSince: null, pileReason: null,
      log: [], deals: new Map(), fresh: [],
      ui: { sheet: null, rove: {}, order: [], open: new Set(), touched: new Set(), leavePile: false },
    };
    const kept = load(boot.id, boot.view.seat);
    this.state.staging = kept.groups.length ? kept : { ...empty(), deal: boot.view.deal ?? null };
    this.take({ version: boot.version, view: boot.view, legal: boot.legal, events: [] });
  }

  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.state.verdict = verdict(this.state.staging, this.checks);
      this.drawNow(this.state);
    });
  }

  /** Changes the staging, keeps it over a reload, and asks the server what it is worth. */
  stage(change) {
    const { state } = this;
    state.staging = change(state.staging);
    state.refusal = null;
    state.ui.leavePile = false;
    this.kept();
    this.redraw();
  }

  kept() {
    const { state } = this;
    save(state.id, state.view.seat, state.staging);
    this.checks.want(seated(state.view) && state.view.status === "playing" && myTurn(state.view) ? questions(state.staging) : []);
  }

  /** A frame of the server: newer than what is shown, or nothing happens. */
  take(frame) {
    const { state } = this;
    if (frame.version < state.version) return;
    const before = state.view;
    const news = frame.version > state.version;
    const seatChanged = before.seat !== frame.view.seat;
    const hand = myHand(before);
    state.version = frame.version;
    state.view = frame.view;
    state.legal = frame.legal ?? { actions: [] };
    if (news || seatChanged) {
      if (this.checks.version) state.fresh = drawnCards(before, frame.view, hand, state.fresh);
      state.ui.leavePile = false;
      state.hint = null;
      state.ui.undoing = false;
      state.pileReason = null;
      this.checks.forget(frame.version);
      this.doneByMe(frame.events ?? []);
      this.matchStaging();
      if (state.refusal?.code !== "not_sent") state.refusal = null;
      this.askAboutPile();
      this.askWhetherItRests();
    }
    this.remember(frame.events ?? [], before, news);
    this.redraw();
  }

  /** What I am sending has been done: what was staged for it lies on the table. */
  doneByMe(events) {
    const { sending, staging } = this.state;
    if (!sending || sending.done || !events.some(({ action_id: id }) => id === sending.id)) return;
    sending.done = true;
    this.state.staging = afterwards(staging, sending.action);
  }

  matchStaging() {
    const { state } = this;
    const { staging, lost } = reconcile(state.staging, state.view);
    state.staging = staging;
    if (lost && !state.sending) {
      this.say(fmt(ngettext("%(n)s card left your staging.", "%(n)s cards left your staging.", lost), { n: lost }));
    }
    this.kept();
  }

  /** The reason of the server why the pile can't be taken, said beside it. */
  async askAboutPile() {
    const { state, checks } = this;
    const { view, version } = state;
    if (!seated(view) || view.status !== "playing" || !myTurn(view) || view.turn.phase !== "draw") return;
    if (!faces(view.pile).length || state.legal.actions.some((action) => action.do === "take_pile")) return;
    const answer = await checks.ask(probe(view));
    if (version !== state.version || !answer?.code) return;
    state.pileReason = answer.code === "top_not_melded" ? gettext("You hold two, but that is not enough to lay.") : answer.detail;
    this.redraw();
  }

  // --- what has happened ------------------------------------------------------------------------------------------

  remember(events, before, speak) {
    const { state } = this;
    const news = events.filter((event) => !this.events.has(event.version)).sort((a, b) => a.version - b.version);
    for (const event of news) this.events.set(event.version, event);
    this.replaced = [...this.events.values()].filter(({ type }) => type === "substituted").sort((a, b) => a.version - b.version);
    for (const event of news) if (event.type === "action_undone") event.data.versions.forEach((version) => this.undone.add(version));
    if (news.length) {
      state.log = [...this.events.values()].sort((a, b) => a.version - b.version).map((event) => this.line(event)).filter(({ text }) => text);
    }
    for (const event of news) this.note(event, speak && this.checks.version);
    this.since();
    if (!speak || !news.length || !this.spoken) return void (this.spoken ||= speak);
    this.tell(news, before);
  }

  tell(news, before) {
    const { state } = this;
    this.happened.push(...news);
    const sentences = news.flatMap((event) => [sentence(event, state.view), ...booksMade(event, before, state.view)]).filter(Boolean);
    if (sentences.length > MANY) {
      this.say(fmt(gettext("%(n)s things happened. The last: %(sentence)s"), { n: sentences.length, sentence: sentences.at(-1) }));
    } else sentences.forEach((text) => this.say(text));
    if (myTurn(state.view) && !myTurn(before)) this.say(gettext("Your turn."), true);
    const { undo } = state.view;
    if (undo?.waiting_for?.includes(state.view.seat) && !before.undo?.agreed) this.say(question(state.view), true);
  }

  line(event) {
    const told = sentence(event, asOf(this.state.view, event.version, this.replaced));
    const undone = this.undone.has(event.version);
    const text = undone ? fmt(gettext("%(sentence)s (taken back)"), { sentence: told }) : told;
    return { version: event.version, at: event.at, type: event.type, text, undone, event };
  }

  note(event, live) {
    const { state } = this;
    if (event.type === "melded" || event.type === "pile_taken") {
      if (event.seat === state.view.seat) return;
      const mine = seated(state.view) && event.seat % state.view.teams.length === state.view.seat % state.view.teams.length;
      for (const { name } of event.data.melds ?? []) state.ui.touched.add(name + (mine ? "us" : "them"));
    }
    if (event.type === "deal_ended") this.dealEnd = sentence(event, state.view);
    if (event.type === "deal_scored") {
      state.deals.set(event.data.deal, { ...event.data, how: this.dealEnd, version: event.version });
      state.ui.touched = new Set();
      if (live && seated(state.view)) state.ui.sheet = { kind: "deal", deal: event.data.deal, shown: still() ? Infinity : 0 };
    }
  }

  /** Since when the one who is to act has been: the last event that is known. */
  since() {
    const { state } = this;
    const last = state.log.at(-1);
    state.turnSince = last && turnSeat(state.view) !== null ? last.at : null;
  }

  /** The log from the server: its end at first, all of it when it is asked for. */
  async loadLog(all = false) {
    const { state } = this;
    await this.loadSince(all ? 0 : Math.max(0, state.version - 150)).catch(() => {}); // what is there is shown
    this.redraw();
  }

  /** What came after a version. Throws if it cannot be had. */
  async loadSince(version) {
    for (let since = version; since !== null; ) {
      const answer = await this.api.events(since);
      this.remember(answer.events, this.state.view, false);
      since = answer.next;
    }
  }

  /** Whether a clock stands still is not in a view, in which nothing changes by itself. */
  askWhetherItRests() {
    if (!document.hidden && mayRest(this.state.view)) this.loadTime();
  }

  /** What the server says of everybody's time now. */
  async loadTime() {
    this.state.ui.time = await this.api.clock().catch(() => null);
    this.redraw();
  }

  link(name) {
    const { state } = this;
    const was = state.link;
    Object.assign(state, { link: name, linkSince: Date.now() });
    if (name === "offline") this.say(gettext("Connection lost."), true);
    if (name === "live" && (was === "offline" || was === "slow")) this.say(gettext("The connection is back."));
    this.redraw();
  }

  /** Why the server refused, where the finger is. */
  refused(error) {
    this.refuse(reason(error, this.state.view), error.code ?? "internal");
  }

  refuse(text, code) {
    this.state.refusal = { text, code };
    this.say(text, true);
    this.redraw();
  }
}

/** The smallest try at taking the pile, to hear the reason: the top card with what is held of its rank. */
function probe(view) {
  const [top] = faces(view.pile);
  const same = myHand(view).filter((face) => face[0] === top[0]).slice(0, 2);
  return { do: "take_pile", melds: same.length === 2 ? [{ cards: [top, ...same].join(" ") }] : [] };
}

function drawnCards(before, view, hand, old) {
  const now = myHand(view);
  if (before.deal !== view.deal || before.seats[before.seat]?.in_foot !== view.seats?.[view.seat]?.in_foot) return [];
  const came = without(now, hand);
  if (came.length) return came;
  return now.length === hand.length ? old : [];
}
