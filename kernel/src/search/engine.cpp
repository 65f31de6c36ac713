#include "search/engine.hpp"

#include "search/mcts.hpp"
#include "search/search.hpp"
#include "search/strategy.hpp"
#include "search/threads.hpp"

#include <algorithm>

namespace litslab {

namespace {

// One null-window query by one thread; nothing if it was stopped. `answered` and `busy` are shared
// by several threads, and null for a single one.
std::optional<int> query_in_thread(const Engine& engine, const Question& question, int target,
                                   TranspositionTable& table, StopToken& stop,
                                   bool is_calling_thread, const std::atomic<bool>* answered,
                                   BusyMoves* busy) {
  try {
    NodeCounter counter(stop, is_calling_thread, answered);
    return engine.query(question, target, table, counter, busy);
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

#ifndef __wasm__

// One null-window query by several threads that share the table and mostly search different moves;
// the first answer counts. An exception of any thread stops the others, and is thrown here.
std::optional<int> query_in_threads(const Engine& engine, const Question& question, int target,
                                    TranspositionTable& table, StopToken& stop, int threads) {
  std::atomic<bool> answered{false};
  std::optional<int> result;
  const auto busy = std::make_unique<BusyMoves>();
  work_in_threads(threads, stop, [&](int thread_id) {
    const auto found = query_in_thread(engine, question, target, table, stop, thread_id == 0,
                                       &answered, busy.get());
    if (found && !answered.exchange(true)) result = found;
  });
  // Written by the first thread with an answer, which has been joined or is this thread.
  return result;
}

#endif

std::optional<int> query(const Engine& engine, const Question& question, int target,
                         TranspositionTable& table, StopToken& stop, [[maybe_unused]] int threads) {
#ifndef __wasm__
  if (threads > 1) return query_in_threads(engine, question, target, table, stop, threads);
#endif
  return query_in_thread(engine, question, target, table, stop, true, nullptr, nullptr);
}

}  // namespace

std::vector<int> Engine::choices(const Question& question) const {
  const auto at = positions(question);
  std::vector<int> found;
  if (!at->over(0)) at->legal(0, found);
  return found;
}

std::vector<int> Engine::likely_moves(const Question& question, const TranspositionTable& table,
                                      int target) const {
  const auto at = positions(question);
  if (at->over(0)) return {};
  return litslab::likely_moves(*at, table, target);
}

std::optional<int> Engine::final_value(const Question& question) const {
  const auto at = positions(question);
  if (!at->over(0)) return std::nullopt;
  return at->value(0);
}

Strategy Engine::strategy(const Question& question, const StrategyTask& task,
                          TranspositionTable& table, StopToken& stop,
                          std::atomic<std::uint64_t>& met) const {
  const auto at = positions(question);
  Strategy found;
  {
    NodeCounter counter(stop);  // reports the last nodes in its destructor
    SearchContext context{table, counter};
    found = strategy_from(*at, context, task, met);
  }
  found.nodes = stop.nodes();
  return found;
}

std::unique_ptr<TreeSearch> Engine::tree_search(const Question& question,
                                                std::uint64_t seed) const {
  return monte_carlo_search(positions(question), value_limit(), seed);
}

Answer solve(const Engine& engine, const Question& question, Bounds window, int guess,
             TranspositionTable& table, StopToken& stop, int threads,
             const std::function<void(Bounds)>& progress) {
  Answer answer;
  auto& bounds = answer.bounds;
  bounds = window;
  if (const auto value = engine.final_value(question)) {
    bounds = {*value, *value};
  } else {
    if (bounds.upper - bounds.lower > 2) guess = engine.first_guess(question, guess);
    const int least_target = bounds.lower + 2;
    int target = std::clamp(guess, least_target, std::max(least_target, bounds.upper));
    while (bounds.lower < bounds.upper) {
      const auto found = query(engine, question, target, table, stop, threads);
      if (!found) {
        answer.stopped = true;
        break;
      }
      if (*found >= target) {
        bounds.lower = std::clamp(*found, bounds.lower, bounds.upper);
        target = bounds.lower + 2;
      } else {
        bounds.upper = std::clamp(*found, bounds.lower, bounds.upper);
        target = bounds.upper;
      }
      if (progress) progress(bounds);
    }
  }
  answer.nodes = stop.nodes();
  answer.seconds = stop.seconds();
  return answer;
}

}  // namespace litslab
