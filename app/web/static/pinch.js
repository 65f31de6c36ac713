// The part of a picture that is shown, which two fingers enlarge and move.

/**
 * A point, or the size of the picture.
 *
 * @typedef {{x: number, y: number}} Point
 */

const MOST = 4; // times as large as the whole picture

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.max(low, Math.min(high, value));

/** @param {Point[]} points */
const middleOf = ([one, other]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** @param {Point[]} points */
const distanceOf = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y);

export class Pinch {
  /** @type {Map<number, Point>} Where each finger is, as parts of the picture that is shown. */
  #fingers = new Map();
  /** @type {{distance: number, scale: number, middle: Point} | null} The state when two fingers met. */
  #begun = null;
  /** @type {Point} The corner that is shown, as parts of the whole picture. */
  #corner = { x: 0, y: 0 };
  #scale = 1;

  /** True from when a second finger touches until all have left. */
  get isPinching() {
    return this.#begun !== null;
  }

  /** True if a part of the picture is shown. */
  get isZoomed() {
    return this.#scale > 1;
  }

  /** Show the whole picture again. */
  reset() {
    this.#scale = 1;
    this.#corner = { x: 0, y: 0 };
  }

  /**
   * The part of a whole picture that is shown.
   *
   * @param {{x: number, y: number, width: number, height: number}} whole
   */
  partOf({ x, y, width, height }) {
    return {
      x: x + this.#corner.x * width,
      y: y + this.#corner.y * height,
      width: width / this.#scale,
      height: height / this.#scale,
    };
  }

  /**
   * A finger touches; true if it is the second one, with which pinching begins.
   *
   * @param {number} id
   * @param {Point} point In parts of what is shown, from 0 to 1.
   */
  down(id, point) {
    this.#fingers.set(id, point);
    if (this.#fingers.size !== 2) return false;
    const points = [...this.#fingers.values()];
    this.#begun = {
      distance: Math.max(0.01, distanceOf(points)),
      scale: this.#scale,
      middle: this.#inWhole(middleOf(points)),
    };
    return true;
  }

  /**
   * A finger moves; true if what is shown has changed.
   *
   * @param {number} id
   * @param {Point} point
   */
  move(id, point) {
    if (!this.#fingers.has(id)) return false;
    this.#fingers.set(id, point);
    if (this.#begun === null || this.#fingers.size !== 2) return false;
    const points = [...this.#fingers.values()];
    const { distance, scale, middle } = this.#begun;
    this.#scale = within((scale * distanceOf(points)) / distance, 1, MOST);
    const shown = middleOf(points);
    const most = 1 - 1 / this.#scale;
    this.#corner = {
      x: within(middle.x - shown.x / this.#scale, 0, most),
      y: within(middle.y - shown.y / this.#scale, 0, most),
    };
    return true;
  }

  /** @param {number} id A finger that leaves. */
  up(id) {
    this.#fingers.delete(id);
    if (this.#fingers.size === 0) this.#begun = null;
  }

  /**
   * A point of what is shown, in parts of the whole picture.
   *
   * @param {Point} point
   * @returns {Point}
   */
  #inWhole({ x, y }) {
    return { x: this.#corner.x + x / this.#scale, y: this.#corner.y + y / this.#scale };
  }
}
