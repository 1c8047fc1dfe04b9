// Time left, from the absolute deadline that the server tells; nothing is counted from events.
import { fmt, fullTime, gettext, soon } from "./i18n.js";
import { html, icon } from "./html.js";
import { askedMe, myTurn } from "./seats.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function clock(state) {
  const { deadline } = state.view;
  if (!deadline || state.view.status !== "playing") return "";
  const still = standing(state);
  if (still) {
    const until = still.until ? fmt(gettext("rests until %(time)s"), { time: soon(still.until) }) : gettext("rests");
    return html`<button class="clock-button" data-sheet="clock" title="${fullTime(deadline)}" data-key="clock"><span class="clock still">${icon("clock")}<span class="sr">${gettext("The clock stands still:")} </span>${until}</span></button>`;
  }
  const left = Date.parse(deadline) - Date.now();
  const short = isMine(state.view) && isShort(left, (state.view.clock?.turn_seconds ?? 0) * 1000);
  return html`<button class="clock-button" data-sheet="clock" title="${fullTime(deadline)}" data-key="clock"><span class="clock${short ? " short" : ""}">${icon(short ? "bell" : "clock")}<span class="sr">${gettext("Time left for this turn:")} </span>${inWords(left)}</span></button>`;
}

const isMine = (view) => myTurn(view) || askedMe(view);
/** Under a tenth of the turn, an hour where a turn has many, a minute anyway. */
const isShort = (left, turn) => left < turn / 10 || (left < HOUR && turn >= 6 * HOUR) || left < MINUTE;

/** Whether this clock may stand still at times: then the server is asked now and then how things are. */
export const mayRest = ({ deadline, clock: granted, status }) =>
  Boolean(deadline && status === "playing" && (granted.quiet || granted.weekends || granted.vacation));

/** Of the decision that is due first, what the server said last: that its clock stands still, if it does yet. */
function standing({ version, view, ui: { time } }) {
  if (!time || time.version !== version) return null;
  const still = time.seats.find((seat) => seat.deadline === view.deadline)?.stands_still;
  return still && !(Date.parse(still.until) <= Date.now()) ? still : null;
}

export function inWords(left) {
  if (left <= 0) return gettext("time is up");
  const days = Math.floor(left / (24 * HOUR));
  const hours = Math.floor((left % (24 * HOUR)) / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (days >= 2) return fmt(gettext("%(days)s days"), { days });
  if (left >= HOUR) return fmt(gettext("%(hours)s h %(minutes)s min"), { hours: hours + days * 24, minutes });
  if (left >= 10 * MINUTE) return fmt(gettext("%(minutes)s min"), { minutes });
  const seconds = Math.floor((left % MINUTE) / 1000);
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
}
