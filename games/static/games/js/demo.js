// The live table on the home page: the felt of a spectator and the last thing that happened.
import { Api } from "./api.js";
import { felt, WIDE } from "./felt.js";
import { Link } from "./link.js";
import { morph } from "./html.js";
import { Store } from "./store.js";

const boot = JSON.parse(document.getElementById("table-data").textContent);
const place = document.getElementById("demo-felt");
const last = document.getElementById("demo-last");
const api = new Api(`/api/games/${boot.id}`);
const store = new Store(boot, api, { draw, say: () => {} });

function draw(state) {
  state.ui.wide = place.clientWidth >= WIDE;
  morph(place, felt(state));
  const text = state.log.at(-1)?.text ?? "";
  if (last.textContent !== text) last.textContent = text;
}

place.addEventListener("click", (event) => {
  const fold = event.target.closest("[data-fold]");
  if (!fold) return;
  const team = Number(fold.dataset.fold);
  if (!store.state.ui.open.delete(team)) store.state.ui.open.add(team);
  store.redraw();
});
new Link({
  path: `/ws/games/${boot.id}`,
  api,
  since: () => store.state.version,
  onFrame: (frame) => store.hear(frame),
  onState: (name) => store.link(name),
}).start();
store.loadLog();
