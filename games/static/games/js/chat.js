// The chat of a table: what was said, a line to write, and what may be done about a message. The server says who reads
// what and when nothing can be written; a push tells only up to where the chat goes.
import { newId } from "./api.js";
import { fmt, fullTime, gettext, ngettext, timeOfDay } from "./i18n.js";
import { html, icon } from "./html.js";
import { recall, remember } from "./kept.js";
import { nameOf, seated } from "./seats.js";

export const BESIDE = matchMedia("(min-width: 1180px) and (min-height: 501px)");

/** Somebody other than me and the bots may be here: then there is a chat. */
export const talks = (view) =>
  seated(view) && view.seats.some((seat, n) => n !== view.seat && seat.player?.kind !== "bot");

export class Chat {
  constructor(store, api) {
    this.store = store;
    this.api = api;
    this.kept = `fairdeal:chat:${store.state.id}`;
    this.messages = new Map();
    this.last = 0;
    this.read = recall(this.kept) ?? 0;
    store.state.chat = this;
  }

  get list() {
    return [...this.messages.values()];
  }

  get unread() {
    return this.list.filter(({ mine, number, text }) => !mine && text && number > this.read).length;
  }

  /** Who sits here, and whether something can be written, changes with the seat, the status and the deal. */
  follow({ seat, status, deal }) {
    const now = `${seat} ${status} ${deal}`;
    if (now === this.followed) return;
    this.followed = now;
    this.load();
  }

  /** Up to `last` something was said; not further than what is known: something was taken away. */
  async told(last) {
    await this.load(last > this.last ? this.last : 0);
  }

  async load(since = this.last) {
    if (!seated(this.store.state.view)) return;
    let next = since;
    while (next !== null) {
      const answer = await this.api.chat(next).catch(() => null);
      if (!answer) return;
      if (next === 0) this.messages.clear();
      this.take(answer);
      next = answer.next;
    }
    this.started = true;
    this.seen();
    this.store.redraw();
  }

  take({ messages, open, closed }) {
    for (const message of messages) {
      const news = this.started && message.number > this.last && !message.mine && message.text;
      this.messages.set(message.number, message);
      this.last = Math.max(this.last, message.number);
      if (news) this.store.say(fmt(gettext("%(name)s writes: %(text)s"), { name: message.author, text: message.text }));
    }
    Object.assign(this, { open, closed });
  }

  /** What is in sight is read. */
  seen() {
    const { ui, view } = this.store.state;
    if (document.hidden || !(ui.sheet?.kind === "chat" || (BESIDE.matches && talks(view)))) return;
    this.read = this.last;
    remember(this.kept, this.read);
  }

  async say(text) {
    if (!text.trim() || this.sending) return false;
    // The same text again after a lost answer is the same message.
    if (this.draft?.text !== text) this.draft = { text, id: newId() };
    this.sending = true;
    const done = await this.tried(() => this.api.say(text, this.draft.id));
    this.sending = false;
    if (done) this.draft = null;
    await this.load();
    return done;
  }

  async unsay(number) {
    await this.tried(() => this.api.unsay(number));
    await this.load(0);
  }

  async block(name) {
    if (await this.tried(() => this.api.block(name))) this.store.say(fmt(gettext("You block %(name)s."), { name }), true);
    await this.load(0);
  }

  async tried(doing) {
    this.fault = null;
    try {
      await doing();
      return true;
    } catch (error) {
      this.fault = error.detail || gettext("The line is down. Try again.");
      this.store.say(this.fault, true);
      this.store.redraw();
      return false;
    }
  }
}

const CLOSED = {
  deal: () => gettext("Partners sit here: the chat is closed while a deal is played."),
  club: () => gettext("The club has no chat at its tables."),
  decision: ({ until }) => fmt(gettext("You may not write here until %(time)s."), { time: fullTime(until) }),
};

/** The panel; `where` (side, sheet) keeps its ids apart. */
export function chatPanel(state, where) {
  const { chat, view, id } = state;
  if (!chat || !talks(view)) return "";
  const said = chat.list.map((one) => line(one, where, id));
  return html`<div class="chat" data-key="chat-${where}">
    ${said.length ? html`<ol class="said" tabindex="0" aria-label="${gettext("What was said")}" data-key="said-${where}">${said}</ol>` : html`<p class="note">${gettext("Nothing has been said yet. Only who sits here reads it.")}</p>`}
    ${chat.fault ? html`<p class="danger">⚠ ${chat.fault}</p>` : ""}
    ${writing(chat, where)}
    ${people(state, where)}</div>`;
}

function writing(chat, where) {
  if (!chat.started) return "";
  if (chat.closed) {
    const why = CLOSED[chat.closed.because] ?? (() => gettext("Nothing can be written here now."));
    return html`<p class="note closed" data-key="closed-${where}">${why(chat.closed)}</p>`;
  }
  if (!chat.open) return html`<p class="note closed" data-key="guest-${where}">${gettext("Sign up to write; your game stays yours.")} <a href="/signup">${gettext("Sign up")}</a></p>`;
  return html`<form class="write" data-say data-key="write-${where}"><label class="sr" for="say-${where}">${gettext("Message to the table")}</label>
    <input id="say-${where}" name="text" maxlength="500" autocomplete="off" placeholder="${gettext("Message to the table")}"><button class="btn">${gettext("Send")}</button></form>`;
}

function line({ number, at, author, mine, text }, where, id) {
  const who = mine ? gettext("You") : author;
  const acts = mine
    ? html`<button class="btn" data-unsay="${number}">${gettext("Take back")}</button>`
    : html`<a class="btn" href="/tables/${id}/report?message=${number}">${gettext("Report")}</a><button class="btn" data-block="${author}">${fmt(gettext("Block %(name)s"), { name: author })}</button>`;
  const more = html`<details data-key="more-${where}-${number}"><summary><span class="sr">${fmt(gettext("%(name)s: more about this message"), { name: who })}</span><span aria-hidden="true">…</span></summary><div class="more">${acts}</div></details>`;
  return html`<li data-key="message-${where}-${number}"${mine ? html` class="mine"` : ""}><p class="by"><b>${who}</b> <time datetime="${at}">${timeOfDay(at)}</time></p>${text === null ? html`<p class="note">${gettext("taken away")}</p>` : html`<p>${text}</p>${more}`}</li>`;
}

/** The others who sit here: to report or block somebody needs no message. */
function people({ view, id }, where) {
  const others = view.seats.flatMap((seat, n) => (n !== view.seat && seat.player && seat.player.kind !== "bot" ? [n] : []));
  if (!others.length) return "";
  return html`<details class="company" data-key="others-${where}"><summary>${gettext("Report or block somebody")}</summary><ul class="list">${others.map((n) => html`<li><a class="btn" href="/tables/${id}/report?seat=${n}">${nameOf(view, n)}</a></li>`)}</ul></details>`;
}

export function chatButton(state) {
  const { chat, view } = state;
  if (!chat || !talks(view)) return "";
  const n = chat.unread;
  const words = n ? fmt(ngettext("Chat, %(n)s new message", "Chat, %(n)s new messages", n), { n }) : gettext("Chat");
  return html`<button class="ib chat-button" data-sheet="chat" data-key="open-chat"><span class="sr">${words}</span>${icon("chat")}${n ? html`<span class="count" aria-hidden="true">${n}</span>` : ""}</button>`;
}
