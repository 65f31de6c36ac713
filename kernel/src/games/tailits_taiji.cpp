#include "games/tailits_taiji.hpp"

#include "games/factories.hpp"
#include "games/product.hpp"

namespace litslab {

template <class Product>
std::unique_ptr<Product> make_tailits_taiji(int size, const std::vector<TetrominoPlacement>& tetrominoes,
                                            const std::vector<int>& supply, bool second_largest,
                                            const std::vector<std::pair<int, int>>& taijitus, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    const auto scoring = second_largest ? TailitsScoring::second : TailitsScoring::largest;
    const auto flat = taijitus_of(size, taijitus);
    return with_narrowest<4, 26>(Bodies(set).count(), [&]<int Words>() {
        return make_product<Product, TailitsTaiji<Words>, TailitsTaijiPlayout<Words>>(set, flat, groups, scoring);
    });
}

template std::unique_ptr<Engine>
make_tailits_taiji<Engine>(int, const std::vector<TetrominoPlacement>&, const std::vector<int>&, bool,
                           const std::vector<std::pair<int, int>>&, int);
template std::unique_ptr<Simulator>
make_tailits_taiji<Simulator>(int, const std::vector<TetrominoPlacement>&, const std::vector<int>&, bool,
                              const std::vector<std::pair<int, int>>&, int);

}  // namespace litslab
