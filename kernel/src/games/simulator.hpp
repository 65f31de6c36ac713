// Many uniformly random games at once, by the bare rules: none of the bounds, groups and keys that a search keeps.
#pragma once

#include "search/engine.hpp"
#include "games/factories.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace litslab {

// A batch of games, a column each thing that is told of them.
struct SimulatedGames {
    std::vector<std::uint16_t> length;         // placements made
    std::vector<std::int16_t> scores;          // two a game: the first side's and the second's
    std::vector<std::uint8_t> winner;          // the side
    std::vector<std::int32_t> opening;         // the first placement as a table index, -1 where there was none
    std::vector<std::uint16_t> branching;      // legal placements at each ply, one game after the other
    std::vector<std::uint16_t> moves;          // likewise, as table indices; empty unless they were asked for
    std::vector<std::uint16_t> first_length;   // double games: the placements of the first phase; else empty
    std::vector<std::int16_t> first_scores;    // double games: what the first phase brought, two a game; else empty
    std::vector<std::uint64_t> occupancy;      // [winner][layer][square]: in how many final positions
    int squares = 0;
    int layers = 0;
};

// One game with its options.
class Simulator {
public:
    virtual ~Simulator() = default;
    // What can show on a square of a final position, in the order of `SimulatedGames::occupancy`.
    virtual std::vector<std::string> layers() const = 0;
    // Plays one game a seed from the given position. A game depends on its own seed only.
    virtual SimulatedGames simulate(const Question& start, const std::uint64_t* seeds, std::size_t games,
                                    bool keep_moves) const = 0;
};

// The arguments are those of the engines of the same names.
std::unique_ptr<Simulator> simulate_battle_of_lits(int columns, int rows,
                                                   const std::vector<TetrominoPlacement>& placements,
                                                   const std::vector<int>& supply, const std::vector<int>& symbols);
std::unique_ptr<Simulator> simulate_tailits(int size, const std::vector<TetrominoPlacement>& placements,
                                            const std::vector<int>& supply, bool second_largest);
std::unique_ptr<Simulator> simulate_tailits_taiji(int size, const std::vector<TetrominoPlacement>& tetrominoes,
                                                  const std::vector<int>& supply, bool second_largest,
                                                  const std::vector<std::pair<int, int>>& taijitus, int groups);
std::unique_ptr<Simulator> simulate_taiji_battle(int size, const std::vector<std::pair<int, int>>& taijitus,
                                                 const std::vector<TetrominoPlacement>& tetrominoes,
                                                 const std::vector<int>& supply, int groups);
std::unique_ptr<Simulator> simulate_taiji(int side, int groups, const std::vector<std::pair<int, int>>& placements);
std::unique_ptr<Simulator> simulate_wythe(int side, const std::vector<std::array<int, 3>>& placements);

}  // namespace litslab
