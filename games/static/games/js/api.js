// Asking the server over HTTP. A refusal comes back as an Error that carries its code, sentence and data.
export class Refusal extends Error {
  constructor({ code = "internal", detail = "", data = {} }, status) {
    super(detail || code);
    this.code = code;
    this.detail = detail;
    this.data = data;
    this.status = status;
  }
}

export class NoAnswer extends Error {}

/** On a line that is half dead nothing comes back, not even an error: so long is waited for it. */
const PATIENCE = 8_000;

/** What shows that a form or request is of this site: read when it is sent, as signing in anew, in any tab, changes it. */
export const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

export class Api {
  constructor(base) {
    this.base = base;
  }

  async ask(path, body, { method = body ? "POST" : "GET", signal, base = this.base, keepalive = false } = {}) {
    const headers = { Accept: "application/json" };
    if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
    if (body) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(base + path, {
        method, headers, signal, keepalive, body: body && JSON.stringify(body), credentials: "same-origin", cache: "no-store",
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new NoAnswer(String(error));
    }
    if (response.status === 503) throw new NoAnswer("503"); // the same again in a moment
    const answer = await response.json().catch((error) => {
      if (error.name === "TimeoutError") throw new NoAnswer(String(error));
      return {};
    });
    if (!response.ok) throw new Refusal(answer, response.status);
    return answer;
  }

  hint() {
    return this.ask("/hint");
  }

  pause(agrees) {
    return this.ask("/pause", { action_id: newId(), agrees });
  }

  resign(agrees) {
    return this.ask("/resign", { action_id: newId(), agrees });
  }

  undo(version, agrees) {
    return this.ask("/undo", { action_id: newId(), version, agrees });
  }

  plans() {
    return this.ask("/plans");
  }

  plan(kind, body) {
    return this.ask(`/plans/${kind}`, body, { method: "PUT" });
  }

  unplan(kind) {
    return this.ask(`/plans/${kind}`, null, { method: "DELETE" });
  }

  resume() {
    return this.ask("/resume", { action_id: newId() });
  }

  wantSubstitute(seat, wanted) {
    return this.ask(`/seats/${seat}/substitute`, { action_id: newId(), wanted });
  }

  clock() {
    return this.ask("/clock");
  }

  game() {
    return this.ask("", null, { signal: AbortSignal.timeout(PATIENCE) });
  }

  act(action, version, id) {
    return this.ask("/actions", { action_id: id, expected_version: version, action }, { signal: AbortSignal.timeout(PATIENCE) });
  }

  tryOut(action, version, signal) {
    return this.ask("/actions?dry_run=1", { action_id: newId(), expected_version: version, action }, { signal });
  }

  events(since) {
    return this.ask(`/events?since=${since}`);
  }

  rows(since) {
    return this.ask(`/rows?since=${since}`);
  }

  replay(eyes, since) {
    return this.ask(`/replay?eyes=${eyes}&since=${since}`);
  }

  seen() {
    return this.ask("/seen");
  }

  /** Also while the page goes: the request outlives it. */
  tellSeen(version) {
    return this.ask("/seen", { version }, { method: "PUT", keepalive: true });
  }

  chat(since) {
    return this.ask(`/chat?since=${since}`);
  }

  say(text, id) {
    return this.ask("/chat", { message_id: id, text });
  }

  unsay(number) {
    return this.ask(`/chat/${number}`, null, { method: "DELETE" });
  }

  block(name) {
    return this.ask("/blocks", { username: name }, { base: "/api" });
  }

  sit(seat) {
    return this.ask(`/seats/${seat}`, {});
  }

  leave(seat) {
    return this.ask(`/seats/${seat}`, null, { method: "DELETE" });
  }
}

/** A new id of an action: a random UUID, also where the page is not in a secure context. */
export function newId() {
  if (globalThis.crypto?.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
