#include "games/taiji_battle_of_lits.hpp"

#include "games/battle_of_lits_search.hpp"
#include "games/factories.hpp"
#include "games/product.hpp"

namespace litslab {

template <class Product>
std::unique_ptr<Product> make_taiji_battle(int size, const std::vector<std::pair<int, int>>& taijitus,
                                           const std::vector<TetrominoPlacement>& tetrominoes,
                                           const std::vector<int>& supply, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    const auto flat = taijitus_of(size, taijitus);
    return with_narrowest<4, 26>(tetrominoes.size(), [&]<int Words>() {
        return make_product<Product, TaijiBattleOfLits<Words>, TaijiBattleOfLitsPlayout<Words>>(flat, set, groups);
    });
}

template std::unique_ptr<Engine>
make_taiji_battle<Engine>(int, const std::vector<std::pair<int, int>>&, const std::vector<TetrominoPlacement>&,
                          const std::vector<int>&, int);
template std::unique_ptr<Simulator>
make_taiji_battle<Simulator>(int, const std::vector<std::pair<int, int>>&,
                             const std::vector<TetrominoPlacement>&, const std::vector<int>&, int);

}  // namespace litslab
