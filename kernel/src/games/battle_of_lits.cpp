#include "games/battle_of_lits.hpp"

#include "games/tetromino_playout.hpp"

namespace litslab {

template class Search<BattleOfLits<4>>;
template class Search<BattleOfLits<26>>;

std::unique_ptr<AnyGame> make_battle_of_lits(int columns, int rows, const Tetrominoes& placements,
                                             const std::vector<int>& supply,
                                             const std::vector<int>& symbols) {
  const auto set = placement_set(columns, rows, "placements", placements, supply, 4);
  expect_length("symbols", symbols.size(), static_cast<std::size_t>(columns * rows), "square");
  expect_each_between("symbols", symbols, -1, 1);
  return with_narrowest<4, 26>(placements.size(), [&]<int Words>() {
    return make_game<BattleOfLits<Words>, BattleOfLitsPlayout<Words>>(set, symbols);
  });
}

}  // namespace litslab
