// Shows a notice when the site is not open, and opens its page. It keeps nothing and answers no requests of pages.

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { body: told.body, tag: told.tag, data: { page: told.page } };
  event.waitUntil(self.registration.showNotification(told.title || "Fairdeal", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data.page || "/", self.location.origin);
  event.waitUntil(self.clients.openWindow(self.location.origin + page.pathname + page.search));
});
