// Less used tools of the analysis: overlays, placements that cover a square, bounds, set-up, files.

import { boardPicture } from "./board.js";
import { Latest, button, choice, h, numberInput, say, trying } from "./dom.js";
import { recordPanel } from "./records.js";
import { setupPanel } from "./setup.js";
import { moveLabel, times } from "./words.js";

const OVERLAYS = [["", "nothing more"], ["worth", "the worth of all moves"], ["groups", "the groups that count"], ["uncoverable", "squares that nothing can cover"], ["fits", "where the held piece fits"]];

// `settings` has the engine's time limit, and `all` if it rates all moves; `again` restarts it.
export function makeMore({ game, panel, root, settings, again }) {
  const { board } = panel;
  const seconds = numberInput("seconds", settings.seconds, 1, 3600);
  seconds.addEventListener("change", () => { settings.seconds = Math.max(1, Math.min(3600, Number(seconds.value) || 10)); again(); });
  const overlay = choice("overlay", OVERLAYS, { onchange: () => {
    board.lay(overlay.value);
    settings.all = overlay.value === "worth";
    again();
  } });
  const asking = button("What covers a square?", () => askAbout(!board.asking), { id: "asking", "aria-pressed": "false" });
  const covering = h("div", { id: "covering" });
  const finish = button("How can it end?", () => bounds(), { id: "bounds" });
  const ends = h("div", { id: "ends" });
  const working = new Latest();

  function askAbout(on) {
    board.asking = on;
    asking.setAttribute("aria-pressed", String(on));
    board.held();
    if (on) say("Choose a square.");
  }

  async function ask(square) {
    const found = await trying(() => game.engine.ask("remaining", { ...game.here, square }));
    if (!found) return;
    board.showSquares([square]);
    const count = found.covering.length;
    covering.replaceChildren(
      h("p", {}, count ? `${count} of ${times(found.placements, "placement")} cover ${square}:` : `Nothing can cover ${square} any more.`),
      h("div", { class: "line scroll", role: "group", "aria-label": `Placements that cover ${square}`, tabindex: count > 12 ? "0" : null },
        found.covering.slice(0, 200).map((move) => h("button", { class: "plain", onclick: () => trying(() => game.play(move)), ...panel.pointing(move) }, moveLabel(move)))));
  }

  // The board at the end of a game, whose moves begin with those on the board.
  function finishPicture(moves) {
    const { position } = game.page;
    const image = h("div", { class: "picture" });
    trying(async () => {
      const placed = moves.filter((move) => /[0-9]/.test(move)).join(" ");
      const body = { game: position.game, options: position.options, placed, to_move: position.to_move };
      const found = await game.engine.ask("setup", position.symbols ? { ...body, board: position.symbols } : body);
      image.replaceChildren(boardPicture(found.page.svg, false).picture);
    });
    return image;
  }

  // Show the least and the greatest final margin.
  async function bounds() {
    const [first, second] = game.rules.sides;
    const margin = (value) => (value === null ? "not known" : value === 0 ? "0" : `${Math.abs(value)} for ${value > 0 ? first : second}`);
    ends.replaceChildren(h("p", { class: "note" }, "Looking for the best and the worst end …"), button("Stop", () => working.end()));
    const answer = await working.run((signal) => game.engine.stream("bounds", { ...game.here, time_limit: settings.seconds }, () => {}, signal))
      .finally(() => { if (!working.isWorking) ends.replaceChildren(); });
    if (!answer) return;
    const isProved = answer.status === "optimal";
    ends.replaceChildren(
      h("p", {}, h("span", { class: isProved ? "proved" : "estimated" }, isProved ? "Proved: " : "Not proved: "),
        answer.decided ? `${answer.decided} wins, however the game is finished.` : "the game can still end either way."),
      h("p", {}, `Final margin at best for ${first}: ${margin(answer.best)}; at worst: ${margin(answer.worst)}.`),
      h("div", { class: "row" }, [["best", answer.best_finish], ["worst", answer.worst_finish]].filter(([, moves]) => moves).map(([name, moves]) =>
        h("figure", { class: "finish" }, h("figcaption", { class: "note" }, `The ${name} end found for ${first}`), finishPicture(moves)))));
  }

  game.onChange(() => {
    working.end();
    covering.replaceChildren();
    ends.replaceChildren();
  });
  return {
    ask,
    close() { if (board.asking) askAbout(false); },
    nodes: [
      h("section", {},
        h("div", { class: "row" }, h("label", {}, "Show on the board", overlay)),
        h("div", { class: "row" }, h("label", {}, "Seconds for the engine", seconds)),
        h("div", { class: "row" }, asking, game.engine.offers("bounds") ? finish : null), covering, ends, panel.keys),
      recordPanel(game, root), setupPanel(game, board),
    ],
  };
}
