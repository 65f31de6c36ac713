#include "finals/stacks.hpp"

#include <algorithm>

namespace litslab {

std::shared_ptr<Enumeration> enumerate_stacks(const std::vector<std::array<int, 3>>& placements, SymmetryGroup symmetries) {
    std::vector<Domino> dominoes;
    for (const auto& [white, black, level] : placements) dominoes.push_back({white, black, level});
    const auto on_ground = std::ranges::count(dominoes, 0, &Domino::level);
    return make_stacks(on_ground, [&]<int Words>() -> std::unique_ptr<Enumeration> {
        return std::make_unique<StackEnumeration<Words>>(std::move(dominoes), std::move(symmetries));
    });
}

}  // namespace litslab
