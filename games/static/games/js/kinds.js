// The kinds of what happens at a table, to look through its log by.
const PEOPLE = new Set(["created", "invited", "seated", "left", "substitute_wanted", "substituted", "return_wanted", "calendar_told"]);
const DEAL = new Set(["nonce_added", "started", "deal_started", "dealt", "upcard_turned", "deal_ended", "deal_scored", "game_ended"]);
const PLAY = new Set([
  "grabbed", "drew", "red_threes_laid", "pile_taken", "melded", "foot_taken", "discarded", "asked", "answered", "passed", "passed_over", "undo_wanted", "action_undone",
]);

export const KINDS = ["play", "deal", "people", "time"];
export const kindOf = (type) => (PLAY.has(type) ? "play" : DEAL.has(type) ? "deal" : PEOPLE.has(type) ? "people" : "time");
