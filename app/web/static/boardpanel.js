// The board with the pieces beside it, which buttons, keys and drags choose, turn and place.

import { Board, pieceIcon } from "./board.js";
import { Latest, button, h, isIn, pointed, say, trying } from "./dom.js";
import { tr } from "./language.js";
import { scoreTexts } from "./words.js";

/**
 * @typedef {import("../page.d.ts").PositionPage} PositionPage
 *
 * What a panel asks of its view.
 *
 * @typedef {object} PanelEvents
 * @property {() => {record: string, at: number}} here The start of a question about the position.
 * @property {(move: string) => unknown} play
 * @property {(square: string) => unknown} [ask]
 * @property {() => unknown} [wait]
 */

/**
 * Fill the strip of a side: its player and its score.
 *
 * @param {HTMLElement} node
 * @param {import("../page.d.ts").Position} position
 * @param {string} side
 * @param {string} name
 * @param {string} words
 */
export function strip(node, position, side, name, words) {
  node.classList.toggle("turn", !position.outcome && side === position.to_move);
  node.replaceChildren(
    h("span", { class: `mark ${side}` }, side.length === 1 ? side : ""),
    h("span", { class: "who" }, name, h("span", { class: "note" }, words)),
    h("b", {}, scoreTexts(position.scores, position.half_point)[side]),
  );
}

/**
 * @param {import("./engine.js").ApiEngine} engine
 * @param {PanelEvents} events
 */
export function boardPanel(engine, events, isNamed = true) {
  const live = h("p", { class: "hidden", "aria-live": "polite", id: "live" });
  const host = h("div", {
    class: "board",
    id: "board",
    tabindex: "0",
    role: "application",
    "aria-label": tr("Board"),
    "aria-describedby": "board-keys",
  });
  const pieces = h("div", { class: "pieces", role: "group", "aria-label": tr("Pieces") });
  const buttons = {
    turn: button("↻", () => board.change("turn"), {
      "aria-label": tr("Rotate"),
      title: tr("r, or the mouse wheel"),
      "aria-keyshortcuts": "r",
    }),
    flip: button("⇄", () => board.change("flip"), {
      "aria-label": tr("Flip"),
      title: tr("f, or Shift and the mouse wheel"),
      "aria-keyshortcuts": "f",
    }),
    colour: button("◐", () => board.change("colour"), {
      "aria-label": tr("Colours"),
      title: tr("c: the other colourings of the piece"),
      "aria-keyshortcuts": "c",
    }),
  };
  const hand = h(
    "div",
    { class: "hand" },
    pieces,
    h("div", { class: "row turning" }, buttons.turn, buttons.flip, buttons.colour),
  );

  const reason = h("p", { class: "reason", hidden: true });
  const reasons = new Latest();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let reasonTimer = undefined;

  /**
   * Show beside an illegal placement under the pointer why it is illegal. What was tapped is refused
   * in a message instead, which no finger covers.
   *
   * @param {string | null} move
   */
  function hovered(move) {
    clearTimeout(reasonTimer);
    reasons.end();
    reason.hidden = true;
    const isLegal = board.page.legal.some((placement) => placement.move === move);
    if (move === null || isLegal || board.pointer === "touch") return;
    reasonTimer = setTimeout(
      () =>
        trying(async () => {
          const broken = await reasons.run((signal) => brokenBy(move, signal));
          if (broken) showReason(broken);
        }),
      150,
    );
  }

  /**
   * The rules that a move breaks as one text, which is empty if it is legal.
   *
   * @param {string} move
   * @param {AbortSignal} [signal]
   */
  async function brokenBy(move, signal) {
    const { broken } = await engine.ask("move", { ...events.here(), move }, signal);
    return broken.join(tr("; "));
  }

  /**
   * Show a reason below the placement under the pointer, and return whether there is one.
   *
   * @param {string} text
   */
  function showReason(text) {
    const corner = board.ghostCorner();
    if (!corner) return false;
    reason.textContent = text;
    reason.style.left = `${Math.max(0, Math.min(corner.left, host.clientWidth - 220))}px`;
    reason.style.top = `${Math.min(corner.top + 4, host.clientHeight - 40)}px`;
    reason.hidden = false;
    return true;
  }

  /**
   * Say why a placement is refused, once: beside it, or in a message.
   *
   * @param {string | null} move
   */
  async function refuse(move) {
    if (move === null) {
      say(tr("The piece would leave the board."), true);
      return;
    }
    const broken = await trying(() => brokenBy(move));
    if (!broken) return;
    const told = tr("{move}: {reasons}", { move, reasons: broken });
    if (board.pointer !== "touch" && showReason(broken)) live.textContent = told;
    else say(told, true);
  }

  const board = new Board(
    host,
    {
      place: (move) => {
        say("");
        events.play(move);
      },
      wait: () => trying(async () => events.wait?.()),
      refuse,
      ask: (square) => events.ask?.(square),
      hover: hovered,
      preview: (placement) => {
        if (placement?.legal) say(tr("{move}: tap again to place it", placement));
      },
      say: (text) => {
        live.textContent = text;
      },
      held: () => showPieces(),
    },
    isNamed,
  );
  host.append(reason);

  function showPieces() {
    const {
      page,
      page: { pieces: kinds },
    } = board;
    const shown = page.position.game + kinds.map((kind) => kind.piece);
    if (pieces.dataset.game !== shown) {
      pieces.dataset.game = shown;
      pieces.replaceChildren(...kinds.map((_, index) => dragged(h("button"), index)));
    }
    kinds.forEach((kind, index) => {
      const node = /** @type {HTMLButtonElement} */ (pieces.children[index]);
      const lie = index === board.kind ? board.lie : (board.lies.get(index) ?? 0);
      const fits = board.countOf(index);
      const stock = kind.left === null ? tr("{fits} places", { fits }) : tr("{left} left", kind);
      node.replaceChildren(
        pieceIcon(kind.orientations[lie]),
        h(
          "small",
          {},
          h("span", { class: "hidden" }, tr("{piece}, ", { piece: tr(kind.piece) })),
          stock,
        ),
        kind.left === null
          ? ""
          : h("span", { class: "hidden" }, tr(", {fits} legal placements", { fits })),
      );
      node.dataset.piece = kind.piece;
      node.setAttribute("aria-pressed", String(index === board.kind));
      node.classList.toggle("spent", fits === 0);
    });
    const kind = kinds[board.kind];
    buttons.colour.hidden = kind?.orientations[0].length !== 4 || kind.orientations[0][0][2] === "";
    for (const each of [buttons.turn, buttons.flip]) {
      each.disabled = !kind || page.position.outcome !== null;
    }
    pieces.hidden = !kinds.length;
  }

  /**
   * A click chooses a piece, a second click turns it, and a drag takes it onto the board.
   *
   * @param {HTMLButtonElement} node
   * @param {number} index
   */
  function dragged(node, index) {
    let moved = false;
    node.addEventListener("pointerdown", (event) => {
      moved = false;
      node.setPointerCapture(event.pointerId);
    });
    node.addEventListener("pointermove", (event) => {
      const isStill = !moved && !event.movementX && !event.movementY;
      if (!node.hasPointerCapture(event.pointerId) || !event.buttons || isStill) return;
      if (!moved) board.choose(index);
      moved = true;
      board.drag(event, false);
    });
    node.addEventListener("click", () => {
      if (!moved && index === board.kind) board.change("turn");
      else if (!moved) board.choose(index);
      moved = false;
    });
    node.addEventListener("pointerup", (event) => {
      if (moved && document.elementFromPoint(event.clientX, event.clientY)?.closest(".board")) {
        board.drag(event, true);
      }
    });
    return node;
  }

  /**
   * Listen to the keys of the pieces and of the page, until the function returned is called.
   *
   * @param {Record<string, () => unknown>} more Those of the page.
   */
  function listen(more = {}) {
    /** @type {Record<string, () => unknown>} */
    const actions = {
      r: () => board.change("turn"),
      f: () => board.change("flip"),
      c: () => board.change("colour"),
      ...more,
    };
    /** @param {KeyboardEvent} event */
    function press(event) {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        isIn(event, 'input:not([type="checkbox"]), select, textarea, dialog')
      ) {
        return;
      }
      const action =
        actions[event.key] ??
        (/^[1-9]$/.test(event.key) ? () => board.choose(Number(event.key) - 1) : null);
      if (!action || !board.isShown) return;
      trying(async () => action());
      event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }

  // Handlers for a button that shows a move on the board while it is pointed at.
  const pointing = (/** @type {string} */ move) =>
    pointed(
      () => board.showMoves([move]),
      () => board.showMoves([]),
    );
  /**
   * Show a position; `title` and `state` say in words what the board shows.
   *
   * @param {PositionPage} page
   * @param {string} title
   */
  function show(page, title, state = "") {
    board.show(page);
    const values = { title, state, columns: page.columns, rows: page.rows };
    host.setAttribute(
      "aria-label",
      state
        ? tr("Board of {title}, {columns} by {rows}: {state}", values)
        : tr("Board of {title}, {columns} by {rows}", values),
    );
    host.parentElement?.style.setProperty("--aspect", String(page.columns / page.rows));
  }

  const keys = h(
    "p",
    { id: "board-keys", class: "note" },
    tr("On the board: arrow keys move, Enter places, r rotates, f flips, 1–9 choose a piece."),
  );
  return { board, host, live, hand, buttons, listen, keys, pointing, show };
}
