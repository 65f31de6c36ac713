// One maker a game: from the placements that Python hands over to an Engine. Each is compiled on its own.
#pragma once

#include "engine.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace litslab {

// A tetromino placement as it is handed over.
struct TetrominoPlacement {
    int shape = 0;             // 0..3 = L I T S
    int kind = 0;              // which supply it is taken from
    std::vector<int> squares;  // row * columns + column
    std::vector<int> black;    // TAILITS: which of them are black
};

// `symbols`: for each square +1 an X, -1 an O, 0 a blank. `supply`: pieces of each kind.
std::unique_ptr<Engine> make_battle_of_lits(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                                            const std::vector<int>& supply, const std::vector<int>& symbols);

}  // namespace litslab
