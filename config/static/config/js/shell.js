// Every page: the site's worker is there, so that the site can be installed and says so when there is no connection.
if ("serviceWorker" in navigator && !navigator.serviceWorker.controller) {
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}), { once: true });
}
