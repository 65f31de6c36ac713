// Less used tools of the analysis: overlays, placements that cover a square, bounds, set-up, files.

import { boardPicture } from "./board.js";
import {
  Latest,
  button,
  choice,
  fields,
  h,
  numberInput,
  numberOf,
  row,
  say,
  trying,
} from "./dom.js";
import { tr, trn } from "./language.js";
import { recordPanel } from "./records.js";
import { setupPanel } from "./setup.js";
import { moveLabel } from "./words.js";

/** @type {[value: string, label: string][]} */
const OVERLAYS = [
  ["", tr("nothing more")],
  ["worth", tr("the worth of all moves")],
  ["groups", tr("the groups that count")],
  ["uncoverable", tr("squares that nothing can cover")],
  ["fits", tr("where the held piece fits")],
];

/**
 * @param {object} view That of analysis.
 * @param {import("./game.js").Game} view.game
 * @param {ReturnType<typeof import("./boardpanel.js").boardPanel>} view.panel
 * @param {HTMLElement} view.root
 * @param {{seconds: number, all: boolean}} view.settings The engine's time limit, and whether it
 *     rates every move.
 * @param {() => unknown} view.again Restarts the engine.
 */
export function makeMore({ game, panel, root, settings, again }) {
  const { board } = panel;
  const seconds = numberInput("seconds", settings.seconds, 1, 3600);
  seconds.addEventListener("change", () => {
    settings.seconds = numberOf(seconds, 10);
    again();
  });
  const overlay = choice("overlay", OVERLAYS, {
    onchange: () => {
      board.lay(overlay.value);
      settings.all = overlay.value === "worth";
      again();
    },
  });
  const asking = button(tr("What covers a square?"), () => askAbout(!board.asking), {
    id: "asking",
    "aria-pressed": "false",
  });
  const covering = h("div", { id: "covering" });
  const finish = button(tr("How can it end?"), () => bounds(), { id: "bounds" });
  const ends = h("div", { id: "ends" });
  const working = new Latest();

  /** @param {boolean} on */
  function askAbout(on) {
    board.asking = on;
    asking.setAttribute("aria-pressed", String(on));
    board.held();
    if (on) say(tr("Choose a square."));
  }

  /**
   * Show the placements that cover a square.
   *
   * @param {string} square
   */
  async function ask(square) {
    const { page } = game;
    const found = await trying(() => game.engine.ask("remaining", { ...game.here, square }));
    if (!found || page !== game.page) return;
    board.showSquares([square]);
    const count = found.covering.length;
    const told = h(
      "p",
      {},
      count
        ? trn(
            "{covering} of {count} placement cover {square}:",
            "{covering} of {count} placements cover {square}:",
            found.placements,
            { covering: count, square },
          )
        : tr("Nothing can cover {square} any more.", { square }),
    );
    covering.replaceChildren(
      told,
      h(
        "div",
        {
          class: "line scroll",
          role: "group",
          "aria-label": tr("Placements that cover {square}", { square }),
          tabindex: count > 12 ? "0" : null,
        },
        found.covering.slice(0, 200).map((move) =>
          h(
            "button",
            {
              class: "plain",
              onclick: () => trying(() => game.play(move)),
              ...panel.pointing(move),
            },
            moveLabel(move),
          ),
        ),
      ),
    );
    panel.live.textContent = told.textContent;
  }

  /**
   * The board at the end of a game, whose moves begin with those on the board.
   *
   * @param {string[]} moves
   */
  function finishPicture(moves) {
    const { position } = game.page;
    const image = h("div", { class: "picture" });
    trying(async () => {
      const placed = moves.filter((move) => /[0-9]/.test(move)).join(" ");
      const found = await game.engine.ask("setup", {
        game: position.game,
        options: position.options,
        placed,
        to_move: position.to_move,
        board: position.symbols ?? undefined,
      });
      image.replaceChildren(boardPicture(found.page.svg, false).picture);
    });
    return image;
  }

  /**
   * The picture of an end, if one is known.
   *
   * @param {string} text What is shown.
   * @param {string[] | null} moves
   */
  const endFigure = (text, moves) =>
    moves &&
    h(
      "figure",
      { class: "finish" },
      h("figcaption", { class: "note" }, text),
      finishPicture(moves),
    );

  // Show the least and the greatest final margin.
  async function bounds() {
    const [first, second] = game.rules.sides.map((side) => tr(side));
    const margin = (/** @type {number | null} */ value) => {
      if (value === null) return tr("not known");
      if (value === 0) return "0";
      const side = value > 0 ? first : second;
      return tr("{points} for {side}", { points: Math.abs(value), side });
    };
    ends.replaceChildren(
      h("p", { class: "note" }, tr("Looking for the best and the worst end …")),
      button(tr("Stop"), () => working.end()),
    );
    const answer = await working
      .run((signal) =>
        game.engine.stream(
          "bounds",
          { ...game.here, time_limit: settings.seconds },
          () => {},
          signal,
        ),
      )
      .finally(() => {
        if (!working.isWorking) ends.replaceChildren();
      });
    if (!answer) return;
    const isProved = answer.status === "optimal";
    ends.replaceChildren(
      h(
        "p",
        {},
        h(
          "span",
          { class: isProved ? "proved" : "estimated" },
          isProved ? tr("Proved: ") : tr("Not proved: "),
        ),
        answer.winner
          ? tr("{side} wins, however the game is finished.", { side: tr(answer.winner) })
          : tr("the game can still end either way."),
      ),
      h(
        "p",
        {},
        tr("Final margin at best for {side}: {best}; at worst: {worst}.", {
          side: first,
          best: margin(answer.best),
          worst: margin(answer.worst),
        }),
      ),
      row(
        endFigure(tr("The best end found for {side}", { side: first }), answer.best_end.finish),
        endFigure(tr("The worst end found for {side}", { side: first }), answer.worst_end.finish),
      ),
    );
    panel.live.textContent = ends.innerText;
  }

  game.onChange(() => {
    working.end();
    covering.replaceChildren();
    ends.replaceChildren();
  });
  return {
    ask,
    close() {
      if (board.asking) askAbout(false);
    },
    nodes: [
      h(
        "section",
        {},
        fields(
          h("label", {}, tr("Show on the board"), overlay),
          h("label", {}, tr("Seconds for the engine"), seconds),
        ),
        row(asking, game.engine.offers("bounds") ? finish : null),
        covering,
        ends,
        panel.keys,
      ),
      recordPanel(game, root),
      setupPanel(game, board),
    ],
  };
}
