// Who sat here and is signed out meanwhile signs in again on the spot; what is staged lies in the browser, and is kept.
import { csrfToken, NoAnswer } from "./api.js";
import { gettext } from "./i18n.js";
import { html } from "./html.js";
import { seated } from "./seats.js";

export class Session {
  /** `guest`: there is no password to sign in again with. */
  constructor(store, api, guest = false) {
    store.state.guest = guest;
    Object.assign(this, { store, api, sat: seated(store.state.view) && Boolean(store.state.me) });
  }

  /** The seat is mine no more, or the table: is it because nobody knows me any more? Asked until it is answered. */
  async shown({ view, link }) {
    if (!this.sat || this.asked || (seated(view) && link !== "gone")) return;
    this.asked = true;
    const answer = await this.api.ask("/me", null, { base: "/api" }).catch((refused) => refused);
    this.asked = !(answer instanceof NoAnswer);
    if (answer?.status === 401) this.ended();
  }

  ended() {
    this.store.state.ui.sheet = { kind: "sign-in" };
    this.store.redraw();
  }
}

const hidden = () => html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken()}">`;

export const signInSheet = (state, titled) => html`${titled(gettext("You are signed out"))}${state.guest ? forGuests() : again(state)}`;

const forGuests = () => html`<p>${gettext("You played as a guest, without a password, so you cannot come back to this game. Who signs up while playing keeps it.")}</p>
  <form method="post" action="/tables/play-now">${hidden()}<button class="btn go">${gettext("Play against bots now")}</button></form>`;

const again = ({ me }) => html`<p>${gettext("Sign in again and go on; what is staged is kept.")}</p>
  <form class="form" method="post" action="/login">
    ${hidden()}<input type="hidden" name="next" value="${location.pathname}">
    <div class="field"><label for="again-name">${gettext("Name")}</label><input id="again-name" name="username" value="${me ?? ""}" autocomplete="username" data-key="again-name"></div>
    <div class="field"><label for="again-word">${gettext("Password")}</label><input id="again-word" name="password" type="password" autocomplete="current-password" data-key="again-word"></div>
    <button class="btn go">${gettext("Sign in")}</button></form>`;
