// The live regions: one sentence at a time, polite; the assertive one for "your turn" and questions.
const PAUSE = 350;
/** What happens may open a sheet: that is drawn first. */
const DRAWN = 50;

/** Which pair of regions is heard is known when it is spoken: while the sheet is open, the one inside it. */
export function speaker(dialog) {
  const region = (name) => document.getElementById(dialog.open ? `say-here${name}` : `say${name}`);
  const queue = [];
  let busy = false;

  function next() {
    const text = queue.shift();
    busy = text !== undefined;
    if (!busy) return;
    const line = document.createElement("p");
    line.textContent = text;
    const polite = region("");
    polite.append(line);
    while (polite.childElementCount > 6) polite.firstElementChild.remove();
    setTimeout(next, PAUSE);
  }

  return (text, now = false) => {
    if (!text) return;
    if (now) {
      region("-now").textContent = "";
      setTimeout(() => {
        region("-now").textContent = text;
      }, DRAWN);
      return;
    }
    queue.push(text);
    if (busy) return;
    busy = true;
    setTimeout(next, DRAWN);
  };
}
