// The site's one worker: shows a notice when no page is open, and a page in plain words when there is no connection.
// SHELL, before this script, says what belongs to the shell. Kept are files of the site under names that hold their
// hash, and the offline page as anybody gets it: never a page of a person, never an answer of the API, never a card.

const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+$/;
const ours = (request) => new URL(request.url).origin === self.location.origin;
const isFile = (request) => {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(SHELL.files) && HASHED.test(pathname);
};

self.addEventListener("install", (event) => {
  event.waitUntil(prepare().then(() => self.skipWaiting()));
});

async function prepare() {
  const kept = await caches.open(SHELL.name);
  await kept.put(SHELL.offline, await good(new Request(SHELL.offline, { credentials: "omit", cache: "no-cache" })));
  await Promise.all(SHELL.needs.map(async (path) => kept.put(path, await good(new Request(path)))));
}

async function good(request) {
  const answer = await fetch(request);
  if (!answer.ok) throw new Error(`${request.url}: ${answer.status}`);
  return answer;
}

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL.name).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !ours(request)) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(SHELL.offline)));
  else if (isFile(request)) event.respondWith(file(request));
});

async function file(request) {
  const kept = await caches.open(SHELL.name);
  const found = await kept.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone()).catch(() => {}); // no room left: then it is asked for again
  return answer;
}

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { body: told.body, tag: told.tag, icon: SHELL.icon, data: { page: told.page } };
  event.waitUntil(self.registration.showNotification(told.title || "Fairdeal", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data.page || "/", self.location.origin);
  event.waitUntil(self.clients.openWindow(self.location.origin + page.pathname + page.search));
});
