// Movement that explains where cards come from and go to: decoration over what has been drawn, never part of it. Copies
// of the cards travel in a layer of their own, by transform alone; what they land on is hidden until they do.
import { back, card, faces } from "./cards.js";
import { html } from "./html.js";
import { myTeam, mySeat, teamOf } from "./seats.js";
import { redThree } from "./felt.js";
import { beyond, places } from "./places.js";

const TRAVEL = 240;
const APART = 40;
const WHOLE = 700;
const FADE = 160;
const CLOSING = 200;
const RING = 2_000;
const MANY = 8;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether nothing is to move: by the system's setting or by this person's. */
export const still = () => calm.matches || document.documentElement.dataset.motion === "off";

/** Ends a deal or begins one: everything lies elsewhere. */
const ANEW = new Set(["deal_started", "deal_scored", "action_undone"]);

export class Motion {
  /** `root`: the page; `layer`: an empty element over it that takes no taps. */
  constructor(root, layer) {
    Object.assign(this, { root, layer, running: [], held: [], sending: null, until: 0 });
  }

  /** To be called before the page is drawn. */
  look() {
    this.before = places(this.root);
    this.fans = this.before.fans();
  }

  /** To be called after it: shows how what is there came to be. `events`: what has happened since the last drawing. */
  show(state, events) {
    const { before } = this;
    if (!state.view.turn && !events.length) return void (state.sending || this.release());
    const after = places(this.root);
    if (events.length > MANY || events.some(({ type }) => ANEW.has(type))) return this.anew();
    const ways = new Ways(before, after, state.view, this.held);
    const happened = events.map((event) => ways.of(event));
    const phases = (still() ? happened : [...happened, ways.staged()]).filter((phase) => phase.length);
    const closing = this.closed(after);
    if (still()) {
      this.finish();
      this.release();
      return this.ring(phases.flat().map(({ target }) => target));
    }
    const leaves = state.sending && state.sending !== this.sending ? leaving(state, after) : [];
    this.sending = state.sending;
    if (!phases.length && !closing.length && !leaves.length) {
      if (this.held.length && !state.sending) this.release();
      return;
    }
    const start = this.turn(events.length > 0 && events.every(({ seat }) => seat !== mySeat(state.view)));
    if (leaves.length) this.hold(leaves, state.view);
    else if (events.length || !state.sending) this.release();
    const ends = this.fly(phases, state.view, start);
    for (const one of closing) this.close(one, ends);
    this.until = performance.now() + ends;
  }

  /** When the next may begin to move: at once what is mine; what others did waits a little for what they did before. */
  turn(theirs) {
    const wait = Math.max(0, this.until - performance.now());
    if (theirs && wait < WHOLE) return wait;
    this.finish();
    return 0;
  }

  /** Melds that were fans and are books: `{fan, box, book}`. */
  closed(after) {
    return [...this.fans].flatMap(([key, fan]) => {
      const book = after.meld(key)?.element.closest(".meld.book");
      return book ? [{ fan, box: this.before.melds.get(key), book }] : [];
    });
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  /** One after the other, all of it in time, from `first` on. When the last has landed. */
  fly(phases, view, first) {
    const spans = phases.map((phase) => TRAVEL + APART * (phase.length - 1));
    const whole = spans.reduce((sum, span) => sum + span, 0);
    const pace = Math.min(1, WHOLE / whole);
    let start = 0;
    phases.forEach((phase, n) => {
      phase.forEach((way, i) => this.travel(way, view, first + (start + i * APART) * pace, TRAVEL * pace));
      start += spans[n];
    });
    return first + start * pace;
  }

  travel({ face, from, to, target, hides }, view, delay, duration) {
    const ghost = this.ghost(face, to, view);
    const moves = ghost.animate([{ transform: between(from, to) }, { transform: "none" }], { delay, duration, easing: EASE, fill: "backwards" });
    const one = { ghost, waits: hides ? [hide(target, delay + duration)] : [] };
    this.running.push(one);
    moves.onfinish = () => this.arrived(one);
  }

  /** What I have sent goes at the tap, and waits where it will lie. */
  hold(leaves, view) {
    leaves.forEach(({ face, from, to, source }, i) => {
      const ghost = this.ghost(face, to, view);
      ghost.animate([{ transform: between(from, to) }, { transform: "none" }], { delay: i * APART, duration: TRAVEL, easing: EASE, fill: "both" });
      this.held.push({ face, ghost, source: source && hide(source) });
    });
  }

  /** The answer is there: what waited has gone on, or lies where it lay. */
  release() {
    for (const { ghost, source } of this.held.splice(0)) {
      ghost.remove();
      source?.cancel();
    }
  }

  /** The edges of what has become a book slide together, and its top turns. */
  close({ fan: ghost, box, book }, delay) {
    ghost.classList.add("closing");
    ghost.inert = true;
    for (const size of ["--mw", "--sl"]) ghost.style.setProperty(size, getComputedStyle(book).getPropertyValue(size));
    place(ghost, box);
    this.layer.append(ghost);
    const waits = [hide(book, delay + CLOSING)];
    const left = ghost.firstElementChild?.nextElementSibling?.offsetLeft ?? 0;
    for (const edge of ghost.querySelectorAll(".e")) {
      edge.animate([{ transform: "none" }, { transform: `translateX(${left - edge.offsetLeft}px)` }], { delay, duration: CLOSING, easing: "ease-in", fill: "both" });
    }
    const top = book.querySelector(".fr");
    const turns = top.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { delay: delay + CLOSING, duration: TRAVEL / 2, easing: "ease-out" });
    const one = { ghost, waits: [...waits, turns] };
    this.running.push(one);
    waits[0].onfinish = () => ghost.remove();
    turns.onfinish = () => this.arrived(one);
  }

  arrived(one) {
    one.ghost.remove();
    this.running = this.running.filter((other) => other !== one);
  }

  /** Too much at once, or a new deal: nothing travels. */
  anew() {
    this.finish();
    this.release();
    if (still()) return;
    for (const one of this.root.querySelectorAll(".felt, .hand")) {
      this.running.push({ waits: [one.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE, easing: "ease-out" })] });
    }
  }

  /** Where nothing may move: a quiet line round what has changed. */
  ring(elements) {
    const whole = elements.map((one) => one?.closest(".stack, .grp, .meld, .pile, .stock, .seat, .r3") ?? one);
    const line = { boxShadow: "0 0 0 3px var(--ink-2)" };
    for (const one of new Set(whole)) one?.animate([line, line], { duration: RING });
  }

  /** Whatever is under way has arrived. */
  finish() {
    for (const { ghost, waits } of this.running.splice(0)) {
      ghost?.remove();
      for (const wait of waits) wait.cancel();
    }
  }

  ghost(face, to, view) {
    const ghost = document.createElement("span");
    ghost.className = "ghost-card";
    ghost.innerHTML = html`${face ? card(face, redThree(view)) : back()}`.toString();
    place(ghost, to);
    this.layer.append(ghost);
    return ghost;
  }
}

const hide = (element, duration) => element.animate([{ opacity: 0 }, { opacity: 0 }], duration === undefined ? { duration: 1, fill: "forwards" } : { duration });

function place(element, { x, y, width, height }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

const between = (from, to) => `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;

/** What goes at the tap: `{face, from, to, source}`. */
function leaving({ sending: { action }, staging, view }, now) {
  const take = (list, face) => list.splice(list.findLastIndex((one) => one.face === face), 1)[0];
  if (action.do === "discard") {
    const one = take([...now.hand], action.card);
    const to = now.top();
    return one && to ? [{ face: action.card, from: one.box, to: to.box, source: one.element }] : [];
  }
  if (action.do === "meld" || action.do === "take_pile") {
    const tray = [...now.tray];
    return staging.groups.flatMap(({ cards, to }) => {
      const goal = (to && now.meld(`meld-us-${to}`)) ?? now.room(view, myTeam(view));
      return goal ? cards.flatMap((face) => {
        const one = take(tray, face);
        return one ? [{ face, from: one.box, to: goal.box, source: one.element }] : [];
      }) : [];
    });
  }
  if (action.do !== "draw") return [];
  const from = now.stock();
  const to = now.hand.at(-1)?.box ?? now.dock()?.box;
  return from && to ? Array.from({ length: Math.min(view.ruleset.draw, view.stock_size ?? 1) }, () => ({ face: null, from: from.box, to })) : [];
}

/** The ways that cards went between two drawings. Each card goes once. */
class Ways {
  constructor(before, after, view, held) {
    Object.assign(this, { before, after, view });
    this.held = held.map(({ face, ghost }) => ({ face, box: ghost.getBoundingClientRect() }));
    this.gone = ["tray", "hand", "pile"].flatMap((where) => beyond(before[where], after[where]));
    this.came = ["tray", "hand"].flatMap((where) => beyond(after[where], before[where]));
  }

  pick(list, fits) {
    const at = list.findIndex(fits);
    return at < 0 ? null : list.splice(at, 1)[0];
  }

  /** Where a face came from: the copy that is under way already, where it lay, or there. */
  from(face, otherwise, where = null) {
    const held = this.pick(this.held, (one) => one.face === face);
    const gone = this.pick(this.gone, (one) => one.face === face && (!where || one.where === where));
    return (held ?? gone ?? otherwise)?.box;
  }

  way(face, from, place, hides = true) {
    return from && place ? [{ face, from, to: place.box, target: place.element, hides }] : [];
  }

  of({ type, seat, data = {}, hidden = {} }) {
    return this[type]?.(data, seat, hidden) ?? [];
  }

  isMe(seat) {
    return seat === mySeat(this.view) && !this.view.theirs && this.after.hand.length > 0;
  }

  /** To where a face lies in my hand now. */
  toHand(face, otherwise) {
    const place = this.pick(this.came, (one) => one.face === face && one.where === ".hand");
    return place ? this.way(face, this.from(face, otherwise), place) : [];
  }

  drew({ cards }, seat, { cards: n = 0 }) {
    const stock = this.after.stock() ?? this.before.stock();
    if (this.isMe(seat) && cards !== undefined) {
      return faces(cards).flatMap((face) => this.toHand(face, this.pick(this.held, (one) => one.face === null) ?? stock));
    }
    const count = cards === undefined ? n : faces(cards).length;
    return Array.from({ length: count }, () => this.way(null, stock?.box, this.after.seat(seat), false)).flat();
  }

  red_threes_laid({ cards, drawn }, seat) {
    const from = this.isMe(seat) ? this.before.stock() : this.after.seat(seat);
    const laid = faces(cards).flatMap((face) => this.way(face, this.from(face, from), this.after.threes(teamOf(this.view, seat)), false));
    return [...laid, ...(this.isMe(seat) ? faces(drawn).flatMap((face) => this.toHand(face, this.before.stock())) : [])];
  }

  melded({ melds = [] }, seat) {
    return melds.flatMap(({ name, cards, new: isNew }) => {
      const place = this.meldOf(seat, name);
      return faces(cards).flatMap((face, i) =>
        this.way(face, this.from(face, this.before.seat(seat)), place && isNew && !i ? { ...place, element: place.element.closest(".meld") } : place, isNew && !i));
    });
  }

  meldOf(seat, name) {
    const team = teamOf(this.view, seat);
    const side = team === myTeam(this.view) ? "us" : "them";
    return this.after.meld(`meld-${side}-${name}`);
  }

  pile_taken({ cards, melds }, seat) {
    const laid = this.melded({ melds }, seat);
    const rest = faces(cards).slice(1).flatMap((face) => {
      if (this.isMe(seat)) return this.toHand(face, this.before.top());
      const was = this.pick(this.gone, (one) => one.face === face && one.where === ".pile");
      return was ? this.way(face, was.box, this.after.seat(seat), false) : [];
    });
    return [...laid, ...rest];
  }

  foot_taken(_, seat) {
    const from = this.before.seat(seat) ?? this.before.dock();
    if (!this.isMe(seat)) return [];
    return this.came.filter(({ where }) => where === ".hand").flatMap(({ face }) => this.toHand(face, from));
  }

  discarded({ card: face }, seat) {
    return this.way(face, this.from(face, this.before.seat(seat), ".hand"), this.after.top());
  }

  /** What I have laid out or taken back myself. */
  staged() {
    return [...this.came].flatMap((place) => {
      const elsewhere = (one) => one.face === place.face && one.where !== place.where;
      const was = this.pick(this.gone, elsewhere) ?? (place.where === ".tray .grp" && this.before.pile.findLast(elsewhere));
      return was ? this.way(place.face, was.box, place) : [];
    });
  }
}
