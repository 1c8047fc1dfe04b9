// How large the cards of the hand can be: the largest that keeps the hand to its rows, and the rows of equal length.
const STRIP = 0.43;
const GAP = 6;
const LEAST = 40;

/** Sets --hand-w on `root`; reads the hand's width once, and the felt's height a few times on large screens. */
export function fit(root) {
  const hand = root.querySelector(".hand");
  const felt = root.querySelector(".felt");
  if (!felt) return;
  felt.classList.remove("tight");
  const small = root.clientWidth < 700 || innerHeight < 500;
  if (hand) fitHand(root, hand, felt, small);
  felt.classList.toggle("tight", small && felt.scrollHeight > felt.clientHeight + 1);
}

function fitHand(root, hand, felt, small) {
  // Each thing in the row: how many cards a stack has, 0 for a gap.
  const things = [...hand.children].filter((one) => one.matches(".stack, .gap")).map((one) => Number(one.dataset.size ?? 0));
  const style = getComputedStyle(hand);
  hand.style.maxWidth = "";
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const width = hand.clientWidth - padding;
  if (!things.length || width <= 0) return;
  const wide = root.clientWidth >= 1180;
  const tries = document.documentElement.dataset.size === "large"
    ? [...range(76, 52, 2).map((size) => [2, size]), ...range(72, 52, 2).map((size) => [3, size])]
    : small
    ? [...range(60, 38, 2).map((size) => [2, size]), ...range(46, 34, 2).map((size) => [3, size])]
    : [...range(72, wide ? 54 : 60, 2).map((size) => [1, size]), ...range(68, 44, 2).map((size) => [2, size])];
  const good = tries.filter(([rows, size]) => rowsOf(things, size, width) <= rows);
  let chosen = tries.at(-1);
  for (const one of good) {
    chosen = one;
    root.style.setProperty("--hand-w", `${one[1]}px`);
    if (small || felt.scrollHeight <= felt.clientHeight + 1) break;
  }
  root.style.setProperty("--hand-w", `${chosen[1]}px`);
  const rows = rowsOf(things, chosen[1], width);
  if (rows > 1) hand.style.maxWidth = `${evenWidth(things, chosen[1], width, rows) + padding}px`;
}

const range = (from, to, step) => Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, i) => from - i * step);
const widthOf = (n, size) => (n ? Math.max(LEAST, size * (1 + STRIP * (n - 1))) : 1);

/** How many rows the stacks fill, each as soon as it is full. */
function rowsOf(things, size, width) {
  let rows = 1;
  let x = 0;
  for (const n of things) {
    const wide = widthOf(n, size);
    if (x && x + wide > width - 1) {
      rows += 1;
      x = 0;
    }
    x += wide + GAP;
  }
  return rows;
}

function evenWidth(things, size, width, rows) {
  let even = width;
  while (even > 120 && rowsOf(things, size, even - 8) <= rows) even -= 8;
  return even;
}
