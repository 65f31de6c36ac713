// Boards as graphs: neighbours, chessboard colours, connected components. Sets of squares are plain
// integers, which are fast to shift: 64 bits up to 8x8, 128 beyond.
//
// A square is row * columns + column, row 0 at the bottom.
#pragma once

#include "core/bitset.hpp"

#include <utility>
#include <vector>

namespace litslab {

using Word64 = std::uint64_t;
__extension__ typedef unsigned __int128 Word128;

inline int count(Word64 w) { return std::popcount(w); }
inline int count(Word128 w) {
  return std::popcount(static_cast<Word64>(w)) + std::popcount(static_cast<Word64>(w >> 64));
}

// The lowest square; the set must not be empty.
inline int lowest(Word64 w) { return std::countr_zero(w); }
inline int lowest(Word128 w) {
  const auto low = static_cast<Word64>(w);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Word64>(w >> 64));
}

inline Word64 low_half(Word64 w) { return w; }
inline Word64 high_half(Word64) { return 0; }
inline Word64 low_half(Word128 w) { return static_cast<Word64>(w); }
inline Word64 high_half(Word128 w) { return static_cast<Word64>(w >> 64); }

inline Word128 wide(const Squares& b) { return static_cast<Word128>(b.w[1]) << 64 | b.w[0]; }
inline Squares narrow(Word128 w) {
  Squares result;
  result.w = {low_half(w), high_half(w)};
  return result;
}

template <class Word>
inline Word square_bit(int square) {
  return Word{1} << square;
}

// Calls f(square) for every square of the set, lowest first.
template <class Word, class F>
inline void each_square(Word set, F&& f) {
  for (; set != 0; set &= set - 1) f(lowest(set));
}

// Flood fill: the squares of `within` that are reached from those of `seed`. `grow` adds the
// adjacent squares to a set.
template <class Word, class Grow>
inline Word flood(Word seed, Word within, Grow&& grow) {
  for (Word filled = seed & within;;) {
    const Word more = grow(filled) & within;
    if (more == filled) return filled;
    filled = more;
  }
}

// Calls f(component) for every connected component of a set, by its lowest square.
template <class Word, class Grow, class F>
inline void each_component(Word set, Grow&& grow, F&& f) {
  while (set != 0) {
    const Word component = flood<Word>(set & (~set + 1), set, grow);
    set &= ~component;
    f(component);
  }
}

// A rectangular board.
template <class Word>
class Rectangle {
 public:
  Rectangle() = default;
  Rectangle(int columns, int rows) : columns_(columns), rows_(rows) {
    for (int s = 0; s < squares(); ++s) {
      const Word bit = square_bit<Word>(s);
      all_ |= bit;
      if (column(s) != 0) not_first_ |= bit;
      if (column(s) != columns - 1) not_last_ |= bit;
    }
  }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int squares() const { return columns_ * rows_; }
  int row(int s) const { return s / columns_; }
  int column(int s) const { return s % columns_; }
  Word all() const { return all_; }
  Word not_last_column() const { return not_last_; }

  // Every square, inside the set or not, that has an orthogonal neighbour in it.
  Word adjacent(Word set) const {
    return (((set & not_last_) << 1) | ((set & not_first_) >> 1) | (set << columns_) |
            (set >> columns_)) &
           all_;
  }
  // The set and every square that has an orthogonal or diagonal neighbour in it, and perhaps bits
  // outside the board.
  Word with_king_neighbours(Word set) const {
    const Word across = set | (set & not_last_) << 1 | (set & not_first_) >> 1;
    return across | across << columns_ | across >> columns_;
  }

  // Every square, inside the set or not, that has an orthogonal or diagonal neighbour in it.
  Word king_adjacent(Word set) const {
    const Word beside = (set & not_last_) << 1 | (set & not_first_) >> 1;
    const Word across = set | beside;
    return (beside | across << columns_ | across >> columns_) & all_;
  }

  // The orthogonally connected component of `seed` inside `within`.
  Word component(Word seed, Word within) const {
    return flood(seed, within, [this](Word set) { return set | adjacent(set); });
  }
  // Calls f(component) for every orthogonally connected component of a set.
  template <class F>
  void each_component(Word set, F&& f) const {
    litslab::each_component(set, [this](Word part) { return part | adjacent(part); }, f);
  }
  // The same if diagonal neighbours connect too.
  template <class F>
  void each_king_component(Word set, F&& f) const {
    litslab::each_component(set, [this](Word part) { return with_king_neighbours(part); }, f);
  }

 private:
  int columns_ = 0, rows_ = 0;
  Word all_ = 0, not_first_ = 0, not_last_ = 0;
};

// A square board, with its symmetries.
template <class Word>
class Grid : public Rectangle<Word> {
 public:
  static constexpr int max_side = sizeof(Word) == 8 ? 8 : 11;
  static constexpr int max_squares = max_side * max_side;
  using Rectangle<Word>::squares, Rectangle<Word>::row, Rectangle<Word>::column,
      Rectangle<Word>::adjacent;

  explicit Grid(int side) : Rectangle<Word>(side, side) {
    for (int s = 0; s < squares(); ++s) {
      neighbours_[s] = adjacent(square_bit<Word>(s));
      if ((row(s) + column(s)) % 2 == 0) even_ |= square_bit<Word>(s);
    }
    for (int t = 0; t < 8; ++t)
      for (int s = 0; s < squares(); ++s) {
        int r = row(s), c = column(s);
        if (t & 1) r = side - 1 - r;
        if (t & 2) c = side - 1 - c;
        if (t & 4) std::swap(r, c);
        image_[t][s] = static_cast<std::uint8_t>(r * side + c);
      }
  }

  int side() const { return this->columns(); }
  Word neighbours(int s) const { return neighbours_[s]; }

  // At most how many dominoes fit into an area: as many as it has squares of the rarer chessboard
  // colour.
  int capacity(Word area) const {
    const int even = count(area & even_);
    return std::min(even, count(area) - even);
  }
  // The eight symmetries: bit 0 turns the rows round, bit 1 the columns, then bit 2 exchanges them.
  const std::array<std::uint8_t, max_squares>& image(int symmetry) const {
    return image_[symmetry];
  }

 private:
  Word even_ = 0;
  std::array<Word, max_squares> neighbours_{};
  std::array<std::array<std::uint8_t, max_squares>, 8> image_{};
};

// A rectangular board on which diagonal neighbours connect too, as in TAILITS.
class KingGrid : public Rectangle<Word128> {
 public:
  KingGrid() = default;
  KingGrid(int columns, int rows) : Rectangle<Word128>(columns, rows) {
    for (int s = 0; s < squares(); ++s) {
      const auto bit = square_bit<Word128>(s);
      neighbours_.push_back(narrow(with_king_neighbours(bit) & all() & ~bit));
    }
  }

  const Squares& neighbours(int s) const { return neighbours_[s]; }

 private:
  std::vector<Squares> neighbours_;
};

}  // namespace litslab
