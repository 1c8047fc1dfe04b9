// Up to where I have seen this table, on whatever device: said to the server of what is shown while it can be looked at,
// and asked of it when I come back, to be told first what I have missed.
import { missed } from "./missed.js";
import { seated } from "./seats.js";

/** Sooner than a notice goes out by any way (accounts/notices): nobody is told of what they have before their eyes. */
const TELL_AFTER = 4_000;
/** So long must I have been away to be told what I have missed. */
const AWAY = 60_000;

export class Visits {
  /** `seen`: {version, at} as it was when the page was made, at: null on a first visit; null for who only watches. */
  constructor(store, api, seen) {
    this.store = store;
    this.api = api;
    this.seen = seen;
    this.told = seen?.version ?? 0;
    this.hiddenSince = document.hidden ? 0 : null;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.comeBack()));
  }

  /** What came after the version that I have seen, loaded and opened as a sheet. Until then nothing new counts as seen. */
  async arrive() {
    if (this.ready || this.asking || document.hidden || !this.seen) return;
    const { state } = this.store;
    const { version, at } = this.seen;
    this.asking = true;
    try {
      if (at) await this.store.catchUp(await this.api.game()); // after sleep the page is older than the table
      if (at && version < state.version) await this.store.loadSince(version);
      this.ready = true;
    } catch {
      return; // when the line is back, again
    } finally {
      this.asking = false;
    }
    const sheet = { kind: "missed", since: version, until: state.log.at(-1)?.version ?? version };
    const away = at && Date.now() - Date.parse(at) > AWAY;
    if (away && missed(state, sheet).length) this.store.offerSheet(sheet);
    this.store.redraw();
  }

  async comeBack() {
    const away = this.hiddenSince === null ? 0 : Date.now() - this.hiddenSince;
    this.hiddenSince = null;
    if (away > AWAY && this.ready && this.seen) {
      this.ready = false;
      this.seen = await this.api.seen().catch(() => ({ ...this.seen, version: this.told })); // another device may have shown it
    }
    this.arrive();
  }

  leave() {
    this.hiddenSince = Date.now();
    this.tell();
  }

  /** The page has been drawn: whoever looks sees it. Said now and then, and when the page goes out of sight. */
  shown({ version, view }) {
    if (document.hidden) return;
    if (!this.seen) {
      if (!seated(view)) return;
      // I have just sat down.
      this.seen = { version };
      this.ready = true;
    }
    this.version = version;
    if (version > this.told) this.timer ??= setTimeout(() => this.tell(), TELL_AFTER);
  }

  async tell() {
    clearTimeout(this.timer);
    this.timer = null;
    const { version } = this;
    if (!this.ready || !(version > this.told)) return;
    this.told = version;
    await this.api.tellSeen(version).catch(({ status }) => {
      this.told = 0;
      if (status) this.seen = null; // I have no seat here any more
    });
  }
}
