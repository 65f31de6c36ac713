#include "games/wythe.hpp"

#include "core/arguments.hpp"

namespace litslab {

std::unique_ptr<AnyGame> make_wythe(int side, const std::vector<std::array<int, 3>>& placements) {
  expect_between("side", side, 2, longest_side);
  const int levels = wythe_levels(side);
  std::vector<WythePlacement> table;
  std::vector<int> keys;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const auto [white, black, level] = placements[i];
    const auto name = member("placements", i);
    expect_adjacent(name, side, side, white, black);
    expect_between(name + "[2]", level, 0, levels - 1);
    keys.push_back((white * side * side + black) * levels + level);
    table.push_back({static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black),
                     static_cast<std::uint8_t>(level)});
  }
  expect_all_once("placements", std::move(keys), 2 * adjacent_pairs(side, side) * levels,
                  "each pair of adjacent squares in both orders at each level once");
  if (side <= 8) return make_game<Wythe<Word64>, WythePlayout<Word64>>(side, table);
  return make_game<Wythe<Word128>, WythePlayout<Word128>>(side, table);
}

}  // namespace litslab
