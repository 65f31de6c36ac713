// The interface of the kernel: every class and function once, with the names of its arguments. The bindings, the Python
// module (bindings/) and WebAssembly (wasm/), follow from it. kernel/__init__.pyi documents everything.
//
// `describe` calls these functions of a binding:
//   record<T, Members...>(name, arguments...)   an argument: an aggregate of these members
//   type<T>(name)                               a result, if it is an aggregate; otherwise an object that stays here
//       .made<Types...>(arguments...)  .property(name, get)  .method(name, function, arguments...)
//   choice<T>(name, names)                      an enumeration
//   function(name, function, arguments...)
// An argument is its name, or a `Default`; those after `by_name` are given by name. A function whose first argument is a
// `Run` takes long, and is called without the interpreter's lock.
#pragma once

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
    void raise_if_interrupted() const { if (interrupted) throw Interrupted{}; }

    bool interrupted = false;

private:
    virtual bool is_wanted(const Report& report) = 0;
};

inline Answer solve_game(Run& run, const AnyGame& game, const Question& question, int lower, int upper, int guess,
                         TranspositionTable& table, double seconds, std::uint64_t nodes, int threads,
                         const std::function<void(int, int, std::uint64_t)>& progress) {
    StopToken stop = run.within(seconds, nodes);
    auto answer = solve(*game.engine, question, {lower, upper}, guess, table, stop, threads, [&](Bounds bounds) {
        if (progress && !run.tell([&] { progress(bounds.lower, bounds.upper, stop.nodes()); })) stop.request_stop();
    });
    answer.interrupted = !run.tell({});  // also by a signal since the last poll, which would take the answer's place
    return answer;
}

inline Strategy find_strategy(Run& run, const AnyGame& game, const Question& question, const StrategyTask& task,
                              TranspositionTable& table, double seconds, std::uint64_t nodes,
                              const std::function<void(std::uint64_t)>& progress) {
    std::atomic<std::uint64_t> met{0};
    StopToken stop = run.within(seconds, nodes, [&] {
        if (progress) progress(met.load(std::memory_order_relaxed));
    });
    Strategy found = game.engine->strategy(question, task, table, stop, met);
    if (run.interrupted) found.ending = StrategyEnding::interrupted;
    return found;
}

// A tree with its game, which it needs.
struct Tree {
    Tree(std::shared_ptr<AnyGame> its_game, const Question& question, std::uint64_t seed)
        : game(std::move(its_game)), search(game->engine->tree_search(question, seed)) {}
    std::shared_ptr<AnyGame> game;
    std::unique_ptr<TreeSearch> search;
};

inline std::unique_ptr<Tree> tree_search(std::shared_ptr<AnyGame> game, const Question& question, std::uint64_t seed) {
    return std::make_unique<Tree>(std::move(game), question, seed);
}

// Keeps the playouts made before a signal.
inline void run_tree(Run& run, Tree& tree, double seconds, std::uint64_t playouts) {
    StopToken stop = run.within(seconds, playouts);
    tree.search->run(stop);
    run.raise_if_interrupted();
}

inline SimulatedGames simulate(Run&, const AnyGame& game, const Question& start, const std::vector<std::uint64_t>& seeds,
                               bool moves) {
    return game.simulator->simulate(start, seeds, moves);
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

inline LitsAnswer solve_puzzle(Run& run, SharedSolver& shared, const LitsPuzzle& puzzle, std::size_t wanted,
                               double seconds, std::uint64_t nodes) {
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
    binding.template record<TetrominoPlacement, int, int, std::vector<int>, std::vector<int>>(
        "TetrominoPlacement", "shape", "kind", "squares", "black");
    binding.template record<StrategyTask, int, int, Numbers, std::vector<Numbers>, std::uint64_t, std::uint64_t>(
        "StrategyTask", by_name, "side", "value", "rank", "symmetries", "most_moves", "most_positions");
    binding.template record<LitsRules, bool, bool, bool, bool>(
        "LitsRules", by_name, Default{"with_o", false}, Default{"inverse", false}, Default{"optional", false},
        Default{"blank_blocks", true});
    binding.template record<LitsPuzzle, int, int, std::vector<int>, std::string, LitsRules>(
        "LitsPuzzle", "columns", "rows", "regions", Default{"givens", ""}, Default{"rules", LitsRules{}});

    binding.template choice<StrategyEnding>(
        "StrategyEnding", {"COMPLETE", "STOPPED", "INTERRUPTED", "TOO_MANY_MOVES", "TOO_MANY_POSITIONS", "REFUTED"});
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
        .property("first_length", &SimulatedGames::first_length)
        .property("first_scores", &SimulatedGames::first_scores)
        .property("occupancy", &SimulatedGames::occupancy);

    binding.template type<TranspositionTable>("TranspositionTable")
        .template made<std::size_t>("bytes")
        .property("bytes", &TranspositionTable::bytes)
        .property("bytes_in_use", &TranspositionTable::bytes_in_use)
        .method("clear", [](TranspositionTable& table) { table.clear(); });
    binding.template type<AnyGame>("Engine")
        .method("choices", [](const AnyGame& game, const Question& at) { return game.engine->choices(at); }, "question")
        .method("likely_moves",
                [](const AnyGame& game, const Question& question, const TranspositionTable& table, int target) {
                    return game.engine->likely_moves(question, table, target);
                },
                "question", by_name, "table", "target")
        .method("final_value", [](const AnyGame& game, const Question& at) { return game.engine->final_value(at); },
                "question")
        .property("value_limit", [](const AnyGame& game) { return game.engine->value_limit(); })
        .method("solve", &solve_game, "question", by_name, "lower", "upper", "guess", "table", "seconds", "nodes",
                Default{"threads", 1}, Default{"progress", nullptr})
        .method("strategy", &find_strategy, "question", "task", by_name, "table", "seconds", "nodes",
                Default{"progress", nullptr})
        .method("tree_search", &tree_search, "question", by_name, "seed")
        .property("layers", [](const AnyGame& game) { return game.simulator->layers(); })
        .method("simulate", &simulate, "start", "seeds", by_name, Default{"moves", false});
    binding.template type<Tree>("TreeSearch")
        .method("run", &run_tree, by_name, "seconds", "playouts")
        .property("playouts", [](const Tree& tree) { return tree.search->playouts(); })
        .method("moves", [](const Tree& tree) { return tree.search->moves(); })
        .method("line", [](const Tree& tree) { return tree.search->line(); })
        .property("lower", [](const Tree& tree) { return tree.search->proved().lower; })
        .property("upper", [](const Tree& tree) { return tree.search->proved().upper; });
    binding.function("battle_of_lits", &make_battle_of_lits, "columns", "rows", "placements", "supply", "symbols");
    binding.function("tailits", &make_tailits, "size", "placements", "supply", "second_largest");
    binding.function("tailits_taiji", &make_tailits_taiji, "size", "tetrominoes", "supply", "second_largest",
                     "taijitus", "groups");
    binding.function("taiji_battle", &make_taiji_battle, "size", "taijitus", "tetrominoes", "supply", "groups");
    binding.function("taiji", &make_taiji, "side", "groups", "placements");
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
