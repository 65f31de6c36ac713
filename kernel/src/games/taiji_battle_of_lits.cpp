#include "games/taiji_battle_of_lits.hpp"

namespace litslab {

// The search of Battle of LITS, to which the game goes over, is compiled once, in
// battle_of_lits.cpp.
extern template class Search<BattleOfLits<4>>;
extern template class Search<BattleOfLits<26>>;

static_assert(PlayedLightly<TaijiBattleOfLits<26>>);

std::unique_ptr<AnyGame> make_taiji_battle(int size, const Pairs& taijitus,
                                           const Tetrominoes& tetrominoes,
                                           const std::vector<int>& supply, int groups) {
  expect_between("size", size, 2, longest_side);
  const auto set = placement_set(size, size, "tetrominoes", tetrominoes, supply, 4);
  const auto flat = taijitus_of(size, "taijitus", taijitus);
  return with_narrowest<4, 26>(tetrominoes.size(), [&]<int Words>() {
    return make_game<TaijiBattleOfLits<Words>, TaijiBattleOfLitsPlayout<Words>>(flat, set, groups);
  });
}

}  // namespace litslab
