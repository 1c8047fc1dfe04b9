// How far a list of invitations has come, asked once a second; in the end the page with its report.
const bar = document.getElementById("progress");
const words = document.getElementById("progress-words");
const PAUSE = 1000;

async function look() {
  try {
    const answer = await fetch(bar.dataset.source, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (answer.ok) {
      const { letters, done, sent } = await answer.json();
      bar.value = done;
      words.textContent = bar.dataset.words.replace("%(sent)s", sent).replace("%(letters)s", letters);
      if (done === letters) return location.reload();
    }
  } catch {
    // The next look may find the server again.
  }
  setTimeout(look, PAUSE);
}

if (!("over" in bar.dataset)) setTimeout(look, PAUSE);
