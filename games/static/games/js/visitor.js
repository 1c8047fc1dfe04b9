// What a visitor likes is kept in this browser, and holds before anything is drawn.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("fairdeal:liked") ?? "{}"));
} catch {
  // A private window without storage: all is as usual.
}
