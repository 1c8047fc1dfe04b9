// Markup as escaped template strings, and one function that makes the page look like it with the fewest changes.

class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (value) => String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

function piece(value) {
  if (value === null || value === undefined || value === false || value === true) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(piece).join("");
  return escape(value);
}

/** A tagged template: what is filled in is escaped, unless it is markup itself. */
export const html = (strings, ...values) =>
  new Markup(strings.reduce((text, string, i) => text + piece(values[i - 1]) + string));

export const icon = (name) => html`<svg class="i" aria-hidden="true"><use href="#${name}"/></svg>`;

/** Makes the children of `element` equal to `markup`; elements with the same data-key stay the same elements. */
export function morph(element, markup) {
  const focused = document.activeElement;
  const key = focused && element.contains(focused) ? focused.dataset.key || focused.id : null;
  const template = document.createElement("template");
  template.innerHTML = markup.toString();
  children(element, template.content);
  if (key && document.activeElement !== focused) {
    const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`) || document.getElementById(key);
    again?.focus({ preventScroll: true });
  }
}

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset?.key || node.id || null : null);

function children(parent, wanted) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let here = parent.firstChild;
  for (const node of [...wanted.childNodes]) {
    const key = keyOf(node);
    let match = key ? keyed.get(key) : here && !keyOf(here) && alike(here, node) ? here : null;
    if (match && !alike(match, node)) match = null;
    if (match) {
      if (match === here) here = here.nextSibling;
      else parent.insertBefore(match, here);
      update(match, node);
    } else {
      parent.insertBefore(document.importNode(node, true), here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName;

function update(old, wanted) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && name !== "style" && name !== "open") old.removeAttribute(name);
  }
  children(old, wanted);
}
