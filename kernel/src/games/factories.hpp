// One factory for each game: from the placements that Python hands over to what searches the game and plays it at random.
#pragma once

#include "core/placement_set.hpp"
#include "games/simulator.hpp"
#include "search/engine.hpp"

#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace litslab {

// One game with its options: what searches it, and what plays it at random.
struct AnyGame {
    AnyGame(std::unique_ptr<Engine> engine, std::unique_ptr<Simulator> simulator)
        : engine(std::move(engine)), simulator(std::move(simulator)) {}
    std::unique_ptr<const Engine> engine;
    std::unique_ptr<const Simulator> simulator;
};

// `symbols`: for each square +1 an X, -1 an O, 0 a blank. `supply`: pieces of each kind.
std::unique_ptr<AnyGame> make_battle_of_lits(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                                             const std::vector<int>& supply, const std::vector<int>& symbols);

// `second_largest`: the second-largest groups are compared. A kind's supply is shared by all its placements.
std::unique_ptr<AnyGame> make_tailits(int size, const std::vector<TetrominoPlacement>& placements,
                                      const std::vector<int>& supply, bool second_largest);

// The double games. `taijitus`: the light and the dark square of each placement. Moves are numbered as the phases'
// placements, one after the other, then the swap.
std::unique_ptr<AnyGame> make_tailits_taiji(int size, const std::vector<TetrominoPlacement>& tetrominoes,
                                            const std::vector<int>& supply, bool second_largest,
                                            const std::vector<std::pair<int, int>>& taijitus, int groups);
std::unique_ptr<AnyGame> make_taiji_battle(int size, const std::vector<std::pair<int, int>>& taijitus,
                                           const std::vector<TetrominoPlacement>& tetrominoes,
                                           const std::vector<int>& supply, int groups);

// `placements`: of each, the light (white) square and the dark one.
std::unique_ptr<AnyGame> make_taiji(int side, int groups, const std::vector<std::pair<int, int>>& placements);

// `placements`: of each, the white square, the black one and the level.
std::unique_ptr<AnyGame> make_wythe(int side, const std::vector<std::array<int, 3>>& placements);

}  // namespace litslab
