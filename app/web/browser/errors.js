// What can be wrong with what a user gives: the text says what, where, and what was expected.

export class GameError extends Error {}

export class IllegalMoveError extends GameError {
  constructor(move, broken) {
    super(`illegal move ${move}: ${broken.join("; ")}`);
    this.broken = broken;
  }
}

export const notationError = (token, expected) => new GameError(`cannot read '${token}': expected ${expected}`);

// What the page without a server leaves to the page with one.
export class NotHereError extends GameError {
  constructor(what) { super(`${what}: not on this page; the local page, “litslab serve”, has it`); }
}

// A position set up by hand that no game leads to, although its placements are legal.
export class UnreachableError extends GameError {}
