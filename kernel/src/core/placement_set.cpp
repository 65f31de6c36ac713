#include "core/placement_set.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace litslab {

namespace {

// A tetromino of one of the shapes of LITS: exactly three pairs of its squares share an edge.
void expect_tetromino(const std::string& name, int columns, int rows, int kinds,
                      const TetrominoPlacement& given) {
  const auto& squares = given.squares;
  expect_between(name + ".shape", given.shape, 0, 3);
  expect_between(name + ".kind", given.kind, 0, kinds - 1);
  expect_each_between(name + ".squares", squares, 0, columns * rows - 1);
  int edges = 0;
  for (std::size_t i = 0; i < squares.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) edges += are_adjacent(columns, squares[i], squares[k]);
  const bool ascending =
      std::ranges::adjacent_find(squares, std::ranges::greater_equal()) == squares.end();
  if (squares.size() != 4 || !ascending || edges != 3)
    refuse(name + ".squares", "are no tetromino", "the four squares of an L, I, T or S, ascending");
  for (const int black : given.black)
    if (std::ranges::find(squares, black) == squares.end())
      refuse(name + ".black", "has square " + std::to_string(black), "squares of the tetromino");
}

}  // namespace

PlacementSet placement_set(int columns, int rows, const std::string& name,
                           const std::vector<TetrominoPlacement>& placements,
                           const std::vector<int>& supply, int max_kinds) {
  expect_board(columns, rows);
  const int kinds = static_cast<int>(std::min(supply.size(), std::size_t{256}));
  if (kinds < 1 || kinds > max_kinds)
    refuse("supply", "has length " + std::to_string(supply.size()), range(1, max_kinds));
  expect_each_between("supply", supply, 0, std::numeric_limits<int>::max());
  for (std::size_t i = 0; i < placements.size(); ++i)
    expect_tetromino(member(name, i), columns, rows, kinds, placements[i]);
  PlacementSet set;
  set.columns = columns;
  set.rows = rows;
  // No board has room for enough pieces that a larger supply would differ.
  for (const int pieces : supply) set.supply.push_back(std::clamp(pieces, 0, Squares::capacity));
  for (const auto& given : placements) {
    Placement placement;
    for (int i = 0; i < 4; ++i) {
      placement.squares[i] = static_cast<std::uint8_t>(given.squares[i]);
      for (int black : given.black)
        if (black == given.squares[i]) placement.colours |= static_cast<std::uint8_t>(1 << i);
    }
    placement.shape = static_cast<std::uint8_t>(given.shape);
    placement.kind = static_cast<std::uint8_t>(given.kind);
    set.placements.push_back(placement);
  }
  using Same = std::tuple<std::array<std::uint8_t, 4>, int, int, int>;
  std::set<Same> met;
  for (std::size_t i = 0; i < set.placements.size(); ++i) {
    const auto& placement = set.placements[i];
    const Same same{placement.squares, placement.shape, placement.kind, placement.colours};
    if (!met.insert(same).second) refuse(member(name, i), "is there before", "each placement once");
  }
  return set;
}

void hash_placements(const PlacementSet& set, Hasher& h) {
  h.add(set.rows << 8 | set.columns);
  for (const auto& placement : set.placements) {
    for (const int square : placement.squares) h.add(square);
    h.add(placement.shape << 16 | placement.kind << 8 | placement.colours);
  }
}

Bodies::Bodies(const PlacementSet& given, bool sorted)
    : set{given.columns, given.rows, {}, given.supply} {
  std::map<std::pair<int, std::array<std::uint8_t, 4>>, int> numbers;
  const auto number_of = [&](const Placement& placement) {
    const int next = static_cast<int>(numbers.size());
    return numbers.try_emplace({placement.shape, placement.squares}, next).first->second;
  };
  for (const auto& placement : given.placements) number_of(placement);
  if (sorted) {
    int next = 0;
    for (auto& [shape_and_squares, number] : numbers) {
      number = next;
      ++next;
    }
  }
  set.placements.resize(numbers.size());
  placements_of.resize(numbers.size());
  for (const auto& placement : given.placements) {
    const int number = number_of(placement);
    if (placements_of[number].empty()) set.placements[number] = placement;
    placements_of[number].push_back(static_cast<int>(body_of.size()));
    body_of.push_back(static_cast<std::uint16_t>(number));
  }
}

}  // namespace litslab
