// The line to the table: a WebSocket that is watched by its own ping, comes back by itself, and while it is away is
// replaced by asking over HTTP. A push is a hint; what counts is the version.
const PING_EVERY = 10_000;
const SILENCE = 25_000;
const POLL_EVERY = 4_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

export class Link {
  /** `since()` is the last version seen; `onFrame`, `onChat(last)`, `onState(state)` with live, slow, offline or gone. */
  constructor({ path, api, since, onFrame, onChat, onState }) {
    Object.assign(this, { path, api, since, onFrame, onChat, onState });
    this.state = "connecting";
    this.wait = FIRST_WAIT;
    this.pings = 0;
    this.heard = 0;
  }

  start() {
    this.open();
    setInterval(() => this.watch(), PING_EVERY);
    const wake = () => document.visibilityState === "visible" && this.wake();
    document.addEventListener("visibilitychange", wake);
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => {
      this.drop();
      this.become("offline");
    });
  }

  become(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  open() {
    clearTimeout(this.retry);
    if (this.state === "gone") return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}?since=${this.since()}`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
    };
    socket.onmessage = ({ data }) => socket === this.socket && this.hear(JSON.parse(data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  hear(frame) {
    this.heard = Date.now();
    if (frame.type === "ping") return this.tell({ type: "pong", n: frame.n });
    if (frame.type === "chat") return this.onChat(frame.last);
    if (frame.type === "view") {
      this.wait = FIRST_WAIT;
      this.become("live");
      clearInterval(this.polling);
      this.polling = null;
      this.onFrame(frame);
    }
  }

  tell(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  lost() {
    this.socket = null;
    if (this.state === "live" || this.state === "connecting") this.become(navigator.onLine ? "connecting" : "offline");
    this.poll();
    this.polling ??= setInterval(() => this.poll(), POLL_EVERY);
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), wait);
  }

  /** While the socket is away: where the game is, by HTTP. */
  async poll() {
    try {
      const game = await this.api.game();
      if (this.state === "live") return;
      this.become("slow");
      this.onFrame({ ...game, type: "view", gap: true });
    } catch (error) {
      if (this.state === "live") return;
      if (error.status === 404 || error.status === 403) {
        clearInterval(this.polling);
        this.become("gone");
      } else this.become("offline");
    }
  }

  /** Every so often: a socket that has been silent for long is dead, whatever it says of itself. */
  watch() {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) {
      this.drop();
      this.lost();
    } else this.tell({ type: "ping", n: (this.pings += 1) });
  }

  /** After sleep: don't trust the socket, ask at once; a fresh one if it does not answer within 3 s. */
  wake() {
    if (this.state === "gone") return;
    const asked = Date.now();
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.tell({ type: "ping", n: (this.pings += 1) });
      setTimeout(() => {
        if (this.heard >= asked) return;
        this.drop();
        this.lost();
      }, 3_000);
    } else {
      this.drop();
      this.wait = FIRST_WAIT;
      this.poll();
      this.open();
    }
  }
}
