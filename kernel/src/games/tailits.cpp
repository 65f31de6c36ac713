#include "games/tailits.hpp"

#include "games/factories.hpp"
#include "games/product.hpp"
#include "games/tailits_playout.hpp"

namespace litslab {

template <class Product>
std::unique_ptr<Product> make_tailits(int size, const std::vector<TetrominoPlacement>& placements,
                                      const std::vector<int>& supply, bool second_largest) {
    const auto set = placement_set(size, size, placements, supply);
    const TailitsScore score{second_largest ? TailitsScoring::second : TailitsScoring::largest, false};
    return with_narrowest<4, 26>(Bodies(set).count(), [&]<int Words>() {
        return make_product<Product, Tailits<Words>, TailitsPlayout<Words>>(set, score);
    });
}

template std::unique_ptr<Engine>
make_tailits<Engine>(int, const std::vector<TetrominoPlacement>&, const std::vector<int>&, bool);
template std::unique_ptr<Simulator>
make_tailits<Simulator>(int, const std::vector<TetrominoPlacement>&, const std::vector<int>&, bool);

}  // namespace litslab
