#include "games/taiji_battle_of_lits.hpp"

#include "search/game_engine.hpp"
#include "games/factories.hpp"
#include "core/placement_set.hpp"

namespace litslab {

namespace {

std::vector<Taijitu> taijitus_of(const std::vector<std::pair<int, int>>& squares) {
    std::vector<Taijitu> result;
    for (const auto& [light, dark] : squares)
        result.push_back({static_cast<std::uint8_t>(light), static_cast<std::uint8_t>(dark)});
    return result;
}

}  // namespace

std::unique_ptr<Engine> make_tailits_taiji(int size, const std::vector<TetrominoPlacement>& tetrominoes,
                                           const std::vector<int>& supply, bool second_largest,
                                           const std::vector<std::pair<int, int>>& taijitus, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    const auto scoring = second_largest ? TailitsScoring::second : TailitsScoring::largest;
    // The narrowest sets that hold the bodies.
    const auto count = count_bodies(set);
    const auto flat = taijitus_of(taijitus);
    if (count <= 4 * 64) return std::make_unique<GameEngine<TailitsTaiji<4>>>(set, flat, groups, scoring);
    if (count <= 16 * 64) return std::make_unique<GameEngine<TailitsTaiji<16>>>(set, flat, groups, scoring);
    return std::make_unique<GameEngine<TailitsTaiji<26>>>(set, flat, groups, scoring);
}

std::unique_ptr<Engine> make_taiji_battle(int size, const std::vector<std::pair<int, int>>& taijitus,
                                          const std::vector<TetrominoPlacement>& tetrominoes,
                                          const std::vector<int>& supply, int groups) {
    const auto set = placement_set(size, size, tetrominoes, supply);
    // The narrowest sets that hold the table.
    const auto count = tetrominoes.size();
    const auto flat = taijitus_of(taijitus);
    if (count <= 4 * 64) return std::make_unique<GameEngine<TaijiBattle<4>>>(flat, set, groups);
    if (count <= 16 * 64) return std::make_unique<GameEngine<TaijiBattle<16>>>(flat, set, groups);
    return std::make_unique<GameEngine<TaijiBattle<26>>>(flat, set, groups);
}

}  // namespace litslab
