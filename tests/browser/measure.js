// What a picture should be like, measured in the page: each function gives a list of faults.
(() => {
  const seen = (box) => box.width > 0 && box.height > 0;
  const scrolls = ".sr, .skip, .sprite, dialog:not([open]), .scroll, .groups, [hidden]";

  function outside() {
    const wide = document.documentElement.clientWidth;
    const found = [];
    const whole = document.documentElement.scrollWidth;
    if (whole > wide) found.push(`the page is ${whole} wide`);
    for (const e of document.querySelectorAll("body *:not(script, svg *)")) {
      const box = e.getBoundingClientRect();
      const out = seen(box) && (box.right > wide + 1 || box.left < -1);
      if (!out || e.closest(scrolls) || getComputedStyle(e).clipPath !== "none") continue;
      found.push(`outside: ${e.tagName}.${e.className} ${Math.round(box.left)}–${Math.round(box.right)}`);
    }
    return found;
  }

  function overlaps(group) {
    const boxes = [...document.querySelectorAll(group)].map((e) => [e, e.getBoundingClientRect()]).filter(([e, box]) => seen(box) && e.checkVisibility());
    const found = [];
    boxes.forEach(([a, x], i) => {
      for (const [b, y] of boxes.slice(i + 1)) {
        const width = Math.min(x.right, y.right) - Math.max(x.left, y.left);
        const height = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
        if (width > 2 && height > 2) found.push(`${a.className} over ${b.className}: ${Math.round(width)} × ${Math.round(height)}`);
      }
    });
    return found;
  }

  function small() {
    const controls = document.querySelectorAll("a.btn, button, select, input:not([type=hidden])");
    return [...controls]
      .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
      .filter(([, box]) => seen(box) && (box.width < 39.5 || box.height < 31.5))
      .map(([e, box]) => `small: ${e.tagName}.${e.className} ${box.width} × ${box.height}`);
  }

  function tiny() {
    const texts = [...document.querySelectorAll("body *:not(svg *, script, style, .sr, .sr *)")].filter(
      (e) => seen(e.getBoundingClientRect()) && [...e.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim()));
    return texts.filter((e) => parseFloat(getComputedStyle(e).fontSize) < 11).map((e) => `tiny text: ${e.className}`);
  }

  /** At the table: what is the player's own is never cut, hidden or scrolled away; where one taps there is room to. */
  function table() {
    const page = document.querySelector(".table-page");
    if (!page) return [];
    const found = [];
    for (const e of page.querySelectorAll(":is(.dock, .felt) button, .bar :is(button, a)")) {
      const { width, height } = e.getBoundingClientRect();
      if (!e.checkVisibility() || !width) continue;
      const stack = e.matches(".stack, .meld, .grp");
      if (width < (stack ? 39.5 : 43.5) || height < (e.matches(".meld") ? 39.5 : 43.5)) found.push(`target: ${e.className} ${width} × ${height}`);
      if (e.matches(".btn, .ib") && e.scrollWidth > e.clientWidth + 2) found.push(`cut: ${e.className} ${e.scrollWidth} in ${e.clientWidth}`);
    }
    for (const e of page.querySelectorAll(".prompt p, .mid .note, .go > span, .grp small, .val, .seat .c, .clock, .tag")) {
      if (e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).clipPath === "none") found.push(`cut: ${e.className} ${e.textContent.trim()}`);
    }
    const dock = page.querySelector(".dock");
    const end = innerHeight + 1;
    if (dock.scrollHeight <= dock.clientHeight + 1) {
      for (const e of dock.querySelectorAll(".stack .last, .acts .btn, .tray")) {
        if (e.getBoundingClientRect().bottom > end) found.push(`below the window: ${e.className}`);
      }
    } else if (!page.matches(".beside")) found.push(`the dock scrolls: ${dock.scrollHeight} in ${dock.clientHeight}`);
    return found;
  }

  // Of a phone that lies down the hand may be scrolled under the acts, where cards or letters are large.
  const inner = ".table-page:not(.beside) .inner > :is(.prompt, .tray, .hand, .acts)";
  const groups = [".acts .btn", ".stack", ".meld", ".seat", ".bar > *", ".team, .mid", ".row .btn", ".grp, .slot", inner];
  return [...outside(), ...groups.flatMap(overlaps), ...small(), ...tiny(), ...table()];
})()
