// What a tap or a key does: changes to the staging, and actions sent to the server.
import { gettext } from "./i18n.js";
import { newId, NoAnswer } from "./api.js";
import { stackOf } from "./cards.js";
import { glowing, offer, offered, toDiscard, acts } from "./acts.js";
import { isUnfinished } from "./checks.js";
import { pileDiscards } from "./liked.js";
import {
  addTo, afterwards, asAction, liftedCards, liftExactly, place, putDown, stageMelds, takeBack, takePile, tapStack, undo,
} from "./staging.js";
import { lifted as liftedInWords } from "./narration.js";
import { meldsOf, myHand, myTeam, myTurn, seated } from "./seats.js";

const DEAF = 300;
const HARMLESS = new Set(["undo", "hint", "missing", "add", "new", "take", "take-back"]);

export class Moves {
  constructor(store) {
    this.store = store;
    this.pending = null;
    this.changed = 0;
  }

  get state() {
    return this.store.state;
  }

  get hand() {
    return myHand(this.state.view);
  }

  /** Called after each drawing: remembers when other buttons came to stand in the bar. */
  barShows(names) {
    if (names === this.names) return;
    this.names = names;
    this.changed = performance.now();
  }

  /** A press right after the bar has changed was meant for what stood there before; only staging may be pressed. */
  deaf(id) {
    return !HARMLESS.has(id) && performance.now() - this.changed < DEAF;
  }

  // --- staging ----------------------------------------------------------------------------------------------------

  tap(key, size) {
    this.store.stage((staging) => tapStack(staging, key, size));
    this.store.say(liftedInWords(this.state));
  }

  lift(key, count) {
    this.store.stage((staging) => liftExactly(staging, key, count));
    this.store.say(liftedInWords(this.state));
  }

  down() {
    this.store.stage(putDown);
  }

  undo() {
    this.store.stage(undo);
  }

  /** The lifted cards to a meld, a group or a new meld. A place that does not glow answers with the server's reason. */
  async put(change, glows) {
    const lifted = liftedCards(this.state.staging, this.hand);
    const going = this.state.sending?.action.do;
    if (!lifted.length || (going && going !== "draw")) return; // what is being laid or discarded is in nobody's hand
    const next = change(this.state.staging);
    if (!glows && myTurn(this.state.view)) {
      const answer = await this.store.checks.ask(asAction(next));
      const fatal = answer?.code && !isUnfinished(answer.code) && answer.code !== "wrong_phase";
      if (fatal && !wrongAlready(this.state)) return this.store.refuse(answer.detail, answer.code, true);
    }
    this.store.stage(() => next);
  }

  toNew() {
    return this.put((staging) => place(staging, this.hand, null), false);
  }

  toMeld(id) {
    return this.put((staging) => place(staging, this.hand, id), glowing(this.state).includes(id));
  }

  group(id) {
    const lifted = liftedCards(this.state.staging, this.hand);
    if (lifted.length) return this.put((staging) => addTo(staging, this.hand, id), false);
    this.store.stage((staging) => takeBack(staging, id));
  }

  pile() {
    const action = offer(this.state, "take_pile");
    if (action && !this.state.staging.take) return this.store.stage((staging) => takePile(staging, action, this.state.view.pile));
    const { view, pileReason, staging } = this.state;
    if (staging.take) return;
    if (!myTurn(view)) return this.store.refuse(gettext("It is not your turn; the pile can wait."), "hint", true);
    if (view.turn.phase !== "draw" && toDiscard(this.state)) {
      if (pileDiscards()) return this.discard();
      return this.store.refuse(gettext("Press “Discard” below. A setting lets a tap on the pile do it at once."), "hint");
    }
    if (view.turn.phase !== "draw") return this.store.refuse(gettext("You have drawn, so the pile stays in this turn."), "hint", true);
    this.store.refuse(pileReason ?? gettext("The pile can't be taken now."), "hint", true);
  }

  // --- sending ----------------------------------------------------------------------------------------------------

  main() {
    const last = acts(this.state).findLast(({ kind }) => kind === "go" || kind === "no");
    if (last) this.press(last.id, last);
  }

  press(id, more = {}) {
    if (this.state.sending) return;
    const doing = {
      undo: () => this.undo(),
      add: () => this.toMeld(more.to),
      new: () => this.toNew(),
      take: () => this.pile(),
      draw: () => this.draw(),
      pass: () => this.send({ do: "pass" }),
      ask: () => this.askFirst(),
      "answer-yes": () => this.send({ do: "answer", yes: true }),
      "answer-no": () => this.send({ do: "answer", yes: false }),
      discard: () => this.send({ do: "discard", card: more.face }),
      lay: () => this.send(asAction(this.state.staging)),
      missing: () => this.explain(),
      hint: () => this.hint(),
      "take-back": () => this.askBack(true),
      grab: () => this.send({ do: "grab", fraction: Number(document.getElementById("grab")?.value ?? 500_000) }),
    }[id];
    doing?.();
  }

  /** What a yes and a no bind is said before anybody is asked. */
  askFirst() {
    this.state.ui.sheet = { kind: "ask" };
    this.store.redraw();
  }

  ask() {
    this.state.ui.sheet = null;
    this.send({ do: "ask" });
  }

  draw() {
    const { state } = this;
    if (!offer(state, "draw") || state.staging.take) return;
    if (offer(state, "take_pile") && !state.ui.leavePile) {
      state.ui.leavePile = true;
      return this.store.redraw();
    }
    this.send({ do: "draw" });
  }

  discard() {
    const face = toDiscard(this.state);
    if (face && !this.state.staging.groups.length) this.send({ do: "discard", card: face });
  }

  explain() {
    const { verdict } = this.state;
    if (verdict.detail) this.store.refuse(verdict.detail, verdict.code);
  }

  /** What a sound player would do: shown and said, nothing is done. */
  async hint() {
    const { store, state } = this;
    if (!state.hints || state.hint || state.sending || !state.legal.actions.length) return;
    const hint = await store.api.hint().catch((error) => error);
    if (hint instanceof NoAnswer) return store.refuse(gettext("There is no connection, and no hint."), "hint");
    if (hint instanceof Error) return store.refused(hint);
    if (hint.version !== state.version) return; // the game has moved on meanwhile
    state.hint = hint;
    store.say(hint.says, true);
    store.redraw();
  }

  /** The hint into the tray, or its card lifted; sends nothing. */
  useHint() {
    const { action } = this.state.hint;
    this.closeHint();
    if (action.do === "discard") this.store.stage((staging) => liftExactly(putDown(staging), stackOf(action.card), 1));
    if (action.do === "meld") this.store.stage((staging) => stageMelds(staging, action));
    if (action.do === "take_pile") this.store.stage((staging) => takePile(staging, action, this.state.view.pile));
  }

  closeHint() {
    this.state.hint = null;
    this.store.redraw();
  }

  answer(yes) {
    if (offered(this.state, "answer").length) this.send({ do: "answer", yes });
  }

  async send(action) {
    const { store, state } = this;
    if (state.sending || !action) return;
    const version = state.version;
    const key = JSON.stringify([version, action]);
    if (this.pending?.key !== key) this.pending = { key, id: newId() };
    state.refusal = null;
    state.unsent = null;
    state.hint = null;
    const sending = { action, id: this.pending.id, slow: false };
    const told = new Promise((tell) => Object.assign(sending, { tell }));
    state.sending = sending;
    const slow = setTimeout(() => {
      sending.slow = true;
      store.redraw();
    }, 400);
    store.redraw();
    try {
      await Promise.race([told, this.insist(sending, version)]); // told of by the line it is done, however late its answer
      this.pending = null;
      this.sent(sending);
    } catch (error) {
      if (error instanceof NoAnswer) state.unsent = { action, id: sending.id };
      this.notSent(error);
    } finally {
      clearTimeout(slow);
      state.sending = null;
      store.redraw();
    }
  }

  /** Until it is done and shown. The same action id again is harmless, so a lost answer is asked for once more. */
  async insist(sending, version) {
    for (let left = 2; ; left -= 1) {
      try {
        const receipt = await this.store.api.act(sending.action, version, sending.id);
        if (this.state.version < receipt.version) await this.catchUp();
        return;
      } catch (error) {
        if (!(error instanceof NoAnswer) || left === 0 || sending.done) throw error;
        await new Promise((done) => setTimeout(done, 600));
      }
    }
  }

  sent({ action, done }) {
    const { state } = this;
    state.fresh = action.do === "draw" ? state.fresh : [];
    if (!done) this.store.stage((staging) => afterwards(staging, action), false);
  }

  /** The receipt was faster than the push: the new position by HTTP, unless the push comes first. */
  async catchUp() {
    const { store, state } = this;
    const wanted = state.version;
    await new Promise((done) => setTimeout(done, 150));
    if (state.version > wanted) return;
    const game = await store.api.game().catch(() => null);
    if (game) await store.catchUp(game);
  }

  async notSent(error) {
    const { store } = this;
    if (error instanceof NoAnswer) {
      store.state.ui.toPrompt = true;
      return store.refuse(gettext("Not sent: there is no connection. Everything is as it was; try again."), "not_sent");
    }
    if (error.code === "stale_version" || error.code === "version_ahead") {
      this.pending = null;
      const game = await store.api.game().catch(() => null);
      if (game) await store.catchUp(game);
      const told = [gettext("Something happened at the table meanwhile. Look again, then repeat."), game && store.lost];
      store.state.ui.toPrompt = true;
      return store.refuse(told.filter(Boolean).join(" "), "hint");
    }
    this.pending = null;
    if (error.code === "unauthenticated") store.state.ui.sheet = { kind: "sign-in" };
    if (error.code === "unauthenticated" || error.code === "not_seated") {
      const back = store.state.guest ? gettext("You are signed out.") : gettext("You are signed out. Sign in again; what is staged is kept.");
      return store.refuse(back, error.code);
    }
    store.refused(error);
  }

  /** Want a pause, agree to one ("yes"), not ("no"), or go on. */
  async pause(how) {
    try {
      await (how === "resume" ? this.store.api.resume() : this.store.api.pause(how === "yes"));
      await this.store.catchUp(await this.store.api.game());
    } catch (error) {
      this.notSent(error);
    }
  }

  /** Ask myself first ("ask"); then want to give the game up, or agree ("yes"), or not ("no"); or think better of it. */
  async resign(how) {
    this.state.ui.resigning = how === "ask";
    this.store.redraw();
    if (how !== "yes" && how !== "no") return;
    try {
      await this.store.api.resign(how === "yes");
      await this.store.catchUp(await this.store.api.game());
    } catch (error) {
      this.notSent(error);
    }
  }

  /** Show what taking my last action back would mean, before anybody is asked. */
  askBack(undoing) {
    this.state.ui.undoing = undoing;
    this.store.redraw();
  }

  /** Want the last action taken back, or agree to it ("yes"); let it stand ("no"); or ask nobody after all ("close"). */
  async takeBack(how) {
    const { version } = this.state.view.undo;
    this.askBack(false);
    if (how === "close") return;
    try {
      await this.store.api.undo(version, how === "yes");
      await this.store.catchUp(await this.store.api.game());
    } catch (error) {
      this.notSent(error);
    }
  }

  /** Look for somebody who plays a seat, or no longer. */
  async want(n, wanted) {
    try {
      await this.store.api.wantSubstitute(n, wanted);
      await this.store.catchUp(await this.store.api.game());
    } catch (error) {
      this.notSent(error);
    }
  }

  async seat(n, leave) {
    try {
      const game = leave ? await this.store.api.leave(n) : await this.store.api.sit(n);
      await this.store.catchUp(game?.view ? game : await this.store.api.game());
    } catch (error) {
      this.notSent(error);
    }
  }

  meldTapped(id, side, team) {
    const { state } = this;
    const lifted = seated(state.view) ? liftedCards(state.staging, this.hand) : [];
    if (side === "us" && lifted.length) return this.toMeld(id);
    if (meldsOf(state.view, team ?? myTeam(state.view)).some((meld) => meld.id === id)) {
      state.ui.sheet = { kind: "meld", id, side, team };
      const told = state.log.some(({ type, event }) => type === "deal_started" && event.data.deal === state.view.deal);
      if (!told) this.store.loadLog(true); // who laid what of it
      this.store.redraw();
    }
  }
}

/** The staging is refused as it stands, so one card more is not what is wrong. */
const wrongAlready = (state) => Boolean(state.verdict.code && !isUnfinished(state.verdict.code));
