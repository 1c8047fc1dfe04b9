// Whether the site is newer than this page. Each release has another worker (worker.js), so a page that another worker
// takes over, or that comes back after the site was away, learns of it; what is staged outlives the reload.
import { gettext } from "./i18n.js";
import { html } from "./html.js";

export class Release {
  constructor(store) {
    const { serviceWorker } = navigator;
    let known = Boolean(serviceWorker?.controller); // the first that takes over is of this page's own release
    serviceWorker?.addEventListener("controllerchange", () => {
      store.state.ui.newer = known;
      known = true;
      store.redraw();
    });
  }

  /** The site answers again: is it still the same? */
  ask() {
    navigator.serviceWorker?.getRegistration().then((found) => found?.update()).catch(() => {});
  }
}

export const newerBox = ({ ui }) =>
  ui.newer
    ? html`<div class="hint" data-key="newer" role="status"><p>${gettext("A new version is here. What is staged is kept.")}</p><span class="use"><a class="btn alt" href="">${gettext("Reload")}</a></span></div>`
    : "";
