#include "games/battle_of_lits.hpp"

#include "search/game_engine.hpp"
#include "games/factories.hpp"
#include "core/placement_set.hpp"

namespace litslab {

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
