// The button of the page "Notices": this browser shows notices, or no longer.

const box = document.getElementById("push");
const [turnOn, turnOff] = box.querySelectorAll("button");
const said = box.querySelector("[role=status]");

const say = (text) => (said.textContent = text);

function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function ask(method, body) {
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
  const answer = await fetch("/api/notices/browsers", { method, headers, body: JSON.stringify(body) });
  if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
}

function show(subscription) {
  turnOn.hidden = Boolean(subscription);
  turnOff.hidden = !subscription;
  say(subscription ? box.dataset.on : "");
}

const registered = async () => navigator.serviceWorker.getRegistration("/");

async function start() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return say(box.dataset.unable);
  const worker = await registered();
  show(worker && (await worker.pushManager.getSubscription()));
}

turnOn.addEventListener("click", async () => {
  if ((await Notification.requestPermission()) !== "granted") return say(box.dataset.denied);
  turnOn.disabled = true;
  try {
    await navigator.serviceWorker.register("/worker.js");
    const worker = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(box.dataset.key) };
    const subscription = await worker.pushManager.subscribe(options);
    await ask("POST", subscription.toJSON());
    show(subscription);
  } catch {
    say(box.dataset.failed);
  }
  turnOn.disabled = false;
});

turnOff.addEventListener("click", async () => {
  const worker = await registered();
  const subscription = worker && (await worker.pushManager.getSubscription());
  try {
    if (subscription) {
      await ask("DELETE", { endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    }
    show(null);
  } catch {
    say(box.dataset.failed);
  }
});

start();
