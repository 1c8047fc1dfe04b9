// Checking the chain of a log by its rows alone: nothing here was taken from the server's code, and nothing is asked of it
// but the rows. What is hashed stands in games/README.md ("The chain").
import { OPENS, canon, commitmentOf, sha256 } from "./verify.js";

const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const BESIDE = new Set(["hash", "opened", "reason"]);

/** SHA-256(salt bytes ‖ text): what stands in a row for something that is kept elsewhere. */
async function salted(salt, words) {
  const text = new TextEncoder().encode(words);
  const start = fromHex(salt);
  const all = new Uint8Array(start.length + text.length);
  all.set(start);
  all.set(text, start.length);
  const made = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  return [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The hash that a row must have after the one before. */
export function hashOf(row, previous) {
  const hashed = Object.fromEntries(Object.entries(row).filter(([name]) => !BESIDE.has(name)));
  return sha256(canon({ format: 1, ...hashed, ...(previous ? { previous } : {}) }));
}

/** Checks a log: {what, ok, at, n, …} for each thing; `at`: the first row that does not fit. `events`: what the page has told
 * of it; `before`: {version, hash, at} that this browser kept when it checked last. */
export async function checkChain(game, rows, events, before) {
  const checks = [];
  const check = (what, at, more = {}) => checks.push({ what, ok: at === null, at, ...more });
  check("hashes", await firstBroken(game, rows), { n: rows.length });
  const open = rows.flatMap((row) => Object.entries(row.opened ?? {}).map(([name, part]) => ({ row, sealed: row.hidden?.[name], ...part })));
  const all = rows.reduce((n, { hidden }) => n + Object.keys(hidden ?? {}).length, 0);
  check("parts", await firstWrong(open, ({ salt, value, sealed }) => [salted(salt, canon(value)), sealed]), { n: open.length, sealed: all - open.length });
  check("told", firstOther(rows, events), { n: events.length });
  const created = rows[0]?.data ?? {};
  const secrets = rows.filter(({ type, data }) => OPENS.includes(type) && data.secret).map((row) => ({ row, ...row.data }));
  const promised = ({ secret, deal }) => [commitmentOf(secret, game, deal, created.ruleset), created.commitments?.[deal - 1]];
  if (secrets.length) check("secrets", await firstWrong(secrets, promised), { n: secrets.length });
  const reasons = rows.filter(({ reason }) => reason).map((row) => ({ row, ...row.reason, sealed: row.data.reason }));
  if (reasons.length) check("reasons", await firstWrong(reasons, ({ salt, text, sealed }) => [salted(salt, text), sealed]), { n: reasons.length });
  if (before) check("before", rows[before.version - 1]?.hash === before.hash ? null : before.version, { n: before.version, when: before.at });
  return checks;
}

async function firstBroken(game, rows) {
  let previous = null;
  for (const [n, row] of rows.entries()) {
    if (row.version !== n + 1 || row.game !== game || row.hash !== (await hashOf(row, previous))) return n + 1;
    previous = row.hash;
  }
  return rows.length ? null : 1;
}

/** The first of these of which what is computed is not what is told. */
async function firstWrong(these, computed) {
  for (const one of these) {
    const [found, told] = computed(one);
    if ((await found) !== told) return one.row.version;
  }
  return null;
}

/** The first row of which the page tells something else: what happened, when, at which seat, with what. */
function firstOther(rows, events) {
  const other = rows.find((row, n) => {
    const event = events[n];
    if (!event || event.version !== row.version || event.type !== row.type || event.at !== row.at) return true;
    if ((event.seat ?? null) !== (row.seat ?? null) || event.actor.kind !== row.actor.kind) return true;
    const known = { ...row.data, ...Object.fromEntries(Object.entries(row.opened ?? {}).map(([name, { value }]) => [name, value])) };
    return Object.entries(known).some(([name, value]) => !HOLDERS.has(name) && canon(event.data[name] ?? null) !== canon(value));
  });
  if (other) return other.version;
  return events.length > rows.length ? rows.length + 1 : null;
}

/** People: by their number in a row, by their name on a page. */
const HOLDERS = new Set(["holder", "was"]);
