#include "games/taiji_battle_of_lits.hpp"

#include "games/battle_of_lits_search.hpp"
#include "games/product.hpp"

namespace litslab {

std::unique_ptr<AnyGame> make_taiji_battle(int size, const std::vector<std::pair<int, int>>& taijitus,
                                           const std::vector<TetrominoPlacement>& tetrominoes,
                                           const std::vector<int>& supply, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    const auto flat = taijitus_of(size, taijitus);
    return with_narrowest<4, 26>(tetrominoes.size(), [&]<int Words>() {
        return make_game<TaijiBattleOfLits<Words>, TaijiBattleOfLitsPlayout<Words>>(flat, set, groups);
    });
}

}  // namespace litslab
