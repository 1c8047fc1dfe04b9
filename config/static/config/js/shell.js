// Every page: the site's worker is there, so that the site can be installed and says so when there is no connection.
// It takes the place of any other that a browser may still have from before.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}), { once: true });
}

// Who signs out leaves no card in the browser: what was staged, and the own order of a hand. Who is signed out by time keeps it.
const LEAVING = ["/logout", "/account/sign-out-everywhere", "/account/delete"];
const LEFT = "fairdeal:left";
try {
  // The page that follows: they are signed out now, and tables in other tabs hear of it (table.js).
  localStorage.removeItem(LEFT);
} catch {
  // As below.
}
document.addEventListener("submit", ({ target }) => {
  if (target.method !== "post" || !LEAVING.includes(target.getAttribute("action") ?? location.pathname)) return;
  try {
    const cards = Object.keys(localStorage).filter((key) => /^fairdeal:(staging|order):/.test(key));
    for (const key of cards) localStorage.removeItem(key);
    localStorage.setItem(LEFT, "1");
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
});
