// The live regions: one sentence at a time, polite; the assertive one for "your turn" and questions.
const PAUSE = 350;

export function speaker(polite, urgent) {
  const queue = [];
  let busy = false;

  function next() {
    const text = queue.shift();
    busy = text !== undefined;
    if (!busy) return;
    const line = document.createElement("p");
    line.textContent = text;
    polite.append(line);
    while (polite.childElementCount > 6) polite.firstElementChild.remove();
    setTimeout(next, PAUSE);
  }

  return (text, now = false) => {
    if (!text) return;
    if (now) {
      urgent.textContent = "";
      requestAnimationFrame(() => {
        urgent.textContent = text;
      });
      return;
    }
    queue.push(text);
    if (!busy) next();
  };
}
