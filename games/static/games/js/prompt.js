// The one sentence that says what to do next, or who is being waited for.
import { fmt, gettext, list, ngettext, number, soon, timeOfDay } from "./i18n.js";
import { capital, counted, faces, rankOf, stackOf } from "./cards.js";
import { liftedCards } from "./staging.js";
import { askedMe, myHand, mySeat, myTeam, myTurn, nameOf, seated, turnSeat, untilMe } from "./seats.js";
import { glowing, lastOfHand, offer, offered, toDiscard } from "./acts.js";
import { endedEarly, over } from "./leaving.js";
import { outcome } from "./words.js";

/** `{text, tone}`: tone is "", "warn" or "danger". */
export function prompt(state) {
  const { view, refusal, link } = state;
  if (refusal) return { text: refusal.text, tone: refusal.code === "notice" ? "" : "danger" };
  if (link === "gone") return plain(gettext("This table is closed to you. Sign in again if you were signed out."));
  if (view.status === "waiting") return plain(waiting(view));
  if (view.status === "finished") return plain(outcome(view, view.totals, winners(view)));
  if (over(view)) return plain(`${endedEarly(view)} ${outcome(view, view.totals, winners(view))}`);
  if (view.frozen) {
    const { reason, put_off: putOff } = view.frozen;
    if (putOff) return plain(gettext("This game is put off by its event: it goes on by itself at the told time."));
    return plain(reason ? fmt(gettext("The club's officers have frozen this table: %(reason)s"), { reason }) : gettext("The club's officers have frozen this table."));
  }
  if (view.status === "paused") return plain(gettext("The game is paused."));
  if (view.status !== "playing") return plain(gettext("This game has ended without a result."));
  if (view.asking) return asking(view);
  if (!seated(view)) return plain(fmt(gettext("You watch. %(name)s to play."), { name: nameOf(view, turnSeat(view)) }));
  if (state.sending?.slow) return plain(gettext("Sending…"));
  if (offer(state, "grab")) return plain(grabbing(view));
  if (!myTurn(view)) return plain(notMyTurn(state));
  const lifted = liftedCards(state.staging, myHand(view)).length > 0;
  if (state.staging.groups.length && state.verdict.detail && !lifted) return staged(state);
  return plain(view.turn.phase === "draw" ? drawing(state) : playing(state));
}

const plain = (text) => ({ text, tone: "" });

export function winners(view) {
  if (view.winners) return view.winners;
  const best = Math.max(...view.totals);
  return view.totals.flatMap((total, team) => (total === best ? [team] : []));
}

function waiting(view) {
  const open = view.seats.filter((seat) => !seat.player).length;
  const invited = view.seats.filter((seat) => seat.player?.invited).length;
  if (open) return fmt(ngettext("Waiting for players: %(n)s seat is open.", "Waiting for players: %(n)s seats are open.", open), { n: open });
  return fmt(ngettext("Waiting for %(n)s invited player.", "Waiting for %(n)s invited players.", invited), { n: invited });
}

function asking(view) {
  const asker = view.asking.seat;
  if (askedMe(view)) {
    return { text: fmt(gettext("%(name)s asks: may I go out? A yes binds to do it in this turn."), { name: nameOf(view, asker) }), tone: "warn" };
  }
  const names = list(view.asking.waiting_for.map((seat) => nameOf(view, seat)));
  if (asker === mySeat(view)) {
    return plain(view.deadline
      ? fmt(gettext("Waiting for the answer of %(names)s, until %(time)s."), { names, time: soon(view.deadline) })
      : fmt(gettext("Waiting for the answer of %(names)s."), { names }));
  }
  return plain(fmt(gettext("%(name)s asks to go out. Still to answer: %(names)s."), { name: nameOf(view, asker), names }));
}

function grabbing(view) {
  const { hand_size: hand, foot_size: foot } = view.ruleset;
  return fmt(gettext("Grab a packet from the heap: aim at %(n)s cards."), { n: hand + foot });
}

function notMyTurn(state) {
  const { view } = state;
  const what = { name: nameOf(view, turnSeat(view)), time: state.turnSince ? timeOfDay(state.turnSince) : "" };
  const before = untilMe(view);
  const who = state.turnSince
    ? fmt(gettext("%(name)s is thinking, since %(time)s."), what)
    : fmt(gettext("%(name)s is thinking."), what);
  if (state.staging.groups.length) return `${who} ${gettext("Prepared: checked when your turn begins.")}`;
  if (before === 1) return `${who} ${gettext("You are next.")}`;
  return `${who} ${fmt(ngettext("%(n)s plays before you.", "%(n)s play before you.", before - 1), { n: before - 1 })}`;
}

function drawing(state) {
  const { view, ui } = state;
  if (state.staging.take) return gettext("Lay these to take the pile, or lift more cards to lay with them.");
  if (ui.leavePile) return gettext("Leave the pile and draw?");
  const take = offer(state, "take_pile");
  const top = faces(view.pile)[0];
  if (!offer(state, "draw")) {
    return take ? gettext("The stock is empty: take the pile or pass.") : gettext("The stock is empty: you can only pass.");
  }
  const n = view.ruleset.draw;
  if (take) {
    const what = { n, cards: counted(rankOf(top) === "JK" ? "JK" : rankOf(top), 2) };
    return fmt(ngettext("Your turn: draw %(n)s card, or take the pile with %(cards)s.", "Your turn: draw %(n)s cards, or take the pile with %(cards)s.", n), what);
  }
  return fmt(ngettext("Your turn: draw %(n)s card.", "Your turn: draw %(n)s cards.", n), { n });
}

function playing(state) {
  const { view, staging } = state;
  const lifted = liftedCards(staging, myHand(view));
  if (lifted.length) return holding(state, lifted);
  if (staging.groups.length) return gettext("Lay down what is staged, or lift more cards.");
  if (view.leave) return gettext("You have a yes: go out in this turn.");
  const canMeld = offered(state, "meld").length > 0;
  if (!Object.keys(view.teams[myTeam(view)].melds ?? {}).length) {
    return canMeld
      ? fmt(gettext("Your first meld needs %(n)s; or lift a card to discard."), { n: number(view.minimum) })
      : fmt(gettext("Lift a card to discard. A first meld needs %(n)s."), { n: number(view.minimum) });
  }
  if (offer(state, "pass")) return gettext("You hold one card and can't go out: pass.");
  return canMeld ? gettext("Lift cards to lay them, or one to discard.") : gettext("Lift a card to discard it.");
}

function holding(state, lifted) {
  const face = toDiscard(state);
  if (face && lifted.length === 1 && lastOfHand(state, face)) {
    return gettext("Discard your last card, and take up your foot next turn.");
  }
  const cards = lifted.map(stackOf).every((key) => key === stackOf(lifted[0]))
    ? capital(counted(rankOf(lifted[0]), lifted.length))
    : fmt(ngettext("%(n)s card", "%(n)s cards", lifted.length), { n: lifted.length });
  const places = glowing(state).length;
  if (places && state.staging.groups.length) return fmt(gettext("%(cards)s lifted: tap where they go."), { cards });
  if (places) return fmt(gettext("%(cards)s lifted: tap where they go, or discard."), { cards });
  if (state.staging.groups.length) return fmt(gettext("%(cards)s lifted: tap a staged meld, or a new one."), { cards });
  return face
    ? fmt(gettext("%(cards)s lifted: discard one, or start a new meld."), { cards })
    : fmt(gettext("%(cards)s lifted: tap where they go."), { cards });
}

function staged(state) {
  const { verdict } = state;
  if (verdict.code === "below_minimum") {
    const n = verdict.minimum - verdict.value;
    return plain(fmt(ngettext("Your first meld needs %(needed)s: %(n)s point more.", "Your first meld needs %(needed)s: %(n)s points more.", n), { needed: number(verdict.minimum), n: number(n) }));
  }
  if (verdict.code === "wrong_phase") return plain(gettext("Draw first; what is staged waits."));
  return { text: verdict.detail, tone: verdict.code === "too_few_cards" || verdict.code === "top_not_melded" ? "" : "danger" };
}
