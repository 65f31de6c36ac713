#include "search/engine_player.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace litslab {
namespace {

// Thrown by an attempt at its limit of nodes.
struct LimitReached {};

// A part of a turn with a limit of its own, which also ends with the whole match.
StopToken part_of_turn(StopToken& whole, std::uint64_t nodes) {
  return StopToken({Limits{}.seconds, nodes}, [&whole] {
    whole.report(0, true);
    return !whole.stop_requested();
  });
}

void leave_if_stopped(const StopToken& whole) {
  if (whole.stop_requested()) throw Stopped{};
}

// There is no swap if the first placement ends the game (`value_with_swap` of
// solver/endgame/swap.py).
int value_with_swap(const Situation& at, int value) { return at.over() ? value : -std::abs(value); }

// Exact answers about some positions, with one limit of nodes: the `KernelOracle` of
// solver/engines/kernel.py.
class Attempt {
 public:
  Attempt(const Engine& engine, StopToken& stop, const SearchLimits& limits,
          TranspositionTable& table)
      : engine_(engine), stop_(stop), limits_(limits), table_(table) {}

  int value(const Situation& at) {
    if (at.over()) return final_value(at);
    const Bounds all{-limits_.value_limit, limits_.value_limit};
    return ask(at, all, 2 * at.margin + 1).lower;
  }
  // Returns whether a position is worth at least (maximising) or at most a value.
  bool reaches(const Situation& at, int value, bool maximising) {
    return at_least(at, maximising ? value : value + 2) == maximising;
  }

 private:
  bool at_least(const Situation& at, int target) {
    if (at.over()) return final_value(at) >= target;
    if (target <= -limits_.value_limit) return true;
    if (target > limits_.value_limit) return false;
    return ask(at, {target - 2, target}, target).lower == target;
  }

  int final_value(const Situation& at) const {
    return engine_.final_value(engine_.in_order(at.question)).value();
  }

  Bounds ask(const Situation& at, Bounds window, int guess) {
    const auto left = limits_.exact_nodes - std::min(limits_.exact_nodes, nodes_);
    // A search reads its limits only once in many nodes, and there may be many questions.
    if (nodes_ > 0 && left == 0) throw LimitReached{};
    StopToken stop = part_of_turn(stop_, left);
    const Answer answer =
        solve(engine_, engine_.in_order(at.question), window, guess, table_, stop, 1, {});
    nodes_ += answer.nodes;
    leave_if_stopped(stop_);
    if (answer.stopped) throw LimitReached{};
    return answer.bounds;
  }

  const Engine& engine_;
  StopToken& stop_;
  const SearchLimits& limits_;
  TranspositionTable& table_;
  std::uint64_t nodes_ = 0;
};

int drawn(const std::vector<int>& moves, PythonRandom& random) {
  return moves[random.below(static_cast<int>(moves.size()))];
}

// The moves of most worth to their maker if the other player may swap.
std::vector<int> best_with_swap(Attempt& attempt, const std::vector<int>& moves,
                                const After& after) {
  std::vector<int> best;
  int most = std::numeric_limits<int>::min();
  for (const int move : moves) {
    const Situation child = after(move);
    const int worth = value_with_swap(child, attempt.value(child));
    if (worth < most) continue;
    if (worth > most) best.clear();
    most = worth;
    best.push_back(move);
  }
  return best;
}

// The size of the table of an attempt: EXACT_MEMORY of solver/play/solved.py.
constexpr std::size_t exact_memory = std::size_t{64} << 20;

// OPENINGS of solver/advice/even_openings.py.
constexpr std::size_t even_openings = 12;

}  // namespace

int EnginePlayer::choose(const Situation& here, const After& after, const SearchLimits& limits,
                         PythonRandom& random) {
  if (const auto exact = best_move(here, after, limits, random)) return *exact;
  if (here.swap_follows) return most_even(here, after, limits.playouts, random);
  const MoveStatistics best = play_out(here.question, limits.playouts, random).front();
  const bool behind = here.question.side == 0 ? best.mean < 0.5 : best.mean > 0.5;
  return here.can_exchange_players && behind ? swap() : best.move;
}

std::optional<int> EnginePlayer::best_move(const Situation& here, const After& after,
                                           const SearchLimits& limits, PythonRandom& random) {
  if (here.placements > limits.exact_moves) return std::nullopt;
  if (table_)
    table_->clear();
  else
    table_.emplace(exact_memory);
  Attempt attempt(engine_, stop_, limits, *table_);
  std::vector<int> best;
  try {
    if (here.swap_follows) {
      auto moves = engine_.choices(engine_.in_order(here.question));
      std::ranges::sort(moves);  // as Python lists them
      return drawn(best_with_swap(attempt, moves, after), random);
    }
    const bool maximising = here.question.side == 0;
    const int value = attempt.value(here);
    if (here.can_exchange_players && (value > 0) != maximising) return swap();
    const int target = maximising ? value : value + 2;
    for (const int move : engine_.likely_moves(engine_.in_order(here.question), *table_, target))
      if (attempt.reaches(after(move), value, maximising)) best.push_back(move);
  } catch (const LimitReached&) {
    // A best move that was found is one, even if there may be others.
    if (best.empty()) return std::nullopt;
  }
  return drawn(best, random);
}

// The moves that were tried, best first.
std::vector<MoveStatistics> EnginePlayer::play_out(const Question& question, std::uint64_t playouts,
                                                   PythonRandom& random) {
  const auto tree = engine_.tree_search(engine_.in_order(question), random.next_64());
  StopToken stop = part_of_turn(stop_, playouts);
  tree->run(stop, 1);
  leave_if_stopped(stop_);
  auto tried = tree->moves();
  std::erase_if(tried, [](const MoveStatistics& each) { return each.visits == 0; });
  return tried;
}

// The opening whose maker does best if the other player may swap: one search finds the candidates,
// each of which is then searched on its own.
int EnginePlayer::most_even(const Situation& here, const After& after, std::uint64_t playouts,
                            PythonRandom& random) {
  auto candidates = play_out(here.question, playouts, random);
  std::ranges::stable_sort(candidates, {},
                           [](const MoveStatistics& each) { return std::abs(each.mean - 0.5); });
  candidates.resize(std::min(candidates.size(), even_openings));
  int chosen = 0;
  double most = -1;
  for (const MoveStatistics& each : candidates) {
    const Situation child = after(each.move);
    double worth;
    if (child.over()) {
      const int value = engine_.final_value(engine_.in_order(child.question)).value();
      worth = value_with_swap(child, value) > 0 ? 1.0 : 0.0;
    } else {
      const auto share = std::max<std::uint64_t>(1, playouts / even_openings);
      const double mean = play_out(child.question, share, random).front().mean;
      worth = std::min(mean, 1 - mean);
    }
    if (worth > most) {
      most = worth;
      chosen = each.move;
    }
  }
  return chosen;
}

}  // namespace litslab
