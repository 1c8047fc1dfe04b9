// A game told again: its steps as the server tells them to these eyes, where I am in it, and how I move.
import { over } from "./leaving.js";
import { booksMade, sentence } from "./words.js";
import { empty } from "./staging.js";
import { seated } from "./seats.js";
import { OPENS } from "./verify.js";

const A_STEP = 1600;
export const SPEEDS = [1, 2, 4];

export class Replayer {
  /** `boot`: {id, seat, eyes, at}; `draw(state)` renders, `say(text)` speaks. */
  constructor(boot, api, { draw, say }) {
    Object.assign(this, { api, drawNow: draw, say });
    this.known = new Map();
    this.loading = new Map();
    /** What the next drawing is to show: the events of the step that follows the one that was drawn. */
    this.happened = [];
    this.state = {
      replay: true, id: boot.id, mine: boot.seat, seats: boot.seats, eyes: boot.eyes, steps: [], at: 0, wanted: boot.at, playing: false, speed: 1, failed: false,
      view: null, me: null, legal: { actions: [] }, staging: empty(), verdict: { groups: {} }, deals: new Map(), opened: new Set(),
      ui: { sheet: null, rove: {}, open: new Set(), touched: new Set() },
    };
  }

  redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.drawNow(this.state);
    });
  }

  get step() {
    return this.state.steps[this.state.at];
  }

  /** Looks through other eyes, at the same moment. */
  async look(eyes) {
    const { state } = this;
    state.wanted = this.step?.version ?? state.wanted;
    state.eyes = eyes;
    state.steps = this.known.get(eyes) ?? [];
    await this.load();
  }

  /** What there is after the last step. Whoever asks while that is under way waits for it: no step is told twice. */
  load() {
    const { eyes } = this.state;
    if (!this.loading.has(eyes)) this.loading.set(eyes, this.fetch(eyes).finally(() => this.loading.delete(eyes)));
    return this.loading.get(eyes);
  }

  /** Page by page; the moment that is wanted is shown as soon as it is there. */
  async fetch(eyes) {
    const { state } = this;
    let steps = [...state.steps];
    state.failed = false;
    try {
      for (let since = steps.at(-1)?.version ?? 0; since !== null; ) {
        const page = await this.api.replay(eyes, since);
        if (state.eyes !== eyes) return;
        let view = null;
        for (const told of page.steps) {
          view = whole({ ...view, ...told.view });
          steps.push({ ...this.read(told, { ...view, theirs: seated(view) && view.seat !== state.mine }, steps.at(-1)), told: page.version });
        }
        const again = faceDown(steps);
        if (again >= 0) steps = steps.slice(0, again);
        since = again >= 0 ? steps.at(-1)?.version ?? 0 : page.next;
        this.tell(eyes, steps);
      }
    } catch {
      if (state.eyes !== eyes) return;
      state.failed = true;
    }
    this.find(true);
    this.redraw();
  }

  /** So far it is told to these eyes. What is told anew is shown once it is no shorter: until then it stays as it was. */
  tell(eyes, steps) {
    const { state } = this;
    if (steps.length < state.steps.length) return;
    state.wanted ??= this.step?.version ?? null;
    state.steps = [...steps];
    this.known.set(eyes, state.steps);
    this.find();
  }

  read({ version, events }, view, before) {
    const lines = events.flatMap((event) => [sentence(event, view), ...booksMade(event, before?.view, view)]).filter(Boolean);
    for (const { type, data } of events) {
      if (type === "deal_ended") this.how = sentence(events.find((event) => event.type === type), view);
      if (OPENS.includes(type)) this.state.opened.add(data.deal);
      if (type === "deal_scored") this.state.deals.set(data.deal, { ...data, how: this.how });
    }
    const deal = events.some(({ type }) => type === "deal_started") ? view.deal : before?.deal ?? 0;
    return { version, events, view, deal, text: lines.join(" "), at: events[0].at, event: events.find(({ type }) => TELLING.has(type)) ?? events[0] };
  }

  /** Goes to the moment that is wanted, if it is there; `all`: there are no more. */
  find(all = false) {
    const { state } = this;
    if (state.wanted === null || !state.steps.length) return;
    const at = state.wanted === Infinity ? -1 : state.steps.findIndex(({ version }) => version >= state.wanted);
    if (at < 0 && !all) return;
    state.wanted = null;
    this.show(at < 0 ? state.steps.length - 1 : at);
  }

  show(at) {
    const { state } = this;
    state.at = Math.max(0, Math.min(state.steps.length - 1, at));
    state.view = this.step.view;
    state.ui.touched = new Set(this.step.events.flatMap((event) => touched(event, state.view)));
    this.redraw();
  }

  /** To a step by its place; it is said. */
  go(at) {
    if (!this.state.steps.length) return;
    const was = this.state.at;
    this.show(at);
    this.happened = this.state.at === was + 1 ? [...this.step.events] : [];
    if (was !== this.state.at) this.say(this.step.text);
  }

  toVersion(version) {
    const at = this.state.steps.findIndex((step) => step.version >= version);
    if (at >= 0) this.go(at);
  }

  /** To where a deal begins. */
  toDeal(deal) {
    const at = this.state.steps.findIndex((step) => step.deal === deal);
    if (at >= 0) this.go(at);
  }

  /** So many deals on or back: the beginning of this one first, if it is well behind. */
  byDeal(by) {
    if (!this.step) return;
    const { deal } = this.step;
    const start = this.state.steps.findIndex((step) => step.deal === deal);
    if (by < 0 && this.state.at > start) return this.go(start);
    const last = this.state.steps.at(-1).deal;
    if (by > 0 && deal === last) return this.go(Infinity);
    this.toDeal(Math.max(0, deal + by));
  }

  /** One on; where a game that is on was at its end, what came since. */
  async next() {
    const { state } = this;
    if (state.at === state.steps.length - 1 && !over(state.view)) await this.load();
    this.go(state.at + 1);
    return state.at < state.steps.length - 1;
  }

  play(playing = !this.state.playing) {
    const { state } = this;
    clearTimeout(this.timer);
    state.playing = playing && state.steps.length > 0;
    if (state.playing && state.at === state.steps.length - 1 && over(state.view)) this.go(0);
    if (state.playing) this.tick();
    this.redraw();
  }

  tick() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const more = await this.next();
      if (!this.state.playing) return;
      if (more) this.tick();
      else this.play(false);
    }, A_STEP / this.state.speed);
  }

  faster() {
    const { state } = this;
    state.speed = SPEEDS[(SPEEDS.indexOf(state.speed) + 1) % SPEEDS.length];
    if (state.playing) this.tick();
    this.redraw();
  }
}

/** Where what was told of a deal begins that has been opened since: its cards lay face down then. -1: nowhere. */
function faceDown(steps) {
  let opened = 0;
  return steps.reduceRight((found, { version, events, told }, n) => {
    if (events.some(({ type }) => OPENS.includes(type))) opened = version;
    return told < opened ? n : found;
  }, -1);
}

/** A view without what there is no more. */
const whole = (view) => Object.fromEntries(Object.entries(view).filter(([, value]) => value !== null));

/** What an action is about, among what followed from it. */
const TELLING = new Set([
  "drew", "pile_taken", "melded", "discarded", "asked", "answered", "passed", "grabbed", "deal_scored", "deal_started", "overdue", "substituted", "forfeited", "truncated",
]);

function touched(event, view) {
  const side = seated(view) && event.seat % view.teams.length !== view.seat % view.teams.length ? "them" : "us";
  const first = seated(view) || event.seat % (view.teams?.length || 1) === 0 ? side : "them";
  return (event.data?.melds ?? []).map(({ name }) => name + first);
}
