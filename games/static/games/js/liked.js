// Whether something that can be switched on at the table is: an attribute of the page says so.
const page = document.documentElement;

export const tapLiftsOne = () => page.dataset.lift === "one";
export const pileDiscards = () => page.dataset.discard === "pile";
export const lettersAct = () => page.dataset.letters !== "off";
