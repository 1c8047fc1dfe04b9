// The clock of a round, counted down from the server's deadline, and the tables that are on, asked for now and then.
import { inWords } from "../../games/js/clock.js";

const SECOND = 1000;
const PAUSE = 15 * SECOND;

const clocks = [...document.querySelectorAll("time[data-left]")];
// The server's time is what counts, whatever the clock of this machine says.
const ahead = Date.parse(document.querySelector("[data-now]")?.dataset.now) - Date.now() || 0;

function tick() {
  for (const clock of clocks) clock.textContent = inWords(Date.parse(clock.dateTime) - Date.now() - ahead);
}

if (clocks.length) {
  tick();
  setInterval(tick, SECOND);
}

const live = document.getElementById("live");

async function look() {
  if (!document.hidden && !live.contains(document.activeElement)) {
    try {
      const answer = await fetch(live.dataset.source, { cache: "no-store" });
      if (answer.ok && answer.headers.get("Content-Type").startsWith("text/html") && !answer.redirected) {
        live.innerHTML = await answer.text();
        if (!live.querySelector("[data-on]")) return;
      }
    } catch {
      // The next look may find the server again.
    }
  }
  setTimeout(look, PAUSE);
}

if (live?.querySelector("[data-on]")) setTimeout(look, PAUSE);
