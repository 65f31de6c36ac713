#include "games/tailits.hpp"

#include "search/game_engine.hpp"
#include "games/factories.hpp"
#include "core/placement_set.hpp"

namespace litslab {

std::unique_ptr<Engine> make_tailits(int size, const std::vector<TetrominoPlacement>& placements,
                                     const std::vector<int>& supply, bool second_largest) {
    const auto set = placement_set(size, size, placements, supply);
    const TailitsScore score{second_largest ? TailitsScoring::second : TailitsScoring::largest, false};
    // The narrowest sets that hold the bodies.
    const auto count = count_bodies(set);
    if (count <= 4 * 64) return std::make_unique<GameEngine<Tailits<4>>>(set, score);
    if (count <= 16 * 64) return std::make_unique<GameEngine<Tailits<16>>>(set, score);
    return std::make_unique<GameEngine<Tailits<26>>>(set, score);
}

}  // namespace litslab
