// The events as sentences: for the log, the live region and the last word of a table.
import { fmt, gettext, list, ngettext, number } from "./i18n.js";
import { inWords } from "./clock.js";
import { BOOK, handSize, mySeat, myTeam, nameOf, seated, teamName, teamOf, turnSeat } from "./seats.js";
import { cardName, counted, faces, rankTitle } from "./cards.js";

const cardsIn = (text) => list(faces(text).map((face) => (face === "JK" ? gettext("a joker") : fmt(gettext("the %(card)s"), { card: cardName(face) }))));
/** "three kings, clean", "one wild card (Kings)": what was laid in one action. */
const laid = (melds) => list(melds.flatMap(laidOn));
function laidOn({ name, cards: text, new: isNew }) {
  const all = faces(text);
  const wilds = all.filter((face) => face === "JK" || face[0] === "2").length;
  const cards = counted(name[0], all.length);
  if (isNew && name[0] !== "W") return [wilds ? fmt(gettext("%(cards)s, dirty"), { cards }) : fmt(gettext("%(cards)s, clean"), { cards })];
  if (name[0] === "W" || !wilds) return [cards];
  const wild = fmt(gettext("%(cards)s (%(meld)s)"), { cards: counted("W", wilds), meld: rankTitle(name[0]) });
  return all.length > wilds ? [counted(name[0], all.length - wilds), wild] : [wild];
}

/** "three kings and one 9": the cards of melds, and no more of them. */
export const cardsOf = (melds) => list(melds.map(({ name, cards }) => counted(name[0], faces(cards).length)));

/** Each type: a sentence about me and one about another; `e` is the event, `to` what both need. */
const SENTENCES = {
  seated: (e, to) =>
    e.me ? gettext("You sat down.") : fmt(gettext("%(name)s sat down."), to),
  invited: (e, to) => fmt(gettext("%(name)s is invited."), to),
  left: (e, to) => (e.me ? gettext("You left the table.") : fmt(gettext("%(name)s left the table."), to)),
  substitute_wanted: (e, to) => {
    if (e.data.wanted) return e.me ? gettext("Somebody is looked for who plays on for you.") : fmt(gettext("Somebody is looked for who plays on for %(name)s."), to);
    return e.me ? gettext("Nobody is looked for any more who plays for you.") : fmt(gettext("Nobody is looked for any more who plays for %(name)s."), to);
  },
  substituted: (e, to) => {
    const what = { name: e.data.holder.name, was: e.data.was.name };
    if (e.data.holder.kind === "bot") return fmt(gettext("A bot plays for %(was)s from now on."), what);
    if (e.data.was.kind === "bot") return e.me ? gettext("You play instead of the bot from now on.") : fmt(gettext("%(name)s plays instead of the bot from now on."), what);
    return e.me ? fmt(gettext("You play for %(was)s from now on."), what) : fmt(gettext("%(name)s plays for %(was)s from now on."), what);
  },
  return_wanted: (e, to, view) =>
    fmt(gettext("%(name)s is back, and plays again after this turn."), { name: view.seats[e.seat].player?.for?.name ?? to.name }),
  overdue: (e, to) => {
    const what = { ...to, time: inWords(1000 * (e.data.seconds ?? 0)) };
    return {
      extend: () => (e.me ? fmt(gettext("Your time was over; you have %(time)s more."), what) : fmt(gettext("The time of %(name)s was over: %(time)s more."), what)),
      default: () => (e.me ? gettext("Your time was over: the server plays.") : fmt(gettext("The time of %(name)s is over: the server plays."), what)),
      bot: () => (e.me ? gettext("Your time was over: a bot takes over.") : fmt(gettext("The time of %(name)s is over: a bot takes over."), what)),
      substitute: () => (e.me ? gettext("Your time was over: a substitute is looked for.") : fmt(gettext("The time of %(name)s is over: a substitute is looked for."), what)),
      forfeit: () => (e.me ? gettext("Your time was over: the game is given up.") : fmt(gettext("The time of %(name)s is over: the game is given up."), what)),
    }[e.data.step]?.() ?? "";
  },
  resign_wanted: (e, to) => {
    if (e.me) return e.data.agrees ? gettext("You want to give the game up.") : gettext("You do not give the game up.");
    return e.data.agrees ? fmt(gettext("%(name)s wants to give the game up."), to) : fmt(gettext("%(name)s does not give the game up."), to);
  },
  forfeited: (e, to, view) => forfeit(view, e.data.teams),
  truncated: () => gettext("The game was ended here, before its last deal."),
  created: () => gettext("The table was opened."),
  started: () => gettext("All seats are taken: the game begins."),
  pause_wanted: (e, to) => {
    if (e.me) return e.data.agrees ? gettext("You want a pause.") : gettext("You want no pause.");
    return e.data.agrees ? fmt(gettext("%(name)s wants a pause."), to) : fmt(gettext("%(name)s wants no pause."), to);
  },
  undo_wanted: (e, to) => {
    if (e.me) return e.data.agrees ? gettext("You want the last action taken back.") : gettext("You let the last action stand.");
    return e.data.agrees
      ? fmt(gettext("%(name)s wants the last action taken back."), to)
      : fmt(gettext("%(name)s lets the last action stand."), to);
  },
  action_undone: () => gettext("All agree: the last action is taken back."),
  paused: () => gettext("All agree: the game is paused."),
  frozen: ({ data }) => (data.reason === "put off by its event" ? gettext("The game is put off by its event: it goes on by itself at the told time.") : gettext("The club's officers froze the table: all clocks stand still.")),
  unfrozen: () => gettext("The table is unfrozen: the game goes on."),
  resumed: (e, to) => (e.seat == null ? gettext("No more time for pauses is left: the game goes on.") : e.me ? gettext("You go on with the game.") : fmt(gettext("%(name)s goes on with the game."), to)),
  deal_started: (e) =>
    fmt(gettext("Deal %(deal)s is dealt; a first meld must be worth %(minimum)s."), { deal: e.data.deal, minimum: number(e.data.minimum) }),
  grabbed: (e, to, view) => {
    const n = e.data.count;
    if (!e.me) return fmt(ngettext("%(name)s grabbed %(n)s card.", "%(name)s grabbed %(n)s cards.", n), { ...to, n });
    const { hand_size: hand, foot_size: foot, grab_bonus: bonus } = view.ruleset;
    const off = n - hand - foot;
    if (!off) return bonus ? fmt(gettext("Exactly %(n)s: +%(bonus)s."), { n, bonus: number(bonus) }) : fmt(gettext("Exactly %(n)s."), { n });
    return off < 0
      ? fmt(gettext("You have %(n)s, %(off)s short: they are added."), { n, off: -off })
      : fmt(gettext("You have %(n)s, %(off)s too many: they are put back."), { n, off });
  },
  upcard_turned: (e) =>
    e.data.card
      ? fmt(gettext("The %(card)s begins the pile."), { card: cardName(e.data.card) })
      : gettext("The pile begins empty."),
  red_threes_laid: (e, to) => {
    const n = faces(e.data.cards).length;
    return e.me
      ? fmt(ngettext("You laid a red three and drew for it.", "You laid %(n)s red threes and drew for them.", n), { n })
      : fmt(ngettext("%(name)s laid a red three and drew for it.", "%(name)s laid %(n)s red threes and drew for them.", n), { ...to, n });
  },
  drew: (e, to) => {
    if (e.data.cards !== undefined) {
      return e.me
        ? fmt(gettext("You drew %(cards)s."), { cards: cardsIn(e.data.cards) })
        : fmt(gettext("%(name)s drew %(cards)s."), { ...to, cards: cardsIn(e.data.cards) });
    }
    const n = e.hidden?.cards ?? 0;
    return fmt(ngettext("%(name)s drew %(n)s card.", "%(name)s drew %(n)s cards.", n), { ...to, n });
  },
  pile_taken: (e, to) => {
    const n = faces(e.data.cards).length;
    const what = { ...to, n, melds: laid(e.data.melds) };
    return e.me
      ? fmt(ngettext("You took %(n)s card from the pile and laid %(melds)s.", "You took %(n)s cards from the pile and laid %(melds)s.", n), what)
      : fmt(ngettext("%(name)s took %(n)s card from the pile and laid %(melds)s.", "%(name)s took %(n)s cards from the pile and laid %(melds)s.", n), what);
  },
  melded: (e, to) => {
    const what = { ...to, melds: laid(e.data.melds), value: number(e.data.value) };
    if (!e.data.melds.some((meld) => meld.new)) {
      return e.me ? fmt(gettext("You added %(melds)s: %(value)s points."), what) : fmt(gettext("%(name)s added %(melds)s: %(value)s points."), what);
    }
    return e.me
      ? fmt(gettext("You laid %(melds)s: %(value)s points."), what)
      : fmt(gettext("%(name)s laid %(melds)s: %(value)s points."), what);
  },
  foot_taken: (e, to) => {
    const n = e.data.cards === undefined ? e.hidden?.cards ?? 0 : faces(e.data.cards).length;
    return e.me
      ? fmt(ngettext("You took up your foot: %(n)s card.", "You took up your foot: %(n)s cards.", n), { n })
      : fmt(ngettext("%(name)s took up the foot: %(n)s card.", "%(name)s took up the foot: %(n)s cards.", n), { ...to, n });
  },
  discarded: (e, to) => {
    const what = { ...to, card: cardName(e.data.card) };
    return e.me ? fmt(gettext("You discarded the %(card)s."), what) : fmt(gettext("%(name)s discarded the %(card)s."), what);
  },
  asked: (e, to) => (e.me ? gettext("You ask: may I go out?") : fmt(gettext("%(name)s asks: may I go out?"), to)),
  answered: (e, to) => {
    if (e.me) return e.data.yes ? gettext("You said yes.") : gettext("You said no.");
    return e.data.yes
      ? fmt(gettext("%(name)s said yes: now the one who asked must go out."), to)
      : fmt(gettext("%(name)s said no: nobody goes out in this turn."), to);
  },
  passed: (e, to) => (e.me ? gettext("You pass.") : fmt(gettext("%(name)s passes."), to)),
  passed_over: (e, to) =>
    e.me ? gettext("You are passed over: you can't take the pile.") : fmt(gettext("%(name)s is passed over."), to),
  deal_ended: (e, to) => {
    if (e.data.how !== "went_out") return gettext("The stock is used up: the deal is over.");
    return e.me ? gettext("You went out; the deal is over.") : fmt(gettext("%(name)s went out; the deal is over."), to);
  },
  deal_scored: (e, to, view) =>
    fmt(gettext("Deal %(deal)s: %(scores)s. Total: %(totals)s."), { deal: e.data.deal, scores: byTeam(view, e.data.scores), totals: byTeam(view, e.data.totals) }),
  game_ended: (e, to, view) => outcome(view, e.data.totals, e.data.winners),
};

const byTeam = (view, points) =>
  list(points.map((value, team) => fmt(gettext("%(team)s %(points)s"), { team: teamName(view, team), points: number(value) })));

/** Who won, in words. */
export function outcome(view, totals, winners) {
  const what = { winners: list(winners.map((team) => teamName(view, team))), totals: byTeam(view, totals) };
  if (!winners.length) return fmt(gettext("Nobody won. Totals: %(totals)s."), what);
  if (winners.length > 1) return fmt(gettext("A shared win for %(winners)s. Totals: %(totals)s."), what);
  const won = mySeat(view) !== null && !view.theirs && winners.includes(view.seat % view.teams.length);
  return won
    ? fmt(gettext("Your team won. Totals: %(totals)s."), what)
    : fmt(gettext("Won by %(winners)s. Totals: %(totals)s."), what);
}

/** Who has given the game up. */
export const forfeit = (view, teams) => fmt(gettext("Given up by %(teams)s."), { teams: list(teams.map((team) => teamName(view, team))) });

/** Who sat down or left is named by the event: somebody else may sit there by now. */
const holderOf = ({ data }) => (data?.holder && data.holder.kind !== "bot" ? data.holder.name : null);

/** The sentence of an event, or "" for one that nobody needs to hear. */
export function sentence(event, view) {
  const say = SENTENCES[event.type];
  if (!say) return "";
  const me = event.seat !== null && event.seat !== undefined && event.seat === mySeat(view) && !view.theirs;
  const name = holderOf(event) ?? (event.seat === null || event.seat === undefined ? "" : nameOf(view, event.seat));
  const told = say({ ...event, data: event.data ?? {}, me }, { name }, view);
  if (!DECISIONS.has(event.type) || !name) return told;
  if (event.actor?.kind === "officer") {
    const what = { officer: event.actor.name, name, sentence: told };
    return me ? fmt(gettext("%(officer)s, for you: %(sentence)s"), what) : fmt(gettext("%(officer)s, for %(name)s: %(sentence)s"), what);
  }
  if (event.actor?.kind === "plan") return fmt(gettext("Decided beforehand. %(sentence)s"), { sentence: told });
  if (event.actor?.kind !== "system") return told;
  return fmt(gettext("Time ran out, so the server played. %(sentence)s"), { sentence: told });
}
/** What a seat decides, which the server or an officer of the club may do for it. */
export const DECISIONS = new Set(["drew", "discarded", "passed", "asked", "answered", "melded", "pile_taken", "grabbed"]);

/** A seat as it is named for the ear: "Carla, opponent, 9 in hand, foot waits, plays next". */
export function seatName(view, seat) {
  const who = view.seats[seat];
  const n = handSize(who);
  const team = view.teams?.length ? teamOf(view, seat) : null;
  const partner = seated(view) && team === myTeam(view);
  const turn = view.status === "playing" ? turnSeat(view) : null;
  const parts = [
    nameOf(view, seat),
    who.player?.for ? fmt(gettext("for %(name)s"), { name: who.player.for.name }) : "",
    !seated(view) || seat === mySeat(view) || team === null ? "" : partner ? gettext("partner") : gettext("opponent"),
    n === null ? "" : who.in_foot ? fmt(gettext("%(n)s in the foot"), { n }) : fmt(gettext("%(n)s in hand, foot waits"), { n }),
    view.asking?.waiting_for.includes(seat) ? gettext("is asked")
      : turn === seat ? gettext("plays now")
      : turn !== null && (turn + 1) % view.seats.length === seat ? gettext("plays next") : "",
    who.offered ? gettext("looks for a substitute") : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** A meld as it is named for the ear: "Queens, 4 cards, clean, open". */
export function meldName(meld) {
  const n = meld.cards.length;
  const what = { rank: rankTitle(meld.rank), n, kind: kindName(meld.kind) };
  return meld.book
    ? fmt(ngettext("%(rank)s, %(n)s card, a %(kind)s book", "%(rank)s, %(n)s cards, a %(kind)s book", n), what)
    : fmt(ngettext("%(rank)s, %(n)s card, %(kind)s, open", "%(rank)s, %(n)s cards, %(kind)s, open", n), what);
}

export const kindName = (kind) =>
  ({ clean: gettext("clean"), dirty: gettext("dirty"), wild: gettext("wild") })[kind] ?? kind;

/** What an event finished, if it made a book: said after it. */
export function booksMade(event, before, after) {
  if (event.type !== "melded" && event.type !== "pile_taken") return [];
  const team = event.seat % after.teams.length;
  return (event.data.melds ?? [])
    .map(({ name }) => ({ name, was: faces(before?.teams?.[team]?.melds?.[name]).length, now: faces(after.teams[team]?.melds?.[name]).length }))
    .filter(({ was, now }) => was < BOOK && now >= BOOK)
    .map(({ name, now }) => finished(event.seat, after, after.teams[team].kinds?.[name] ?? "clean", counted(name[0], now)));
}

function finished(seat, view, kind, cards) {
  const me = seat === mySeat(view) && !view.theirs;
  const points = view.ruleset.book_bonus?.[kind];
  const what = { name: nameOf(view, seat), cards };
  const told = {
    clean: me ? fmt(gettext("You finished a clean book: %(cards)s."), what) : fmt(gettext("%(name)s finished a clean book: %(cards)s."), what),
    dirty: me ? fmt(gettext("You finished a dirty book: %(cards)s."), what) : fmt(gettext("%(name)s finished a dirty book: %(cards)s."), what),
    wild: me ? fmt(gettext("You finished a wild book: %(cards)s."), what) : fmt(gettext("%(name)s finished a wild book: %(cards)s."), what),
  }[kind];
  return points ? `${told} ${fmt(gettext("%(n)s points."), { n: number(points) })}` : told;
}
