// The page's words: Django's JavaScriptCatalog gives the functions, named placeholders only.
const catalogue = globalThis;

export const gettext = (text) => (catalogue.gettext ? catalogue.gettext(text) : text);
export const pgettext = (context, text) => (catalogue.pgettext ? catalogue.pgettext(context, text) : text);
export const ngettext = (one, many, n) => (catalogue.ngettext ? catalogue.ngettext(one, many, n) : n === 1 ? one : many);
export const npgettext = (context, one, many, n) =>
  catalogue.npgettext ? catalogue.npgettext(context, one, many, n) : n === 1 ? one : many;

/** `text` with its %(name)s filled in. */
export function fmt(text, values) {
  if (catalogue.interpolate) return catalogue.interpolate(text, values, true);
  return text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
}

const language = () => document.documentElement.lang || "en";

export const number = (value) => new Intl.NumberFormat(language()).format(value).replace("-", "−");
export const signed = (value) => (value > 0 ? "+" : "") + number(value);
export const list = (items) => new Intl.ListFormat(language(), { type: "conjunction" }).format(items);
/** The zone that the viewer has chosen; else the browser's own. */
const timeZone = document.documentElement.dataset.zone || undefined;
export const timeOfDay = (when) =>
  new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(new Date(when));
/** The time of today, or the day with it. */
export function shortTime(when) {
  const at = new Date(when);
  const day = (date) => new Intl.DateTimeFormat(language(), { dateStyle: "short", timeZone }).format(date);
  if (day(at) === day(new Date())) return timeOfDay(at);
  const form = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
  return new Intl.DateTimeFormat(language(), form).format(at);
}
/** As short as it can be said of what lies ahead: the time of today, the weekday with it, a later day alone. */
export function soon(when) {
  const days = (new Date(when) - Date.now()) / 86_400_000;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const form = days < 0.75 ? time : days < 6 ? { weekday: "short", ...time } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language(), { ...form, timeZone }).format(new Date(when));
}
/** To the thousandth of a second, as the log has it; `short`: without the day. */
export function exactTime(when, short = false) {
  const day = short ? {} : { weekday: "short", day: "numeric", month: "short", year: "numeric" };
  const form = { ...day, hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone };
  if (!short) form.fractionalSecondDigits = 3;
  return new Intl.DateTimeFormat(language(), form).format(new Date(when));
}
/** The same moment by the clock that is everybody's. */
export const utcTime = (when) => fmt(gettext("%(time)s UTC"), { time: new Date(when).toISOString().slice(11, 23) });
export const fullTime = (when) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "full", timeStyle: "long", timeZone }).format(new Date(when));
