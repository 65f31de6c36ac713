// The interface of the kernel: every class and function once, with the names of its arguments. The
// bindings, the Python module (bindings/) and WebAssembly (wasm/), follow from it.
// kernel/__init__.pyi documents everything.
//
// `describe` calls these functions of a binding:
//   record<T, Members...>(name, arguments...)   an argument: an aggregate of these members
//   type<T>(name)                               a result, if it is an aggregate; otherwise an
//                                               object that stays here
//       .made<Types...>(arguments...)  .property(name, get)  .method(name, function, arguments...)
//   choice<T>(name, names)                      an enumeration
//   function(name, function, arguments...)
// An argument is its name, or a `Default`; those after `by_name` are given by name. A function
// whose first argument is a `Run` takes long, and is called without the interpreter's lock.
#pragma once

#include "core/arguments.hpp"
#include "core/in_use.hpp"
#include "games/factories.hpp"
#include "lits/solver.hpp"
#include "search/engine.hpp"

#include <mutex>

namespace litslab {

// An optional argument; nullptr stands for Python's None.
template <class T>
struct Default {
  const char* name;
  T value;
};

struct ByName {};
inline constexpr ByName by_name;

// Thrown instead of returning a result to a caller that has been interrupted.
struct Interrupted {};

// A call of a function that takes long.
class Run {
 public:
  using Report = std::function<void()>;

  virtual ~Run() = default;
  // Stops at limits, or when the caller is interrupted; `report` reports progress to the caller.
  StopToken within(double seconds, std::uint64_t nodes, Report report = {}) {
    return StopToken({seconds, nodes}, [this, report = std::move(report)] { return tell(report); });
  }
  // Reports progress to the caller; returns false once the caller is interrupted.
  bool tell(const Report& report) {
    if (!is_wanted(report)) interrupted = true;
    return !interrupted;
  }
  void raise_if_interrupted() const {
    if (interrupted) throw Interrupted{};
  }

  bool interrupted = false;

 private:
  virtual bool is_wanted(const Report& report) = 0;
};

inline constexpr int most_threads = 1024;

// A value or a bound: an odd number, which may be that of an unknown bound.
inline void expect_value(const std::string& name, int value) {
  expect_between(name, value, -30001, 30001);
  expect_odd(name, value);
}

// `moves`: the number of placements, and one for the swap.
inline void expect_task(const StrategyTask& task, std::size_t moves) {
  expect_between("side", task.side, 0, 1);
  expect_value("value", task.value);
  expect_permutation("rank", task.rank, moves);
  if (task.symmetries.empty()) refuse("symmetries", "is empty", "at least the identity");
  for (std::size_t i = 0; i < task.symmetries.size(); ++i)
    expect_permutation(member("symmetries", i), task.symmetries[i], moves);
}

inline Answer solve_game(Run& run, const AnyGame& game, const Question& question, int lower,
                         int upper, int guess, TranspositionTable& table, double seconds,
                         std::uint64_t nodes, int threads,
                         const std::function<void(int, int, std::uint64_t)>& progress) {
  const Question at = game.engine->in_order(question);
  expect_value("lower", lower);
  expect_value("upper", upper);
  expect_value("guess", guess);
  if (lower > upper) refuse("lower", "is above upper", "a window");
  expect_seconds(seconds);
  expect_between("threads", threads, 1, most_threads);
  StopToken stop = run.within(seconds, nodes);
  auto answer =
      solve(*game.engine, at, {lower, upper}, guess, table, stop, threads, [&](Bounds bounds) {
        if (progress && !run.tell([&] { progress(bounds.lower, bounds.upper, stop.nodes()); }))
          stop.request_stop();
      });
  // Interrupted also by a signal since the last poll, which would take the answer's place.
  answer.interrupted = !run.tell({});
  return answer;
}

inline Strategy find_strategy(Run& run, const AnyGame& game, const Question& question,
                              const StrategyTask& task, TranspositionTable& table, double seconds,
                              std::uint64_t nodes,
                              const std::function<void(std::uint64_t)>& progress) {
  const Question at = game.engine->in_order(question);
  expect_task(task, static_cast<std::size_t>(game.engine->placements()) + 1);
  expect_seconds(seconds);
  std::atomic<std::uint64_t> met{0};
  StopToken stop = run.within(seconds, nodes, [&] {
    if (progress) progress(met.load(std::memory_order_relaxed));
  });
  Strategy found = game.engine->strategy(at, task, table, stop, met);
  if (run.interrupted) found.ending = StrategyEnding::interrupted;
  return found;
}

// A tree with its game, which it needs. One caller at a time uses it.
class Tree {
 public:
  Tree(std::shared_ptr<AnyGame> game, const Question& question, std::uint64_t seed)
      : game_(std::move(game)),
        search_(game_->engine->tree_search(game_->engine->in_order(question), seed)) {}
  Tree(std::shared_ptr<AnyGame> game, std::unique_ptr<TreeSearch> search)
      : game_(std::move(game)), search_(std::move(search)) {}

  void run(StopToken& stop, int threads) {
    const InUse::Use use(in_use_);
    search_->run(stop, threads);
  }
  // Null if the tree does not reach the position after the moves.
  std::unique_ptr<Tree> after(const std::vector<int>& moves) {
    const InUse::Use use(in_use_);
    auto search = search_->after(moves);
    return search ? std::make_unique<Tree>(game_, std::move(search)) : nullptr;
  }
  // The result of a function of the tree.
  template <class Found>
  Found ask(Found (TreeSearch::*function)() const) {
    const InUse::Use use(in_use_);
    return (*search_.*function)();
  }

 private:
  std::shared_ptr<AnyGame> game_;
  std::unique_ptr<TreeSearch> search_;
  InUse in_use_;
};

inline std::unique_ptr<Tree> tree_search(std::shared_ptr<AnyGame> game, const Question& question,
                                         std::uint64_t seed) {
  return std::make_unique<Tree>(std::move(game), question, seed);
}

// Keeps the playouts made before a signal.
inline void run_tree(Run& run, Tree& tree, double seconds, std::uint64_t playouts, int threads) {
  expect_seconds(seconds);
  expect_between("threads", threads, 1, most_threads);
  StopToken stop = run.within(seconds, playouts);
  tree.run(stop, threads);
  run.raise_if_interrupted();
}

inline SimulatedGames simulate(Run&, const AnyGame& game, const Question& start,
                               const std::vector<std::uint64_t>& seeds, bool moves, bool trace) {
  return game.simulator->simulate(game.engine->in_order(start), seeds, {moves, trace});
}

// A player as Python passes it: the limits of a turn are those of `SearchLimits`.
struct PlayerOptions {
  std::string level;
  std::uint64_t playouts = 0;
  int exact_moves = 0;
  std::uint64_t exact_nodes = 0;
  int value_limit = 0;
};

inline PlayerLevel player_level(const std::string& name, const std::string& level) {
  if (level == "random") return PlayerLevel::random;
  if (level == "greedy") return PlayerLevel::greedy;
  if (level == "mcts") return PlayerLevel::mcts;
  if (level == "exact") return PlayerLevel::exact;
  refuse(name, "is '" + level + "'", "'random', 'greedy', 'mcts' or 'exact'");
}

inline Player player_of(const std::string& name, const PlayerOptions& options) {
  const Player player{
      player_level(name + ".level", options.level),
      {options.playouts, options.exact_moves, options.exact_nodes, options.value_limit}};
  if (player.level == PlayerLevel::mcts || player.level == PlayerLevel::exact) {
    expect_between(name + ".value_limit", options.value_limit, 1, 30001);
    expect_odd(name + ".value_limit", options.value_limit);
  }
  return player;
}

inline SimulatedGames match(Run& run, const AnyGame& game, const Question& start,
                            const std::vector<std::vector<std::uint32_t>>& seeds,
                            const std::pair<PlayerOptions, PlayerOptions>& players, bool swap,
                            bool moves, bool trace) {
  const Question at = game.engine->in_order(start);
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if (seeds[i].empty()) refuse(member("seeds", i), "is empty", "at least one word");
  const Players both{player_of("players[0]", players.first),
                     player_of("players[1]", players.second)};
  StopToken stop = run.within(Limits{}.seconds, Limits{}.nodes);
  try {
    auto games = game.simulator->match(*game.engine, at, seeds, both, swap, {moves, trace}, stop);
    run.raise_if_interrupted();
    return games;
  } catch (const Stopped&) {
    throw Interrupted{};
  }
}

#ifdef __wasm__  // has one thread
struct Mutex {
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

// A solver for one caller at a time: threads that share one wait for each other.
struct SharedSolver {
  SharedSolver() = default;
  LitsSolver solver;
  Mutex busy;
};

inline LitsAnswer solve_puzzle(Run& run, SharedSolver& shared, const LitsPuzzle& puzzle,
                               std::size_t wanted, double seconds, std::uint64_t nodes) {
  expect_at_least("wanted", wanted, 1);
  expect_seconds(seconds);
  const std::lock_guard lock(shared.busy);
  StopToken stop = run.within(seconds, nodes);
  auto answer = shared.solver.solve(puzzle, wanted, stop);
  run.raise_if_interrupted();
  return answer;
}

inline LitsConclusions conclude(Run&, SharedSolver& shared, const LitsPuzzle& puzzle, bool trials) {
  const std::lock_guard lock(shared.busy);
  return shared.solver.conclude(puzzle, trials);
}

inline bool may_be_symmetric(Run&, SharedSolver& shared, const LitsPuzzle& puzzle,
                             const std::vector<std::vector<int>>& images) {
  const std::lock_guard lock(shared.busy);
  return shared.solver.may_be_symmetric(puzzle, images);
}

template <class Binding>
void describe(Binding& binding) {
  using Numbers = std::vector<std::uint32_t>;

  binding.template record<Question, std::vector<int>, int, bool, int>(
      "Question", "placed", "side", Default{"swapped", false}, Default{"last_placer", 0});
  binding.template record<PlayerOptions, std::string, std::uint64_t, int, std::uint64_t, int>(
      "Player", "level", by_name, Default{"playouts", std::uint64_t{0}}, Default{"exact_moves", 0},
      Default{"exact_nodes", std::uint64_t{0}}, Default{"value_limit", 0});
  binding.template record<TetrominoPlacement, int, int, std::vector<int>, std::vector<int>>(
      "TetrominoPlacement", "shape", "kind", "squares", "black");
  binding.template record<StrategyTask, int, int, Numbers, std::vector<Numbers>, std::uint64_t,
                          std::uint64_t>("StrategyTask", by_name, "side", "value", "rank",
                                         "symmetries", "most_moves", "most_positions");
  binding.template record<LitsRules, bool, bool, bool, bool>(
      "LitsRules", by_name, Default{"with_o", false}, Default{"inverse", false},
      Default{"optional", false}, Default{"blank_blocks", true});
  binding.template record<LitsPuzzle, int, int, std::vector<int>, std::string, LitsRules>(
      "LitsPuzzle", "columns", "rows", "regions", Default{"givens", ""},
      Default{"rules", LitsRules{}});

  binding.template choice<StrategyEnding>(
      "StrategyEnding",
      {"COMPLETE", "STOPPED", "INTERRUPTED", "TOO_MANY_MOVES", "TOO_MANY_POSITIONS", "REFUTED"});
  binding.template type<Answer>("Answer")
      .property("lower", [](const Answer& answer) { return answer.bounds.lower; })
      .property("upper", [](const Answer& answer) { return answer.bounds.upper; })
      .property("nodes", &Answer::nodes)
      .property("seconds", &Answer::seconds)
      .property("stopped", &Answer::stopped)
      .property("interrupted", &Answer::interrupted);
  binding.template type<Strategy>("Strategy")
      .property("choices", &Strategy::choices)
      .property("positions", &Strategy::positions)
      .property("nodes", &Strategy::nodes)
      .property("ending", &Strategy::ending);
  binding.template type<MoveStatistics>("MoveStatistics")
      .property("move", &MoveStatistics::move)
      .property("visits", &MoveStatistics::visits)
      .property("wins", &MoveStatistics::wins)
      .property("values", &MoveStatistics::values)
      .property("mean", &MoveStatistics::mean)
      .property("lower", [](const MoveStatistics& move) { return move.proved.lower; })
      .property("upper", [](const MoveStatistics& move) { return move.proved.upper; });
  binding.template type<SimulatedGames>("SimulatedGames")
      .property("length", &SimulatedGames::length)
      .property("scores", &SimulatedGames::scores)
      .property("winner", &SimulatedGames::winner)
      .property("opening", &SimulatedGames::opening)
      .property("branching", &SimulatedGames::branching)
      .property("moves", &SimulatedGames::moves)
      .property("trace", &SimulatedGames::trace)
      .property("swapped", &SimulatedGames::swapped)
      .property("first_length", &SimulatedGames::first_length)
      .property("first_scores", &SimulatedGames::first_scores)
      .property("occupancy", &SimulatedGames::occupancy);

  binding.template type<TranspositionTable>("TranspositionTable")
      .template made<std::size_t>("bytes")
      .property("bytes", &TranspositionTable::bytes)
      .property("bytes_in_use", &TranspositionTable::bytes_in_use)
      .method("clear", [](TranspositionTable& table) { table.clear(); });
  binding.template type<AnyGame>("Engine")
      .method(
          "choices",
          [](const AnyGame& game, const Question& question) {
            return game.engine->choices(game.engine->in_order(question));
          },
          "question")
      .method(
          "likely_moves",
          [](const AnyGame& game, const Question& question, const TranspositionTable& table,
             int target) {
            expect_value("target", target);
            return game.engine->likely_moves(game.engine->in_order(question), table, target);
          },
          "question", by_name, "table", "target")
      .method(
          "final_value",
          [](const AnyGame& game, const Question& question) {
            return game.engine->final_value(game.engine->in_order(question));
          },
          "question")
      .property("value_limit", [](const AnyGame& game) { return game.engine->value_limit(); })
      .method("solve", &solve_game, "question", by_name, "lower", "upper", "guess", "table",
              "seconds", "nodes", Default{"threads", 1}, Default{"progress", nullptr})
      .method("strategy", &find_strategy, "question", "task", by_name, "table", "seconds", "nodes",
              Default{"progress", nullptr})
      .method("tree_search", &tree_search, "question", by_name, "seed")
      .property("layers", [](const AnyGame& game) { return game.simulator->layers(); })
      .method(
          "margins",
          [](const AnyGame& game, const Question& question) {
            return game.simulator->margins(game.engine->in_order(question));
          },
          "question")
      .method("simulate", &simulate, "start", "seeds", by_name, Default{"moves", false},
              Default{"trace", false})
      .method("match", &match, "start", "seeds", by_name, "players", Default{"swap", true},
              Default{"moves", false}, Default{"trace", false});
  binding.template type<Tree>("TreeSearch")
      .method("run", &run_tree, by_name, "seconds", "playouts", Default{"threads", 1})
      .method(
          "after", [](Tree& tree, const std::vector<int>& moves) { return tree.after(moves); },
          "moves")
      .property("playouts", [](Tree& tree) { return tree.ask(&TreeSearch::playouts); })
      .method("moves", [](Tree& tree) { return tree.ask(&TreeSearch::moves); })
      .method("line", [](Tree& tree) { return tree.ask(&TreeSearch::line); })
      .property("lower", [](Tree& tree) { return tree.ask(&TreeSearch::proved).lower; })
      .property("upper", [](Tree& tree) { return tree.ask(&TreeSearch::proved).upper; });
  binding.function("battle_of_lits", &make_battle_of_lits, "columns", "rows", "placements",
                   "supply", "symbols");
  binding.function("tailits", &make_tailits, "size", "placements", "supply", "second_largest");
  binding.function("tailits_taiji", &make_tailits_taiji, "size", "tetrominoes", "supply",
                   "second_largest", "taijitus", "groups");
  binding.function("taiji_battle", &make_taiji_battle, "size", "taijitus", "tetrominoes", "supply",
                   "groups");
  binding.function("taiji", &make_taiji, "side", "groups", "placements", Default{"scoring", "sum"},
                   Default{"corners", false});
  binding.function("wythe", &make_wythe, "side", "placements");

  binding.template type<LitsSolution>("LitsSolution")
      .property("squares", &LitsSolution::squares)
      .property("shapes", &LitsSolution::shapes);
  binding.template type<LitsAnswer>("LitsAnswer")
      .property("solutions", &LitsAnswer::solutions)
      .property("complete", &LitsAnswer::complete)
      .property("nodes", &LitsAnswer::nodes)
      .property("propagations", &LitsAnswer::propagations)
      .property("conflicts", &LitsAnswer::conflicts)
      .property("seconds", &LitsAnswer::seconds);
  binding.template type<LitsConclusions>("LitsConclusions")
      .property("possible", &LitsConclusions::possible)
      .property("shaded", &LitsConclusions::shaded)
      .property("unshaded", &LitsConclusions::unshaded)
      .property("open", &LitsConclusions::open)
      .property("propagations", &LitsConclusions::propagations);
  binding.template type<SharedSolver>("LitsSolver")
      .template made<>()
      .method("solve", &solve_puzzle, "puzzle", by_name, Default{"wanted", 2}, "seconds", "nodes")
      .method("conclude", &conclude, "puzzle", by_name, Default{"trials", false})
      .method("may_be_symmetric", &may_be_symmetric, "puzzle", "images");
}

}  // namespace litslab
