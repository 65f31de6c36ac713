// The best moves of a position and the likely line, in a list and on the board.

import { Latest, h, pointed, refill, trying } from "./dom.js";
import { tr } from "./language.js";
import { effectText, moveLabel } from "./words.js";

/**
 * @typedef {import("./words.js").Verdict} Verdict
 * @typedef {import("./words.js").RatedMove} RatedMove
 */

const SHOWN = 3; // moves in the list

/**
 * The worth of a move: from 1 for the best one to 0 for the worst, and for one that is not known.
 *
 * @param {Pick<RatedMove, "lost">} move
 * @param {Pick<RatedMove, "lost">[]} all
 */
export const worthOf = ({ lost }, all) =>
  lost === null ? 0 : 1 - lost / (Math.max(...all.map((each) => each.lost ?? 0)) || 1);

/**
 * @param {import("./game.js").Game} game
 * @param {ReturnType<typeof import("./boardpanel.js").boardPanel>} panel
 * @param {(move: string) => unknown} play
 */
export function bestMoves(game, { board, live }, play) {
  const best = h("ul", { class: "best", id: "best", "aria-label": tr("Best moves") });
  const rest = h("p", { class: "note", id: "rest" });
  const line = h("p", { class: "line", id: "line" });
  const why = h("p", { class: "note", id: "why" });
  const effects = new Latest();
  /** @type {{moves: string[], kinds: string[]}} The moves on the board: proved or estimated. */
  let outlined = { moves: [], kinds: [] };

  /**
   * Outline moves on the board.
   *
   * @param {string[]} moves
   * @param {string[]} kinds
   */
  function outline(moves, kinds = []) {
    outlined = { moves, kinds };
    board.showMoves(moves, kinds);
  }

  /**
   * Show what is found; null if there is nothing to show.
   *
   * @param {Verdict | null} found
   */
  function render(found) {
    const moves = found?.moves ?? [];
    const shown = moves.slice(0, SHOWN);
    why.textContent = "";
    refill(
      best,
      shown.map((each) => item(each, moves)),
    );
    renderRest(moves, moves.length - shown.length);
    renderLine(found?.line ?? []);
    outline(
      shown.map(({ move }) => move),
      shown.map(({ isProved }) => (isProved ? "proved" : "estimated")),
    );
  }

  /**
   * @param {RatedMove} each
   * @param {RatedMove[]} all
   */
  function item(each, all) {
    const { move, span } = each;
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: "plain",
          onclick: () => play(move),
          ...pointed(
            () => {
              board.showMoves([move]);
              explain(move);
            },
            () => board.showMoves(outlined.moves, outlined.kinds),
          ),
        },
        moveLabel(move),
      ),
      h("span", {
        class: `bar ${each.isProved ? "proved" : "estimated"}`,
        style: span ? `--from: ${span[0]}; --part: ${span[1]}` : `--part: ${worthOf(each, all)}`,
      }),
      h("b", { title: each.text, class: each.losesGame ? "error" : "" }, each.worth),
    );
  }

  /**
   * The moves that are not listed, by shade if the board shows their worth.
   *
   * @param {RatedMove[]} moves
   * @param {number} count
   */
  function renderRest(moves, count) {
    const isShaded = count > 0 && board.overlay === "worth";
    /** @type {Map<string, number>} */
    const worths = new Map();
    for (const each of isShaded ? moves : []) {
      if (each.lost !== null) worths.set(each.move, worthOf(each, moves));
    }
    board.showHeat(worths);
    if (isShaded) rest.textContent = tr("{count} more, shown by shade", { count });
    else rest.textContent = count > 0 ? tr("{count} more", { count }) : "";
  }

  /** @param {string[]} moves */
  function renderLine(moves) {
    const steps = moves.map((move, index) => {
      const until = moves.slice(0, index + 1);
      const go = () =>
        trying(async () => {
          for (const each of until) await game.play(each);
        });
      return h(
        "button",
        {
          class: "plain",
          ...pointed(
            () => board.showLine(until),
            () => board.showLine([]),
          ),
          onclick: go,
        },
        moveLabel(move),
      );
    });
    refill(line, steps.length ? [h("span", { class: "note" }, tr("Likely: ")), ...steps] : []);
  }

  /**
   * Explain a move by its effects.
   *
   * @param {string} move
   */
  const explain = (move) =>
    trying(async () => {
      const { page, engine, here } = game;
      const found = await effects.run((signal) => engine.ask("move", { ...here, move }, signal));
      if (found?.legal && page === game.page) {
        why.textContent = live.textContent = effectText(found);
      }
    });

  return { nodes: [best, rest, line, why], render, outline, leave: () => effects.end() };
}
