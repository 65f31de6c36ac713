// The dialog for a new game: which, how large, against whom, and who begins.

import { button, choice, h, openDialog, say, seedInput, seedOf, trying } from "./dom.js";
import { BY_LINK, OPPONENTS, beginning } from "./game.js";
import { address } from "./link.js";
import { strengthOf } from "./play.js";
import { gameFields } from "./setup.js";

// `begin(started, opponent, person)` begins the game; `person` is which player the opponent is.
export function newGame(game, root, begin) {
  const chosen = gameFields(game.games, "game", "new", (name) => (name === game.rules.name ? game.page.position.options : {}), choose);
  const { select, fields, rules } = chosen;
  const seed = seedInput("seed");
  const seeded = h("label", {}, "Seed", seed);
  const offered = [...(game.engine.offers("engine") ? OPPONENTS.map(([value, name]) => [value, name]) : []), ["", "A person, on this screen"], [BY_LINK, "A person, by link"]];
  const opponent = choice("level", offered, { onchange: () => measure() });
  const person = choice("person", [["1", "you"], ["0", "the opponent"], ["", "by lot"]]);
  const begins = h("label", {}, "First", person);
  const strength = h("p", { class: "note", id: "strength" });
  const guided = h("a", { id: "first-game", onclick: () => dialog.close() }, "Be shown a first game");

  function choose() {
    seeded.hidden = !rules().options.some(({ name }) => name === "symbols"); // chance makes nothing but the symbols of a board
    fields.append(seeded);
    guided.href = address("play", { first: select.value });
    measure();
  }

  function measure() {
    begins.hidden = opponent.value === "";
    strength.textContent = strengthOf(rules(), opponent.value);
  }

  async function start() {
    const who = person.value === "" ? Math.floor(2 * Math.random()) : Number(person.value);
    await begin(await game.engine.ask("new", beginning(rules(), chosen.read(), seedOf(seed))), opponent.value, who);
    dialog.close();
    say(`New game: ${game.rules.title}`);
  }

  opponent.value = game.opponent;
  person.value = String(game.person);
  chosen.choose(game.page.position.game);
  const dialog = openDialog(root, "new-dialog", "New game", () => {},
    h("div", { class: "row" }, h("label", {}, "Game", select), guided),
    h("div", { class: "row" }, h("label", {}, "Opponent", opponent), begins), strength,
    h("details", {}, h("summary", {}, "Size and rules"), fields),
    h("div", { class: "row" }, h("button", { class: "primary", id: "new-game" }, "Start"), button("Cancel", () => dialog.close())));
  dialog.addEventListener("submit", (event) => { event.preventDefault(); trying(start); });
}
