// "Verify the chain": what was computed in this browser, in words, and what it proves. State in, markup out.
import { exactTime, fmt, gettext, ngettext, number, shortTime } from "./i18n.js";
import { html } from "./html.js";

/** `found`: {checks, last} or {failed} or null while it is computed. */
export function chainSheet(found) {
  if (!found) return html`<p class="note" role="status">${gettext("One moment…")}</p>`;
  if (found.failed) return html`<p class="result danger" role="status">⚠ ${found.failed}</p>`;
  const { checks, last } = found;
  const good = checks.every(({ ok }) => ok);
  const result = good ? gettext("The chain is whole: all of it fits.") : gettext("This log does not fit.");
  return html`<p class="result${good ? "" : " danger"}" role="status" data-chain="${good ? "yes" : "no"}">${good ? "✓" : "⚠"} ${result}</p>
    <p class="note">${gettext("Computed just now by this browser from the rows of the log, not by the server.")}</p>
    <ol class="checks">${checks.map(line)}</ol>
    <section><h3>${gettext("What this proves")}</h3>
      <p>${gettext("No row was changed, left out or put in between after it was written, without changing every hash after it. So the last hash stands for all of the log:")}</p>
      <p><code data-last>#${last.version} ${last.hash}</code></p>
      <p>${gettext("Note it down, or send it to another player: whoever finds the same hash at this row has the same log up to it.")}${last.kept ? ` ${gettext("This browser has kept it too, and will compare when you check again.")}` : ""}</p></section>
    <section><h3>${gettext("What it does not prove")}</h3>
      <p>${gettext("A log that was written anew from the start fits as well: only a hash that somebody kept tells the two apart. Nor does it prove that nobody who runs the server looked at the cards.")}</p></section>`;
}

/** Each thing that was checked: that it fits, that it does not. */
const WORDS = {
  hashes: ({ n }) => [
    fmt(ngettext("The one row has the hash that follows from what it says.", "All %(n)s rows are there, numbered without a gap, and each has the hash that follows from what it says and from the row before it.", n), { n: number(n) }),
    (at) => fmt(gettext("Row %(at)s does not have the hash that follows from what it says and from the row before it, or is missing."), { at }),
  ],
  parts: ({ n, sealed }) => [
    `${fmt(ngettext("%(n)s sealed part lies open to you, and is what was sealed as its row was written.", "%(n)s sealed parts lie open to you, and are what was sealed as their rows were written.", n), { n: number(n) })} ${
      sealed ? fmt(ngettext("%(n)s is still sealed: its row holds only its seal, which tells nothing.", "%(n)s are still sealed: their rows hold only their seals, which tell nothing.", sealed), { n: number(sealed) }) : gettext("None is still sealed.")}`,
    (at) => fmt(gettext("Row %(at)s holds something else than what was sealed in it."), { at }),
  ],
  told: () => [
    gettext("What this page tells is what the rows say: what happened, when, at which seat, with which cards."),
    (at) => fmt(gettext("What this page tells of row %(at)s is not what the row says."), { at }),
  ],
  secrets: ({ n }) => [
    fmt(ngettext("The secret of the deal that is over is the one that row 1 promised.", "The secrets of the %(n)s deals that are over are those that row 1 promised.", n), { n }),
    (at) => fmt(gettext("The secret that row %(at)s opens is not the one that was promised in row 1."), { at }),
  ],
  reasons: ({ n }) => [
    fmt(ngettext("The reason that an officer gave is the one that was sealed.", "The %(n)s reasons that officers gave are those that were sealed.", n), { n }),
    (at) => fmt(gettext("The reason at row %(at)s is not the one that was sealed."), { at }),
  ],
  before: ({ n, when }) => [
    fmt(gettext("Row %(n)s still has the hash that this browser kept when you checked last (%(when)s)."), { n, when: shortTime(when) }),
    (at) => fmt(gettext("Row %(at)s has another hash than this browser kept when you checked last (%(when)s): the log was changed since."), { at, when: exactTime(when) }),
  ],
};

function line(check) {
  const [fits, not] = WORDS[check.what](check);
  return html`<li class="${check.ok ? "fits" : "danger"}" data-check="${check.what}"><span aria-hidden="true">${check.ok ? "✓" : "⚠"}</span> <span>${check.ok ? fits : not(check.at)}</span></li>`;
}
