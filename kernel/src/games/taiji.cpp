#include "games/taijitu_playout.hpp"

namespace litslab {

std::vector<Taijitu> taijitus_of(int side, const std::string& name,
                                 const std::vector<std::pair<int, int>>& squares) {
  std::vector<Taijitu> result;
  std::vector<int> keys;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const auto [light, dark] = squares[i];
    expect_adjacent(member(name, i), side, side, light, dark);
    keys.push_back(light * side * side + dark);
    result.push_back({static_cast<std::uint8_t>(light), static_cast<std::uint8_t>(dark)});
  }
  expect_all_once(name, std::move(keys), 2 * adjacent_pairs(side, side),
                  "each pair of adjacent squares in both orders once");
  return result;
}

std::unique_ptr<AnyGame> make_taiji(int side, int groups, const Pairs& placements) {
  expect_between("side", side, 2, longest_side);
  const auto taijitus = taijitus_of(side, "placements", placements);
  if (side <= 8) return make_game<Taiji<Word64>, TaijiPlayout>(side, groups, taijitus);
  return make_game<Taiji<Word128>, TaijiPlayout>(side, groups, taijitus);
}

}  // namespace litslab
