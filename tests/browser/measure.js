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

  const groups = [".acts .btn", ".stack", ".meld", ".seat", ".bar > *", ".team, .mid", ".row .btn"];
  return [...outside(), ...groups.flatMap(overlaps), ...small(), ...tiny()];
})()
