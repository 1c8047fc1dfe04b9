// "Verify the deal": what was computed again in this browser, each step in words, and what it proves. State in, markup out.
import { fmt, gettext, ngettext } from "./i18n.js";
import { html } from "./html.js";

/** Opens the sheet and computes; `redraw()` draws what is known by now. */
export async function verifyDeal(state, api, deal, redraw) {
  const open = { kind: "verify", deal, checks: null, failed: "" };
  state.ui.sheet = open;
  redraw();
  if (!globalThis.crypto?.subtle) {
    open.failed = gettext("This browser lets a page compute only over https, or at the server's own machine.");
    return redraw();
  }
  try {
    const { verify } = await import("./verify.js"); // only who wants it loads it
    const events = [];
    for (let since = 0; since !== null; ) {
      const page = await api.events(since);
      events.push(...page.events);
      since = page.next;
    }
    open.checks = await verify(state.id, deal, events);
  } catch {
    open.failed = gettext("The log could not be read to its end, or is not written as it should be.");
  }
  redraw();
}

export const verifyButton = (deal) => html`<button class="btn" data-verify="${deal}">${gettext("Verify the deal")}</button>`;

export function verifySheet({ ui }, titled) {
  const { deal, checks, failed } = ui.sheet;
  const head = titled(fmt(gettext("Deal %(n)s, verified here"), { n: deal }));
  if (failed) return html`${head}<p class="result danger" role="status">⚠ ${failed}</p>`;
  if (!checks) return html`${head}<p class="note" role="status">${gettext("One moment…")}</p>`;
  if (!checks.length) return html`${head}<p class="note" role="status">${gettext("This deal is not over: its secret is opened when it is.")}</p>`;
  const good = checks.every(({ ok }) => ok);
  const result = good ? gettext("All of it fits.") : gettext("This deal does not fit what was promised.");
  const nonces = checks.find(({ what }) => what === "order").nonces;
  return html`${head}<p class="result${good ? "" : " danger"}" role="status" data-verified="${good ? "yes" : "no"}">${good ? "✓" : "⚠"} ${result}</p>
    <p class="note">${gettext("Computed just now by this browser from the public log of the game, not by the server.")}</p>
    <ol class="checks">${checks.map(line)}</ol>
    <section><h3>${gettext("What this proves")}</h3><p>${gettext("The deal was fixed before it was played: nobody chose it afterwards, or changed a card while you played.")}</p></section>
    <section><h3>${gettext("What it does not prove")}</h3><p>${gettext("That nobody who runs the server looked at the cards.")} ${chance(nonces)}</p></section>
    <div class="acts"><button class="btn go" data-close>${gettext("Go on")}</button></div>`;
}

const chance = (nonces) =>
  nonces
    ? fmt(ngettext("%(n)s number of the players is part of this shuffle, so the server could not choose among orders.", "%(n)s numbers of the players are part of this shuffle, so the server could not choose among orders.", nonces), { n: nonces })
    : gettext("No player added a number of their own to this shuffle; so neither that the server did not choose its secret among many.");

/** Each thing that was computed: that it fits, that it does not. */
const WORDS = {
  commitment: () => [
    gettext("The secret that was opened after the deal is the one that was promised: its seal stands in the first row of the log, from before the first card."),
    gettext("The secret that was opened is not the one that was promised in the first row of the log."),
  ],
  order: ({ cards }) => [
    fmt(gettext("All %(n)s cards lay in exactly the order that the secret gives."), { n: cards }),
    gettext("The cards did not lie in the order that the secret gives."),
  ],
  dealer: () => [gettext("The first dealer is the one that the secret gives."), gettext("The secret gives another first dealer.")],
  grab: () => [gettext("Every packet that was grabbed has as many cards as the aim and the secret give."), gettext("The packets that were grabbed are not what the aim and the secret give.")],
  cards: ({ cards }) => [
    fmt(gettext("Every card that was dealt or drawn, %(n)s of them, came from that order, one after another."), { n: cards }),
    gettext("What was dealt or drawn is not what lay next in that order."),
  ],
};

function line(check) {
  const [fits, not] = WORDS[check.what](check);
  const more = check.what === "commitment" ? html`<dt>${gettext("Secret")}</dt><dd>${check.secret}</dd>` : "";
  return html`<li class="${check.ok ? "fits" : "danger"}" data-check="${check.what}"><span aria-hidden="true">${check.ok ? "✓" : "⚠"}</span> <span>${check.ok ? fits : not}</span>
    <details><summary>${gettext("Show the values")}</summary><dl>${more}<dt>${gettext("Computed here")}</dt><dd>${check.found}</dd><dt>${gettext("In the log")}</dt><dd>${check.told}</dd></dl></details></li>`;
}
