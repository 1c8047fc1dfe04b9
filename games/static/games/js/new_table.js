// The form for a new table: shows the seats that the chosen number of players has, and a name where one is invited.
const form = document.getElementById("new-table");

function show() {
  const [players, teams] = form.elements.layout.value.split("-").map(Number);
  for (const row of form.querySelectorAll("[data-seat]")) {
    const seat = Number(row.dataset.seat);
    row.hidden = seat > players;
    row.querySelector("[data-partner]").hidden = teams === players || (seat - 1) % teams !== 0;
    row.querySelector("[data-name]").hidden = form.elements[`seat_${seat}`].value !== "invite";
  }
}

form.addEventListener("change", show);
show();
