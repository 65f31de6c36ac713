// From the tetromino placements that Python hands over to what the tables are built from.
#pragma once

#include "games/factories.hpp"
#include "core/placement_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace litslab {

inline PlacementSet placement_set(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                                  const std::vector<int>& supply) {
    PlacementSet set;
    set.rows = rows;
    set.cols = columns;
    // No board has room for so many that a larger supply would differ.
    for (const int pieces : supply) set.supply.push_back(std::clamp(pieces, 0, Squares::capacity));
    for (const auto& given : placements) {
        if (given.squares.size() != 4) throw std::invalid_argument("a tetromino has four squares");
        Placement placement;
        for (int i = 0; i < 4; ++i) {
            placement.squares[i] = static_cast<std::uint8_t>(given.squares[i]);
            for (int black : given.black)
                if (black == given.squares[i]) placement.colours |= static_cast<std::uint8_t>(1 << i);
        }
        placement.shape = static_cast<std::uint8_t>(given.shape);
        placement.supply_class = static_cast<std::uint8_t>(given.kind);
        set.placements.push_back(placement);
    }
    return set;
}

}  // namespace litslab
