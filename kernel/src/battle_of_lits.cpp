#include "battle_of_lits.hpp"

#include "game_engine.hpp"
#include "games.hpp"

#include <stdexcept>

namespace litslab {

PlacementSet placement_set(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                           const std::vector<int>& supply) {
    PlacementSet set;
    set.rows = rows;
    set.cols = columns;
    set.supply = supply;
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

std::unique_ptr<Engine> make_battle_of_lits(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                                            const std::vector<int>& supply, const std::vector<int>& symbols) {
    const auto set = placement_set(columns, rows, placements, supply);
    // The narrowest sets that hold the table.
    const auto count = placements.size();
    if (count <= 4 * 64) return std::make_unique<GameEngine<Battle<4>>>(set, symbols);
    if (count <= 8 * 64) return std::make_unique<GameEngine<Battle<8>>>(set, symbols);
    if (count <= 16 * 64) return std::make_unique<GameEngine<Battle<16>>>(set, symbols);
    return std::make_unique<GameEngine<Battle<26>>>(set, symbols);
}

}  // namespace litslab
