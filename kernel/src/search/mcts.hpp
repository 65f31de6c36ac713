// Monte-Carlo tree search: a move within a time limit, long before exact search is possible.
#pragma once

#include "search/engine.hpp"
#include "search/positions.hpp"

namespace litslab {

// The tree search of position 0, in a game in which no value exceeds `value_limit`.
std::unique_ptr<TreeSearch> monte_carlo_search(std::unique_ptr<Positions> positions,
                                               int value_limit, std::uint64_t seed);

}  // namespace litslab
