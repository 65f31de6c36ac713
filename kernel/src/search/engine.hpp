// The interface of every game: legal placements, final values, and exact values within limits.
#pragma once

#include "core/limits.hpp"
#include "search/positions.hpp"
#include "search/transposition.hpp"

#include <memory>
#include <vector>

namespace litslab {

// A position as Python passes it: placements in an order in which each lies on those before it.
struct Question {
  std::vector<int> placed;
  int side = 0;  // 0 = the side (in double games the player) that made the first move of the game
  bool swapped = false;
  int last_placer = 0;  // TAILITS+TAIJI, second phase: who has the half point
};

struct Answer {
  Bounds bounds;
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool stopped = false;      // by a limit or from outside, before the window was closed
  bool interrupted = false;  // by a signal
};

// Statistics of Monte-Carlo tree search for one move.
struct MoveStatistics {
  int move = 0;
  std::uint32_t visits = 0;
  std::uint32_t wins = 0;   // of side 0
  std::int64_t values = 0;  // the sum of the playouts' values
  double mean = 0;          // of results for side 0, from 0 to 1: wins, and in part the margin
  Bounds proved;            // on the value after the move
};

// Monte-Carlo tree search of one position. It keeps its tree, so every run improves on those before
// it.
class TreeSearch {
 public:
  virtual ~TreeSearch() = default;
  // Plays at least one playout and goes on until it is stopped; a playout counts as a node. Does
  // nothing if the game is over. Several threads share the tree, which then depends on their speed;
  // each may play one playout more than the limit.
  virtual void run(StopToken& stop, int threads) = 0;
  // The tree of the position after some moves, with what is known of it; null if the tree does not
  // reach that position. `MoveStatistics::wins` and `values` begin again.
  virtual std::unique_ptr<TreeSearch> after(const std::vector<int>& moves) const = 0;
  virtual std::uint64_t playouts() const = 0;
  // All legal moves, best first for the side to move.
  virtual std::vector<MoveStatistics> moves() const = 0;
  // The most likely continuation.
  virtual std::vector<int> line() const = 0;
  // Bounds on the value of the position.
  virtual Bounds proved() const = 0;
};

// One side's strategy to reach at least a value (side 0), or to allow at most that (side 1).
struct StrategyTask {
  int side = 0;
  int value = 0;
  std::vector<std::uint32_t> rank;  // of each move: replies are tried in this order
  // Images of the moves: equivalent positions count as one.
  std::vector<std::vector<std::uint32_t>> symmetries;
  std::uint64_t most_moves = 0, most_positions = 0;
};

enum class StrategyEnding {
  complete,
  stopped,
  interrupted,
  too_many_moves,
  too_many_positions,
  refuted
};

struct Strategy {
  // Numbers of moves among all moves in the order of their ranks.
  std::vector<std::uint32_t> choices;
  std::uint64_t positions = 0;  // met on the way
  std::uint64_t nodes = 0;      // positions, and the nodes searched for them
  StrategyEnding ending = StrategyEnding::complete;
};

// The moves that some thread is searching; other threads put them off. The idea is J.-C. Weill's,
// "The ABDADA distributed minimax search algorithm" (1996), in the simple form of T. Kerrigan,
// "Simplified ABDADA" (2017). All threads of a query share it. A lost or stale entry changes the
// order of a search, and never its answer.
class BusyMoves {
 public:
  // A number for a move of a position; never 0.
  static std::uint64_t name(const Key& position, int move) {
    return mix64(position.high ^ mix64(static_cast<std::uint64_t>(move))) | 1;
  }

  bool contains(std::uint64_t name) {
    return place_of(name).load(std::memory_order_relaxed) == name;
  }
  void begin(std::uint64_t name) { place_of(name).store(name, std::memory_order_relaxed); }
  void end(std::uint64_t name) {
    if (contains(name)) place_of(name).store(0, std::memory_order_relaxed);
  }

 private:
  using Place = std::atomic<std::uint64_t>;

  static constexpr int bits = 12;

  Place& place_of(std::uint64_t name) { return places_[name >> (64 - bits)]; }

  std::array<Place, std::size_t{1} << bits> places_{};
};

class Engine {
 public:
  virtual ~Engine() = default;

  // The same position, its placements in an order in which each is legal. Throws
  // std::invalid_argument if there is none. The other functions take such a question.
  virtual Question in_order(const Question&) const = 0;
  // The number of placements; the swap has the next number.
  virtual int placements() const = 0;
  // An upper bound on the absolute value of every position.
  virtual int value_limit() const = 0;
  // The value to ask about first, if the score so far is `score` as a value.
  virtual int first_guess(const Question&, int score) const = 0;
  // One thread's search for the answer to "is the value at least `target`?" (odd): a result >=
  // target is a lower bound of the value, any other an upper bound. `busy` is shared by the
  // threads, and null for a single one. Throws Stopped.
  virtual int query(const Question&, int target, TranspositionTable&, NodeCounter& counter,
                    BusyMoves* busy) const = 0;
  // The position as number 0, for as long as the engine lives.
  virtual std::unique_ptr<Positions> positions(const Question&) const = 0;

  // The moves that decide the value, as table indices; the swap of a double game is the index after
  // the last.
  std::vector<int> choices(const Question&) const;
  // All legal moves; first those most likely to answer "at least `target`?" in favour of the side
  // to move.
  std::vector<int> likely_moves(const Question&, const TranspositionTable&, int target) const;
  // The value of a finished position; nothing if the game is not over.
  std::optional<int> final_value(const Question&) const;
  // Chooses a side's move in every position that the strategy itself allows; `met` counts the
  // positions met.
  Strategy strategy(const Question&, const StrategyTask& task, TranspositionTable&, StopToken& stop,
                    std::atomic<std::uint64_t>& met) const;
  // Monte-Carlo tree search, for as long as the engine lives.
  std::unique_ptr<TreeSearch> tree_search(const Question&, std::uint64_t seed) const;
};

// Queries until the window is closed or the search is stopped. The bounds found before a stop are
// proved.
Answer solve(const Engine& engine, const Question& question, Bounds window, int guess,
             TranspositionTable& table, StopToken& stop, int threads,
             const std::function<void(Bounds)>& progress);

}  // namespace litslab
