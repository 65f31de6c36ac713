// TAIJI: the last placements are played out at once. See docs/kernel-taiji.md, "TAIJI", Short
// endings.
#pragma once

#include "games/taiji.hpp"

#include <bit>

namespace litslab {

// The answer to "light - dark >= margin?" in a position with at most eight live squares. A set of
// them is a byte, and each byte of a word describes one group of a colour. So all groups are
// treated at once, without branches that depend on them: those would be mispredicted too often.
template <class Word, bool two_levels>
struct Taiji<Word, two_levels>::Ending {
  static constexpr int most_squares = 8, most_groups = 16;
  static constexpr Word64 half = 0x0101010101010101;
  static constexpr Word128 one_each = Word128{half} << 64 | half;

  struct Colour {
    Word128 liberties = 0, sizes = 0;
    int groups = 0;  // bytes in use; groups that have been joined have size 0
    int score = 0;
  };

  Word64 partners = 0, neighbours = 0;  // of each square, a byte, for placements and for joining
  // Of each colour: the largest groups that were closed before.
  std::array<std::array<std::uint8_t, 3>, 2> closed;
  int scored, margin;
  GroupScoring scoring = GroupScoring::sum;

  // The lowest bit of each byte that is not zero, and all bits of each byte whose lowest bit is
  // set.
  static Word128 occupied(Word128 bytes) {
    const Word128 low = 0x7f * one_each;
    const Word128 carried = (bytes & low) + low;  // carries any lower bit into the highest
    return ((carried | bytes) & ~low) >> 7;
  }
  static Word128 filled(Word128 lowest_bits) { return (lowest_bits << 8) - lowest_bits; }
  // A board has at most 121 squares, so a sum of sizes fits into a byte.
  static int sum(Word128 bytes) {
    return static_cast<int>((low_half(bytes) + high_half(bytes)) * half >> 56);
  }
  static unsigned united(Word128 bytes) {
    Word64 sets = low_half(bytes) | high_half(bytes);
    for (const int shift : {32, 16, 8}) sets |= sets >> shift;
    return sets & 0xff;
  }

  std::array<std::uint8_t, 3> largest_of(int c, Word128 sizes, int n) const {
    auto largest = closed[c];
    for (; n > 0 && sizes != 0; sizes >>= 8)
      insert_largest(largest, static_cast<int>(sizes & 0xff), n);
    return largest;
  }
  int score_of_largest(int c, Word128 sizes, int n) const {
    return score_of(largest_of(c, sizes, n), n, scoring);
  }

  // A colour's product at the end is no smaller: groups that can still grow may join into one.
  int least_product(int c, const Colour& colour) const {
    const Word128 open = filled(occupied(colour.liberties));
    int grown = 0;
    for (Word128 sizes = colour.sizes & open; sizes != 0; sizes >>= 8)
      grown = std::max(grown, static_cast<int>(sizes & 0xff));
    auto largest = largest_of(c, colour.sizes & ~open, scored);
    insert_largest(largest, grown, scored);
    return score_of(largest, scored, scoring);
  }

  // Covers square `at` with colour `c`; `live` is what remains.
  Colour cover(int c, const Colour& colour, int at, unsigned live) const {
    const Word128 joined = filled(colour.liberties >> at & one_each);
    const int size = 1 + sum(colour.sizes & joined);
    const int byte = 8 * colour.groups;
    const auto around = static_cast<unsigned>(neighbours >> 8 * at & 0xff);
    const unsigned liberties = (united(colour.liberties & joined) | around) & live;
    Colour after;
    after.liberties = (colour.liberties & ~joined & live * one_each) | Word128{liberties} << byte;
    after.sizes = (colour.sizes & ~joined) | static_cast<Word128>(size) << byte;
    after.groups = colour.groups + 1;
    if (scoring == GroupScoring::products) [[unlikely]]
      after.score = least_product(c, after);
    else
      after.score = std::max(colour.score, scored == 1 ? score_of_one(size, scoring)
                                                       : score_of_largest(c, after.sizes, scored));
    return after;
  }

  // No later score is higher: as if one group got all that can still grow, and half of the live
  // squares. Proof: at most half of them take the colour. Scored groups that can still grow are
  // together no larger than that one group, and at most n - 1 closed ones count besides it. With no
  // such group the score is certain now.
  int most(int c, const Colour& colour, unsigned live) const {
    const Word128 open = filled(occupied(colour.liberties));
    const int all = std::popcount(live) / 2 + sum(colour.sizes & open);
    if (scoring == GroupScoring::products) [[unlikely]]
      return greatest_product(all, largest_of(c, colour.sizes & ~open, scored), scored);
    return std::max(colour.score, score_of_one(all, scoring) +
                                      score_of_largest(c, colour.sizes & ~open, scored - 1));
  }

  bool reaches(unsigned live, int mover, int heap, const Colour& one, const Colour& other) const {
    if (live == 0) return one.score - other.score >= margin;
    if (one.score - most(dark, other, live) >= margin) return true;
    if (most(light, one, live) - other.score < margin) return false;
    const bool good = mover == light;
    for (unsigned lights = live; lights != 0; lights &= lights - 1) {
      const int a = std::countr_zero(lights);
      const auto beside = static_cast<unsigned>(partners >> 8 * a & live);
      for (unsigned darks = beside; darks != 0; darks &= darks - 1) {
        const int b = std::countr_zero(darks);
        const unsigned left = with_partners(live & ~(1u << a | 1u << b));
        const Colour next_other = cover(dark, other, b, left);
        const Colour next_one = cover(light, one, a, left);
        if (reaches(left, mover ^ 1, heap, next_one, next_other) == good) return good;
      }
    }
    for (int left = 0; left < heap; ++left)
      if (reaches(live, mover ^ 1, left, one, other) == good) return good;
    return !good;
  }

  unsigned with_partners(unsigned squares) const {
    const Word64 paired = low_half(occupied(partners & squares * half));
    // The product gathers the lowest bits of the bytes in the highest byte.
    const auto gathered = static_cast<unsigned>(paired * 0x0102040810204080 >> 56);
    return squares & gathered;
  }
};

// Bounds a position with little left, if its groups fit into an Ending. That takes less time than
// the bounds, the key and the look-up of a position that is searched.
template <class Word, bool two_levels>
bool Taiji<Word, two_levels>::play_out(State& s, int threshold) const {
  const int left = count(s.live);
  if (left > Ending::most_squares) return false;
  Ending ending;
  for (const Side& side : s.sides)
    if (side.groups.size() + left / 2 > Ending::most_groups) return false;
  ending.scored = scored_;
  ending.scoring = scoring();
  ending.margin = (threshold + 1) / 2;
  const auto packed = [&](Word set) {
    Word64 bits = 0;
    int i = 0;
    each_square(s.live, [&](int q) {
      bits |= static_cast<Word64>(set >> q & 1) << i;
      ++i;
    });
    return bits;
  };
  int byte = 0;
  each_square(s.live, [&](int q) {
    ending.neighbours |= packed(grid_.neighbours(q)) << byte;
    if (two_levels || corners()) ending.partners |= packed(partners(s, q)) << byte;
    byte += 8;
  });
  if (!two_levels && !corners()) ending.partners = ending.neighbours;
  std::array<typename Ending::Colour, 2> colours;
  for (const int c : {light, dark}) {
    auto& colour = colours[c];
    for (const Group& g : s.sides[c].groups) {
      colour.liberties |= Word128{packed(g.liberties)} << 8 * colour.groups;
      colour.sizes |= Word128{g.size} << 8 * colour.groups;
      ++colour.groups;
    }
    ending.closed[c] = s.sides[c].closed;
    colour.score =
        scoring() == GroupScoring::products
            ? ending.least_product(c, colour)
            : std::max<int>(s.sides[c].floor, ending.score_of_largest(c, colour.sizes, scored_));
  }
  const bool reached =
      ending.reaches((1u << left) - 1, s.mover, s.heap, colours[light], colours[dark]);
  s.lower = reached ? threshold : -value_limit();
  s.upper = reached ? value_limit() : threshold - 2;
  return true;
}

}  // namespace litslab
