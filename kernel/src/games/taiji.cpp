#include "games/taijitu_playout.hpp"

namespace litslab {

std::unique_ptr<AnyGame> make_taiji(int side, int groups, const Pairs& placements) {
    const auto taijitus = taijitus_of(side, placements);
    if (side <= 8) return make_game<Taiji<Word64>, TaijiPlayout>(side, groups, taijitus);
    return make_game<Taiji<Word128>, TaijiPlayout>(side, groups, taijitus);
}

}  // namespace litslab
