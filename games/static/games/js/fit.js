// How large the cards of the hand can be: the largest that keeps the hand to its rows, and the rows of equal length.
const STRIP = 0.43;
const GAP = 6;

/** Sets --hand-w on `root`; reads the hand's width once, and the felt's height a few times on large screens. */
export function fit(root) {
  const hand = root.querySelector(".hand");
  const felt = root.querySelector(".felt");
  if (!hand || !felt) return;
  const sizes = [...hand.querySelectorAll(".stack")].map((stack) => Number(stack.dataset.size));
  const gaps = hand.querySelectorAll(".gap").length;
  const style = getComputedStyle(hand);
  hand.style.maxWidth = "";
  const width = hand.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  if (!sizes.length || width <= 0) return;
  const small = root.clientWidth < 700 || innerHeight < 500;
  const tries = small
    ? [...range(60, 40, 2).map((size) => [2, size]), ...range(46, 34, 2).map((size) => [3, size])]
    : [...range(72, 58, 2).map((size) => [1, size]), ...range(68, 44, 2).map((size) => [2, size])];
  const good = tries.filter(([rows, size]) => rowsOf(sizes, gaps, size, width) <= rows);
  const list = good.length ? good : [tries.at(-1)];
  let chosen = list[0];
  for (const one of small ? list.slice(0, 1) : list) {
    chosen = one;
    root.style.setProperty("--hand-w", `${one[1]}px`);
    if (small || felt.scrollHeight <= felt.clientHeight + 1) break;
  }
  const rows = rowsOf(sizes, gaps, chosen[1], width);
  if (rows > 1) hand.style.maxWidth = `${evenWidth(sizes, gaps, chosen[1], width, rows) + (hand.offsetWidth - width)}px`;
  felt.classList.toggle("tight", small && felt.scrollHeight > felt.clientHeight + 1);
}

const range = (from, to, step) => Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, i) => from - i * step);
const widthOf = (n, size) => size * (1 + STRIP * (n - 1));

/** How many rows the stacks fill, each as soon as it is full; gaps count as thin stacks. */
function rowsOf(sizes, gaps, size, width) {
  let rows = 1;
  let x = 0;
  const extra = (gaps * (GAP + 1)) / sizes.length;
  for (const n of sizes) {
    const wide = widthOf(n, size) + extra;
    if (x && x + wide > width + 0.5) {
      rows += 1;
      x = 0;
    }
    x += wide + GAP;
  }
  return rows;
}

function evenWidth(sizes, gaps, size, width, rows) {
  let even = width;
  while (even > 120 && rowsOf(sizes, gaps, size, even - 8) <= rows) even -= 8;
  return even;
}
