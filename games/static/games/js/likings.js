// What one likes at the table: large cards, letters as keys and such. Each that is on is an attribute of the page, which
// styles read too; with an account the server keeps it for all devices, else this browser does. Which there are, the server says.
import { card } from "./cards.js";
import { NoAnswer } from "./api.js";
import { fmt, gettext } from "./i18n.js";
import { html } from "./html.js";
import { reason } from "./refusals.js";

const page = document.documentElement;

export function likingsSheet({ likings, mayKeep, ui, view }, titled) {
  const tiles = likings.map(({ field, attribute, value, label, help }) => html`<label class="tile" data-key="liking-${field}"><input type="checkbox" data-liking="${attribute}" data-value="${value}" data-field="${field}"${page.dataset[attribute] === value ? html` checked` : ""}><b>${label}</b>${help ? html`<span class="help">${help}</span>` : ""}</label>`);
  return html`${titled(gettext("Settings"))}${sample()}<div class="tiles one">${tiles}</div>
    <p class="note" role="status">${ui.notKept ? notKept(ui.notKept, view) : mayKeep ? gettext("Kept for all your devices.") : gettext("Kept in this browser.")}</p>
    <div class="acts">${ui.order.length ? html`<button class="btn" data-sort data-key="sort">${gettext("Sort the hand, high first")}</button>` : ""}<button class="btn" data-sheet="keys">${gettext("Keys")}</button>${mayKeep ? html`<a class="btn" href="/account/preferences">${gettext("All preferences")}</a>` : ""}</div>`;
}

const notKept = (error, view) =>
  error instanceof NoAnswer
    ? gettext("Not kept, there is no connection: it holds on this page alone.")
    : fmt(gettext("Not kept: it holds on this page alone. %(reason)s"), { reason: reason(error, view) });

/** Some cards as they would look. */
export const sample = () =>
  html`<div class="sample" role="img" aria-label="${gettext("Cards as they look now")}" data-key="sample">${["AS", "QH", "TD", "7C", "2S", "JK", "3C"].map((face) => card(face))}</div>`;

/** What a checkbox says becomes so, on this page. */
export function like({ dataset, checked }) {
  if (checked) page.dataset[dataset.liking] = dataset.value;
  else delete page.dataset[dataset.liking];
}

/** Keeps what a checkbox says, for the next page too; throws what keeps it from that. */
export async function keep({ dataset, checked }, { likings, mayKeep }, api) {
  if (mayKeep) return api.ask("", { [dataset.field]: checked }, { base: "/api/preferences", method: "PATCH" });
  const on = likings.map(({ attribute }) => [attribute, page.dataset[attribute]]).filter(([, value]) => value);
  localStorage.setItem("fairdeal:liked", JSON.stringify(Object.fromEntries(on)));
}
