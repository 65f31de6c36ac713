#include "games/battle_of_lits_search.hpp"

#include "games/factories.hpp"
#include "games/product.hpp"

namespace litslab {

template class Search<BattleOfLits<4>>;
template class Search<BattleOfLits<26>>;

template <class Product>
std::unique_ptr<Product> make_battle_of_lits(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                                             const std::vector<int>& supply, const std::vector<int>& symbols) {
    const auto set = placement_set(columns, rows, placements, supply);
    return with_narrowest<4, 26>(placements.size(), [&]<int Words>() {
        return make_product<Product, BattleOfLits<Words>, BattleOfLitsPlayout<Words>>(set, symbols);
    });
}

template std::unique_ptr<Engine>
make_battle_of_lits<Engine>(int, int, const std::vector<TetrominoPlacement>&, const std::vector<int>&,
                            const std::vector<int>&);
template std::unique_ptr<Simulator>
make_battle_of_lits<Simulator>(int, int, const std::vector<TetrominoPlacement>&, const std::vector<int>&,
                               const std::vector<int>&);

}  // namespace litslab
