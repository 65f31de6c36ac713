// Exact search and Monte-Carlo tree search in the Python module.
#include "bindings/bindings.hpp"
#include "bindings/signal_poll.hpp"
#include "games/factories.hpp"
#include "search/engine.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace litslab {

namespace {

// Runs without the GIL; takes it again to see Ctrl-C and to report progress. A signal stops the search: what it has
// proved is returned, and the caller sees `stopped`.
Answer solve_from_python(const Engine& engine, const Question& question, int lower, int upper, int guess,
                         TranspositionTable& table, double seconds, std::uint64_t nodes, int threads,
                         const std::optional<nb::callable>& progress) {
    bool interrupted = false;
    std::optional<nb::python_error> failure;
    Limits limits;
    limits.seconds = seconds;
    limits.nodes = nodes;
    StopToken stop(limits, signal_poll(interrupted));
    const auto report = [&](Bounds bounds) {
        if (!progress || failure) return;
        nb::gil_scoped_acquire gil;
        try {
            (*progress)(bounds.lower, bounds.upper, stop.nodes());
        } catch (nb::python_error& error) {
            failure.emplace(std::move(error));
            stop.request_stop();
        }
    };
    Answer answer;
    {
        nb::gil_scoped_release release;
        answer = solve(engine, question, {lower, upper}, guess, table, stop, threads, report);
    }
    if (failure) throw std::move(*failure);
    answer.interrupted = interrupted;
    return answer;
}

// Runs without the GIL; comes back for it to see Ctrl-C and to report how many positions have been met.
Strategy strategy_from_python(const Engine& engine, const Question& question, const StrategyTask& task,
                              TranspositionTable& table, double seconds, std::uint64_t nodes,
                              const std::optional<nb::callable>& progress) {
    bool interrupted = false;
    std::optional<nb::python_error> failure;
    std::atomic<std::uint64_t> met{0};
    const auto poll_signals = signal_poll(interrupted);
    const auto poll = [&] {
        if (!poll_signals()) return false;
        if (!progress) return true;
        nb::gil_scoped_acquire gil;
        try {
            (*progress)(met.load(std::memory_order_relaxed));
        } catch (nb::python_error& error) {
            failure.emplace(std::move(error));
            return false;
        }
        return true;
    };
    StopToken stop({seconds, nodes}, poll);
    Strategy found;
    {
        nb::gil_scoped_release release;
        found = engine.strategy(question, task, table, stop, met);
    }
    if (failure) throw std::move(*failure);
    if (interrupted) found.ending = StrategyEnding::interrupted;
    return found;
}

// A tree in memory of its own: Python gives an object's memory back as plain bytes, and a game's sets are aligned to more.
struct PythonTree {
    std::unique_ptr<TreeSearch> tree;
};

// Raises KeyboardInterrupt if a signal came; what was played until then is kept.
void run_from_python(TreeSearch& tree, double seconds, std::uint64_t playouts) {
    bool interrupted = false;
    StopToken stop({seconds, playouts}, signal_poll(interrupted));
    {
        nb::gil_scoped_release release;
        tree.run(stop);
    }
    if (interrupted) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
}

// One run of a new tree: of each move the visits and side 0's share of them.
std::vector<std::tuple<int, std::uint32_t, double>> mcts_from_python(const Engine& engine, const Question& question,
                                                                     double seconds, std::uint64_t playouts,
                                                                     std::uint64_t seed) {
    const auto tree = engine.tree_search(question, seed);
    run_from_python(*tree, seconds, playouts);
    std::vector<std::tuple<int, std::uint32_t, double>> rows;
    for (const auto& move : tree->moves())
        rows.emplace_back(move.move, move.visits, move.visits ? static_cast<double>(move.wins) / move.visits : 0.0);
    return rows;
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Question>(m, "Question")
        .def("__init__",
             [](Question* self, std::vector<int> placed, int side, bool swapped, int last_placer) {
                 new (self) Question{std::move(placed), side, swapped, last_placer};
             },
             "placed"_a, "side"_a, "swapped"_a = false, "last_placer"_a = 0)
        .def_ro("placed", &Question::placed)
        .def_ro("side", &Question::side)
        .def_ro("swapped", &Question::swapped)
        .def_ro("last_placer", &Question::last_placer);

    nb::class_<Answer>(m, "Answer")
        .def_prop_ro("lower", [](const Answer& a) { return a.bounds.lower; })
        .def_prop_ro("upper", [](const Answer& a) { return a.bounds.upper; })
        .def_ro("nodes", &Answer::nodes)
        .def_ro("seconds", &Answer::seconds)
        .def_ro("stopped", &Answer::stopped)
        .def_ro("interrupted", &Answer::interrupted);

    nb::class_<TranspositionTable>(m, "TranspositionTable")
        .def(nb::init<std::size_t>(), "bytes"_a)
        .def_prop_ro("bytes", &TranspositionTable::bytes)
        .def_prop_ro("bytes_in_use", &TranspositionTable::bytes_in_use)
        .def("clear", &TranspositionTable::clear);

    nb::class_<StrategyTask>(m, "StrategyTask")
        .def("__init__",
             [](StrategyTask* self, int side, int value, std::vector<std::uint32_t> rank,
                std::vector<std::vector<std::uint32_t>> symmetries, std::uint64_t most_moves,
                std::uint64_t most_positions) {
                 new (self) StrategyTask{side, value, std::move(rank), std::move(symmetries), most_moves, most_positions};
             },
             nb::kw_only(), "side"_a, "value"_a, "rank"_a, "symmetries"_a, "most_moves"_a, "most_positions"_a);

    nb::enum_<StrategyEnding>(m, "StrategyEnding")
        .value("COMPLETE", StrategyEnding::complete)
        .value("STOPPED", StrategyEnding::stopped)
        .value("INTERRUPTED", StrategyEnding::interrupted)
        .value("TOO_MANY_MOVES", StrategyEnding::too_many_moves)
        .value("TOO_MANY_POSITIONS", StrategyEnding::too_many_positions)
        .value("REFUTED", StrategyEnding::refuted);

    nb::class_<Strategy>(m, "Strategy")
        .def_ro("choices", &Strategy::choices)
        .def_ro("positions", &Strategy::positions)
        .def_ro("nodes", &Strategy::nodes)
        .def_ro("ending", &Strategy::ending);

    nb::class_<Engine>(m, "Engine")
        .def("choices", &Engine::choices, "question"_a)
        .def("likely_moves", &Engine::likely_moves, "question"_a, nb::kw_only(), "table"_a, "target"_a)
        .def("final_value", &Engine::final_value, "question"_a)
        .def_prop_ro("value_limit", &Engine::value_limit)
        .def("solve", &solve_from_python, "question"_a, nb::kw_only(), "lower"_a, "upper"_a, "guess"_a, "table"_a,
             "seconds"_a, "nodes"_a, "threads"_a = 1, "progress"_a = nb::none())
        .def("strategy", &strategy_from_python, "question"_a, "task"_a, nb::kw_only(), "table"_a, "seconds"_a, "nodes"_a,
             "progress"_a = nb::none())
        .def("mcts", &mcts_from_python, "question"_a, nb::kw_only(), "seconds"_a, "playouts"_a, "seed"_a)
        .def("tree_search",
             [](const Engine& engine, const Question& question, std::uint64_t seed) {
                 return PythonTree{engine.tree_search(question, seed)};
             },
             "question"_a, nb::kw_only(), "seed"_a, nb::keep_alive<0, 1>());

    nb::class_<MoveStatistics>(m, "MoveStatistics")
        .def_ro("move", &MoveStatistics::move)
        .def_ro("visits", &MoveStatistics::visits)
        .def_ro("wins", &MoveStatistics::wins)
        .def_ro("values", &MoveStatistics::values)
        .def_ro("mean", &MoveStatistics::mean)
        .def_prop_ro("lower", [](const MoveStatistics& s) { return s.proved.lower; })
        .def_prop_ro("upper", [](const MoveStatistics& s) { return s.proved.upper; });

    nb::class_<PythonTree>(m, "TreeSearch")
        .def("run", [](PythonTree& self, double seconds, std::uint64_t playouts) {
                 run_from_python(*self.tree, seconds, playouts);
             },
             nb::kw_only(), "seconds"_a, "playouts"_a)
        .def_prop_ro("playouts", [](const PythonTree& self) { return self.tree->playouts(); })
        .def("moves", [](const PythonTree& self) { return self.tree->moves(); })
        .def("line", [](const PythonTree& self) { return self.tree->line(); })
        .def_prop_ro("lower", [](const PythonTree& self) { return self.tree->proved().lower; })
        .def_prop_ro("upper", [](const PythonTree& self) { return self.tree->proved().upper; });

    nb::class_<TetrominoPlacement>(m, "TetrominoPlacement")
        .def("__init__",
             [](TetrominoPlacement* self, int shape, int kind, std::vector<int> squares, std::vector<int> black) {
                 new (self) TetrominoPlacement{shape, kind, std::move(squares), std::move(black)};
             },
             "shape"_a, "kind"_a, "squares"_a, "black"_a);
    m.def("battle_of_lits", &make_battle_of_lits<Engine>, "columns"_a, "rows"_a, "placements"_a, "supply"_a, "symbols"_a);
    m.def("tailits", &make_tailits<Engine>, "size"_a, "placements"_a, "supply"_a, "second_largest"_a);
    m.def("tailits_taiji", &make_tailits_taiji<Engine>, "size"_a, "tetrominoes"_a, "supply"_a, "second_largest"_a,
          "taijitus"_a,
          "groups"_a);
    m.def("taiji_battle", &make_taiji_battle<Engine>, "size"_a, "taijitus"_a, "tetrominoes"_a, "supply"_a, "groups"_a);
    m.def("taiji", &make_taiji<Engine>, "side"_a, "groups"_a, "placements"_a);
    m.def("wythe", &make_wythe<Engine>, "side"_a, "placements"_a);
}

}  // namespace litslab
