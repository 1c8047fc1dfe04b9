// Whose doing something was, for a person.
import { fmt, gettext } from "./i18n.js";
import { nameOf } from "./seats.js";

export function actor(event, view) {
  const { kind, name } = event.actor;
  const of = event.seat === null ? "" : nameOf({ ...view, theirs: true }, event.seat);
  if (kind === "system") return gettext("the server");
  if (kind === "bot") return of || gettext("a bot");
  if (kind === "officer") return fmt(gettext("%(name)s, an officer of the club"), { name });
  if (kind === "plan") return fmt(gettext("%(name)s, decided beforehand"), { name });
  return name;
}

/** For whom it was done, if for another: the name at that seat; else "". */
export function forWhom(event, view) {
  if (event.seat === null) return "";
  const of = nameOf({ ...view, theirs: true }, event.seat);
  return event.actor.kind === "bot" || event.actor.name === of ? "" : of;
}
