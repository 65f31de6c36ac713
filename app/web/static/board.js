// The board: the picture of a position with a piece held over it, by mouse, touch or keyboard.

import { s } from "./dom.js";
import { tr, trn } from "./language.js";
import {
  anchorOf,
  flipped,
  moveText,
  onBoard,
  parseSquare,
  recoloured,
  signature,
  squareName,
  squaresAt,
  turned,
} from "./pieces.js";

/**
 * @typedef {import("./pieces.js").Cell} Cell
 * @typedef {import("./pieces.js").Cells} Cells
 * @typedef {import("./pieces.js").Point} Point
 * @typedef {import("../page.d.ts").PositionPage} PositionPage
 * @typedef {import("../page.d.ts").Schemas["LegalPlacement"]} LegalPlacement
 *
 * A square of the picture.
 *
 * @typedef {{x: number, y: number, side: number, element: SVGElement}} PictureSquare
 *
 * A placement of the held piece; one that is not on the board has no text.
 *
 * @typedef {{squares: import("./pieces.js").Square[], legal: boolean, move: string | null}} Placement
 *
 * What the board tells.
 *
 * @typedef {object} BoardEvents
 * @property {(move: string) => unknown} place
 * @property {(move: string | null) => unknown} refuse
 * @property {(square: string) => unknown} ask
 * @property {() => unknown} wait
 * @property {(move: string | null) => void} hover
 * @property {(placement: Placement | null) => void} preview
 * @property {(text: string) => void} say
 * @property {() => void} held
 */

/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * The picture of a position without title and caption, its squares, and the title. Names of rows and
 * columns are left out if no text names squares; they are as large on a small board as on a large
 * one, for a picture of some width.
 *
 * @param {string} svg
 */
export function boardPicture(svg, isNamed = true, shownWidth = 400) {
  const picture = document.importNode(
    new DOMParser().parseFromString(svg, "image/svg+xml").documentElement,
    true,
  );
  for (const name of ["width", "height"]) picture.removeAttribute(name);
  picture.setAttribute("aria-hidden", "true");
  const heading = picture.querySelector("title");
  heading?.remove();
  const numbersOf = (/** @type {Element | null} */ element, /** @type {string[]} */ names) =>
    names.map((name) => Number(element?.getAttribute(name)));
  /** @type {Map<string, PictureSquare>} */
  const squares = new Map();
  /** @type {NodeListOf<SVGElement>} */
  const hits = picture.querySelectorAll(".hit");
  for (const element of hits) {
    const [x, y, side] = numbersOf(element, ["x", "y", "width"]);
    squares.set(element.dataset.square ?? "", { x, y, side, element });
  }
  const board = picture.querySelector("rect.board");
  const [left, top, width, height] = numbersOf(board, ["x", "y", "width", "height"]);
  for (const text of picture.querySelectorAll(isNamed ? ".caption" : ".caption, .coordinates")) {
    text.remove();
  }
  const scale = Math.max(width, height) / shownWidth;
  for (const text of picture.querySelectorAll(".coordinates text")) {
    if (Number(text.getAttribute("y")) > top + height) {
      text.setAttribute("y", String(top + height + 15 * scale));
    } else text.setAttribute("x", String(left - 10 * scale));
    text.setAttribute("font-size", String(12 * scale));
  }
  const [beside, around] = isNamed ? [22 * scale, 3 * scale] : [2, 2];
  picture.setAttribute(
    "viewBox",
    `${left - beside} ${top - around} ${width + beside + around} ${height + beside + around}`,
  );
  return { picture, squares, title: heading?.textContent ?? "" };
}

/**
 * Mark the piece that was placed last, which moves into its place.
 *
 * @param {Element} picture
 */
function markPlaced(picture) {
  /** @type {SVGElement | null} */
  const placed = picture.querySelector(".last");
  const last = placed?.dataset.squares?.split(" ") ?? [];
  /** @type {NodeListOf<SVGElement>} */
  const pieces = picture.querySelectorAll(".piece, .bit");
  for (const each of pieces) {
    const { squares, light, dark, square } = each.dataset;
    const names = squares?.split(" ") ?? [light, dark, square].filter((name) => name !== undefined);
    each.classList.toggle(
      "placed",
      names.every((name) => last.includes(name)),
    );
  }
}

/**
 * The squares that every legal placement covers, such as the centre for the first piece of TAILITS.
 *
 * @param {LegalPlacement[]} legal
 */
function coveredByAll(legal) {
  const [first, ...others] = legal.map(({ squares }) => squares.map(([name]) => name));
  if (!others.length) return [];
  return first.filter((name) => others.every((names) => names.includes(name)));
}

export class Board {
  /** @type {PositionPage | null} */
  #page = null;
  /** @type {Map<string, Map<string, LegalPlacement>>} By orientation, and by square. */
  #places = new Map();
  /** @type {Map<string, PictureSquare>} */
  #squares = new Map();
  #layers = layersOf();
  /** @type {(Placement & {tapped: string}) | null} The placement that was tapped. */
  #tapped = null;
  /** @type {string | null} The square under the pointer. */
  #at = null;
  /** @type {string | null} The move under the pointer. */
  #hovered = null;
  #turnedAt = -Infinity; // the time of the last turn by the wheel

  /**
   * @param {HTMLElement} host
   * @param {BoardEvents} events
   */
  constructor(host, events, isNamed = true) {
    this.host = host;
    this.events = events;
    this.isNamed = isNamed;
    this.stepsThroughGame = false; // by the arrows, until another key has been used on the board
    this.kind = 0;
    /** @type {Map<number, number>} How each kind of piece lies. */
    this.lies = new Map();
    /** @type {string | null} */
    this.cursor = null;
    this.asking = false;
    this.pointer = ""; // its type
    /**
     * While a position is set up.
     *
     * @type {{place: (move: string) => unknown, remove: (square: string) => boolean} | null}
     */
    this.editing = null;
    this.isLocked = false; // true unless the player here is to move
    // The layer shown above the pieces: groups, uncoverable, fits, or one of the page.
    this.overlay = "";
    this.isKeyed = false; // whether the board was entered by the keyboard
    /** @type {LegalPlacement[]} Those that are drawn: a hint, best moves, one of a list. */
    this.drawn = [];
    host.addEventListener("pointermove", (event) => {
      this.pointer = event.pointerType;
      if (event.pointerType !== "touch") this.hover(this.#squareOf(event));
    });
    host.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.hover(null);
    });
    host.addEventListener("click", (event) => this.#click(event));
    host.addEventListener("pointerdown", (event) => {
      this.pointer = event.pointerType;
      this.isKeyed = false;
    });
    host.addEventListener("contextmenu", (event) => {
      if (this.pointer === "mouse" && this.cells && !this.asking) {
        event.preventDefault();
        this.change("flip");
      }
    });
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focus", () => {
      this.isKeyed = host.matches(":focus-visible");
      this.#moveCursor(0, 0);
    });
    host.addEventListener("blur", () => {
      this.hover(null);
      this.showSquares([]);
    });
  }

  // What is shown; there is none before `show`.
  get page() {
    if (this.#page === null) throw new Error("the board shows no position");
    return this.#page;
  }

  // True once a position is shown.
  get isShown() {
    return this.#page !== null;
  }

  /** @param {PositionPage} page */
  show(page) {
    const before = this.#page;
    this.#page = page;
    this.#tapped = null;
    this.#at = null;
    this.drawn = [];
    if (
      !before ||
      before.columns !== page.columns ||
      before.rows !== page.rows ||
      before.position.game !== page.position.game
    ) {
      this.cursor = null;
      this.kind = 0;
      this.lies.clear();
    }
    this.#places = new Map();
    for (const placement of page.legal) {
      const [name, square] = signature(
        placement.piece,
        placement.squares.map(([at, colour]) => [...parseSquare(at), colour]),
      );
      const places = this.#places.get(name) ?? new Map();
      places.set(squareName(...square), placement);
      this.#places.set(name, places);
    }
    const { picture, squares } = boardPicture(page.svg, this.isNamed);
    this.#squares = squares;
    if (before && page.ply > before.ply) markPlaced(picture);
    this.#layers = layersOf();
    picture.querySelector(".hit")?.before(...Object.values(this.#layers));
    this.host.querySelector("svg")?.remove();
    this.host.prepend(picture);
    if (!this.countOf(this.kind)) {
      this.kind = Math.max(
        0,
        page.pieces.findIndex((_, index) => this.countOf(index)),
      );
    }
    this.#marks();
    this.held();
    if (this.isKeyed && this.host.matches(":focus")) this.#moveCursor(0, 0);
  }

  /**
   * The number of legal placements of a kind.
   *
   * @param {number} index
   */
  countOf(index) {
    const kind = this.page.pieces[index];
    if (!kind || kind.left === 0) return 0;
    return kind.orientations.reduce(
      (sum, cells) => sum + (this.#places.get(signature(kind.piece, cells)[0])?.size ?? 0),
      0,
    );
  }

  /** @returns {Cells | undefined} Those of the held piece. */
  get cells() {
    return this.#page?.pieces[this.kind]?.orientations[this.lie];
  }

  get lie() {
    return Math.min(
      this.lies.get(this.kind) ?? 0,
      (this.page.pieces[this.kind]?.orientations.length ?? 1) - 1,
    );
  }

  /** @param {number} index */
  choose(index) {
    if (index < 0 || index >= this.page.pieces.length) return;
    this.kind = index;
    this.#turned();
  }

  /** @param {"turn" | "flip" | "colour"} how */
  change(how) {
    const kind = this.page.pieces[this.kind];
    if (!kind) return;
    this.lies.set(
      this.kind,
      { turn: turned, flip: flipped, colour: recoloured }[how](kind.orientations, this.lie),
    );
    this.#turned();
  }

  // Show and say how the held piece lies.
  #turned() {
    this.held();
    const { piece, orientations } = this.page.pieces[this.kind];
    this.events.say(
      trn(
        "{piece}, orientation {number} of {all}: fits {count} square",
        "{piece}, orientation {number} of {all}: fits {count} squares",
        this.fitting().size,
        { piece: tr(piece), number: this.lie + 1, all: orientations.length },
      ),
    );
  }

  /**
   * The squares on which the held piece fits in its orientation, with the placements.
   *
   * @returns {Map<string, LegalPlacement>}
   */
  fitting() {
    const kind = this.page.pieces[this.kind];
    const { cells } = this;
    if (!kind || !cells || kind.left === 0 || this.isLocked) return new Map();
    return this.#places.get(signature(kind.piece, cells)[0]) ?? new Map();
  }

  // Show where the held piece fits.
  held() {
    const fits = this.asking ? new Map() : this.fitting();
    for (const [name, square] of this.#squares) {
      square.element.classList.toggle("fits", fits.has(name));
    }
    const tapped = this.asking ? null : this.#tapped?.tapped; // where the placement stays
    this.#tapped = null;
    this.events.held();
    if (tapped) this.#preview(tapped);
    else this.hover(this.#at);
  }

  /**
   * The placement of the held piece on a square, moved onto the board at its edge.
   *
   * @param {string | null} square
   * @returns {Placement | null}
   */
  #placement(square) {
    const kind = this.page.pieces[this.kind];
    const { cells } = this;
    if (!kind || !cells || square === null || this.isLocked) return null;
    const anchor = anchorOf(cells);
    const { columns, rows } = this.page;
    const at = onBoard(cells, anchor, square, columns, rows);
    const legal = this.fitting().get(at);
    if (legal) return { ...legal, legal: true };
    const all = squaresAt(cells, anchor, at);
    const squares = all.filter(([name]) => this.#squares.has(name));
    const notation = kind.notation[this.lie];
    const isNamed = notation && squares.length === all.length;
    return { squares, legal: false, move: isNamed ? moveText(notation, squares) : null };
  }

  /** @param {string | null} square */
  hover(square) {
    this.#at = square;
    if (!this.isShown) return;
    const placement = this.asking ? null : this.#placement(square);
    const move = placement?.move ?? null;
    this.#layers.ghost.replaceChildren(...(placement ? this.#ghost(placement) : []));
    if (move) this.#layers.ghost.dataset.move = move;
    if (move === this.#hovered) return;
    this.#hovered = move;
    this.events.hover(move);
  }

  /**
   * The held piece over the board: an outline, dashed and hatched where it is illegal. Colours are
   * those of pieces alone.
   *
   * @param {Placement} placement
   */
  #ghost({ squares, legal }) {
    const names = squares.map(([name]) => name);
    return [
      ...this.#shape(squares, legal ? "legal" : "illegal"),
      ...(legal
        ? []
        : [s("path", { class: "hatching", d: names.map((name) => this.#hatch(name)).join("") })]),
      s("path", { class: `outline ${legal ? "" : "illegal"}`, d: this.#border(names, 2) }),
    ];
  }

  /**
   * A square of the picture.
   *
   * @param {string} name
   */
  #square(name) {
    const square = this.#squares.get(name);
    if (!square) throw new Error(`${name} is no square of the board`);
    return square;
  }

  /**
   * Three diagonal lines over a square.
   *
   * @param {string} name
   */
  #hatch(name) {
    const { x, y, side } = this.#square(name);
    const line = (/** @type {Point} */ from, /** @type {Point} */ to) =>
      `M${x + from[0] * side} ${y + from[1] * side}L${x + to[0] * side} ${y + to[1] * side}`;
    return line([0, 0.5], [0.5, 0]) + line([0, 1], [1, 0]) + line([0.5, 1], [1, 0.5]);
  }

  /**
   * @param {import("./pieces.js").Square[]} squares
   * @param {string} kind
   */
  #shape(squares, kind) {
    return squares.map(([name, colour]) => {
      const { x, y, side } = this.#square(name);
      return s(
        "g",
        {},
        this.#rect(name, `ghost ${kind}`, 2, { rx: 3 }),
        colour &&
          s("circle", { class: `half ${colour}`, cx: x + side / 2, cy: y + side / 2, r: side / 4 }),
      );
    });
  }

  /**
   * Draw moves as ghosts: the best ones, or one that a list points at.
   *
   * @param {string[]} moves
   * @param {string[]} kinds Tell proved from estimated ones.
   */
  showMoves(moves = [], kinds = []) {
    const byMove = new Map(this.page.legal.map((placement) => [placement.move, placement]));
    const found = moves.flatMap((move, index) => {
      const placement = byMove.get(move);
      return placement ? [{ placement, kind: kinds[index] ?? "" }] : [];
    });
    this.drawn = found.map(({ placement }) => placement);
    this.#layers.best.replaceChildren(
      ...found.flatMap(({ placement, kind }) => this.#shape(placement.squares, `best ${kind}`)),
    );
  }

  /**
   * @param {string} name
   * @param {string} kind
   */
  #rect(name, kind, inset = 0, more = {}) {
    const { x, y, side } = this.#square(name);
    return s("rect", {
      class: kind,
      x: x + inset,
      y: y + inset,
      width: side - 2 * inset,
      height: side - 2 * inset,
      ...more,
    });
  }

  /**
   * Tint squares by the best move that covers them.
   *
   * @param {Map<string, number>} worths A number from 0 to 1 for each move.
   */
  showHeat(worths) {
    /** @type {Map<string, number>} */
    const heat = new Map();
    for (const { move, squares } of this.page.legal) {
      const worth = worths.get(move);
      if (worth === undefined) continue;
      for (const [name] of squares) heat.set(name, Math.max(heat.get(name) ?? 0, worth));
    }
    this.#layers.heat.replaceChildren(
      ...[...heat].map(([name, worth]) =>
        this.#rect(name, "heat", 0, { "fill-opacity": (0.05 + 0.3 * worth).toFixed(2) }),
      ),
    );
  }

  /**
   * Outline the squares of moves that would be played one after the other.
   *
   * @param {string[]} moves
   */
  showLine(moves) {
    this.#layers.line.replaceChildren(
      ...moves.flatMap((move, index) =>
        (move.match(/[a-z]+[0-9]+/g) ?? [])
          .filter((name) => this.#squares.has(name))
          .map((name, part) => {
            const { x, y, side } = this.#square(name);
            return s(
              "g",
              {},
              this.#rect(name, "likely", 3),
              part
                ? null
                : s(
                    "text",
                    {
                      class: "worth",
                      x: x + side / 2,
                      y: y + side * 0.62,
                      "font-size": side * 0.34,
                    },
                    index + 1,
                  ),
            );
          }),
      ),
    );
  }

  // The lower left corner of the placement under the pointer, from the board's corner; null without
  // a placement.
  ghostCorner() {
    if (!this.#layers.ghost.childElementCount) return null;
    const ghost = this.#layers.ghost.getBoundingClientRect();
    const host = this.host.getBoundingClientRect();
    return { left: ghost.left - host.left, top: ghost.bottom - host.top };
  }

  /** @param {string[]} names */
  showSquares(names) {
    this.#layers.keys.replaceChildren(
      ...names
        .filter((name) => this.#squares.has(name))
        .map((name) => this.#rect(name, "cursor", 3)),
    );
  }

  #marks() {
    /** @type {SVGElement[]} */
    const made =
      this.overlay === "uncoverable"
        ? this.page.uncoverable.map((name) => this.#rect(name, "uncoverable"))
        : [];
    if (this.overlay === "groups") {
      for (const group of this.page.groups) if (group.counts) made.push(this.#outline(group));
    }
    for (const name of coveredByAll(this.page.legal)) {
      const { x, y, side } = this.#square(name);
      made.push(s("circle", { class: "centre", cx: x + side / 2, cy: y + side / 2, r: side / 8 }));
    }
    this.#layers.marks.replaceChildren(...made);
  }

  /**
   * Show another layer on the board instead of the last one.
   *
   * @param {string} overlay
   */
  lay(overlay) {
    this.overlay = overlay;
    this.host.dataset.overlay = overlay;
    if (this.isShown) this.#marks();
  }

  /** @param {PositionPage["groups"][number]} group */
  #outline(group) {
    const second = group.side !== Object.keys(this.page.position.scores)[0];
    return s("path", {
      class: `group ${second ? "second" : "first"}`,
      d: this.#border(group.squares, 3),
    });
  }

  /**
   * The border of a set of squares as a path that runs inside it.
   *
   * @param {string[]} names
   * @param {number} inset How far inside it.
   */
  #border(names, inset) {
    const inside = new Set(names);
    let path = "";
    for (const name of names) {
      const [column, row] = parseSquare(name);
      const { x, y, side } = this.#square(name);
      const open = (/** @type {number} */ dx, /** @type {number} */ dy) =>
        !inside.has(column + dx < 0 || row + dy < 0 ? "" : squareName(column + dx, row + dy));
      for (const [dx, dy] of Object.values(STEPS).filter((step) => open(...step))) {
        // From the middle of this border towards an end.
        const beyond = (/** @type {number} */ end) => {
          if (open(end * dy, end * dx)) return -inset;
          return open(dx + end * dy, dy + end * dx) ? 0 : inset;
        };
        const reach = (/** @type {number} */ end) => end * (side / 2 + beyond(end));
        const middle = x + side / 2;
        const level = y + side / 2;
        const out = side / 2 - inset;
        const at = (/** @type {number} */ end) =>
          `${middle + dx * out + dy * reach(end)} ${level - dy * out - dx * reach(end)}`;
        path += `M${at(-1)}L${at(1)}`;
      }
    }
    return path;
  }

  /**
   * The square under a pointer.
   *
   * @param {MouseEvent} event
   */
  #squareOf(event) {
    /** @type {SVGElement | null | undefined} */
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest(".hit");
    return hit?.dataset.square ?? null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const square = this.#squareOf(event);
    if (square === null) return;
    this.cursor = square;
    if (this.pointer === "touch" && !this.asking && !this.editing && !this.isLocked) {
      this.tap(square);
    } else this.act(square);
  }

  /**
   * A first tap shows the placement, a second one on it plays it. One on a move that is drawn alone,
   * such as a hint, plays that.
   *
   * @param {string} square
   */
  tap(square) {
    const covers = (/** @type {{squares: import("./pieces.js").Square[]}} */ { squares }) =>
      squares.some(([name]) => name === square);
    if (this.#tapped && covers(this.#tapped)) this.#place(this.#tapped, this.events);
    else if (this.drawn.length === 1 && covers(this.drawn[0])) {
      this.events.place(this.drawn[0].move);
    } else {
      const placement = this.#preview(square);
      if (placement && !placement.legal) this.events.refuse(placement.move);
    }
  }

  /**
   * Show the placement on a square that was tapped.
   *
   * @param {string} square
   */
  #preview(square) {
    this.hover(square);
    const placement = this.#placement(square);
    this.#tapped = placement && { ...placement, tapped: square };
    this.events.preview(placement);
    return placement;
  }

  /**
   * Place a piece where that is legal, or refuse it.
   *
   * @param {Placement} placement
   * @param {{place: (move: string) => unknown}} events
   */
  #place({ legal, move }, events) {
    if (legal && move !== null) events.place(move);
    else this.events.refuse(move);
  }

  /**
   * Place the held piece on a square, or ask about it.
   *
   * @param {string} square
   */
  act(square) {
    if (this.asking) this.events.ask(square);
    else if (this.isLocked && !this.editing) this.events.wait();
    else {
      const placement = this.#placement(square);
      if (!placement?.legal && this.editing?.remove(square)) return;
      if (placement) this.#place(placement, this.editing ?? this.events);
    }
  }

  /**
   * A piece that is dragged over the page.
   *
   * @param {PointerEvent} event
   * @param {boolean} isEnd
   */
  drag(event, isEnd) {
    const square = this.#squareOf(event);
    this.hover(square);
    if (isEnd && square !== null) this.act(square);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (this.asking || !this.cells || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - this.#turnedAt < 120) return;
    this.#turnedAt = event.timeStamp;
    this.change(event.shiftKey ? "flip" : "turn");
  }

  /**
   * @param {number} columns
   * @param {number} rows
   */
  #moveCursor(columns, rows) {
    if (!this.isShown) return;
    const { columns: width, rows: height } = this.page;
    const [column, row] = parseSquare(
      this.cursor ?? squareName(Math.floor((width - 1) / 2), Math.floor((height - 1) / 2)),
    );
    const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.max(0, Math.min(most - 1, value));
    const cursor = squareName(clamp(column + columns, width), clamp(row + rows, height));
    this.cursor = cursor;
    if (!this.isKeyed) return;
    this.hover(cursor);
    this.showSquares([cursor]);
    this.events.say(this.#described(cursor));
  }

  /**
   * A square and, while a piece is held, whether it fits there.
   *
   * @param {string} square
   */
  #described(square) {
    const placement = this.#placement(square);
    if (!placement || this.asking) return square;
    const values = { square, move: placement.move };
    return placement.legal
      ? tr("{square}: {move} is legal", values)
      : tr("{square}: the piece does not fit", values);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    const isPlaced = event.key === "Enter" || event.key === " ";
    if (step ? !this.isKeyed && this.stepsThroughGame : !isPlaced || !this.cursor) return;
    this.isKeyed = true;
    if (step) this.#moveCursor(...step);
    else if (this.cursor) this.act(this.cursor);
    event.preventDefault();
  }
}

// What is drawn between the pieces and what the pointer hits, from below.
function layersOf() {
  const layer = (/** @type {string} */ name) => s("g", { class: name });
  return {
    marks: layer("marks"),
    heat: layer("heat"),
    best: layer("best"),
    line: layer("line"),
    ghost: layer("ghost"),
    keys: layer("keys"),
  };
}

/**
 * A small picture of a piece.
 *
 * @param {Cells} cells
 */
export function pieceIcon(cells) {
  const width = Math.max(...cells.map(([x]) => x)) + 1;
  const height = Math.max(...cells.map(([, y]) => y)) + 1;
  return s(
    "svg",
    { viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, "aria-hidden": "true" },
    cells.map(([x, y, colour]) =>
      s("rect", { class: `cell ${colour || "plain"}`, x, y: height - 1 - y, width: 1, height: 1 }),
    ),
  );
}
