// What the server says of the staging: its value towards the minimum, and why it can't be laid. Nothing is judged here.
import { asAction, asMeld } from "./staging.js";
import { reason } from "./refusals.js";

const PATIENCE = 80;

/** What may still become right by staging more: it is shown as missing, not as wrong. */
const UNFINISHED = new Set(["below_minimum", "too_few_cards", "top_not_melded"]);
export const isUnfinished = (code) => UNFINISHED.has(code);

export class Checks {
  /** `view()` is the position shown; `onAnswer()` is called when answers have come. */
  constructor(api, view, onAnswer) {
    Object.assign(this, { api, view, onAnswer });
    this.answers = new Map();
    this.version = 0;
  }

  key(action) {
    return JSON.stringify(action);
  }

  /** What is known of this action now, or undefined. */
  known(action) {
    return action ? this.answers.get(this.key(action)) : undefined;
  }

  forget(version) {
    if (version === this.version) return;
    this.version = version;
    this.answers.clear();
    this.round?.abort();
  }

  /** Asks for the actions that are not known yet, after a moment; a later call replaces an earlier one. */
  want(actions) {
    clearTimeout(this.timer);
    const missing = actions.filter((action) => !this.answers.has(this.key(action)));
    this.waiting = missing.length > 0;
    if (!missing.length) return;
    this.timer = setTimeout(() => this.askAll(missing), PATIENCE);
  }

  async askAll(actions) {
    this.round?.abort();
    this.round = new AbortController();
    const { signal } = this.round;
    await Promise.all(actions.map((action) => this.ask(action, signal)));
    if (signal.aborted) return;
    this.waiting = false;
    this.onAnswer();
  }

  /** One action; the answer is `{ok, value, minimum}` or `{code, detail, data}`, null when none came. */
  async ask(action, signal) {
    const { version } = this;
    const key = this.key(action);
    if (this.answers.has(key)) return this.answers.get(key);
    let answer;
    try {
      answer = await this.api.tryOut(action, version, signal);
    } catch (error) {
      if (!error.code) return null;
      if (error.code === "stale_version" || error.code === "rate_limited") return null;
      answer = { code: error.code, detail: reason(error, this.view()), data: error.data };
    }
    if (version === this.version) this.answers.set(key, answer);
    return answer;
  }
}

/** The actions whose answers describe this staging: all together, and each group by itself. */
export function questions(staging) {
  const whole = asAction(staging);
  if (!whole) return [];
  if (staging.take || staging.groups.length === 1) return [whole];
  return [whole, ...staging.groups.map(alone)];
}

const alone = (group) => ({ do: "meld", melds: [asMeld(group)] });

const valueIn = (answer) => (answer?.ok ? answer.value : answer?.code === "below_minimum" ? answer.data.laid : null);

const minimumIn = (answer) => (answer?.ok ? answer.minimum : answer?.code === "below_minimum" ? answer.data.needed : null);

/** The staging as the server sees it: `{ready, value, minimum, code, detail, groups: {id: {value, detail, wrong}}}`. */
export function verdict(staging, checks) {
  const whole = checks.known(asAction(staging));
  const groups = {};
  let sum = 0;
  for (const group of staging.groups) {
    const answer = staging.take || staging.groups.length === 1 ? whole : checks.known(alone(group));
    const value = staging.take ? null : valueIn(answer);
    sum += value ?? 0;
    const cards = group.cards.join(" ");
    const blamed = [answer, whole].find((one) => one?.code && one.data?.cards === cards && (one.data.meld ?? null) === group.to);
    groups[group.id] = { value, code: blamed?.code ?? null, detail: blamed?.detail ?? null };
  }
  const value = valueIn(whole) ?? (staging.take ? null : sum);
  const minimum = [whole, ...staging.groups.map((group) => checks.known(alone(group)))].map(minimumIn).find((one) => one !== null) ?? null;
  return {
    known: whole !== undefined,
    ready: Boolean(whole?.ok),
    value,
    minimum,
    code: whole?.code ?? null,
    detail: whole?.detail ?? null,
    groups,
  };
}
