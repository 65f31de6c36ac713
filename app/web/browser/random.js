// Python's random numbers, so that a seed gives the same board here as everywhere in litslab.

export class PythonRandom {
  #state = new Uint32Array(624);
  #at = 624;

  // A seed below 2 ** 53.
  constructor(seed) {
    const key = [seed >>> 0];
    const high = Math.floor(seed / 2 ** 32);
    if (high) key.push(high);
    const state = this.#state;
    state[0] = 19650218;
    for (let i = 1; i < 624; i += 1) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    let i = 1, j = 0;
    const step = () => { i += 1; if (i >= 624) { state[0] = state[623]; i = 1; } };
    for (let k = 0; k < 624; k += 1) {
      state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1664525)) + key[j] + j;
      j = (j + 1) % key.length;
      step();
    }
    for (let k = 0; k < 623; k += 1) {
      state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1566083941)) - i;
      step();
    }
    state[0] = 0x80000000;
  }

  // 32 random bits.
  #word() {
    const state = this.#state;
    if (this.#at >= 624) {
      for (let k = 0; k < 624; k += 1) {
        const y = (state[k] & 0x80000000) | (state[(k + 1) % 624] & 0x7fffffff);
        state[k] = state[(k + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.#at = 0;
    }
    let y = state[this.#at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  random() { return ((this.#word() >>> 5) * 67108864 + (this.#word() >>> 6)) / 9007199254740992; }

  #below(count) {
    const bits = 32 - Math.clz32(count);
    for (;;) {
      const found = this.#word() >>> (32 - bits);
      if (found < count) return found;
    }
  }

  // Different numbers below `population`.
  sample(population, count) {
    let pool = 21;
    if (count > 5) pool += 4 ** Math.ceil(Math.log(count * 3) / Math.log(4));
    const found = [];
    if (population <= pool) {
      const left = Array.from({ length: population }, (_, number) => number);
      for (let i = 0; i < count; i += 1) {
        const j = this.#below(population - i);
        found.push(left[j]);
        left[j] = left[population - i - 1];
      }
      return found;
    }
    const chosen = new Set();
    while (chosen.size < count) chosen.add(this.#below(population));
    return [...chosen];
  }
}

// The symbols of a board of Battle of LITS of the usual make-up, as text rows, the top row first.
export function makeSymbols(board, seed) {
  const random = new PythonRandom(seed);
  const characters = Array(board.size).fill(".");
  const tenths = board.size * 3 / 10;  // rounded as Python does: a half goes to the even number
  const rounded = tenths % 1 === 0.5 ? 2 * Math.round(tenths / 2) : Math.round(tenths);
  for (const square of random.sample(Math.floor(board.size / 2), Math.min(rounded, Math.floor(board.size / 2)))) {
    const opposite = board.size - 1 - square;
    const [first, second] = random.random() < 0.5 ? [square, opposite] : [opposite, square];
    characters[first] = "X";
    characters[second] = "O";
  }
  return board.draw(characters);
}
