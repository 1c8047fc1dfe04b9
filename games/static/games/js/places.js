// Where things lie on the page: read before and after it is drawn, so that movement can tell what went where.
import { meldsOf } from "./seats.js";

const CARD = { width: 26, height: 36 };

/** A card's box in the middle of something larger. */
function middle(box) {
  return new DOMRect(box.x + (box.width - CARD.width) / 2, box.y + (box.height - CARD.height) / 2, CARD.width, CARD.height);
}

/** What can be seen of the page: nothing flies to a place that is scrolled away or folded. */
function seen(element, felt) {
  if (!element) return null;
  const box = element.getBoundingClientRect();
  if (!box.width || !box.height) return null;
  if (!element.closest(".felt")) return box;
  return box.bottom > felt.top + 8 && box.top < felt.bottom - 8 ? box : null;
}

/** `{hand, tray, pile}`: the cards in them, `{face, element, box}`; and the other places of `root`, by asking. */
export function places(root) {
  const felt = root.querySelector(".felt").getBoundingClientRect();
  const cards = (where) =>
    [...root.querySelectorAll(`${where} .card:not([data-face=""])`)].flatMap((element) => {
      const box = seen(element, felt);
      return box ? [{ face: element.dataset.face, element, box, where }] : [];
    });
  const find = (selector, inside = "") => {
    const element = root.querySelector(`${selector} ${inside}`.trim()) ?? root.querySelector(selector);
    const box = seen(element, felt);
    return box && { element, box };
  };
  const dock = () => {
    const place = find(".handhead") ?? find(".hand");
    return place && { ...place, box: middle(place.box) };
  };
  const melds = new Map([...root.querySelectorAll(".meld")].map((one) => [one.dataset.key, one.getBoundingClientRect()]));
  return {
    felt, melds, dock,
    /** Copies of the melds that are no books: what is drawn next changes them where they lie. */
    fans: () => new Map([...root.querySelectorAll(".meld:not(.book)")].map((one) => [one.dataset.key, one.cloneNode(true)])),
    hand: cards(".hand"), tray: cards(".tray .grp"), pile: cards(".pile"),
    stock: () => find(".stock", ".card"),
    top: () => find(".pile .last", ".card") ?? find(".pile"),
    heap: () => find(".grabber"),
    seat: (n) => {
      const place = find(`.seat[data-key="seat-${n}"]`);
      return place ? { ...place, box: middle(place.box) } : dock();
    },
    meld: (key) => find(`.meld[data-key="${key}"]`, ".fr"),
    threes: (team) => {
      const place = find(`.team[data-key="team-${team}"] .r3`);
      return place && { ...place, box: middle(place.box) };
    },
    /** Where the next new meld of a team will lie. */
    room: (view, team) => {
      const row = root.querySelector(`.team[data-key="team-${team}"] .melds`);
      const box = seen(row, felt);
      if (!box) return null;
      const last = meldsOf(view, team).length ? row.lastElementChild.getBoundingClientRect() : null;
      const width = parseFloat(getComputedStyle(row).getPropertyValue("--mw")) || 40;
      const left = last ? Math.min(last.right + 12, box.right - width) : box.left;
      return { element: row, box: new DOMRect(left, last ? last.top : box.top, width, width * 1.36) };
    },
  };
}

/** What is in `these` and not in `those`, face by face. */
export function beyond(these, those) {
  const left = those.map(({ face }) => face);
  // Of equal ones the last is the one that came or went.
  return these.filter(({ face }) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
