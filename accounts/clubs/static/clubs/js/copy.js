// Copies a link, prints a page: buttons that are of use with scripts only, and shown then.
for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue; // not in a secure context: the link can be selected
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = button.dataset.done;
  });
}
for (const input of document.querySelectorAll("input.address")) input.addEventListener("focus", () => input.select());
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
