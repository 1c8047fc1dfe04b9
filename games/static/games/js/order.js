// The own order of a hand: by dragging a stack or with Alt and arrows, kept for this game. A stack may be dragged to where
// its cards shall go, too: a meld, the tray, the pile.
import { fmt, gettext } from "./i18n.js";
import { stacks } from "./cards.js";
import { myHand } from "./seats.js";

const USUAL = [..."AKQJT987654", "2", "JK", "3b", "3r"];
/** So far moves a finger that means to drag. */
const FAR = 10;

/** The parts of a hand in the own order, if there is one; what is not in it stands where it usually would. */
export function arranged(parts, own) {
  if (!own.length) return parts;
  const all = parts.flat();
  const known = all.filter(({ key }) => own.includes(key)).sort((a, b) => own.indexOf(a.key) - own.indexOf(b.key));
  for (const one of all.filter(({ key }) => !own.includes(key))) {
    const before = known.findLastIndex(({ key }) => USUAL.indexOf(key) < USUAL.indexOf(one.key));
    known.splice(before + 1, 0, one);
  }
  return [known];
}

const place = (game) => `fairdeal:order:${game}`;

export class Order {
  constructor(store, moves) {
    Object.assign(this, { store, moves });
    try {
      store.state.ui.order = JSON.parse(localStorage.getItem(place(store.state.id))) ?? [];
    } catch {
      store.state.ui.order = []; // a private window without storage
    }
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", (event) => this.take(event));
  }

  /** High first, as it usually is. */
  sort() {
    this.keep([]);
    this.store.say(gettext("Sorted: high first."), true);
  }

  keep(own) {
    const { state } = this.store;
    state.ui.order = own;
    try {
      if (own.length) localStorage.setItem(place(state.id), JSON.stringify(own));
      else localStorage.removeItem(place(state.id));
    } catch {
      // It holds as long as the page.
    }
    this.store.redraw();
  }

  /** A stack to the place before another, or to the end. */
  move(key, before) {
    if (before === key) return; // it lies there
    const { view, ui } = this.store.state;
    const keys = arranged(stacks(myHand(view)), ui.order).flat().map((one) => one.key).filter((one) => one !== key);
    const at = before === null ? keys.length : keys.indexOf(before);
    this.keep(keys.toSpliced(at, 0, key));
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const stack = event.altKey && step && event.target.closest("[data-stack]");
    if (!stack) return;
    event.preventDefault(); // the browser would go back
    const all = [...stack.parentElement.querySelectorAll("[data-stack]")];
    const to = all.indexOf(stack) + step;
    if (to < 0 || to >= all.length) return;
    this.move(stack.dataset.stack, all[step < 0 ? to : to + 1]?.dataset.stack ?? null);
    this.store.say(fmt(gettext("Place %(n)s of %(all)s."), { n: to + 1, all: all.length }), true);
  }

  take(event) {
    const stack = event.isPrimary && event.button === 0 && event.target.closest("[data-stack]");
    if (!stack) return;
    const { pointerId } = event;
    const from = [event.clientX, event.clientY];
    const way = ({ clientX, clientY }) => [clientX - from[0], clientY - from[1]];
    let dragging = false;
    const over = new AbortController();
    const listen = (name, done) =>
      document.addEventListener(name, (now) => now.pointerId === pointerId && done(now), { signal: over.signal });
    const end = () => {
      over.abort();
      stack.classList.remove("dragged");
      stack.style.translate = "";
    };
    listen("pointermove", (now) => {
      const [x, y] = way(now);
      dragging ||= Math.hypot(x, y) > FAR;
      if (!dragging) return;
      stack.classList.add("dragged");
      stack.style.translate = `${x}px ${y}px`;
    });
    listen("pointercancel", end);
    listen("pointerup", (now) => {
      end();
      if (!dragging) return;
      const quiet = (click) => click.stopPropagation(); // the click that may follow was none
      addEventListener("click", quiet, true);
      setTimeout(() => {
        removeEventListener("click", quiet, true);
        this.drop(stack, now);
      });
    });
  }

  drop({ dataset }, { clientX: x, clientY: y }) {
    const key = dataset.stack;
    const there = document.elementFromPoint(x, y)?.closest("[data-stack], [data-meld], [data-group], [data-new], [data-pile], .tray, .hand");
    if (!there) return;
    if (there.dataset.stack && there.dataset.stack !== key) return this.move(key, this.after(there, x));
    if (there.matches(".hand")) return this.move(key, this.nearest(there, key, x, y));
    if (there.dataset.stack) return;
    if (!this.store.state.staging.lifted[key]) this.moves.lift(key, there.matches("[data-pile]") ? 1 : Number(dataset.size));
    if (there.matches(".tray")) this.moves.toNew();
    else if (there.matches("[data-new], [data-group], [data-pile], [data-side=us]")) there.click();
  }

  /** Which stack a place near this one is before. */
  after(stack, x) {
    const { left, width } = stack.getBoundingClientRect();
    if (x < left + width / 2) return stack.dataset.stack;
    const all = [...stack.parentElement.querySelectorAll("[data-stack]")];
    return all[all.indexOf(stack) + 1]?.dataset.stack ?? null;
  }

  nearest(hand, key, x, y) {
    const far = (stack) => {
      const { left, right, top, bottom } = stack.getBoundingClientRect();
      return Math.hypot(x - (left + right) / 2, 2 * (y - (top + bottom) / 2));
    };
    const all = [...hand.querySelectorAll("[data-stack]")].filter((one) => one.dataset.stack !== key);
    const [next] = all.sort((a, b) => far(a) - far(b));
    return next ? this.after(next, x) : null;
  }
}
