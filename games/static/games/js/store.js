// The state of the page and its one funnel: whatever happens changes the state, and the page is drawn once a frame.
import { faces, without } from "./cards.js";
import { mayRest } from "./clock.js";
import { Checks, questions, verdict } from "./checks.js";
import { still } from "./motion.js";
import { next, outcomeOfMine, question, staged, yourTurn } from "./narration.js";
import { reason } from "./refusals.js";
import { afterwards, empty, load, reconcile, save } from "./staging.js";
import { asOf } from "./standing_in.js";
import { askedMe, myHand, myTeam, myTurn, seated, teamOf, turnSeat } from "./seats.js";
import { booksMade, DECISIONS, sentence } from "./words.js";
import { question as undoQuestion } from "./undoing.js";
import { fmt, gettext, ngettext, number } from "./i18n.js";

const MANY = 8;
const PASSES = 6_000;
/** Sheets that hold something of who has opened them. */
const HELD = new Set(["chat", "plans", "sign-in"]);

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
    /** The version after which something could not be had, or null. */
    this.hole = null;
    this.state = {
      id: boot.id, me: boot.me ?? null, rulesName: boot.rulesName ?? "", rulesPage: boot.rulesPage ?? "", replayPage: boot.replayPage ?? "", auditPage: boot.auditPage ?? "", again: boot.again ?? null, club: boot.club ?? null, maySit: boot.maySit ?? true, mayStandIn: Boolean(boot.mayStandIn), mayWithdraw: Boolean(boot.mayWithdraw), actFor: boot.actFor ?? null, hints: Boolean(boot.hints), hint: null, likings: boot.likings ?? [], mayKeep: Boolean(boot.me),
      clockSays: boot.clockSays ?? [],
      version: 0, view: boot.view, legal: { actions: [] },
      staging: { ...load(boot.id, boot.view.seat), deal: boot.view.deal ?? null },
      verdict: { known: false, ready: false, value: null, groups: {} },
      link: "connecting", linkSince: Date.now(), refusal: null, sending: null, turnSince: null, pileReason: null,
      log: [], deals: new Map(), fresh: [], unsent: null,
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
      this.tellStaged();
      this.drawNow(this.state);
    });
  }

  /** Changes the staging, keeps it over a reload, and asks the server what it is worth. `mine`: I did it, so it is said. */
  stage(change, mine = true) {
    const { state } = this;
    state.staging = change(state.staging);
    this.byMe = mine ? state.staging.groups : null;
    state.refusal = null;
    state.ui.leavePile = false;
    this.kept();
    this.redraw();
  }

  /** What I have laid out is said when its worth is known. */
  tellStaged() {
    const { groups } = this.state.staging;
    if (groups === this.toldGroups || this.state.sending || (myTurn(this.state.view) && groups.length && !this.state.verdict.known)) return;
    const { ready, minimum } = this.state.verdict;
    const mine = this.toldGroups && this.byMe === groups;
    if (mine) this.say(staged(this.state));
    if (mine && ready && minimum && !this.reached) this.notice(fmt(gettext("%(n)s reached: lay it down, or add more."), { n: number(minimum) }));
    this.reached = Boolean(ready && minimum);
    this.toldGroups = groups;
  }

  kept() {
    const { state } = this;
    save(state.id, state.view.seat, state.staging);
    this.checks.want(seated(state.view) && state.view.status === "playing" && myTurn(state.view) ? questions(state.staging) : []);
  }

  /** A frame of the line to the table; one with a gap comes without what has happened. */
  hear(frame) {
    return frame.gap || this.hole !== null ? this.catchUp(frame) : this.take(frame);
  }

  /** A position without what led to it: that is asked for first, so it is told and shown as if it had been pushed. */
  async catchUp(game) {
    let events = [];
    const since = this.hole ?? this.state.version;
    if (game.version > since) {
      const found = await this.loadSince(since, (some) => events.push(...some)).then(() => true, () => false);
      this.hole = found ? null : since;
      if (!found) events = game.events ?? []; // the position counts; the rest is asked for next time
    }
    this.take({ ...game, events: events.filter((event) => event.version <= game.version) });
  }

  /** A frame of the server: newer than what is shown, or nothing but the log is changed. */
  take(frame) {
    const { state } = this;
    if (frame.version < state.version) return this.remember(frame.events ?? [], state.view, false);
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
      const stands = myTurn(frame.view) || askedMe(frame.view) ? ["not_sent", "notice"] : ["notice"];
      if (!stands.includes(state.refusal?.code)) state.refusal = null;
      this.askAboutPile();
      this.askWhetherItRests();
    }
    this.remember(frame.events ?? [], before, news);
    if (this.away) this.say(gettext("The connection is back."));
    this.away = false;
    this.redraw();
  }

  /** What I am sending, or have sent without an answer, has been done: what was staged for it lies on the table. */
  doneByMe(events) {
    const { state } = this;
    const done = [state.sending, state.unsent].find((mine) => mine && !mine.done && events.some(({ action_id: id }) => id === mine.id));
    if (!done) return;
    done.done = true;
    done.tell?.();
    state.staging = afterwards(state.staging, done.action);
    if (done !== state.unsent) return;
    state.unsent = null;
    if (state.refusal?.code === "not_sent") state.refusal = null;
  }

  matchStaging() {
    const { state } = this;
    const { staging, lost } = reconcile(state.staging, state.view);
    state.staging = staging;
    this.lost = lost ? fmt(ngettext("%(n)s card left your staging.", "%(n)s cards left your staging.", lost), { n: lost }) : "";
    if (!state.sending) this.say(this.lost);
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
    if (news.length) state.ui.touched = touched(this.events, state.view);
    this.since();
    if (!speak || !this.spoken) return void (this.spoken ||= speak);
    this.tell(news, before);
  }

  tell(news, before) {
    const { state } = this;
    this.happened.push(...news);
    const asked = askedMe(state.view) && !askedMe(before);
    const said = news.filter(({ type }) => !(asked && type === "asked"));
    const sentences = [...said.flatMap((event) => [sentence(event, state.view), ...booksMade(event, before, state.view)]), ...next(news, before, state.view)].filter(Boolean);
    if (this.away && news.length) {
      this.away = false;
      this.say(fmt(ngettext("Back; %(n)s thing happened: %(sentences)s", "Back; %(n)s things happened: %(sentences)s", news.length), { n: news.length, sentences: sentences.slice(-MANY).join(" ") }));
    } else if (sentences.length > MANY) {
      this.say(fmt(gettext("%(n)s things happened. The last: %(sentence)s"), { n: sentences.length, sentence: sentences.at(-1) }));
    } else sentences.forEach((text) => this.say(text));
    if (asked) this.say(question(state.view), true);
    if (myTurn(state.view) && !myTurn(before)) this.say(yourTurn(state.view), true);
    const done = outcomeOfMine(news, state.view);
    if (done) this.notice(done);
    const { undo } = state.view;
    if (undo?.waiting_for?.includes(state.view.seat) && !before.undo?.agreed) this.say(undoQuestion(state.view), true);
  }

  line(event) {
    const told = sentence(event, asOf(this.state.view, event.version, this.replaced));
    const undone = this.undone.has(event.version);
    const text = undone ? fmt(gettext("%(sentence)s (taken back)"), { sentence: told }) : told;
    return { version: event.version, at: event.at, type: event.type, text, undone, event };
  }

  note(event, live) {
    const { state } = this;
    if (event.type === "deal_ended") this.dealEnd = sentence(event, state.view);
    if (event.type === "deal_scored") {
      state.deals.set(event.data.deal, { ...event.data, how: this.dealEnd, version: event.version });
      if (live && seated(state.view)) this.offerSheet({ kind: "deal", deal: event.data.deal, shown: still() ? Infinity : 0 });
    }
  }

  /** A sheet that comes by itself; not in place of one in which somebody writes or decides: then the log tells it. */
  offerSheet(sheet) {
    if (!HELD.has(this.state.ui.sheet?.kind)) this.state.ui.sheet = sheet;
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

  /** What came after a version, page by page: for the log up to what is shown (the rest comes by itself, and is told), or for who asks. Throws if it cannot be had. */
  async loadSince(version, take = (events) => this.remember(events.filter((event) => event.version <= this.state.version), this.state.view, false)) {
    for (let since = version; since !== null; ) {
      const answer = await this.api.events(since);
      take(answer.events);
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
    if (name === "offline") this.say(gettext("Connection lost."));
    if (was === "offline" && (name === "live" || name === "slow")) this.away = true;
    this.redraw();
  }

  /** Why the server refused, where the finger is. */
  refused(error) {
    this.refuse(reason(error, this.state.view), error.code ?? "internal");
    this.state.ui.toPrompt = true;
  }

  /** `passing`: said where the finger is, and gone after a while; else it stands until something is done. */
  refuse(text, code, passing = false) {
    this.say(text);
    this.put({ text, code }, passing);
  }

  /** What I have just done, in the prompt for a moment; the live region tells it as an event. */
  notice(text) {
    this.put({ text, code: "notice" }, true);
  }

  put(refusal, passing) {
    this.state.refusal = refusal;
    this.redraw();
    if (!passing) return;
    setTimeout(() => {
      if (this.state.refusal !== refusal) return;
      this.state.refusal = null;
      this.redraw();
    }, PASSES);
  }
}

/** The melds on which others have laid since I did something: "since you last looked". */
function touched(events, view) {
  const melds = new Set();
  if (!seated(view)) return melds;
  for (const { type, seat, data } of [...events.values()].sort((a, b) => a.version - b.version)) {
    if (type === "deal_started" || (seat === view.seat && DECISIONS.has(type))) melds.clear();
    else if (type === "melded" || type === "pile_taken") {
      for (const { name } of data.melds) melds.add(name + (teamOf(view, seat) === myTeam(view) ? "us" : "them"));
    }
  }
  return melds;
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
