// The table of all tetromino placements of a board, with the masks that the rules of LITS need.
//
// The kernel does not know the shapes: it receives the placements and derives everything else from
// their squares. Deep in a search only a few placements are left. `restrict_to` renumbers them into
// a narrower table, whose rows fit into a few registers and into the first-level cache. `original`
// has their numbers in the full table.
#pragma once

#include "core/grid.hpp"
#include "core/placement_set.hpp"

namespace litslab {

template <int Words>
struct PlacementTable {
  using Set = Bits<Words>;

  int columns = 0, rows = 0, count = 0;
  std::vector<Placement> placements;
  std::vector<std::uint16_t> original;  // number in the full table
  // Two random 128-bit numbers each, for hashing; the same at every width.
  std::vector<std::array<Key, 2>> code;
  std::vector<Squares> squares;  // of each placement
  // Of each placement: the lowest squares of the 2x2 windows it reaches into.
  std::vector<Word128> corners;
  // Placements that can never be on the board together with p: they overlap, have the same shape
  // and share an edge, or fill a 2x2 window between them. Includes p.
  std::vector<Set> excludes;
  // Placements that share an edge with p and are not excluded by it.
  std::vector<Set> touches;
  std::vector<Set> covering;  // of each square: the placements covering it
  std::vector<Set> of_kind;   // of each kind of piece: its placements
  Set everything;

  PlacementTable() = default;

  // For the widths that core/placement_table.cpp lists.
  explicit PlacementTable(const PlacementSet& given);

  // Makes this the part of a wider table that `keep` names, for positions that cover at least
  // `covered`. Omits windows that can never be full. Reuses the memory.
  template <int From>
  void restrict_to(const PlacementTable<From>& from, const Bits<From>& keep,
                   const Squares& covered) {
    Squares fillable = covered;
    keep.for_each([&](int p) { fillable |= from.squares[p]; });
    const Extraction<From> extract(keep);
    columns = from.columns;
    rows = from.rows;
    count = keep.count();
    const Word128 pairs = wide(fillable) & wide(fillable) >> 1;
    // Windows, and perhaps squares at the end of a row.
    const Word128 full = pairs & pairs >> columns;
    everything = Set::all(count);
    placements.clear();
    original.clear();
    code.clear();
    squares.clear();
    corners.clear();
    excludes.clear();
    touches.clear();
    covering.clear();
    of_kind.clear();
    keep.for_each([&](int p) {
      placements.push_back(from.placements[p]);
      original.push_back(from.original[p]);
      squares.push_back(from.squares[p]);
      corners.push_back(from.corners[p] & full);
      code.push_back(from.code[p]);
      extract(from.excludes[p], excludes.emplace_back());
      extract(from.touches[p], touches.emplace_back());
    });
    for (const auto& set : from.covering) extract(set, covering.emplace_back());
    for (const auto& set : from.of_kind) extract(set, of_kind.emplace_back());
  }

  // The placements that would fill a 2x2 window together with p and pieces already on the board.
  // (Windows that would be filled by p and one more piece alone are part of `excludes`.)
  Set completions(int p, const Squares& covered) const {
    Set result;
    const Word128 before = wide(covered);
    const Word128 after = before | wide(squares[p]);
    const Word128 touched = before | before >> 1;
    each_square(corners[p] & (touched | touched >> columns), [&](int corner) {
      const auto from_corner = static_cast<std::uint64_t>(after >> corner);
      const auto lower_pair = static_cast<unsigned>(from_corner & 3);
      const auto upper_pair = static_cast<unsigned>(from_corner >> columns & 3);
      const unsigned missing = 15 & ~(lower_pair | upper_pair << 2);  // one square or two
      if (!missing) return;
      Set filling = covering[corner + window_step(std::countr_zero(missing))];
      if (missing & (missing - 1))
        filling &= covering[corner + window_step(std::bit_width(missing) - 1)];
      result |= filling;
    });
    return result;
  }

  // Calls f(window) for every 2x2 window that p reaches into.
  template <class F>
  void each_window(int p, F&& f) const {
    each_square(corners[p], [&](int corner) { f((Word128{3} | Word128{3} << columns) << corner); });
  }

 private:
  int window_step(int i) const { return (i >> 1) * columns + (i & 1); }

  void build_squares(std::size_t kinds);
  void build_pairs();

  template <int>
  friend struct PlacementTable;
};

// ---- the placements that are left

// Members of `open` that can be placed at once (`legal`) or can be connected through other members.
template <int Words>
Bits<Words> reachable(const PlacementTable<Words>& t, const Bits<Words>& open,
                      const Bits<Words>& legal) {
  Bits<Words> reached = legal;
  Bits<Words> rest = open - legal;
  Bits<Words> frontier = legal;
  while (rest.any() && frontier.any()) {
    Bits<Words> next;
    if (rest.count() < frontier.count()) {
      rest.for_each([&](int p) {
        if (frontier.intersects(t.touches[p])) next.set(p);
      });
    } else {
      frontier.for_each([&](int p) { next |= rest & t.touches[p]; });
    }
    rest -= next;
    reached |= next;
    frontier = next;
  }
  return reached;
}

// The square of placement p that most members of `rest` cover. At most one of those members can
// ever be placed.
template <int Words>
int busiest_square(const PlacementTable<Words>& t, const Bits<Words>& rest, int p) {
  int best = -1;
  int most = -1;
  for (int q : t.placements[p].squares) {
    const int n = rest.count_and(t.covering[q]);
    if (n > most) {
      most = n;
      best = q;
    }
  }
  return best;
}

// Takes a clique out of `rest`: the members that cover one square. Returns the square; `rest` must
// not be empty.
template <int Words>
int take_clique(const PlacementTable<Words>& t, Bits<Words>& rest, Bits<Words>& clique) {
  const int square = busiest_square(t, rest, rest.first());
  clique = rest & t.covering[square];
  rest -= clique;
  return square;
}

// True if more than `supply` of these might be placed. Splits them greedily into sets of which one
// member can be placed.
template <int Words>
bool can_run_out(const PlacementTable<Words>& t, Bits<Words> rest, int supply) {
  for (int cliques = 0; cliques <= supply; ++cliques) {
    const int p = rest.first();
    if (p < 0) return false;
    rest -= t.covering[busiest_square(t, rest, p)];
  }
  return true;
}

// The covered squares of 2x2 windows that can still be filled: their other squares can all still be
// covered. The result and `coverable` determine those windows, and nothing else about the cover
// matters to the rules.
inline Squares relevant_cover(const Rectangle<Word128>& board, const Squares& covered,
                              const Squares& coverable) {
  const auto full = wide(covered) | wide(coverable);
  auto corner = full & full >> 1 & board.not_last_column();
  corner &= corner >> board.columns();
  corner |= corner << 1;
  corner |= corner << board.columns();
  return narrow(corner & wide(covered));
}

// A hash of the open placements and the legal ones, on top of `salt`; adds the squares that they
// can cover.
template <int Words>
Key hash_remaining(const PlacementTable<Words>& t, const Bits<Words>& open,
                   const Bits<Words>& legal, Key salt, Squares& coverable) {
  open.for_each([&](int p) {
    salt ^= t.code[p][0];
    coverable |= t.squares[p];
  });
  legal.for_each([&](int p) { salt ^= t.code[p][1]; });
  return salt;
}

}  // namespace litslab
