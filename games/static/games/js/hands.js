// Hands that lie face up: one's own in a replay, everybody's when a deal is over. State in, markup out.
import { fmt, gettext, ngettext } from "./i18n.js";
import { card, cardName, faces, stacks } from "./cards.js";
import { html, icon } from "./html.js";
import { mySeat, nameOf, roundTheTable, teamOf } from "./seats.js";
import { redThree, sign } from "./felt.js";

/** The cards of one seat, by rank. */
export function openHand(view, seat) {
  return laidOut(view, stacks(faces(view.seats[seat].hand)).flat().map(({ cards }) => cards));
}

function laidOut(view, groups) {
  const all = groups.flat();
  if (!all.length) return html`<span class="note">${gettext("no cards")}</span>`;
  return html`<span class="faceup" role="img" aria-label="${all.map(cardName).join(", ")}">${groups.map((cards) => html`<span class="run">${cards.map(
    (face, i) => html`<span class="${i < cards.length - 1 ? "s" : "last"}">${card(face, redThree(view))}</span>`)}</span>`)}</span>`;
}

/** What else lies face up: the other hands, the feet that wait, the stock as it would have been drawn. */
export function openHands(state) {
  const { view } = state;
  const up = roundTheTable(view).filter((seat) => view.seats[seat].foot !== undefined);
  if (!up.length) return "";
  const rows = up.map((seat) => {
    const { foot, in_foot } = view.seats[seat];
    const hand = state.replay && seat === mySeat(view) ? "" : openHand(view, seat);
    const waits = in_foot || !foot ? "" : html`<span class="foot-up"><b>${icon("foot")}<span class="sr">${gettext("Foot:")}</span></b>${laidOut(view, stacks(faces(foot)).flat().map(({ cards }) => cards))}</span>`;
    return hand || waits ? html`<li data-key="hand-${seat}"><h3>${sign(view, teamOf(view, seat))} ${nameOf(view, seat)}</h3>${hand}${waits}</li>` : "";
  });
  const left = faces(view.stock);
  const stock = left.length
    ? html`<details data-key="stock-up"><summary>${fmt(ngettext("The stock, %(n)s card", "The stock, %(n)s cards, the next one first", left.length), { n: left.length })}</summary>${laidOut(view, left.map((face) => [face]))}</details>`
    : "";
  return html`<section class="hands" data-key="hands" aria-label="${gettext("All cards face up")}"><ul>${rows}</ul>${stock}</section>`;
}
