// A seat that looks for somebody who plays on: asking for that, and sitting down there.
import { fmt, gettext } from "./i18n.js";
import { html } from "./html.js";
import { mySeat, nameOf, seated, teamOf, turnSeat } from "./seats.js";

const THREE_DAYS = 3 * 24 * 60 * 60_000;
const running = (view) => view.status === "playing" || view.status === "paused";

/** The person whose seat it is, also while another plays there. */
const whose = (view, seat) => view.seats[seat].player?.for?.name ?? nameOf(view, seat);

/** For who looks on and may stand in: the seats that are free for them. */
export function freeSeats(state) {
  const { view, mayStandIn, me } = state;
  if (!mayStandIn || seated(view) || !running(view)) return "";
  const free = view.seats.flatMap((seat, n) => (seat.offered && seat.player?.for?.name !== me ? [n] : []));
  return free.map((n) => html`<div class="hint" data-key="free-${n}" role="group" aria-label="${gettext("A free seat")}"><p>${fmt(gettext("Somebody is looked for who plays on for %(name)s. You see that seat's cards from then on, and play to the end or until %(name)s is back."), { name: whose(view, n) })}</p>
    <span class="use"><button class="btn go" data-sit="${n}">${fmt(gettext("Play for %(name)s"), { name: whose(view, n) })}</button></span></div>`);
}

/** The table as it was called at a version: who sat where before somebody took the seat over. `replaced`: these events. */
export function asOf(view, version, replaced) {
  const later = replaced.filter((event) => event.version > version);
  if (!later.length) return view;
  const first = (n) => later.find((event) => event.seat === n);
  const seats = view.seats.map((seat, n) => (first(n) ? { ...seat, player: first(n).data.was } : seat));
  const mine = mySeat(view);
  return { ...view, seats, seat: mine !== null && first(mine) ? null : mine };
}

/** Asking for a substitute, beside the score: for oneself, for a partner who is away, for whom all wait too long, as an officer for anybody. */
export function substitutes(state) {
  const { view, actFor, me } = state;
  if (!running(view) || !me) return "";
  const own = mySeat(view) ?? view.seats.findIndex((seat) => seat.player?.for?.name === me && seat.player.kind === "bot");
  if (view.visibility === "private" && !view.club) return own < 0 ? "" : botInstead(state, own);
  const people = view.seats.filter(({ player }) => player && (player.kind !== "bot" || player.for));
  if (!actFor && people.length < 2) return ""; // nobody but bots would wait
  const rows = view.seats.flatMap((seat, n) => {
    if (!seat.player || (seat.player.kind === "bot" && !seat.player.for)) return [];
    const partner = own >= 0 && n !== own && teamOf(view, n) === teamOf(view, own);
    if (!(n === own || actFor || (partner && (seat.offered || away(state, n))) || (own >= 0 && waitedFor(state, n)))) return [];
    return [row(view, n, n === own)];
  });
  return rows.length ? html`<section data-key="substitutes"><h2>${gettext("Substitutes")}</h2>${rows}</section>` : "";
}

function row(view, n, own) {
  const name = { name: whose(view, n) };
  if (view.seats[n].offered) {
    return html`<p class="note">${own ? gettext("Somebody is looked for who plays on for you.") : fmt(gettext("Somebody is looked for who plays on for %(name)s."), name)}</p>
      <p><button class="btn" data-want="no" data-seat="${n}">${own ? gettext("I play on myself") : fmt(gettext("Nobody for %(name)s after all"), name)}</button></p>`;
  }
  return html`<p><button class="btn" data-want="yes" data-seat="${n}">${own ? gettext("Look for somebody to play for me") : fmt(gettext("Look for somebody to play for %(name)s"), name)}</button></p>`;
}

/** Where nobody would come: a bot for whom all wait too long. */
function botInstead(state, own) {
  const n = state.view.seats.findIndex((seat, n) => n !== own && seat.player?.kind !== "bot" && waitedFor(state, n));
  if (n < 0) return "";
  const text = fmt(gettext("Let a bot play for %(name)s until they are back"), { name: whose(state.view, n) });
  return html`<section data-key="substitutes"><h2>${gettext("Substitutes")}</h2><p><button class="btn" data-want="yes" data-seat="${n}">${text}</button></p></section>`;
}

/** Who lets a turn pass is away; without a clock, who lets the others wait for days. */
const away = (state, n) => Boolean(state.view.seats[n].absent) || waitedFor(state, n);
const waitedFor = ({ view, turnSince }, n) =>
  view.clock === "none" && turnSeat(view) === n && turnSince !== null && Date.now() - Date.parse(turnSince) > THREE_DAYS;
