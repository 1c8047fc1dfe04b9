// Verifying a deal that is over, by the public log alone: nothing here was taken from the server's code, and nothing is asked
// of it but the log. How it is written and what is hashed stands in games/README.md ("The shuffle").
const text = new TextEncoder();
const toHex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Canonical JSON (RFC 8785) of what the log knows: objects, lists, texts, whole numbers, yes and no. */
export function canon(value) {
  if (Array.isArray(value)) return `[${value.map(canon).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canon(value[key])}`).join(",")}}`;
}

export const sha256 = async (words) => toHex(await crypto.subtle.digest("SHA-256", text.encode(words)));

async function hmac(key, message) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

/** Numbers by chance from a deal's key: `draw(n)` is one of 0 … n − 1, each as likely as the others. */
export function stream(key, label) {
  const words = [];
  let counter = 0;
  async function word() {
    if (!words.length) {
      const message = new Uint8Array(label.length + 9);
      message.set(text.encode(label));
      new DataView(message.buffer).setBigUint64(label.length + 1, BigInt(counter));
      counter += 1;
      const block = new DataView((await hmac(key, message)).buffer);
      for (let at = 0; at < 32; at += 4) words.push(block.getUint32(at));
    }
    return words.shift();
  }
  return async (n) => {
    const limit = n * Math.floor(2 ** 32 / n);
    for (;;) {
      const found = await word();
      if (found < limit) return found % n;
    }
  };
}

/** All cards of the deal, sorted; then shuffled. */
export async function shuffledBy(key, { packs, jokers_per_pack: jokers }, players) {
  const n = typeof packs === "number" ? packs : Math.max(4, packs === "players" ? players : players + 1);
  const pack = [..."CDHS"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit)).concat(Array(jokers).fill("JK"));
  const cards = Array(n).fill(pack).flat();
  const draw = stream(key, "deal");
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = await draw(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** The key of a deal: its secret and the players' own chance that counts, by seat, then version. */
export const keyOf = (secret, nonces) => hmac(fromHex(secret), text.encode(canon(nonces)));

export async function commitmentOf(secret, game, deal, ruleset) {
  return sha256(canon({ secret, game, deal, ruleset_hash: await sha256(canon(ruleset)) }));
}

/** What ends a deal, and opens its secret. */
export const OPENS = ["deal_scored", "truncated", "forfeited"];
const cardsOf = (cards) => (Array.isArray(cards) ? cards : cards.split(" ").filter(Boolean));

/** What a deal's log says, found by the deal's number; null: it is not over, or its secret is not open. */
export function dealIn(events, deal) {
  const created = events.find(({ type }) => type === "created");
  const begun = events.find(({ type, data }) => type === "deal_started" && data.deal === deal);
  const opened = events.find(({ type, data }) => OPENS.includes(type) && data.deal === deal);
  if (!created || !begun || !opened?.data.secret || begun.data.order === undefined) return null;
  const before = deal === 1 ? events.find(({ type }) => type === "started") : events.find(({ type, data }) => OPENS.includes(type) && data.deal === deal - 1);
  const nonces = events
    .filter(({ type, data, version }) => type === "nonce_added" && data.deal === deal && version < before.version)
    .map(({ seat, version, data }) => ({ seat, version, nonce: data.nonce }))
    .sort((a, b) => a.seat - b.seat || a.version - b.version);
  const after = events.filter(({ version }) => version > begun.version && version < opened.version);
  return { created, begun, opened, nonces, after };
}

/** Checks a deal: a list of {what, ok, found, told}, one for each thing that was computed again. */
export async function verify(game, deal, events) {
  const log = dealIn(events, deal);
  if (!log) return [];
  const { ruleset, players, commitments } = log.created.data;
  const { secret } = log.opened.data;
  const checks = [];
  const check = (what, found, told, more = {}) => checks.push({ what, ok: found === told, found, told, ...more });
  check("commitment", await commitmentOf(secret, game, deal, ruleset), commitments[deal - 1], { secret });
  const key = await keyOf(secret, log.nonces);
  const order = await shuffledBy(key, ruleset, players);
  check("order", order.join(" "), cardsOf(log.begun.data.order).join(" "), { cards: order.length, nonces: log.nonces.length });
  if (deal === 1) check("dealer", await stream(key, "dealer")(players), log.begun.data.dealer);
  const grabs = log.after.filter(({ type }) => type === "grabbed");
  if (grabs.length) check("grab", (await grabbed(key, grabs, ruleset, players, order.length)).join(" "), grabs.map(({ data }) => data.count).join(" "));
  const drawn = traced(log, ruleset, players, order);
  check("cards", drawn.found.join(" "), drawn.told.join(" "), { cards: drawn.told.length });
  return checks;
}

/** How many cards each grab must have taken: where it was aimed at, and the error of that hand. */
async function grabbed(key, grabs, { hand_size: hand, foot_size: foot }, players, cards) {
  const draw = stream(key, "grab");
  const errors = [];
  for (let seat = 0; seat < players; seat += 1) errors.push((await draw(7)) - 3);
  return grabs.map(({ seat, data }, n) => {
    const heap = cards - n * (hand + foot);
    return Math.max(1, Math.min(heap, Math.floor((data.fraction * heap + 500_000) / 1_000_000) + errors[seat]));
  });
}

/** The cards that came to the players, one after another, and those that should have by the order. */
function traced({ begun, after }, ruleset, players, order) {
  const { hand_size: hand, foot_size: foot } = ruleset;
  const first = (begun.data.dealer + 1) % players;
  let stock = [[...order]];
  const found = [];
  const told = [];
  const take = (seat) => {
    const own = stock.length === 1 ? stock[0] : stock[seat].length ? stock[seat] : stock.reduce((a, b) => (b.length > a.length ? b : a));
    return own.shift();
  };
  const begin = () => {
    if (ruleset.stock === "seat_streams") stock = Array.from({ length: players }, (_, seat) => stock[0].filter((_, i) => i % players === (seat - first + players) % players));
  };
  const by = {
    dealt({ data }, n) {
      const hands = ruleset.dealing === "grab" ? hand : hand * (players - n);
      found.push(...stock[0].slice(0, hand), ...stock[0].slice(hands, hands + foot));
      stock[0] = [...stock[0].slice(hand, hands), ...stock[0].slice(hands + foot)];
      told.push(...cardsOf(data.hand), ...cardsOf(data.foot));
      if (n === players - 1 && ruleset.upcard === "none") begin();
    },
    upcard_turned({ data }) {
      for (const card of cardsOf(data.buried ?? "")) {
        const top = stock[0].shift();
        found.push(top);
        told.push(card);
        stock[0].splice(Math.floor(stock[0].length / 2), 0, top);
      }
      if (data.card) {
        found.push(stock[0].shift());
        told.push(data.card);
      }
      begin();
    },
    drew({ seat, data }) {
      const cards = cardsOf(data.cards);
      found.push(...sorted(cards.map(() => take(seat))));
      told.push(...sorted(cards));
    },
    red_threes_laid({ seat, data }, _, held) {
      const drawn = cardsOf(data.drawn);
      const n = drawn.length + cardsOf(data.cards).length - held;
      const came = Array.from({ length: n }, () => take(seat));
      found.push(...sorted(came.filter((card) => !RED_THREES.has(card))));
      told.push(...sorted(drawn));
    },
  };
  // How many red threes each seat holds: those are laid, and replaced.
  const holds = Array(players).fill(0);
  const reds = (cards) => cards.filter((card) => RED_THREES.has(card)).length;
  let dealt = 0;
  for (const event of after) {
    const { type, seat, data } = event;
    by[type]?.(event, dealt, holds[seat]);
    if (type === "dealt") {
      holds[seat] = reds(cardsOf(data.hand));
      dealt += 1;
    }
    if (type === "drew") holds[seat] += reds(cardsOf(data.cards));
    if (type === "foot_taken") holds[seat] += reds(cardsOf(data.cards));
    if (type === "pile_taken") holds[seat] += reds(cardsOf(data.cards));
    if (type === "discarded") holds[seat] -= reds([data.card]);
    if (type === "red_threes_laid") holds[seat] = 0;
  }
  return { found, told };
}

const RED_THREES = new Set(["3H", "3D"]);
const sorted = (cards) => [...cards].sort();
