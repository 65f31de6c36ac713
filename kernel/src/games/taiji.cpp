#include "games/taijitu_playout.hpp"

namespace litslab {

std::vector<Taijitu> taijitus_of(int side, const std::string& name,
                                 const std::vector<std::pair<int, int>>& squares, bool corners) {
  std::vector<Taijitu> result;
  std::vector<int> keys;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const auto [light, dark] = squares[i];
    (corners ? expect_touching : expect_adjacent)(member(name, i), side, side, light, dark);
    keys.push_back(light * side * side + dark);
    result.push_back({static_cast<std::uint8_t>(light), static_cast<std::uint8_t>(dark)});
  }
  const int across_corners = corners ? 2 * (side - 1) * (side - 1) : 0;
  expect_all_once(name, std::move(keys), 2 * (adjacent_pairs(side, side) + across_corners),
                  corners ? "each pair of touching squares in both orders once"
                          : "each pair of adjacent squares in both orders once");
  return result;
}

namespace {

// The scoring that Python names.
GroupScoring group_scoring(const std::string& name) {
  if (name == "sum") return GroupScoring::sum;
  if (name == "squares") return GroupScoring::squares;
  if (name == "products") return GroupScoring::products;
  refuse("scoring", "is " + name, "sum, squares or products");
}

}  // namespace

std::unique_ptr<AnyGame> make_taiji(int side, int groups, const Pairs& placements,
                                    const std::string& scoring, bool corners) {
  expect_between("side", side, 2, longest_side);
  const TaijiVariant variant{group_scoring(scoring), corners};
  const auto taijitus = taijitus_of(side, "placements", placements, corners);
  if (side <= 8) return make_game<Taiji<Word64>, TaijiPlayout>(side, groups, taijitus, variant);
  return make_game<Taiji<Word128>, TaijiPlayout>(side, groups, taijitus, variant);
}

}  // namespace litslab
