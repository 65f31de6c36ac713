#include "core/placement_table.hpp"

namespace litslab {

namespace {

// Fixed pseudo-random 128 bits.
Key code_of(std::uint64_t n) {
  return {mix64(2 * n * 0x9e3779b97f4a7c15ULL), mix64((2 * n + 1) * 0x9e3779b97f4a7c15ULL)};
}

}  // namespace

template <int Words>
[[gnu::cold]] PlacementTable<Words>::PlacementTable(const PlacementSet& given)
    : columns(given.columns),
      rows(given.rows),
      count(static_cast<int>(given.placements.size())),
      placements(given.placements) {
  if (count > Set::capacity || columns * rows > Squares::capacity)
    refuse("placements", "has length " + std::to_string(count),
           "at most " + std::to_string(Set::capacity));
  everything = Set::all(count);
  build_squares(given.supply.size());
  build_pairs();
}

template <int Words>
[[gnu::cold]] void PlacementTable<Words>::build_squares(std::size_t kinds) {
  covering.resize(columns * rows);
  of_kind.resize(kinds);
  const Rectangle<Word128> board(columns, rows);
  const Word128 lowest = board.not_last_column() & board.all() >> columns;  // squares of windows
  for (int p = 0; p < count; ++p) {
    Squares s;
    for (int q : placements[p].squares) {
      s.set(q);
      covering[q].set(p);
    }
    of_kind.at(placements[p].kind).set(p);
    const Word128 across = wide(s) | wide(s) >> 1;
    original.push_back(static_cast<std::uint16_t>(p));
    code.push_back({code_of(2 * p), code_of(2 * p + 1)});
    squares.push_back(s);
    corners.push_back((across | across >> columns) & lowest);
  }
}

template <int Words>
[[gnu::cold]] void PlacementTable<Words>::build_pairs() {
  const Rectangle<Word128> board(columns, rows);
  excludes.resize(count);
  touches.resize(count);
  for (int p = 0; p < count; ++p) {
    Set adjacent;
    for (int s : placements[p].squares) {
      excludes[p] |= covering[s];
      each_square(board.adjacent(square_bit<Word128>(s)), [&](int n) { adjacent |= covering[n]; });
    }
    for (int q = 0; q < count; ++q)
      if (adjacent.test(q) && placements[q].shape == placements[p].shape) excludes[p].set(q);
    each_window(p, [&](Word128 window) {
      Set filling = everything;
      each_square(window & ~wide(squares[p]), [&](int square) { filling &= covering[square]; });
      excludes[p] |= filling;
    });
    touches[p] = adjacent - excludes[p];
  }
}

// Every width in which a game, or an enumeration of finished positions, begins.
template PlacementTable<4>::PlacementTable(const PlacementSet&);
template PlacementTable<6>::PlacementTable(const PlacementSet&);
template PlacementTable<10>::PlacementTable(const PlacementSet&);
template PlacementTable<16>::PlacementTable(const PlacementSet&);
template PlacementTable<24>::PlacementTable(const PlacementSet&);
template PlacementTable<26>::PlacementTable(const PlacementSet&);
template PlacementTable<160>::PlacementTable(const PlacementSet&);

}  // namespace litslab
