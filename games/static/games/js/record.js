// Every event in words, also what nobody is told while it is played: for the record.
import { fmt, gettext, ngettext } from "./i18n.js";
import { nameOf } from "./seats.js";
import { sentence } from "./words.js";

const MORE = {
  nonce_added: (event, name) => fmt(gettext("%(name)s adds a number to the shuffle of deal %(deal)s."), { name, deal: event.data.deal }),
  calendar_told: (_, name) => fmt(gettext("%(name)s tells when not to play."), { name }),
  dealt: (event, name) => {
    const n = event.hidden?.hand ?? event.data.hand?.split(" ").length ?? 0;
    return fmt(ngettext("%(name)s is dealt %(n)s card, and a foot.", "%(name)s is dealt a hand of %(n)s cards, and a foot.", n), { name, n });
  },
};

export function forRecord(event, view) {
  const said = sentence(event, view);
  if (said) return said;
  return MORE[event.type]?.(event, event.seat === null ? "" : nameOf(view, event.seat)) ?? event.type.replaceAll("_", " ");
}
