// The players of whole games who search: by Monte-Carlo tree search, and by exact search where that
// is possible. `EnginePlayer` and `ExactPlayer` of solver/play/players.py are their specification:
// the same seed gives the same moves.
#pragma once

#include "core/python_random.hpp"
#include "search/engine.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace litslab {

// A position of a game between players, as one who searches sees it.
struct Situation {
  Question question;
  int placements = 0;         // legal ones; 0 if the game is over
  int margin = 0;             // the first side's score minus the second's, if the game ended here
  bool swap_follows = false;  // the other player may swap after the placement
  // The player to move may swap, which exchanges the players and keeps the value.
  bool can_exchange_players = false;

  bool over() const { return placements == 0; }
};

// Returns the situation after a legal move.
using After = std::function<Situation(int move)>;

// The limits of one turn.
struct SearchLimits {
  std::uint64_t playouts = 0;     // of the tree search
  int exact_moves = 0;            // the most legal placements of a position that is attempted
  std::uint64_t exact_nodes = 0;  // of an attempt at an exact answer
  int value_limit = 0;            // no value exceeds it: the first window of an attempt
};

class EnginePlayer {
 public:
  // `stop` ends a turn by throwing Stopped.
  EnginePlayer(const Engine& engine, StopToken& stop) : engine_(engine), stop_(stop) {}

  // The turn of a player by tree search: a best move if the position is solved within the limits,
  // otherwise the most visited one. The swap is the number after the last placement.
  int choose(const Situation& here, const After& after, const SearchLimits& limits,
             PythonRandom& random);
  // One of the best moves, drawn at random; nothing if the position is not solved within the
  // limits.
  std::optional<int> best_move(const Situation& here, const After& after,
                               const SearchLimits& limits, PythonRandom& random);

 private:
  std::vector<MoveStatistics> play_out(const Question& question, std::uint64_t playouts,
                                       PythonRandom& random);
  int most_even(const Situation& here, const After& after, std::uint64_t playouts,
                PythonRandom& random);
  int swap() const { return engine_.placements(); }

  const Engine& engine_;
  StopToken& stop_;
  std::optional<TranspositionTable> table_;  // of the attempts, cleared before each
};

}  // namespace litslab
