// Taking the last action back: offered to whose it was, and asked of all others, with what would then be.
import { fmt, gettext, list, ngettext } from "./i18n.js";
import { card, cardName, faces } from "./cards.js";
import { html } from "./html.js";
import { redThree } from "./felt.js";
import { mySeat, nameOf } from "./seats.js";
import { sentence } from "./words.js";

const said = (view) => sentence(view.undo, view);
const others = (view) => view.seats.flatMap(({ player }, seat) => (seat !== view.seat && player && player.kind !== "bot" ? [seat] : []));

/** What I am asked in words, also for the ear: what is taken back, what would be, who has still to answer. */
export function question(view) {
  const { seat, data, agreed, waiting_for: waiting, result } = view.undo;
  const mine = seat === mySeat(view);
  const what = { name: nameOf(view, seat), action: said(view), n: result.hand_size };
  const asked = mine || agreed.includes(view.seat)
    ? fmt(gettext("To be taken back: “%(action)s”"), what)
    : fmt(gettext("%(name)s asks to take back: “%(action)s”"), what);
  const turn = view.turn.seat !== seat
    ? mine ? gettext("It would be your turn again.") : fmt(gettext("It would be %(name)s's turn again."), what)
    : "";
  const hand = mine
    ? fmt(ngettext("You would hold %(n)s card.", "You would hold %(n)s cards.", result.hand_size), what)
    : fmt(ngettext("%(name)s would hold %(n)s card.", "%(name)s would hold %(n)s cards.", result.hand_size), what);
  const [top] = faces(result.pile);
  const pile = !data.card ? "" : top ? fmt(gettext("On the pile: %(card)s."), { card: cardName(top) }) : gettext("The pile would be empty.");
  const still = fmt(gettext("Still to answer: %(names)s."), { names: list(waiting.map((one) => nameOf(view, one))) });
  return [asked, turn, hand, pile, still].filter(Boolean).join(" ");
}

/** The box in the dock: my own request before it is made, or one that is open. */
export function undoBox(state) {
  const { view, ui } = state;
  if (!view.undo) return "";
  if (view.undo.agreed) {
    const buttons = view.undo.agreed.includes(view.seat)
      ? html`<button class="btn" data-undo="no">${gettext("Let it stand")}</button>`
      : html`<button class="btn alt" data-undo="yes">${gettext("Agree")}</button><button class="btn" data-undo="no">${gettext("No")}</button>`;
    return box(view, question(view), buttons);
  }
  if (!ui.undoing) return "";
  const names = others(view).map((seat) => nameOf(view, seat));
  const all = names.length ? fmt(gettext("All must agree: %(names)s."), { names: list(names) }) : "";
  const text = fmt(gettext("Take back “%(action)s”? All would be as before."), { action: said(view) });
  return box(view, [text, all].filter(Boolean).join(" "), html`<button class="btn alt" data-undo="yes">${names.length ? gettext("Ask them") : gettext("Take back")}</button><button class="btn" data-undo="close">${gettext("No")}</button>`);
}

function box(view, text, buttons) {
  const { data } = view.undo;
  const cards = data.melds?.map((meld) => faces(meld.cards)) ?? [faces(data.card)];
  const ghosts = cards.map((group) => html`<span class="ghosts" aria-hidden="true">${group.map((face) => html`<span class="ghost">${card(face, redThree(view))}</span>`)}</span>`);
  return html`<div class="hint undo" data-key="undo-box" role="group" aria-label="${gettext("Taking back")}">${ghosts}<p>${text}</p><span class="use">${buttons}</span></div>`;
}
