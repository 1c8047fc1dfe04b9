// The page of preferences: some cards as they will look, changed as one ticks.
import { like, sample } from "./likings.js";
import { morph } from "./html.js";

morph(document.getElementById("sample"), sample());
document.addEventListener("change", ({ target }) => target.matches("[data-liking]") && like(target));
