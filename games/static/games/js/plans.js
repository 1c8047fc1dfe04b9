// What I decide beforehand: what there is, how to cancel it, and two steps to something new. State in, markup out.
import { fmt, gettext } from "./i18n.js";
import { html } from "./html.js";
import { seated } from "./seats.js";

/** What can come up, each a question with the answers to it: `{kind, when, choices: [{label, yes?}]}`. */
const DECISIONS = () => [
  {
    kind: "answer",
    when: gettext("When a partner asks to go out"),
    choices: [{ label: gettext("Answer yes"), yes: true }, { label: gettext("Answer no"), yes: false }],
  },
  { kind: "pass", when: gettext("When the stock is empty and I could take the pile"), choices: [{ label: gettext("Pass") }] },
];

const labelOf = ({ kind, yes }) => DECISIONS().find((one) => one.kind === kind).choices.find((choice) => choice.yes === yes)?.label;
const UNTIL = () => ({ deal: gettext("in this deal"), game: gettext("to the end of the game") });

/** The way to the sheet, beside what is said of the table. */
export const plansButton = ({ view }) =>
  seated(view) && (view.status === "playing" || view.status === "paused")
    ? html`<p><button class="btn" data-sheet="plans" data-key="open-plans">${gettext("Decide beforehand")}</button></p>`
    : "";

export function plansSheet(state, titled) {
  const { plans, planning } = state.ui;
  const head = html`${titled(gettext("Decided beforehand"))}<p class="note">${gettext("It is done at once when the moment comes, also while you are away. Nobody is told before; the log then says that it was decided beforehand.")}</p>`;
  if (!plans) return html`${head}<p class="note">${gettext("One moment…")}</p>`;
  if (planning) return html`${head}${confirm(planning)}`;
  const shown = DECISIONS().filter(({ kind }) => plans.offered.includes(kind));
  if (!shown.length) return html`${head}<p class="note">${gettext("At this table nothing comes up that could be decided beforehand.")}</p>`;
  return html`${head}${shown.map((one) => decision(one, plans.plans.find(({ kind }) => kind === one.kind)))}`;
}

function decision({ kind, when, choices }, plan) {
  const now = plan
    ? html`<p><b>${labelOf(plan)}</b>, ${UNTIL()[plan.until]}. <button class="btn" data-unplan="${kind}">${gettext("Cancel")}</button></p>`
    : html`<p class="note">${gettext("You will be asked.")}</p>`;
  const more = choices.filter(({ yes }) => !plan || yes !== plan.yes);
  return html`<section data-key="plan-${kind}"><h3>${when}</h3>${now}${more.length ? html`<p class="choices">${more.map(({ label, yes }) => html`<button class="btn" data-plan="${kind}" data-yes="${yes === undefined ? "" : String(yes)}">${label}…</button> `)}</p>` : ""}</section>`;
}

/** The second step: what it means, and for how long. */
function confirm(planning) {
  const { when } = DECISIONS().find(({ kind }) => kind === planning.kind);
  const what = { when, what: labelOf(planning) };
  return html`<section role="group" aria-labelledby="plan-sure"><h3 id="plan-sure" tabindex="-1">${fmt(gettext("%(when)s: %(what)s?"), what)}</h3>
    <p class="note">${gettext("It counts from the next time on, not for what waits for you now. You can cancel it here.")}</p>
    <p class="choices"><button class="btn alt" data-until="deal">${gettext("In this deal")}</button> <button class="btn alt" data-until="game">${gettext("To the end of the game")}</button> <button class="btn" data-until="">${gettext("No")}</button></p></section>`;
}

/** What is tapped in the sheet. */
export class Plans {
  constructor(store, api) {
    this.store = store;
    this.api = api;
  }

  get ui() {
    return this.store.state.ui;
  }

  async load() {
    this.ui.planning = null;
    this.show(await this.api.plans().catch(() => null));
  }

  show(plans) {
    this.ui.plans = plans;
    this.store.redraw();
  }

  /** The first step: something is chosen, nothing is sent. */
  choose({ plan, yes }) {
    this.ui.planning = { kind: plan, ...(yes ? { yes: yes === "true" } : {}), version: this.store.state.version };
    this.store.redraw();
    requestAnimationFrame(() => document.getElementById("plan-sure")?.focus()); // what was tapped is gone
  }

  /** The second: for how long, or not at all. Meant for the position that was seen at the first. */
  async confirm(until) {
    const { kind, version, ...more } = this.ui.planning;
    this.ui.planning = null;
    if (!until) return this.store.redraw();
    await this.try(() => this.api.plan(kind, { expected_version: version, until, ...more }));
  }

  cancel(kind) {
    return this.try(() => this.api.unplan(kind));
  }

  async try(ask) {
    try {
      this.show(await ask());
      this.store.say(gettext("Saved."));
    } catch (error) {
      this.ui.sheet = null;
      if (error.code === "stale_version") this.store.refuse(gettext("Something happened at the table meanwhile. Look again, then decide."), "hint");
      else this.store.refused(error);
    }
  }
}
