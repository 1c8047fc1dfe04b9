// In a page that looks on: when each version was seen, and how long each redraw took, layout included.
(() => {
  window.seen = {};
  window.redraws = [];
  const later = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => later((at) => {
    const began = performance.now();
    draw(at);
    document.body?.offsetHeight;
    window.redraws.push(performance.now() - began);
  });
  const look = () => {
    const newest = document.querySelector(".side.right .log li")?.dataset.key;
    if (newest) window.seen[newest.replace("log-", "")] ??= Date.now();
  };
  addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document.body, { childList: true, subtree: true }));
})();
