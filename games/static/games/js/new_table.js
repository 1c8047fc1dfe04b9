// The form for a new table: shows the seats that the chosen number of players has, a name where one is invited, and of
// the house rules what the chosen ones say and what does not go together. Without it the server says the same.
const form = document.getElementById("new-table");
const params = [...form.querySelectorAll("[data-parameter]")];

function show() {
  const [players, teams] = form.elements.layout.value.split("-").map(Number);
  for (const row of form.querySelectorAll("[data-seat]")) {
    const seat = Number(row.dataset.seat);
    row.hidden = seat > players;
    row.querySelector("[data-partner]").hidden = teams === players || (seat - 1) % teams !== 0;
    row.querySelector("[data-name]").hidden = form.elements[`seat_${seat}`].value !== "invite";
  }
  const preset = form.elements.ruleset.value;
  if (preset) params.forEach((param) => standing(param, JSON.parse(param.dataset.presets)[preset]));
}

/** What the chosen rules say stands in each field that is left as it is. */
function standing(param, values) {
  param.querySelectorAll("select, input").forEach((control, i) => {
    if (control.tagName === "SELECT") control.options[0].textContent = `= ${values[i]}`;
    else control.placeholder = `= ${values[i]}`;
  });
}

let asked = 0;
async function check() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  const { faults } = await answer.json();
  for (const param of params) {
    const said = faults[param.dataset.parameter] ?? "";
    const line = param.querySelector(".fault");
    if (line.textContent !== said) line.textContent = said;
    param.classList.toggle("wrong", said !== "");
    for (const control of param.querySelectorAll("select, input")) control.setAttribute("aria-invalid", String(said !== ""));
  }
}

form.addEventListener("change", (event) => {
  show();
  if (event.target.closest(".house") || event.target.name === "ruleset" || event.target.name === "layout") check();
});
show();
