// Short sounds, made by the browser itself: my turn, a card, a book, a question to me. None unless this person wants them.
import { askedMe, booksOf, myTurn } from "./seats.js";

/** Notes: [frequency in Hz, start, length in s]; each sound is over within 300 ms. */
const SOUNDS = {
  asked: [[784, 0, 0.12], [988, 0.13, 0.15]],
  turn: [[587, 0, 0.12], [880, 0.12, 0.16]],
  book: [[523, 0, 0.26], [659, 0.03, 0.23], [784, 0.06, 0.2]],
  card: [[220, 0, 0.05]],
};
const LOUD = 0.08;
const CARDS = new Set(["drew", "discarded", "melded", "pile_taken", "foot_taken"]);

const wanted = () => document.documentElement.dataset.sound === "on";

export class Sounds {
  constructor() {
    this.was = null;
    // A browser lets a page sound once somebody has touched it.
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => wanted() && this.ready());
  }

  /** To be called when the page has been drawn. `events`: what has happened since the last time. */
  hear(state, events) {
    const { view } = state;
    const playing = view.status === "playing";
    const books = (view.teams ?? []).reduce((sum, { melds }, team) => (melds ? sum + total(booksOf(view, team)) : sum), 0);
    const now = { asked: playing && askedMe(view), turn: playing && myTurn(view), books };
    const { was } = this;
    this.was = now;
    if (!was || !wanted()) return;
    const name = now.asked && !was.asked ? "asked"
      : now.turn && !was.turn ? "turn"
      : events.length && now.books > was.books ? "book"
      : events.some(({ type }) => CARDS.has(type)) ? "card" : null;
    if (name && this.ready()) this.play(SOUNDS[name]);
  }

  ready() {
    this.context ??= new AudioContext();
    if (this.context.state !== "running") this.context.resume();
    return this.context.state === "running";
  }

  play(notes) {
    const { context } = this;
    for (const [frequency, start, length] of notes) {
      const tone = new OscillatorNode(context, { type: "triangle", frequency });
      const volume = new GainNode(context, { gain: 0 });
      const from = context.currentTime + start;
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(LOUD, from + 0.01);
      volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
      tone.connect(volume).connect(context.destination);
      tone.start(from);
      tone.stop(from + length);
    }
  }
}

const total = (books) => Object.values(books).reduce((sum, n) => sum + n, 0);
