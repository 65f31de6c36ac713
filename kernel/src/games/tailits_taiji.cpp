#include "games/tailits_taiji.hpp"

namespace litslab {

std::unique_ptr<AnyGame> make_tailits_taiji(int size, const Tetrominoes& tetrominoes, const std::vector<int>& supply,
                                            bool second_largest, const Pairs& taijitus, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    const auto flat = taijitus_of(size, taijitus);
    return with_narrowest<4, 26>(Bodies(set).count(), [&]<int Words>() {
        return make_game<TailitsTaiji<Words>, TailitsTaijiPlayout<Words>>(set, flat, groups, second_largest);
    });
}

}  // namespace litslab
