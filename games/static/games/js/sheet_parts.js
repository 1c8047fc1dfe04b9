// What sheets have in common: the heading, and the teams side by side.
import { gettext } from "./i18n.js";
import { html, icon } from "./html.js";
import { sign } from "./felt.js";
import { myTeam, teamName } from "./seats.js";

export const titled = (title) => html`<header><h2 id="sheet-title" tabindex="-1">${title}</h2><button class="ib" data-close><span class="sr">${gettext("Close")}</span>${icon("close")}</button></header>`;

/** All teams, mine first. */
export const order = (view) => {
  const n = view.teams.length;
  return Array.from({ length: n }, (_, i) => (myTeam(view) + i) % n);
};

/** With many teams the columns bear the shapes alone, and here is whose they are. */
export const legend = (view, teams) =>
  teams.length > 2 ? html`<p class="note legend">${teams.map((team) => html`<span>${sign(view, team)} ${teamName(view, team)}</span> `)}</p>` : "";
