// The heap from the side, and the line that parts it: slid by a press or by the arrow keys. How many cards it takes nobody is told.
import { fmt, gettext } from "./i18n.js";
import { html } from "./html.js";
import { offer } from "./acts.js";
import { footSize, handSize } from "./seats.js";

const WHOLE = 1_000_000;

export function grabber(state) {
  if (!offer(state, "grab")) return "";
  const part = Math.round(((state.ui.grab ?? WHOLE / 2) / WHOLE) * 100);
  return html`<label class="grabber" data-key="grabber"><span class="sr">${gettext("Where to part the heap")}</span><input class="heap" type="range" id="grab" min="0" max="${WHOLE}" step="1000" aria-valuetext="${fmt(gettext("%(part)s percent of the heap"), { part })}"></label>`;
}

/** The heap is as wide as it is large, beside all the cards that there are. */
export function sizeHeap(root, { view }) {
  const heap = root.querySelector(".heap");
  if (!heap) return;
  const dealt = view.seats.reduce((sum, seat) => sum + handSize(seat) + footSize(seat), 0);
  heap.style.maxWidth = `${(view.stock_size / (view.stock_size + dealt)) * 100}%`;
}
