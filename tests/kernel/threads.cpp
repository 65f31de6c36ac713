// Tests for the thread sanitizer (`make threads`): the transposition table while it grows, a
// search, a search that fails, trees that several threads use, and matches. Prints errors and
// returns 1, or returns 0.
#include "games/taijitu_playout.hpp"
#include "interface/interface.hpp"
#include "search/game_engine.hpp"

#include <cstdio>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace litslab;

constexpr int threads_at_once = 4;

// A position's key, and a bound from which the position is known again.
Key key_of(std::uint64_t position) { return {mix64(2 * position), mix64(2 * position + 1)}; }
std::int16_t value_of(std::uint64_t position) {
  return static_cast<std::int16_t>(2 * (position % 1000) - 999);
}

// Every entry found belongs to its position, while any thread stores entries and doubles the table.
bool table_is_right() {
  constexpr std::uint64_t positions = 1 << 19, steps = 1 << 18;
  TranspositionTable table(std::size_t{1} << 26);
  const auto at_first = table.bytes_in_use();
  std::atomic<std::uint64_t> found{0}, wrong{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < threads_at_once; ++number)
    threads.emplace_back([&, number] {
      for (std::uint64_t step = 0; step < steps; ++step) {
        const auto stored =
            mix64(step * threads_at_once + static_cast<std::uint64_t>(number)) % positions;
        TableEntry entry;
        entry.lower = value_of(stored);
        entry.work = static_cast<std::uint8_t>(stored % 20);
        table.store(key_of(stored), entry);
        // Mostly a position near those stored recently, by this thread or another.
        const auto asked =
            mix64((step - step % 64) * threads_at_once + step % threads_at_once) % positions;
        const auto answer = table.find(key_of(asked));
        if (!answer) continue;
        ++found;
        if (answer->lower != value_of(asked)) ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  const bool has_grown = table.bytes_in_use() > at_first;
  std::printf("table: %llu entries found, %llu wrong, %zu to %zu bytes\n",
              static_cast<unsigned long long>(found), static_cast<unsigned long long>(wrong),
              at_first, table.bytes_in_use());
  return found > steps && wrong == 0 && has_grown;
}

std::vector<Taijitu> taijitus(int side) {
  std::vector<Taijitu> all;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      for (const auto& [down, right] : {std::pair{0, 1}, std::pair{1, 0}}) {
        if (row + down == side || column + right == side) continue;
        const auto here = static_cast<std::uint8_t>(row * side + column);
        const auto there = static_cast<std::uint8_t>((row + down) * side + column + right);
        all.push_back({here, there});
        all.push_back({there, here});
      }
  return all;
}

// TAIJI 4x4 with one group scored is worth -1, for any number of threads, with one table for all
// queries.
bool search_is_right() {
  const GameEngine<Taiji<Word64>> engine(4, 1, taijitus(4));
  TranspositionTable table(std::size_t{1} << 20);
  bool right = true;
  for (int threads = 1; threads <= threads_at_once; ++threads) {
    StopToken stop{Limits{}};
    const int limit = engine.value_limit();
    const auto answer = solve(engine, {}, {-limit, limit}, 1, table, stop, threads, {});
    std::printf("search with %d threads: value %d, %llu nodes\n", threads, answer.bounds.lower,
                static_cast<unsigned long long>(answer.nodes));
    right = right && answer.bounds.exact() && answer.bounds.lower == -1;
    table.clear();
  }
  return right;
}

// A game whose search never ends: the threads wait for the one that runs out of memory.
class FailingEngine final : public Engine {
 public:
  // `failing`: the number of the thread that fails, in the order of their queries.
  explicit FailingEngine(int failing) : failing_(failing) {}

  int query(const Question&, int, TranspositionTable&, NodeCounter& counter,
            BusyMoves*) const override {
    if (queries_++ == failing_) throw std::bad_alloc();
    for (;;) counter.count();
  }
  int value_limit() const override { return 9; }
  int first_guess(const Question&, int score) const override { return score; }
  Question in_order(const Question& question) const override { return question; }
  int placements() const override { return 0; }
  std::unique_ptr<Positions> positions(const Question& question) const override {
    return game_.positions(question);
  }

 private:
  const GameEngine<Taiji<Word64>> game_{5, 1, taijitus(5)};  // not over at the start
  const int failing_;
  mutable std::atomic<int> queries_{0};
};

// The exception of any thread ends the search of all, and reaches the caller.
bool failure_is_told() {
  TranspositionTable table(std::size_t{1} << 12);
  bool right = true;
  for (int threads = 1; threads <= threads_at_once; ++threads)
    for (int failing = 0; failing < threads; ++failing) {
      const FailingEngine engine(failing);
      StopToken stop{Limits{}};
      bool told = false;
      try {
        solve(engine, {}, {-9, 9}, 1, table, stop, threads, {});
      } catch (const std::bad_alloc&) {
        told = true;
      }
      right = right && told;
    }
  std::printf("a search without memory: %s\n", right ? "told" : "not told");
  return right;
}

// One thread at a time runs a tree; the others get an error, and change nothing.
bool tree_is_used_by_one() {
  constexpr std::uint64_t runs = 200, playouts_each = 5;
  const auto game = std::make_shared<AnyGame>(
      std::make_unique<GameEngine<Taiji<Word64>>>(5, 1, taijitus(5)), nullptr);
  Tree tree(game, {}, 1);
  std::atomic<std::uint64_t> done{0}, refused{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < threads_at_once; ++number)
    threads.emplace_back([&] {
      for (std::uint64_t run = 0; run < runs; ++run) {
        try {
          StopToken stop({Limits{}.seconds, playouts_each});
          tree.run(stop, 1);
          ++done;
          tree.ask(&TreeSearch::moves);
        } catch (const std::runtime_error&) {
          ++refused;
        }
      }
    });
  for (auto& thread : threads) thread.join();
  const auto played = tree.ask(&TreeSearch::playouts);
  std::printf("tree: %llu runs, %llu uses refused, %llu playouts\n",
              static_cast<unsigned long long>(done), static_cast<unsigned long long>(refused),
              static_cast<unsigned long long>(played));
  return done > 0 && played == done * playouts_each;
}

// Threads that share a tree make as many playouts as asked for, each counted once, and prove
// nothing wrong about a position of value -1.
bool tree_is_shared() {
  constexpr std::uint64_t asked = 3000;
  const GameEngine<Taiji<Word64>> engine(4, 1, taijitus(4));
  bool right = true;
  for (int threads = 1; threads <= threads_at_once; ++threads) {
    const auto tree = engine.tree_search({}, 1);
    StopToken stop({Limits{}.seconds, asked});
    tree->run(stop, threads);
    std::uint64_t visits = 0;
    for (const auto& move : tree->moves()) visits += move.visits;
    const auto played = tree->playouts();
    const int best = tree->moves().front().move;
    const auto below = tree->after({best});
    right = right && visits == played && played >= asked &&
            played < asked + static_cast<std::uint64_t>(threads) && tree->proved().contain(-1) &&
            below && below->playouts() <= played;
    std::printf("tree with %d threads: %llu playouts, bounds %d to %d\n", threads,
                static_cast<unsigned long long>(played), tree->proved().lower,
                tree->proved().upper);
  }
  return right;
}

// Threads that share a game play the same matches at once as one thread does alone.
bool matches_are_right() {
  const GameSimulator<TaijiPlayout> simulator(5, 2, taijitus(5));
  const GameEngine<Taiji<Word64>> engine(5, 2, taijitus(5));
  const Players players{Player{PlayerLevel::mcts, {20, 150, 200, engine.value_limit()}},
                        Player{PlayerLevel::greedy, {}}};
  std::vector<std::vector<std::uint32_t>> seeds;
  for (std::uint32_t seed = 0; seed < 50; ++seed) seeds.push_back({seed});
  const auto play = [&] {
    StopToken stop{Limits{}};
    return simulator.match(engine, {}, seeds, players, true, {true, true}, stop);
  };
  const SimulatedGames alone = play();
  std::atomic<int> different{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < threads_at_once; ++number)
    threads.emplace_back([&] {
      const SimulatedGames together = play();
      if (together.moves != alone.moves || together.trace != alone.trace) ++different;
    });
  for (auto& thread : threads) thread.join();
  std::printf("matches: %zu games, %zu moves, %d threads differ\n", alone.length.size(),
              alone.moves.size(), different.load());
  return alone.length.size() == seeds.size() && !alone.moves.empty() && different == 0;
}

}  // namespace

int main() {
  const bool table = table_is_right();
  const bool search = search_is_right();
  const bool failure = failure_is_told();
  const bool tree = tree_is_used_by_one() && tree_is_shared();
  const bool matches = matches_are_right();
  return table && search && failure && tree && matches ? 0 : 1;
}
