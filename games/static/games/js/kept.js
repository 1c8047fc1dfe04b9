// What a page keeps in the browser, beside what the server knows. A browser may let it keep nothing: then it is as if
// nothing had been kept, and what is new holds as long as the page.

/** What was kept, or null. `where`: this browser ("localStorage") or this window alone ("sessionStorage"). */
export function recall(key, where = "localStorage") {
  try {
    return JSON.parse(globalThis[where].getItem(key));
  } catch {
    return null;
  }
}

/** Keeps something; whether the browser lets it. */
export function remember(key, value, where = "localStorage") {
  try {
    globalThis[where].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
