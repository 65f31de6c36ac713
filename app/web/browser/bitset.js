// Sets of placements, of which there may be thousands: words of 32 bits.

export class Bitset {
  constructor(size, words = new Uint32Array((size + 31) >> 5)) {
    this.size = size;
    this.words = words;
  }

  static of(size, members) {
    const found = new Bitset(size);
    for (const member of members) found.add(member);
    return found;
  }

  add(member) { this.words[member >> 5] |= 1 << (member & 31); }
  has(member) { return (this.words[member >> 5] >>> (member & 31) & 1) === 1; }
  copy() { return new Bitset(this.size, this.words.slice()); }
  // Take another set's members in, or out.
  unite(other) { for (let i = 0; i < this.words.length; i += 1) this.words[i] |= other.words[i]; return this; }
  keep(other) { for (let i = 0; i < this.words.length; i += 1) this.words[i] &= other.words[i]; return this; }
  drop(other) { for (let i = 0; i < this.words.length; i += 1) this.words[i] &= ~other.words[i]; return this; }
  get isEmpty() { return this.words.every((word) => word === 0); }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.words.length; i += 1) {
      for (let word = this.words[i]; word; word &= word - 1) yield (i << 5) + 31 - Math.clz32(word & -word);
    }
  }
}
