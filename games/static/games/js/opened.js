// The sheet over the page: what is in it is drawn, the live regions beside that stay, as all outside an open sheet is silent.
import { morph } from "./html.js";

const DEAF = 300;
/** Sheets that come where a second tap of a hasty finger may land. */
const SUDDEN = new Set(["deal", "missed", "ask"]);

export class Opened {
  constructor(dialog) {
    Object.assign(this, { dialog, kind: null, since: 0 });
    this.inside = dialog.querySelector(".inside");
  }

  /** Shows this, of a kind; closed where it is empty. */
  draw(kind, markup) {
    const { dialog, inside } = this;
    if (!markup) {
      if (dialog.open) dialog.close();
      for (const one of dialog.children) one.replaceChildren();
      this.kind = null;
      return;
    }
    const another = kind !== this.kind;
    const kept = document.activeElement?.closest(".tabs");
    morph(inside, markup);
    if (another) this.since = performance.now();
    this.kind = kind;
    if (!dialog.open) dialog.showModal();
    else if (another) {
      dialog.scrollTop = 0;
      if (!kept) document.getElementById("sheet-title")?.focus({ preventScroll: true });
    }
  }

  /** A tap right after such a sheet has come was meant for what stood there before. */
  deaf(event) {
    return Boolean(event.detail) && SUDDEN.has(this.kind) && this.dialog.contains(event.target) && performance.now() - this.since < DEAF;
  }

  /** Whether a tap is on what lies behind; the sheet's own edge is not. */
  beside({ target, clientX: x, clientY: y }) {
    const { left, right, top, bottom } = this.dialog.getBoundingClientRect();
    return target === this.dialog && (x < left || x > right || y < top || y > bottom);
  }
}
