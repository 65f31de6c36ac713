#include "games/taiji.hpp"

#include "games/factories.hpp"
#include "games/product.hpp"
#include "games/taiji_playout.hpp"

#include <stdexcept>

namespace litslab {

template <class Product>
std::unique_ptr<Product> make_taiji(int side, int groups, const std::vector<std::pair<int, int>>& placements) {
    if (groups < 1 || groups > 3) throw std::invalid_argument("1 to 3 groups are scored");
    const auto taijitus = taijitus_of(side, placements);
    if (side <= 8) return make_product<Product, Taiji<Word64>, TaijiPlayout>(side, groups, taijitus);
    return make_product<Product, Taiji<Word128>, TaijiPlayout>(side, groups, taijitus);
}

template std::unique_ptr<Engine> make_taiji<Engine>(int, int, const std::vector<std::pair<int, int>>&);
template std::unique_ptr<Simulator> make_taiji<Simulator>(int, int, const std::vector<std::pair<int, int>>&);

}  // namespace litslab
