#include "games/tailits.hpp"

#include "games/product.hpp"
#include "games/tailits_playout.hpp"

namespace litslab {

std::unique_ptr<AnyGame> make_tailits(int size, const std::vector<TetrominoPlacement>& placements,
                                      const std::vector<int>& supply, bool second_largest) {
    const auto set = placement_set(size, size, placements, supply);
    const TailitsScore score{second_largest ? TailitsScoring::second : TailitsScoring::largest, false};
    return with_narrowest<4, 26>(Bodies(set).count(), [&]<int Words>() {
        return make_game<Tailits<Words>, TailitsPlayout<Words>>(set, score);
    });
}

}  // namespace litslab
