// The rules of placing tetrominoes. Search, random games, the enumeration of finished positions and
// the search for few pieces share them.
//
//   exclude   pieces do not overlap, two of one shape do not share an edge, and no two of them fill
//             a 2x2 block
//   complete  no piece fills a 2x2 block together with what is on the board
//   supply    a kind of piece that is used up provides no more placements
//   touch     every tetromino but the first shares an edge with one on the board
//
// PlacementTable has these relations between placements.
#pragma once

#include "core/placement_table.hpp"

namespace litslab {

// The part of a state that does not depend on the width of the sets.
template <int MaxKinds>
struct TetrominoBoard {
  static constexpr int max_kinds = MaxKinds;
  Squares covered;
  std::array<std::uint8_t, MaxKinds> supply{};  // of each kind
  std::uint8_t placed = 0;                      // tetrominoes
};

template <int Words, class Board>
struct TetrominoState : Board {
  // Not excluded by a piece on the board, not completing a 2x2 block, and in supply.
  Bits<Words> open;
  Bits<Words> legal;  // those of `open` that can be placed at once
};

template <int Words>
struct TetrominoRules : PlacementTable<Words> {
  using Table = PlacementTable<Words>;
  using Set = Bits<Words>;
  using Table::completions, Table::excludes, Table::of_kind, Table::touches;

  std::vector<int> supply;  // of each kind, at the start

  TetrominoRules() = default;

  TetrominoRules(const PlacementSet& given, std::size_t max_kinds)
      : Table(given), supply(given.supply) {
    if (supply.size() > max_kinds) throw std::logic_error("too many kinds of pieces");
  }

  // Coloured placements: every kind that has a placement on a body can be placed there.
  TetrominoRules(const Bodies& bodies, const PlacementSet& given, std::size_t max_kinds)
      : TetrominoRules(bodies.set, max_kinds) {
    for (std::size_t i = 0; i < given.placements.size(); ++i)
      of_kind.at(given.placements[i].kind).set(bodies.body_of[i]);
  }

  template <int From>
  void restrict_to(const TetrominoRules<From>& from, const Bits<From>& keep,
                   const Squares& covered) {
    Table::restrict_to(from, keep, covered);
    supply = from.supply;
  }

  // The empty board: every placement of a piece in supply is legal.
  template <class State>
  void start(State& s) const {
    s = State{};
    s.open = this->everything;
    for (std::size_t kind = 0; kind < supply.size(); ++kind)
      s.supply[kind] = static_cast<std::uint8_t>(supply[kind]);
    for (std::size_t kind = 0; kind < supply.size(); ++kind)
      if (!s.supply[kind]) s.open -= used_up(s.supply, static_cast<int>(kind));
    s.legal = s.open;
  }

  // The open placements after p, if no kind of piece runs out.
  Set open_after(const Set& open, int p, const Squares& covered) const {
    return open - excludes[p] - completions(p, covered);
  }

  // How many placements are legal after p, if no kind of piece runs out.
  template <class State>
  int replies(const State& s, int p) const {
    const Set next = s.placed ? s.legal | touches[p] : touches[p];
    return next.count_and(open_after(s.open, p, s.covered));
  }

  // The placements after which q, now legal and of a single kind, is no longer legal: they exclude
  // it, fill a 2x2 block together with it and the board, or take the last piece.
  template <class State>
  Set preventing(const State& s, int q, int kind) const {
    Set result = excludes[q] | completions(q, s.covered);
    if (s.supply[kind] == 1) result |= of_kind[kind];
    return result;
  }

  // The position after a piece of a kind has been placed as p; `child` may be `s` itself.
  template <class State>
  void place(const State& s, int p, int kind, State& child) const {
    child.supply = s.supply;
    Set open = open_after(s.open, p, s.covered);
    --child.supply[kind];
    if (child.supply[kind] == 0) open -= used_up(child.supply, kind);
    child.legal = (s.placed ? s.legal | touches[p] : touches[p]) & open;
    child.open = open;
    child.covered = s.covered | this->squares[p];
    child.placed = static_cast<std::uint8_t>(s.placed + 1);
  }

 private:
  // The placements lost with the last piece of a kind: no other kind in supply can be placed there.
  template <std::size_t Kinds>
  Set used_up(const std::array<std::uint8_t, Kinds>& left, int gone) const {
    Set result = of_kind[gone];
    for (std::size_t kind = 0; kind < of_kind.size(); ++kind)
      if (left[kind]) result -= of_kind[kind];
    return result;
  }
};

}  // namespace litslab
