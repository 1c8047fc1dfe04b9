// The sheet behind the clock: what every seat has left, when it is due and why, and what the table grants.
import { fmt, fullTime, gettext } from "./i18n.js";
import { html, icon } from "./html.js";
import { inWords } from "./clock.js";
import { mySeat, nameOf } from "./seats.js";

export function timeSheet(state) {
  const { time } = state.ui;
  const head = html`<header><h2 id="sheet-title" tabindex="-1">${gettext("Time")}</h2><button class="ib" data-close><span class="sr">${gettext("Close")}</span>${icon("close")}</button></header>`;
  if (!time) return html`${head}<p class="note">${gettext("One moment…")}</p>`;
  const deciding = time.seats.filter((seat) => seat.deciding);
  const banks = time.seats.filter((seat) => seat.bank_seconds);
  return html`${head}${deciding.map((seat) => decision(state, seat))}${banks.length ? html`<h3>${gettext("Banks")}</h3><ul class="list">${banks.map((seat) => html`<li><span>${who(state, seat)}</span> <b>${inWords(seat.bank_seconds * 1000)}</b></li>`)}</ul>` : ""}
    <h3>${gettext("This table's clock")}</h3><ul class="says">${time.says.map((said) => html`<li>${said}</li>`)}</ul>${pause(state)}`;
}

/** A pause needs everybody; going on, anybody. */
function pause({ view }) {
  if (mySeat(view) === null || view.status !== "playing") return "";
  if (view.pause_wanted_by.includes(view.seat)) return html`<p class="note">${gettext("You would like a pause; it begins when all agree.")}</p><p><button class="btn" data-pause="no">${gettext("No pause after all")}</button></p>`;
  return html`<p><button class="btn" data-pause="yes">${gettext("I would like a pause")}</button></p>`;
}

const who = (state, { seat }) => (seat === mySeat(state.view) ? gettext("You") : nameOf(state.view, seat));

function decision(state, seat) {
  const still = seat.stands_still;
  const due = seat.deadline ? fmt(gettext("Due %(time)s"), { time: fullTime(seat.deadline) }) : "";
  return html`<h3>${who(state, seat)}</h3>
    ${still ? html`<p><b>${still.until ? fmt(gettext("The clock stands still until %(time)s."), { time: fullTime(still.until) }) : gettext("The clock stands still.")}</b></p>` : ""}
    ${due ? html`<p>${due}</p><p class="note">${fmt(gettext("Since %(time)s, and from then:"), { time: fullTime(seat.since) })}</p>` : ""}
    <ul class="says">${seat.items.map((item) => html`<li>${item.says}</li>`)}</ul>`;
}
