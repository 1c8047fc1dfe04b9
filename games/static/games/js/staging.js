// What I have lifted and laid out but not sent: the client's own state. It is kept by face, so it outlives every push,
// and it knows no rules: whether it may be laid is asked of the server (checks.js).
import { faces, isSpecial, isWildStack, stackOf, stacks, without } from "./cards.js";
import { tapLiftsOne } from "./liked.js";

export const empty = () => ({ deal: null, lifted: {}, groups: [], take: null, next: 1, undo: [] });

/** All cards of the groups that come from the hand (not the pile's top card). */
export function stagedCards(staging) {
  const all = staging.groups.flatMap((group) => group.cards);
  return staging.take ? without(all, [staging.take.top]) : all;
}

/** The hand without what is staged. */
export const rest = (staging, hand) => without(hand, stagedCards(staging));

/** The lifted cards: of each stack the last ones, as they lie on top. */
export function liftedCards(staging, hand) {
  const all = stacks(rest(staging, hand)).flat();
  return all.flatMap(({ key, cards }) => (staging.lifted[key] ? cards.slice(-staging.lifted[key]) : []));
}

const remember = (staging) => ({
  ...staging,
  undo: [...staging.undo.slice(-40), { groups: staging.groups, take: staging.take }],
});

/** One tap on a stack: all of it, then one less, then none; wilds and threes begin with one, for who likes it all do. */
export function tapStack(staging, key, size) {
  const now = staging.lifted[key] ?? 0;
  const from = isSpecial(key) || tapLiftsOne() ? now + 1 : now === 0 ? size : now - 1;
  return liftExactly(staging, key, from > size ? 0 : from);
}

/** Lifts so many cards of a stack; only one rank at a time, wilds beside it. */
export function liftExactly(staging, key, count) {
  const keep = (other) => isWildStack(other) && !key.startsWith("3");
  const lifted = isWildStack(key)
    ? Object.fromEntries(Object.entries(staging.lifted).filter(([other]) => !other.startsWith("3")))
    : Object.fromEntries(Object.entries(staging.lifted).filter(([other]) => keep(other)));
  delete lifted[key];
  if (count > 0) lifted[key] = count;
  return { ...staging, lifted };
}

export const putDown = (staging) => ({ ...staging, lifted: {} });

/** The lifted cards as a group of their own (`to` null), or for one of the team's melds. */
export function place(staging, hand, to) {
  const cards = liftedCards(staging, hand);
  const there = to && staging.groups.find((group) => group.to === to);
  if (there) return addTo(staging, hand, there.id);
  const group = { id: staging.next, to, cards };
  return { ...remember(staging), lifted: {}, groups: [...staging.groups, group], next: staging.next + 1 };
}

/** The lifted cards onto a group that is staged already. */
export function addTo(staging, hand, id) {
  const cards = liftedCards(staging, hand);
  const groups = staging.groups.map((group) => (group.id === id ? { ...group, cards: [...group.cards, ...cards] } : group));
  return { ...remember(staging), lifted: {}, groups };
}

/** A group back into the hand; the one that takes the pile brings everything back. */
export function takeBack(staging, id) {
  if (staging.take?.group === id) return leavePile(staging);
  return { ...remember(staging), groups: staging.groups.filter((group) => group.id !== id) };
}

/** The melds of an action, instead of what is staged. */
export function stageMelds(staging, action) {
  const groups = groupsOf(staging, action);
  return { ...remember(staging), lifted: {}, groups, take: null, next: staging.next + groups.length };
}

const groupsOf = (staging, { melds }) => melds.map((meld, i) => ({ id: staging.next + i, to: meld.to ?? null, cards: faces(meld.cards) }));

/** The pile's top card and what the server proposes to lay with it. */
export function takePile(staging, action, pile) {
  const [top] = faces(pile);
  const groups = groupsOf(staging, action);
  const holder = groups.find((group) => group.cards.includes(top)) ?? groups[0];
  const locked = [top, ...without(holder.cards, [top])];
  holder.cards = locked;
  return {
    ...remember(staging),
    lifted: {},
    groups,
    take: { top, group: holder.id },
    next: staging.next + groups.length,
  };
}

const leavePile = (staging) => ({ ...remember(staging), groups: [], take: null });

export function undo(staging) {
  const last = staging.undo.at(-1);
  return last ? { ...staging, ...last, lifted: {}, undo: staging.undo.slice(0, -1) } : staging;
}

/** What is left of the staging when this action has been done. */
export function afterwards(staging, action) {
  if (action.do === "meld" || action.do === "take_pile") return { ...empty(), deal: staging.deal };
  // After a draw the player may have lifted cards already, before the answer came.
  return { ...(action.do === "discard" ? putDown(staging) : staging), undo: [] };
}

/** What is left of the staging when the server's position is this one, and how many cards had to leave it. */
export function reconcile(staging, view) {
  const mine = view.seat === null || view.seat === undefined ? null : view.seats?.[view.seat];
  const hand = faces(mine?.hand);
  if (!mine || staging.deal !== (view.deal ?? null)) return { staging: { ...empty(), deal: view.deal ?? null }, lost: 0 };
  let { take } = staging;
  if (take && (view.turn?.seat !== view.seat || view.turn.phase !== "draw" || faces(view.pile)[0] !== take.top)) take = null;
  const before = staging.groups.flatMap((group) => group.cards).length;
  const melds = Object.keys(view.teams?.[view.seat % view.teams.length]?.melds ?? {});
  let left = take ? [...hand, take.top] : hand;
  const groups = [];
  for (const group of staging.groups) {
    if (staging.take && !take && group.id === staging.take.group) continue;
    if (group.to && !melds.includes(group.to)) continue;
    const missing = without(group.cards, left);
    const cards = without(group.cards, missing);
    left = without(left, cards);
    if (cards.length) groups.push({ ...group, cards });
  }
  const lost = before - groups.flatMap((group) => group.cards).length;
  const next = { ...staging, groups, take, undo: lost ? [] : staging.undo };
  return { staging: { ...next, lifted: stillLifted(next, hand) }, lost };
}

function stillLifted(staging, hand) {
  const sizes = new Map(stacks(rest(staging, hand)).flat().map(({ key, cards }) => [key, cards.length]));
  const entries = Object.entries(staging.lifted).map(([key, n]) => [key, Math.min(n, sizes.get(key) ?? 0)]);
  return Object.fromEntries(entries.filter(([, n]) => n > 0));
}

/** The action that sends the staging, or null. */
export function asAction(staging) {
  if (!staging.groups.length) return null;
  const melds = staging.groups.map(asMeld);
  return staging.take ? { do: "take_pile", melds } : { do: "meld", melds };
}

export const asMeld = ({ cards, to }) => (to ? { cards: cards.join(" "), to } : { cards: cards.join(" ") });

export const countOf = (cards, key) => cards.filter((face) => stackOf(face) === key).length;

// --- kept over a reload, a locked phone and a call ---------------------------------------------------------------

const place_of = (game, seat) => `fairdeal:staging:${game}:${seat}`;

export function save(game, seat, { deal, groups, take, next }) {
  try {
    if (groups.length) localStorage.setItem(place_of(game, seat), JSON.stringify({ deal, groups, take, next }));
    else localStorage.removeItem(place_of(game, seat));
  } catch {
    // A private window without storage: the staging lives as long as the page.
  }
}

export function load(game, seat) {
  try {
    const kept = JSON.parse(localStorage.getItem(place_of(game, seat)));
    return kept ? { ...empty(), ...kept } : empty();
  } catch {
    return empty();
  }
}
