// One factory for each game. From the placements that Python passes it makes an engine and a
// simulator.
#pragma once

#include "core/placement_set.hpp"
#include "search/engine.hpp"
#include "search/engine_player.hpp"

#include <string>

namespace litslab {

// Numbers that a binding may show without a copy.
template <class T>
struct Column : std::vector<T> {
  using std::vector<T>::vector;
};

// A batch of games, by columns.
struct SimulatedGames {
  Column<std::uint16_t> length;                // placements made
  Column<std::array<std::int16_t, 2>> scores;  // the first side's and the second's
  Column<std::uint8_t> winner;                 // the side
  Column<std::int32_t> opening;     // the first placement as a table index, -1 if there was none
  Column<std::uint16_t> branching;  // legal placements at each ply, one game after the other
  // The same for the moves, as table indices or the number of the swap, and for both scores after
  // each placement; empty unless requested.
  Column<std::uint16_t> moves;
  Column<std::array<std::int16_t, 2>> trace;
  Column<std::uint8_t> swapped;  // whether the swap has been made, before the game or in it
  // Double games: the placements of the first phase; else empty.
  Column<std::uint16_t> first_length;
  // Double games: those of the first phase; else empty.
  Column<std::array<std::int16_t, 2>> first_scores;
  Column<std::uint64_t> occupancy;  // [winner][layer][square]: the number of final positions
};

// What is stored of each game beside its result.
struct Stored {
  bool moves = false;
  bool trace = false;
};

// A player's way of choosing a move.
enum class PlayerLevel {
  random,  // uniformly a placement, and never the swap
  greedy,  // the best margin right after it, at random among equals, and the swap when behind
  mcts,    // tree search, and a best move if the position is solved
  exact    // a best move if the position is solved, otherwise as `random`
};

struct Player {
  PlayerLevel level = PlayerLevel::random;
  SearchLimits limits;  // of a turn, if the player searches
};

// The player who moves first in the game, and the other.
using Players = std::array<Player, 2>;

// Many games at once, by the rules alone, without the bounds, groups and keys of a search.
class Simulator {
 public:
  virtual ~Simulator() = default;
  // The names of the layers that may be visible in a final position, in the order of
  // `SimulatedGames::occupancy`.
  virtual std::vector<std::string> layers() const = 0;
  // Plays one uniformly random game for each seed from the given position. A game depends on its
  // own seed only.
  virtual SimulatedGames simulate(const Question& start, const std::vector<std::uint64_t>& seeds,
                                  Stored stored) const = 0;
  // The same for games of two players, who draw from the generator of Python (`PythonRandom`): they
  // are the games of the players in Python. `engine` is that of the same game, for players who
  // search; without `swap` they play as if the rules had none. Fewer games if stopped; throws
  // Stopped within a turn.
  virtual SimulatedGames match(const Engine& engine, const Question& start,
                               const std::vector<std::vector<std::uint32_t>>& seeds,
                               Players players, bool swap, Stored stored,
                               StopToken& stop) const = 0;
  // Each legal placement of a position, ascending, with the margin right after it: the first side's
  // score minus the second's.
  virtual std::vector<std::pair<int, int>> margins(const Question& question) const = 0;
};

// A game with its options: its engine, and its simulator.
struct AnyGame {
  AnyGame(std::unique_ptr<Engine> its_engine, std::unique_ptr<Simulator> its_simulator)
      : engine(std::move(its_engine)), simulator(std::move(its_simulator)) {}
  std::unique_ptr<const Engine> engine;
  std::unique_ptr<const Simulator> simulator;
};

using Tetrominoes = std::vector<TetrominoPlacement>;
using Pairs = std::vector<std::pair<int, int>>;  // of squares

// `symbols`: for each square +1 an X, -1 an O, 0 a blank. `supply`: pieces of each kind.
std::unique_ptr<AnyGame> make_battle_of_lits(int columns, int rows, const Tetrominoes& placements,
                                             const std::vector<int>& supply,
                                             const std::vector<int>& symbols);

// `second_largest`: the second-largest groups are compared. A kind's supply is shared by all its
// placements.
std::unique_ptr<AnyGame> make_tailits(int size, const Tetrominoes& placements,
                                      const std::vector<int>& supply, bool second_largest);

// The double games. `taijitus`: the light and the dark square of each placement. Moves are numbered
// as the phases' placements, one after the other, then the swap.
std::unique_ptr<AnyGame> make_tailits_taiji(int size, const Tetrominoes& tetrominoes,
                                            const std::vector<int>& supply, bool second_largest,
                                            const Pairs& taijitus, int groups);
std::unique_ptr<AnyGame> make_taiji_battle(int size, const Pairs& taijitus,
                                           const Tetrominoes& tetrominoes,
                                           const std::vector<int>& supply, int groups);

// `placements`: of each, the light (white) square and the dark one. `scoring`: "sum", "squares" or
// "products"; `corners`: a piece may also cover two squares that touch at a corner.
std::unique_ptr<AnyGame> make_taiji(int side, int groups, const Pairs& placements,
                                    const std::string& scoring, bool corners);

// `placements`: of each, the white square, the black one and the level.
std::unique_ptr<AnyGame> make_wythe(int side, const std::vector<std::array<int, 3>>& placements);

}  // namespace litslab
