#include "games/tailits.hpp"

#include "games/tetromino_playout.hpp"

namespace litslab {

std::unique_ptr<AnyGame> make_tailits(int size, const Tetrominoes& placements, const std::vector<int>& supply,
                                      bool second_largest) {
    const auto set = placement_set(size, size, placements, supply);
    return with_narrowest<4, 26>(Bodies(set).count(), [&]<int Words>() {
        return make_game<Tailits<Words>, TailitsPlayout<Words>>(set, second_largest);
    });
}

}  // namespace litslab
