// A game told again: its steps as the server tells them to these eyes, where I am in it, and how I move.
import { over } from "./leaving.js";
import { booksMade, sentence } from "./words.js";
import { empty } from "./staging.js";
import { seated } from "./seats.js";

const A_STEP = 1600;
export const SPEEDS = [1, 2, 4];

export class Replayer {
  /** `boot`: {id, seat, eyes, at}; `draw(state)` renders, `say(text)` speaks. */
  constructor(boot, api, { draw, say }) {
    Object.assign(this, { api, drawNow: draw, say });
    this.known = new Map();
    this.state = {
      replay: true, id: boot.id, mine: boot.seat, seats: boot.seats, eyes: boot.eyes, steps: [], at: 0, wanted: boot.at, playing: false, speed: 1, failed: false,
      view: null, me: null, legal: { actions: [] }, staging: empty(), verdict: { groups: {} }, deals: new Map(),
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
    state.steps = [...(this.known.get(eyes) ?? [])];
    await this.load();
    if (state.eyes === eyes) this.known.set(eyes, state.steps);
  }

  /** What there is after the last step, page by page; the moment that is wanted is shown as soon as it is there. */
  async load() {
    const { state } = this;
    const { eyes, steps } = state;
    state.failed = false;
    try {
      for (let since = steps.at(-1)?.version ?? 0; since !== null; ) {
        const page = await this.api.replay(eyes, since);
        if (state.eyes !== eyes) return;
        let view = null;
        for (const told of page.steps) {
          view = whole({ ...view, ...told.view });
          steps.push(this.read(told, { ...view, theirs: seated(view) && view.seat !== state.mine }, steps.at(-1)));
        }
        since = page.next;
        this.find();
      }
    } catch {
      state.failed = true;
    }
    this.find(true);
    this.redraw();
  }

  read({ version, events }, view, before) {
    const lines = events.flatMap((event) => [sentence(event, view), ...booksMade(event, before?.view, view)]).filter(Boolean);
    for (const { type, data } of events) {
      if (type === "deal_ended") this.how = sentence(events.find((event) => event.type === type), view);
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
