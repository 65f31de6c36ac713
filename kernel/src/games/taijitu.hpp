// A taijitu placement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace litslab {

// Where a taijitu lies: its light and its dark square.
struct Taijitu { std::uint8_t light = 0, dark = 0; };

// From the squares that Python passes in, on a board of `side` squares per side.
inline std::vector<Taijitu> taijitus_of(int side, const std::vector<std::pair<int, int>>& squares) {
    if (side < 2 || side > 11) throw std::invalid_argument("the board has 2 to 11 squares on a side");
    std::vector<Taijitu> result;
    for (const auto& [light, dark] : squares) {
        if (std::min(light, dark) < 0 || std::max(light, dark) >= side * side)
            throw std::invalid_argument("a placement leaves the board");
        result.push_back({static_cast<std::uint8_t>(light), static_cast<std::uint8_t>(dark)});
    }
    return result;
}

}  // namespace litslab
