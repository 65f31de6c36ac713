// The picture of a puzzle, and drawing and marking on it by mouse, touch and keyboard.

import { linesOf } from "./collection.js";
import { s } from "./dom.js";
import { Grid } from "./grid.js";
import { tr } from "./language.js";
import { squareName } from "./pieces.js";
import { Pinch } from "./pinch.js";

const UNIT = 40;
const EDGE = 4;
const NAMES = 16; // room around the squares, and for the names of rows and columns

/**
 * @typedef {import("./pieces.js").Point} Point
 *
 * Two neighbouring squares, and so the border between them.
 *
 * @typedef {[square: number, other: number]} Pair
 *
 * What is lit up: names of squares, but numbers of regions in conflict, and placements that are
 * excluded.
 *
 * @typedef {object} Lights
 * @property {string[]} squares
 * @property {string[]} differing
 * @property {string[]} wrong
 * @property {string[]} shade
 * @property {string[]} unshade
 * @property {number[]} conflict
 * @property {string[]} excluded
 *
 * A drag: where the pointer was, the square from which it comes, and what it draws.
 *
 * @typedef {{last: Point, from: number | null, value: boolean | null | undefined}} Drag
 *
 * What a view tells.
 *
 * @typedef {object} GridEvents
 * @property {() => void} begin
 * @property {(isDrawing: boolean) => void} changed
 * @property {(text: string) => void} say
 */

/** @type {Lights} */
const DARK = {
  squares: [],
  differing: [],
  wrong: [],
  shade: [],
  unshade: [],
  conflict: [],
  excluded: [],
};
/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A box on a square.
 *
 * @param {string} kind
 * @param {number} column
 * @param {number} row
 * @param {number} inset
 */
const box = (kind, column, row, inset, more = {}) =>
  s("rect", {
    class: kind,
    x: column * UNIT + inset,
    y: row * UNIT + inset,
    width: UNIT - 2 * inset,
    height: UNIT - 2 * inset,
    ...more,
  });

export class GridView {
  /** @type {Drag | null} */
  #drag = null;

  /**
   * @param {HTMLElement} host
   * @param {Grid} grid
   * @param {GridEvents} events
   */
  constructor(host, grid, events) {
    this.host = host;
    this.grid = grid;
    this.events = events;
    this.mode = "solve";
    this.lit = DARK;
    this.paintRegions = true;
    /** @type {number[]} Squares on which a rule is broken. */
    this.broken = [];
    /** @type {number[] | null} Regions after a repair, whose changed borders are shown. */
    this.ghosts = null;
    /**
     * Borders, by what moving them leaves: lists of the square to move and one that it joins.
     *
     * @type {Partial<Record<string, [string, string][]>>}
     */
    this.effects = {};
    this.cursor = 0;
    this.pinch = new Pinch(); // two fingers enlarge the picture
    this.untouched = ""; // the state of the grid before the first finger
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      host.addEventListener(name, (event) => {
        this.#drag = null;
        if (event instanceof PointerEvent) this.pinch.up(event.pointerId);
      });
    }
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["focus", "blur"]) host.addEventListener(name, () => this.draw());
  }

  /** @param {Partial<Lights>} found */
  light(found) {
    this.lit = { ...DARK, ...found };
    this.draw();
  }

  draw() {
    const { grid, lit } = this;
    const { rows, cols } = grid;
    const at = (/** @type {number} */ square) => [square % cols, Math.floor(square / cols)];
    const set = (/** @type {string[]} */ names) => new Set(names.map((name) => grid.square(name)));
    const groups = { lit: set(lit.squares), differing: set(lit.differing), wrong: set(lit.wrong) };
    /** @type {Map<number, string>} */
    const finished = this.paintRegions ? grid.finished() : new Map();
    const done = new Set([...finished.keys()].map((square) => grid.regions[square]));
    /** @type {SVGElement[]} */
    const cells = [];
    /** @type {SVGElement[]} */
    const marks = [];
    for (let square = 0; square < grid.size; square += 1) {
      const [column, row] = at(square);
      const region = grid.regions[square];
      const classes = [
        "cell-square",
        region < 0 && "outside",
        done.has(region) && "finished",
        lit.conflict.includes(region) && "conflict",
        this.broken.includes(square) && "broken",
        ...Object.entries(groups).map(([name, squares]) => squares.has(square) && name),
      ].filter(Boolean);
      cells.push(box(classes.join(" "), column, row, 0, { "data-cell": grid.name(square) }));
      const mark = grid.marks.get(square);
      const x = column * UNIT;
      const y = row * UNIT;
      if (mark?.shaded) {
        marks.push(
          box(`shade ${finished.get(square) ?? ""} ${mark.trial ? "trial" : ""}`, column, row, 3, {
            rx: 3,
          }),
        );
      } else if (mark && !finished.has(square)) {
        marks.push(
          s("circle", {
            class: `dot ${mark.trial ? "trial" : ""}`,
            cx: x + UNIT / 2,
            cy: y + UNIT / 2,
            r: 4,
          }),
        );
      }
      if (groups.wrong.has(square)) {
        marks.push(s("path", { class: "cross", d: `M${x + 10} ${y + 10}l20 20m0 -20l-20 20` }));
      }
      if (groups.differing.has(square)) {
        marks.push(s("text", { class: "differs", x: x + UNIT / 2, y: y + UNIT / 2 + 6 }, "?"));
      }
      if (finished.has(square)) {
        marks.push(
          s(
            "text",
            { class: `letter ${mark?.shaded ? "" : "open"}`, x: x + UNIT / 2, y: y + UNIT / 2 + 5 },
            finished.get(square),
          ),
        );
      }
    }
    for (const name of lit.shade) {
      const [column, row] = at(grid.square(name));
      marks.push(box("will shade-will", column, row, 7));
    }
    for (const name of lit.unshade) {
      const [column, row] = at(grid.square(name));
      marks.push(
        s("circle", {
          class: "will",
          cx: column * UNIT + UNIT / 2,
          cy: row * UNIT + UNIT / 2,
          r: 7,
        }),
      );
    }
    for (const text of lit.excluded.slice(0, 12)) {
      const points = text
        .slice(2, -1)
        .split(",")
        .map((name) => at(grid.square(name)).map((value) => value * UNIT + UNIT / 2));
      for (const [x, y] of points) {
        for (const [other, below] of points) {
          if (Math.abs(x - other) + Math.abs(y - below) === UNIT && (x < other || y < below)) {
            marks.push(s("line", { class: "excluded", x1: x, y1: y, x2: other, y2: below }));
          }
        }
      }
    }
    const [thin, thick] = linesOf(rows, cols, UNIT, (square, other) =>
      grid.walls.has(Grid.wall(square, other)),
    );
    const picture = s(
      "svg",
      {
        viewBox: this.#viewBox(),
        "aria-hidden": "true",
      },
      cells,
      thin,
      marks,
      thick,
      this.#effects(),
      this.#ghosts(),
      this.#names(),
    );
    if (this.host.matches(":focus-visible")) {
      const [column, row] = at(this.cursor);
      picture.append(box("cursor", column, row, 4));
    }
    this.host.querySelector("svg")?.remove();
    this.host.prepend(picture);
    this.host.parentElement?.style.setProperty("--most", `${96 * cols}px`);
  }

  // The whole picture, in its units.
  get #whole() {
    const { rows, cols } = this.grid;
    const [width, height] = [cols, rows].map((count) => count * UNIT + NAMES + EDGE);
    return { x: -NAMES, y: -EDGE, width, height };
  }

  #viewBox() {
    const { x, y, width, height } = this.pinch.partOf(this.#whole);
    return [x, y, width, height].join(" ");
  }

  /**
   * A path along some borders.
   *
   * @param {string} kind
   * @param {(square: number, other: number) => boolean} isOn
   */
  #path(kind, isOn) {
    const [, path] = linesOf(this.grid.rows, this.grid.cols, UNIT, isOn, false);
    path.setAttribute("class", kind);
    return path;
  }

  // The borders that a repair would add, and those that it would remove.
  #ghosts() {
    const { ghosts, grid } = this;
    if (!ghosts) return [];
    /** @type {(square: number, other: number) => boolean} */
    const differs = (square, other) => ghosts[square] !== ghosts[other];
    /** @type {(square: number, other: number) => boolean} */
    const isWall = (square, other) => grid.walls.has(Grid.wall(square, other));
    return [
      this.#path("come", (square, other) => differs(square, other) && !isWall(square, other)),
      this.#path("go-away", (square, other) => !differs(square, other) && isWall(square, other)),
    ];
  }

  /**
   * The numbers of two squares.
   *
   * @param {[string, string]} names
   * @returns {Pair}
   */
  #pair([name, other]) {
    return [this.grid.square(name), this.grid.square(other)];
  }

  #effects() {
    return Object.entries(this.effects).map(([effect, pairs = []]) => {
      const walls = new Set(pairs.map((pair) => Grid.wall(...this.#pair(pair))));
      return this.#path(`effect ${effect}`, (square, other) => walls.has(Grid.wall(square, other)));
    });
  }

  // The names of columns below and of rows on the left.
  #names() {
    const { rows, cols } = this.grid;
    /** @type {(x: number, y: number, text: string | number) => SVGElement} */
    const name = (x, y, text) => s("text", { class: "name", x, y }, text);
    return [
      ...Array.from({ length: cols }, (_, column) =>
        name((column + 0.5) * UNIT, rows * UNIT + 12, squareName(column, 0).replace("1", "")),
      ),
      ...Array.from({ length: rows }, (_, row) => name(-9, (row + 0.5) * UNIT + 4, rows - row)),
    ];
  }

  /**
   * The position of a pointer, in squares from the top left corner.
   *
   * @param {PointerEvent} event
   * @returns {Point}
   */
  #point(event) {
    const part = this.#part(event);
    const { x, y, width, height } = this.pinch.partOf(this.#whole);
    return [(x + part.x * width) / UNIT, (y + part.y * height) / UNIT];
  }

  /**
   * The position of a pointer, in parts of the picture.
   *
   * @param {PointerEvent} event
   */
  #part(event) {
    const box = (this.host.querySelector("svg") ?? this.host).getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    };
  }

  // A second finger takes back what the first one has drawn.
  #beginPinch() {
    this.#drag = null;
    this.grid.restore(this.untouched);
    this.#changed(this.mode !== "solve");
  }

  /** @param {Point} point */
  #squareAt([x, y]) {
    const column = Math.floor(x);
    const row = Math.floor(y);
    return column < 0 || row < 0 || column >= this.grid.cols || row >= this.grid.rows
      ? null
      : row * this.grid.cols + column;
  }

  /**
   * The border next to a point, as the two squares beside it.
   *
   * @param {Point} point
   * @returns {Pair | null}
   */
  #borderAt([x, y]) {
    const across = Math.round(x);
    const down = Math.round(y);
    const [near, far] = [Math.abs(x - across), Math.abs(y - down)].sort(
      (one, other) => one - other,
    );
    if (near > 0.35 || far < 0.12) return null;
    const isUpright = Math.abs(x - across) === near;
    const square = this.#squareAt(isUpright ? [across - 0.5, y] : [x, down - 0.5]);
    const other = this.#squareAt(isUpright ? [across + 0.5, y] : [x, down + 0.5]);
    return square === null || other === null ? null : [square, other];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "touch") {
      if (this.pinch.down(event.pointerId, this.#part(event))) this.#beginPinch();
      if (this.pinch.isPinching) return;
    }
    this.untouched = this.grid.state();
    const point = this.#point(event);
    const square = this.#squareAt(point);
    if (square === null) return;
    this.host.setPointerCapture(event.pointerId);
    this.events.begin();
    this.cursor = square;
    if (this.mode === "borders" && this.#moveAcross(this.#borderAt(point))) return;
    const drag = {
      last: point,
      from: event.button === 2 || event.shiftKey ? null : square,
      value: this.#valueAt(square, event.button === 2),
    };
    this.#drag = drag;
    this.#drawOn(drag, point, square);
  }

  /**
   * What a drag that begins on a square draws; undefined if that depends on its first border.
   *
   * @param {number} square
   * @param {boolean} isRight Whether it is by the right button.
   */
  #valueAt(square, isRight) {
    if (this.mode === "outside") return !this.grid.outside.has(square);
    return this.mode === "solve" ? this.#next(square, isRight) : undefined;
  }

  /**
   * Draw at a point on a square, by the mode and the start of the drag.
   *
   * @param {Drag} drag
   * @param {Point} point
   * @param {number} square
   */
  #drawOn(drag, point, square) {
    if (this.mode === "borders") this.#drawBorder(drag, point);
    else if (this.mode === "regions") this.#paint(drag, square);
    else if (this.mode === "outside") this.#setOutside(square, drag.value === true);
    else this.#setMark(square, drag.value ?? null);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.pinch.move(event.pointerId, this.#part(event))) {
      this.host.querySelector("svg")?.setAttribute("viewBox", this.#viewBox());
    }
    const drag = this.#drag;
    if (!drag) return;
    const point = this.#point(event);
    const [fromX, fromY] = drag.last;
    const steps = Math.max(1, Math.ceil(Math.hypot(point[0] - fromX, point[1] - fromY) / 0.2));
    for (let step = 1; step <= steps; step += 1) {
      /** @type {Point} */
      const between = [
        fromX + ((point[0] - fromX) * step) / steps,
        fromY + ((point[1] - fromY) * step) / steps,
      ];
      const square = this.#squareAt(between);
      if (square === null || (square === this.cursor && this.mode !== "borders")) continue;
      this.cursor = square;
      this.#drawOn(drag, between, square);
    }
    drag.last = point;
  }

  /**
   * The mark that follows that of a square: a dot or none, else shaded, dot, none.
   *
   * @param {number} square
   * @param {boolean} isDot
   */
  #next(square, isDot) {
    const now = this.grid.marks.get(square)?.shaded;
    if (isDot) return now === false ? null : false;
    if (now === undefined) return true;
    return now ? false : null;
  }

  /**
   * Draw or remove the border at a point; the first border of a drag decides which.
   *
   * @param {Drag} drag
   * @param {Point} point
   */
  #drawBorder(drag, point) {
    const border = this.#borderAt(point);
    if (!border) return;
    drag.value ??= !this.grid.walls.has(Grid.wall(...border));
    this.#setBorder(border, drag.value);
  }

  /**
   * Move the square across a border that is coloured; false if it is not.
   *
   * @param {Pair | null} border
   */
  #moveAcross(border) {
    if (!border) return false;
    const move = Object.values(this.effects)
      .flatMap((pairs = []) => pairs.map((pair) => this.#pair(pair)))
      .find((pair) => Grid.wall(...pair) === Grid.wall(...border));
    if (!move) return false;
    this.grid.paint(...move);
    this.#changed(true);
    this.events.say(this.describe(move[0]));
    return true;
  }

  /**
   * @param {Pair} border
   * @param {boolean} isDrawn
   */
  #setBorder(border, isDrawn) {
    const wall = Grid.wall(...border);
    if (this.grid.walls.has(wall) === isDrawn) return;
    this.grid.walls[isDrawn ? "add" : "delete"](wall);
    this.grid.find();
    this.#changed(true);
  }

  /**
   * Extend the region of the last square to this one; without a last square a new region begins.
   *
   * @param {Drag} drag
   * @param {number} square
   */
  #paint(drag, square) {
    const { regions } = this.grid;
    const { from } = drag;
    drag.from = square;
    const isSame = from !== null && regions[square] === regions[from] && regions[square] >= 0;
    if (from === square || isSame) return;
    this.grid.paint(square, from);
    this.#changed(true);
  }

  /**
   * @param {number} square
   * @param {boolean} isOutside
   */
  #setOutside(square, isOutside) {
    if (isOutside) {
      this.grid.outside.add(square);
      this.grid.marks.delete(square);
    } else this.grid.outside.delete(square);
    this.grid.find();
    this.#changed(true);
  }

  /**
   * @param {number} square
   * @param {boolean | null} value
   */
  #setMark(square, value) {
    if ((this.grid.marks.get(square)?.shaded ?? null) === value) return;
    this.grid.mark(square, value);
    this.#changed(false);
  }

  /** @param {boolean} isDrawing */
  #changed(isDrawing) {
    this.draw();
    this.events.changed(isDrawing);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { grid } = this;
    const step = STEPS[event.key];
    if (step) {
      const other = this.#squareAt([
        (this.cursor % grid.cols) + step[0],
        Math.floor(this.cursor / grid.cols) + step[1],
      ]);
      event.preventDefault();
      if (other === null) return;
      this.pinch.reset(); // the cursor may be where nothing is shown
      if (event.shiftKey && this.mode !== "solve") {
        this.events.begin();
        if (this.#moveAcross([this.cursor, other])) return;
        this.#setBorder([this.cursor, other], !grid.walls.has(Grid.wall(this.cursor, other)));
        const sides = { one: grid.name(this.cursor), other: grid.name(other) };
        this.events.say(
          grid.walls.has(Grid.wall(this.cursor, other))
            ? tr("border between {one} and {other} drawn", sides)
            : tr("border between {one} and {other} removed", sides),
        );
        return;
      }
      this.cursor = other;
      this.draw();
      this.events.say(this.describe(other));
    } else if (this.mode === "solve" && ["Enter", " ", "x", "."].includes(event.key)) {
      event.preventDefault();
      this.events.begin();
      this.#setMark(this.cursor, this.#next(this.cursor, event.key === "x" || event.key === "."));
      this.events.say(this.describe(this.cursor));
    }
  }

  /** @param {number} square */
  describe(square) {
    const mark = this.grid.marks.get(square);
    let state = tr("blank");
    if (mark) state = mark.shaded ? tr("shaded") : tr("marked as unshaded");
    const region = this.grid.regions[square];
    const said = {
      square: this.grid.name(square),
      state,
      region: region + 1,
      count: this.grid.members[region]?.length,
    };
    return region >= 0
      ? tr("{square}: {state}, region {region} of {count} squares", said)
      : tr("{square}: {state}, in no region", said);
  }
}
