#include "finals/stacks.hpp"

#include <algorithm>

namespace litslab {

std::unique_ptr<Enumeration> enumerate_stacks(const std::vector<std::array<int, 3>>& placements, Actions actions) {
    std::vector<Domino> dominoes;
    for (const auto& [white, black, level] : placements) dominoes.push_back({white, black, level});
    const auto on_ground = std::ranges::count(dominoes, 0, &Domino::level);
    return with_width(on_ground, [&](auto words) -> std::unique_ptr<Enumeration> {
        return std::make_unique<StackEnumeration<words>>(std::move(dominoes), std::move(actions));
    });
}

}  // namespace litslab
