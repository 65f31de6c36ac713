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

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// The picture of a position without title and caption, its squares, and the title. Names of rows and
// columns are left out if no text names squares; they are as large on a small board as on a large
// one, for a picture of some width.
export function boardPicture(svg, isNamed = true, shownWidth = 400) {
  const picture = document.importNode(
    new DOMParser().parseFromString(svg, "image/svg+xml").documentElement,
    true,
  );
  for (const name of ["width", "height"]) picture.removeAttribute(name);
  picture.setAttribute("aria-hidden", "true");
  const heading = picture.querySelector("title");
  heading.remove();
  const squares = new Map();
  for (const element of picture.querySelectorAll(".hit")) {
    const [x, y, side] = ["x", "y", "width"].map((name) => Number(element.getAttribute(name)));
    squares.set(element.dataset.square, { x, y, side, element });
  }
  const board = picture.querySelector("rect.board");
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(board.getAttribute(name)),
  );
  for (const text of picture.querySelectorAll(isNamed ? ".caption" : ".caption, .coordinates")) {
    text.remove();
  }
  const scale = Math.max(width, height) / shownWidth;
  for (const text of picture.querySelectorAll(".coordinates text")) {
    if (Number(text.getAttribute("y")) > top + height) {
      text.setAttribute("y", top + height + 15 * scale);
    } else text.setAttribute("x", left - 10 * scale);
    text.setAttribute("font-size", 12 * scale);
  }
  const [beside, around] = isNamed ? [22 * scale, 3 * scale] : [2, 2];
  picture.setAttribute(
    "viewBox",
    `${left - beside} ${top - around} ${width + beside + around} ${height + beside + around}`,
  );
  return { picture, squares, title: heading.textContent };
}

// Mark the piece that was placed last, which moves into its place.
function markPlaced(picture) {
  const last = picture.querySelector(".last")?.dataset.squares.split(" ") ?? [];
  for (const each of picture.querySelectorAll(".piece, .bit")) {
    const { squares, light, dark, square } = each.dataset;
    const names = squares?.split(" ") ?? [light, dark, square].filter(Boolean);
    each.classList.toggle(
      "placed",
      names.every((name) => last.includes(name)),
    );
  }
}

// The squares that every legal placement covers, such as the centre for the first piece of TAILITS.
function coveredByAll(legal) {
  const [first, ...others] = legal.map(({ squares }) => squares.map(([name]) => name));
  if (!others.length) return [];
  return first.filter((name) => others.every((names) => names.includes(name)));
}

export class Board {
  // `events`: place(move), refuse(move or null), preview(placement or null), ask(square),
  // say(text).
  constructor(host, events, isNamed = true) {
    Object.assign(this, { host, events, isNamed });
    this.stepsThroughGame = false; // by the arrows, until another key has been used on the board
    this.kind = 0;
    this.lies = new Map();
    this.cursor = null;
    this.asking = false;
    this.editing = null; // while a position is set up: place(move) and remove(square)
    this.isLocked = false; // true unless the player here is to move
    // The layer shown above the pieces: groups, uncoverable, fits, or one of the page.
    this.overlay = "";
    this.isKeyed = false; // whether the board was entered by the keyboard
    this.drawn = []; // the placements that are drawn: a hint, best moves, one pointed at in a list
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

  show(page) {
    const before = this.page;
    this.page = page;
    this.preview = null;
    this.at = null;
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
    this.places = new Map();
    for (const placement of page.legal) {
      const [name, square] = signature(
        placement.piece,
        placement.squares.map(([at, colour]) => [...parseSquare(at), colour]),
      );
      if (!this.places.has(name)) this.places.set(name, new Map());
      this.places.get(name).set(squareName(...square), placement);
    }
    const { picture, squares } = boardPicture(page.svg, this.isNamed);
    this.squares = squares;
    if (before && page.ply > before.ply) markPlaced(picture);
    this.layers = {};
    const first = picture.querySelector(".hit");
    for (const name of ["marks", "heat", "best", "line", "ghost", "keys"]) {
      first.before((this.layers[name] = s("g", { class: name })));
    }
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

  // The number of legal placements of a kind.
  countOf(index) {
    const kind = this.page.pieces[index];
    if (!kind || kind.left === 0) return 0;
    return kind.orientations.reduce(
      (sum, cells) => sum + (this.places.get(signature(kind.piece, cells)[0])?.size ?? 0),
      0,
    );
  }

  get cells() {
    return this.page.pieces[this.kind]?.orientations[this.lie];
  }

  get lie() {
    return Math.min(
      this.lies.get(this.kind) ?? 0,
      (this.page.pieces[this.kind]?.orientations.length ?? 1) - 1,
    );
  }

  choose(index) {
    if (index < 0 || index >= this.page.pieces.length) return;
    this.kind = index;
    this.#turned();
  }

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

  // The squares on which the held piece fits in its orientation, with the placements.
  fitting() {
    const kind = this.page.pieces[this.kind];
    if (!kind || kind.left === 0 || this.isLocked) return new Map();
    return this.places.get(signature(kind.piece, this.cells)[0]) ?? new Map();
  }

  // Show where the held piece fits.
  held() {
    const fits = this.asking ? new Map() : this.fitting();
    for (const [name, square] of this.squares) {
      square.element.classList.toggle("fits", fits.has(name));
    }
    const tapped = this.asking ? null : this.preview?.tapped; // where the placement stays
    this.preview = null;
    this.events.held();
    if (tapped) this.#preview(tapped);
    else this.hover(this.at ?? null);
  }

  // The placement of the held piece on a square, moved onto the board at its edge: its squares, its
  // text, and whether it is legal.
  #placement(square) {
    const kind = this.page.pieces[this.kind];
    if (!kind || square === null || this.isLocked) return null;
    const anchor = anchorOf(this.cells);
    const { columns, rows } = this.page;
    const at = onBoard(this.cells, anchor, square, columns, rows);
    const legal = this.fitting().get(at);
    if (legal) return { ...legal, legal: true };
    const all = squaresAt(this.cells, anchor, at);
    const squares = all.filter(([name]) => this.squares.has(name));
    const notation = kind.notation[this.lie];
    const isNamed = notation && squares.length === all.length;
    return { squares, legal: false, move: isNamed ? moveText(notation, squares) : null };
  }

  hover(square) {
    this.at = square;
    const placement = this.asking ? null : this.#placement(square);
    this.layers?.ghost.replaceChildren(...(placement ? this.#ghost(placement) : []));
    if (placement?.move) this.layers.ghost.dataset.move = placement.move;
    if (placement?.move === this.hovered) return;
    this.hovered = placement?.move;
    this.events.hover(placement?.move ?? null);
  }

  // The held piece over the board: an outline, dashed and hatched where it is illegal. Colours are
  // those of pieces alone.
  #ghost({ squares, legal }) {
    const names = squares.map(([name]) => name);
    return [
      ...this.#shape(squares, legal ? "legal" : "illegal"),
      legal
        ? null
        : s("path", { class: "hatching", d: names.map((name) => this.#hatch(name)).join("") }),
      s("path", { class: `outline ${legal ? "" : "illegal"}`, d: this.#border(names, 2) }),
    ].filter(Boolean);
  }

  // Three diagonal lines over a square.
  #hatch(name) {
    const { x, y, side } = this.squares.get(name);
    const line = (from, to) =>
      `M${x + from[0] * side} ${y + from[1] * side}L${x + to[0] * side} ${y + to[1] * side}`;
    return line([0, 0.5], [0.5, 0]) + line([0, 1], [1, 0]) + line([0.5, 1], [1, 0.5]);
  }

  #shape(squares, kind) {
    return squares.map(([name, colour]) => {
      const { x, y, side } = this.squares.get(name);
      return s(
        "g",
        {},
        this.#rect(name, `ghost ${kind}`, 2, { rx: 3 }),
        colour &&
          s("circle", { class: `half ${colour}`, cx: x + side / 2, cy: y + side / 2, r: side / 4 }),
      );
    });
  }

  // Draw moves as ghosts: the best ones, or one that a list points at; `kinds` tell proved from
  // estimated ones.
  showMoves(moves = [], kinds = []) {
    const byMove = new Map(this.page.legal.map((placement) => [placement.move, placement]));
    const found = moves
      .map((move, index) => [byMove.get(move), kinds[index] ?? ""])
      .filter(([placement]) => placement);
    this.drawn = found.map(([placement]) => placement);
    this.layers.best.replaceChildren(
      ...found.flatMap(([{ squares }, kind]) => this.#shape(squares, `best ${kind}`)),
    );
  }

  #rect(name, kind, inset = 0, more = {}) {
    const { x, y, side } = this.squares.get(name);
    return s("rect", {
      class: kind,
      x: x + inset,
      y: y + inset,
      width: side - 2 * inset,
      height: side - 2 * inset,
      ...more,
    });
  }

  // Tint squares by the best move that covers them; `worths` has a number from 0 to 1 for each
  // move.
  showHeat(worths) {
    const heat = new Map();
    for (const { move, squares } of this.page.legal) {
      if (!worths.has(move)) continue;
      for (const [name] of squares) heat.set(name, Math.max(heat.get(name) ?? 0, worths.get(move)));
    }
    this.layers.heat.replaceChildren(
      ...[...heat].map(([name, worth]) =>
        this.#rect(name, "heat", 0, { "fill-opacity": (0.05 + 0.3 * worth).toFixed(2) }),
      ),
    );
  }

  // Outline the squares of moves that would be played one after the other.
  showLine(moves) {
    this.layers.line.replaceChildren(
      ...moves.flatMap((move, index) =>
        (move.match(/[a-z]+[0-9]+/g) ?? [])
          .filter((name) => this.squares.has(name))
          .map((name, part) => {
            const { x, y, side } = this.squares.get(name);
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
    if (!this.layers?.ghost.childElementCount) return null;
    const ghost = this.layers.ghost.getBoundingClientRect();
    const host = this.host.getBoundingClientRect();
    return { left: ghost.left - host.left, top: ghost.bottom - host.top };
  }

  showSquares(names) {
    this.layers.keys.replaceChildren(
      ...names
        .filter((name) => this.squares.has(name))
        .map((name) => this.#rect(name, "cursor", 3)),
    );
  }

  #marks() {
    const made =
      this.overlay === "uncoverable"
        ? this.page.uncoverable.map((name) => this.#rect(name, "uncoverable"))
        : [];
    if (this.overlay === "groups") {
      for (const group of this.page.groups) if (group.counts) made.push(this.#outline(group));
    }
    for (const name of coveredByAll(this.page.legal)) {
      const { x, y, side } = this.squares.get(name);
      made.push(s("circle", { class: "centre", cx: x + side / 2, cy: y + side / 2, r: side / 8 }));
    }
    this.layers.marks.replaceChildren(...made);
  }

  // Show another layer on the board instead of the last one.
  lay(overlay) {
    this.overlay = overlay;
    this.host.dataset.overlay = overlay;
    if (this.page) this.#marks();
  }

  #outline(group) {
    const second = group.side !== Object.keys(this.page.position.scores)[0];
    return s("path", {
      class: `group ${second ? "second" : "first"}`,
      d: this.#border(group.squares, 3),
    });
  }

  // The border of a set of squares as a path that runs `inset` inside it.
  #border(names, inset) {
    const inside = new Set(names);
    let path = "";
    for (const name of names) {
      const [column, row] = parseSquare(name);
      const { x, y, side } = this.squares.get(name);
      const open = (dx, dy) =>
        !inside.has(column + dx < 0 || row + dy < 0 ? "" : squareName(column + dx, row + dy));
      for (const [dx, dy] of Object.values(STEPS).filter((step) => open(...step))) {
        // From the middle of this border towards an end.
        const beyond = (end) => {
          if (open(end * dy, end * dx)) return -inset;
          return open(dx + end * dy, dy + end * dx) ? 0 : inset;
        };
        const reach = (end) => end * (side / 2 + beyond(end));
        const middle = x + side / 2;
        const level = y + side / 2;
        const out = side / 2 - inset;
        const at = (end) =>
          `${middle + dx * out + dy * reach(end)} ${level - dy * out - dx * reach(end)}`;
        path += `M${at(-1)}L${at(1)}`;
      }
    }
    return path;
  }

  #squareOf(event) {
    return (
      document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".hit")?.dataset.square ??
      null
    );
  }

  #click(event) {
    const square = this.#squareOf(event);
    if (square === null) return;
    this.cursor = square;
    if (this.pointer === "touch" && !this.asking && !this.editing && !this.isLocked) {
      this.tap(square);
    } else this.act(square);
  }

  // A first tap shows the placement, a second one on it plays it. One on a move that is drawn alone,
  // such as a hint, plays that.
  tap(square) {
    const covers = (placement) => placement?.squares.some(([name]) => name === square);
    if (covers(this.preview)) {
      return this.events[this.preview.legal ? "place" : "refuse"](this.preview.move);
    }
    if (this.drawn.length === 1 && covers(this.drawn[0])) {
      return this.events.place(this.drawn[0].move);
    }
    this.#preview(square);
    if (this.preview && !this.preview.legal) this.events.refuse(this.preview.move);
  }

  // Show the placement on a square that was tapped.
  #preview(square) {
    this.hover(square);
    const placement = this.#placement(square);
    this.preview = placement && { ...placement, tapped: square };
    this.events.preview(this.preview);
  }

  // Place the held piece on a square, or ask about it.
  act(square) {
    if (this.asking) return this.events.ask(square);
    if (this.isLocked && !this.editing) return this.events.wait?.();
    const placement = this.#placement(square);
    if (placement?.legal) (this.editing ?? this.events).place(placement.move);
    else if (this.editing?.remove(square)) return;
    else if (placement) this.events.refuse(placement.move);
  }

  // A piece that is dragged over the page.
  drag(event, isEnd) {
    const square = this.#squareOf(event);
    this.hover(square);
    if (isEnd && square !== null) this.act(square);
  }

  #wheel(event) {
    if (this.asking || !this.cells || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - (this.turnedAt ?? -1000) < 120) return;
    this.turnedAt = event.timeStamp;
    this.change(event.shiftKey ? "flip" : "turn");
  }

  #moveCursor(columns, rows) {
    if (!this.page) return;
    const { columns: width, rows: height } = this.page;
    const [column, row] = parseSquare(
      this.cursor ?? squareName(Math.floor((width - 1) / 2), Math.floor((height - 1) / 2)),
    );
    const clamp = (value, most) => Math.max(0, Math.min(most - 1, value));
    this.cursor = squareName(clamp(column + columns, width), clamp(row + rows, height));
    if (!this.isKeyed) return;
    this.hover(this.cursor);
    this.showSquares([this.cursor]);
    this.events.say(this.#describeCursor());
  }

  // The square of the cursor and, while a piece is held, whether it fits there.
  #describeCursor() {
    const placement = this.#placement(this.cursor);
    if (!placement || this.asking) return this.cursor;
    const values = { square: this.cursor, move: placement.move };
    return placement.legal
      ? tr("{square}: {move} is legal", values)
      : tr("{square}: the piece does not fit", values);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    const isPlaced = (event.key === "Enter" || event.key === " ") && this.cursor;
    if (step ? !this.isKeyed && this.stepsThroughGame : !isPlaced) return;
    this.isKeyed = true;
    if (step) this.#moveCursor(...step);
    else this.act(this.cursor);
    event.preventDefault();
  }
}

// A small picture of a piece.
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
