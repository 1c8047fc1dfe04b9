// How large the cards of the hand can be: the largest that keeps the hand to its rows and the felt whole, and the rows of
// equal length. It is measured by the whole hand and with room for the tray, so that no card changes its size while one
// lifts and stages.
import { stacks } from "./cards.js";
import { arranged } from "./order.js";
import { myHand } from "./seats.js";

const STRIP = 0.43;
const GAP = 6;
const LEAST = 40;
/** What the tray takes of the height, on a phone and elsewhere. */
const TRAY = [90, 112];

/** Sets --hand-w on `root` and says whether the felt is too low for all that lies on it. */
export function fit(root, { view, ui }) {
  const felt = root.querySelector(".felt");
  if (!felt) return;
  felt.classList.remove("tight");
  const beside = innerHeight <= 500 && innerWidth > innerHeight;
  const small = root.clientWidth < 700 || beside;
  root.classList.toggle("beside", beside);
  const hand = root.querySelector(".hand");
  if (hand) fitHand(root, hand, small, beside ? 0 : heightOf(felt));
  felt.classList.toggle("tight", small && felt.scrollHeight > felt.clientHeight + 1);

  function fitHand(root_, hand_, small_, needs) {
    hand_.style.maxWidth = "";
    const style = getComputedStyle(hand_);
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const width = hand_.clientWidth - padding;
    if (width <= 0) return;
    const dock = root_.querySelector(".dock .inner");
    const tray = root_.querySelector(".tray") ? 0 : TRAY[small_ ? 0 : 1];
    const others = dock.offsetHeight - hand_.offsetHeight + tray + root_.querySelector(".bar").offsetHeight;
    const room = root_.clientHeight - others - needs - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const whole = things(arranged(stacks(myHand(view)), ui.order).map((part) => part.map(({ cards }) => cards.length)));
    const shown = [...hand_.children].filter((one) => one.matches(".stack, .gap")).map((one) => Number(one.dataset.size ?? 0));
    const all = sizes(root_, small_);
    const fitting = (what) => all.filter(([rows, size]) => rowsOf(what, size, width) <= rows);
    const good = [fitting(whole), fitting(shown)].find((found) => found.length) ?? all.slice(-1);
    const gap = parseFloat(style.rowGap);
    const high = ([, size]) => (rows => rows * size * 1.4 + (rows - 1) * gap)(rowsOf(whole, size, width));
    const least = small_ ? 42 : 0; // where the felt scrolls anyway the hand stays as it is read well
    const [, size] = good.find((one) => high(one) <= room) ?? good.find(([, one]) => one <= least) ?? good.at(-1);
    root_.style.setProperty("--hand-w", `${size}px`);
    const rows = rowsOf(shown, size, width);
    if (rows > 1) hand_.style.maxWidth = `${evenWidth(shown, size, width, rows) + padding}px`;
    for (const gap_ of hand_.querySelectorAll(".gap")) gap_.classList.toggle("end", !sameRow(gap_.previousElementSibling, gap_.nextElementSibling));
  }
}

/** A line between two parts of a hand is drawn where both stand in one row. */
const sameRow = (a, b) => Boolean(a && b) && Math.abs(a.offsetTop - b.offsetTop) < 10;

/** How high the felt would like to be. */
function heightOf(felt) {
  felt.style.height = "1px";
  const needs = felt.scrollHeight;
  felt.style.height = "";
  return needs;
}

/** The sizes to try, the best first: how many rows, how wide a card. */
function sizes(root, small) {
  if (document.documentElement.dataset.size === "large") return [...tries(2, 76, 52), ...tries(3, 72, 52)];
  if (small) return [...tries(2, 60, 38), ...tries(3, 44, 36)];
  return [...tries(1, 72, root.clientWidth >= 1180 ? 54 : 60), ...tries(2, 72, 44)];
}

const tries = (rows, from, to) => Array.from({ length: (from - to) / 2 + 1 }, (_, i) => [rows, from - 2 * i]);
/** What stands in the rows: how many cards a stack has, 0 for a gap between the parts of a hand. */
const things = (parts) => parts.filter((part) => part.length).flatMap((part, i) => (i ? [0, ...part] : part));
const widthOf = (n, size) => (n ? Math.max(LEAST, size * (1 + STRIP * (n - 1))) : 1);

/** How many rows the stacks fill, each as soon as it is full. */
function rowsOf(things_, size, width) {
  let rows = 1;
  let x = 0;
  for (const n of things_) {
    const wide = widthOf(n, size);
    if (x && x + wide > width - 1) {
      rows += 1;
      x = 0;
    }
    x += wide + GAP;
  }
  return rows;
}

function evenWidth(things_, size, width, rows) {
  let even = width;
  while (even > 120 && rowsOf(things_, size, even - 8) <= rows) even -= 8;
  return even;
}
