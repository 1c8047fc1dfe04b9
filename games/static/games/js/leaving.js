// Who leaves and who comes back: giving the game up, taking one's seat again, and what is said of a game that ended early.
import { csrfToken } from "./api.js";
import { fmt, gettext, list } from "./i18n.js";
import { html } from "./html.js";
import { mySeat, nameOf, seated, seatsOf, teamName, teamOf } from "./seats.js";

const OVER = new Set(["finished", "forfeited", "truncated"]);
export const over = (view) => OVER.has(view.status);

/** What ended a game before its last deal: who left, or which team gave it up. */
export function endedEarly(view) {
  if (view.status === "truncated") return gettext("This game was ended before its last deal.");
  const left = view.left.filter(({ how }) => how === "overdue").map(({ player }) => player.name);
  if (left.length) return fmt(gettext("%(names)s left the game."), { names: list(left) });
  return fmt(gettext("Given up by %(teams)s."), { teams: list(view.forfeited_by.map((team) => teamName(view, team))) });
}

/** The same table once more, for who has played at one that is over. */
export const againButton = ({ view, again }) =>
  again && over(view) && seated(view)
    ? html`<form method="post" action="${again}"><input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken()}"><button class="btn go">${gettext("Play again")}</button></form>`
    : "";

// --- coming back ------------------------------------------------------------------------------------------------

/** My seat, which another plays: I may have it back. */
export function seatBack({ view, me }) {
  const n = view.seats.findIndex((seat) => me && seat.player?.for?.name === me);
  if (n < 0 || over(view)) return "";
  const what = view.seats[n].player.kind === "bot" ? gettext("A bot plays for you.") : fmt(gettext("%(name)s plays for you."), { name: nameOf(view, n) });
  const { returns, wanted } = view.seats[n].player.for;
  const then = wanted ? gettext("You have your seat back after this turn.") : returns ? "" : gettext("You cannot come back to this game.");
  const button = returns && !wanted ? html`<span class="use"><button class="btn go" data-sit="${n}">${gettext("Take my seat back")}</button></span>` : "";
  return html`<div class="hint" data-key="seat-back" role="group" aria-label="${gettext("Your seat")}"><p>${what} ${then}</p>${button}</div>`;
}

// --- giving up --------------------------------------------------------------------------------------------------

/** Whose seat it is still, though another plays there meanwhile: they alone give it up. */
const lent = (view, seat) => (view.seats[seat].player?.for?.returns ? view.seats[seat].player.for : null);
const partners = (view) =>
  seatsOf(view, teamOf(view, mySeat(view))).filter((seat) => seat !== mySeat(view) && (lent(view, seat) || view.seats[seat].player?.kind !== "bot"));
const wantedIn = (view) => view.resign_wanted_by.filter((seat) => teamOf(view, seat) === teamOf(view, mySeat(view)));

/** The box in the dock: my own wish before it is told, or what somebody of my team wants. */
export function resignBox({ view, ui }) {
  if (!seated(view) || over(view) || view.frozen || lent(view, view.seat)) return "";
  const wanted = wantedIn(view);
  const others = partners(view).map((seat) => lent(view, seat)?.name ?? nameOf(view, seat));
  if (wanted.includes(view.seat)) {
    return box(fmt(gettext("You want to give the game up; still to agree: %(names)s."), { names: list(others.filter((_, i) => !wanted.includes(partners(view)[i]))) }),
      html`<button class="btn" data-resign="no">${gettext("Play on")}</button>`);
  }
  if (wanted.length) {
    return box(fmt(gettext("%(names)s would like to give the game up. If you agree it is lost, for good."), { names: list(wanted.map((seat) => nameOf(view, seat))) }),
      html`<button class="btn no" data-resign="yes">${gettext("Give it up")}</button><button class="btn" data-resign="no">${gettext("Play on")}</button>`);
  }
  if (!ui.resigning) return "";
  const text = others.length
    ? fmt(gettext("Give the game up, for good? %(names)s must agree."), { names: list(others) })
    : gettext("Give the game up, for good? It counts as lost, and nothing brings it back.");
  return box(text, html`<button class="btn no" data-resign="yes">${others.length ? gettext("Ask") : gettext("Give it up")}</button><button class="btn" data-resign="close">${gettext("Play on")}</button>`);
}

const box = (text, buttons) =>
  html`<div class="hint" data-key="resign" role="group" aria-label="${gettext("Giving up")}"><p>${text}</p><span class="use">${buttons}</span></div>`;

/** Where it begins: at the end of the sheet. */
export function resignButton({ view }) {
  if (!seated(view) || over(view) || view.status === "waiting" || wantedIn(view).length || lent(view, view.seat)) return "";
  return html`<p><button class="btn" data-resign="ask">${gettext("Give the game up")}</button></p>`;
}
