#include "games/taiji.hpp"

#include "games/product.hpp"
#include "games/taiji_playout.hpp"

#include <stdexcept>

namespace litslab {

std::unique_ptr<AnyGame> make_taiji(int side, int groups, const std::vector<std::pair<int, int>>& placements) {
    if (groups < 1 || groups > 3) throw std::invalid_argument("1 to 3 groups are scored");
    const auto taijitus = taijitus_of(side, placements);
    if (side <= 8) return make_game<Taiji<Word64>, TaijiPlayout>(side, groups, taijitus);
    return make_game<Taiji<Word128>, TaijiPlayout>(side, groups, taijitus);
}

}  // namespace litslab
