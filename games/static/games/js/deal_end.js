// The end of a deal as a sheet: all teams side by side, counted up line by line for who was there when it ended.
import { fmt, gettext, number, signed } from "./i18n.js";
import { html } from "./html.js";
import { sign } from "./felt.js";
import { againButton } from "./leaving.js";
import { teamName } from "./seats.js";
import { winners } from "./prompt.js";
import { legend, order, titled } from "./sheet_parts.js";
import { verifyButton } from "./verify_sheet.js";
import { outcome } from "./words.js";

const A_LINE = 350;

/** What a score consists of, in the order in which it is counted. */
function parts({ ruleset }) {
  const bonus = ruleset?.book_bonus ?? {};
  const books = (words, kind) => (bonus[kind] ? fmt(gettext("%(books)s, %(n)s each"), { books: words, n: number(bonus[kind]) }) : words);
  return [
    ["cards", gettext("Cards laid")],
    ["clean_books", books(gettext("Clean books"), "clean")],
    ["dirty_books", books(gettext("Dirty books"), "dirty")],
    ["wild_books", books(gettext("Wild books"), "wild")],
    ["red_threes", gettext("Red threes")],
    ["going_out", gettext("Going out")],
    ["exact_grabs", gettext("Exact grabs")],
    ["cards_left", gettext("Cards left in hand and foot")],
    ["red_threes_left", gettext("Red threes caught")],
  ];
}

/** The lines of a deal that is over: `{label, of(team), sum}`. */
function lines(view, told) {
  const known = parts(view);
  const names = new Set(known.map(([part]) => part));
  const more = [...new Set(told.parts.flatMap((all) => Object.keys(all)))].filter((part) => !names.has(part));
  const counted = [...known.filter(([part]) => told.parts.some((all) => all[part])), ...more.map((part) => [part, part.replaceAll("_", " ")])];
  return [
    ...counted.map(([part, label]) => ({ label, of: (team) => signed(told.parts[team][part] ?? 0) })),
    { label: gettext("This deal"), of: (team) => number(told.scores[team]), sum: true },
    { label: gettext("New total"), of: (team) => number(told.totals[team]), sum: true },
  ];
}

/** `open`: {deal, shown}; of the lines so many are shown, or all. */
export function dealEnd(state, { deal, shown = Infinity }) {
  const { view } = state;
  const told = state.deals.get(deal);
  if (!told) return html`${titled(fmt(gettext("Deal %(n)s"), { n: deal }))}<p class="note">${gettext("One moment…")}</p>`;
  const teams = order(view);
  const last = view.status === "finished" && deal === (view.scores?.length ?? 0);
  const row = ({ label, of, sum }, n) =>
    html`<tr class="${sum ? "sum" : ""}${n < shown ? "" : " yet"}"><th scope="row">${label}</th>${teams.map((team) => html`<td>${of(team)}</td>`)}</tr>`;
  const heads = teams.map((team) => html`<th scope="col"><span class="th">${sign(view, team)}<span class="tn">${teamName(view, team)}</span></span></th>`);
  return html`${titled(fmt(gettext("Deal %(n)s is over"), { n: deal }))}
    ${last ? html`<p class="result">${outcome(view, view.totals, winners(view))}</p>` : ""}
    ${told.how ? html`<p class="note">${told.how}</p>` : ""}
    <div class="scroll${teams.length > 2 ? " several-teams" : ""}" tabindex="0" role="group" aria-label="${gettext("Score")}"><table class="counted"><thead><tr><th scope="col"><span class="sr">${gettext("Part")}</span></th>${heads}</tr></thead>
    <tbody>${lines(view, told).map(row)}</tbody></table></div>
    ${legend(view, teams)}
    <div class="acts">${verifyButton(deal)}${last ? atTheEnd(state) : between(state, told)}</div>`;
}

const atTheEnd = (state) =>
  html`<a class="btn" href="/">${gettext("To the games")}</a>${state.replayPage ? html`<a class="btn" href="${state.replayPage}">${gettext("Replay")}</a>` : ""}<button class="btn" data-close>${gettext("Look at the table")}</button>${againButton(state)}`;

/** The next deal is dealt already; how this one lay, with all cards face up, is a moment of the replay. */
const between = (state, { version }) =>
  html`${state.replayPage && version ? html`<a class="btn" href="${state.replayPage}?at=${version}&eyes=all">${gettext("Look at the table")}</a>` : ""}<button class="btn go" data-close>${state.replay ? gettext("Close") : gettext("Next deal")}</button>`;

/** Shows one line after the other, while the sheet is open. */
export class Count {
  constructor(store) {
    this.store = store;
  }

  get open() {
    const { ui, deals, view } = this.store.state;
    const { sheet } = ui;
    return sheet?.kind === "deal" && deals.has(sheet.deal) && sheet.shown < lines(view, deals.get(sheet.deal)).length ? sheet : null;
  }

  /** To be called when the page has been drawn. */
  follow() {
    const { open } = this;
    if (!open || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (open !== this.store.state.ui.sheet) return this.follow();
      open.shown += 1;
      this.store.redraw();
    }, A_LINE);
  }

  /** Everything at once; whether there was anything to wait for. */
  all() {
    const { open } = this;
    if (!open) return false;
    open.shown = Infinity;
    this.store.redraw();
    return true;
  }
}
