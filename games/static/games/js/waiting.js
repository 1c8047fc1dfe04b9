// A table that waits for players: who sits where, and the chairs that are free.
import { fmt, gettext } from "./i18n.js";
import { html, icon } from "./html.js";
import { mySeat, nameOf, seated, seatsOf, shapeOf, teamOf } from "./seats.js";

export function waitingSeats(state) {
  const { view, me } = state;
  const rows = view.seats.map((seat, n) => {
    const team = teamOf(view, n);
    const partners = seatsOf(view, team).filter((other) => other !== n);
    return html`<li class="chair" data-key="chair-${n}"><span class="tm t${shapeOf(view, team)}">${icon(`t${shapeOf(view, team)}`)}</span>
      <span class="who"><b>${nameOf(view, n)}</b> <span class="note">${state_(seat, me)}${partners.length && !seat.player ? " " + withWhom(view, partners) : ""}</span></span>${button(state, seat, n)}</li>`;
  });
  const share = (view.visibility === "public" || view.club) && view.seats.some((seat) => !seat.player)
    ? html`<p class="note">${view.club ? gettext("Members of the club can sit down too: send them the address of this page.") : gettext("Friends can sit down too: send them the address of this page.")}</p>`
    : "";
  return html`<section class="waiting" data-key="waiting" aria-label="${gettext("Seats")}"><h2>${gettext("Who plays")}</h2>${state.club ? html`<p class="note">${gettext("A table of the club:")} <a href="${state.club.page}">${state.club.name}</a></p>` : ""}<ul class="chairs">${rows}</ul>${timeOf(state)}<p class="note">${takenBack(view)}</p>${share}${state.rulesPage ? html`<p><a class="btn" href="${state.rulesPage}">${gettext("Read the rules")}</a></p>` : ""}</section>`;
}

/** All that the clock grants, before anybody sits down. */
const timeOf = ({ clockSays }) =>
  clockSays?.length ? html`<h2>${gettext("Clock")}</h2><ul class="says" data-key="clock-says">${clockSays.map((said) => html`<li>${said}</li>`)}</ul>` : "";

/** Whether something can be taken back at this table. */
export const takenBack = (view) =>
  view.undo_allowed
    ? gettext("A meld or a discard can be taken back while nothing has followed, if all agree.")
    : gettext("Nothing is taken back at this table.");

function withWhom(view, partners) {
  const names = partners.filter((seat) => view.seats[seat].player).map((seat) => nameOf(view, seat));
  return names.length ? fmt(gettext("partner of %(names)s"), { names: names.join(", ") }) : "";
}

function state_(seat, me) {
  if (!seat.player) return "";
  if (seat.player.invited) return seat.player.name === me ? gettext("you are invited") : gettext("invited");
  if (seat.player.kind === "guest") return gettext("guest");
  if (seat.player.program) return gettext("a program");
  return seat.player.kind === "bot" ? gettext("bot") : "";
}

function button(state, seat, n) {
  const { view, me } = state;
  if (!me) return "";
  if (seat.player?.invited && seat.player.name === me) {
    return html`<button class="btn go" data-sit="${n}">${gettext("Accept")}</button><button class="btn" data-leave="${n}">${gettext("No, thanks")}</button>`;
  }
  if (seat.player?.invited && state.mayWithdraw) return html`<button class="btn" data-leave="${n}">${gettext("Take the invitation back")}</button>`;
  if (n === mySeat(view)) return html`<button class="btn" data-leave="${n}">${gettext("Leave the table")}</button>`;
  if (!seat.player && !seated(view) && state.maySit) return html`<button class="btn alt" data-sit="${n}">${gettext("Sit down here")}</button>`;
  return "";
}
