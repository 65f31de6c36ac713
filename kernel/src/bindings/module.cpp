// The Python module kernel._kernel: one Engine class, made by one function a game; and the LITS puzzle solver.
#include "search/engine.hpp"
#include "finals/few_pieces.hpp"
#include "finals/enumeration.hpp"
#include "games/factories.hpp"
#include "bindings/bindings.hpp"
#include "bindings/signal_poll.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace litslab;

namespace {

// Runs without the GIL; comes back for it to see Ctrl-C and to report progress. A signal stops the search: what it has
// proved is returned, and the caller sees `stopped`.
Answer solve_from_python(const Engine& engine, const Question& question, int lower, int upper, int guess,
                         TranspositionTable& table, double seconds, std::uint64_t nodes, int threads,
                         const std::optional<nb::callable>& progress) {
    bool interrupted = false;
    std::optional<nb::python_error> failure;
    Limits limits;
    limits.seconds = seconds;
    limits.nodes = nodes;
    Watch watch(limits, signal_poll(interrupted));
    const auto tell = [&](Bounds bounds) {
        if (!progress || failure) return;
        nb::gil_scoped_acquire gil;
        try {
            (*progress)(bounds.lower, bounds.upper, watch.nodes());
        } catch (nb::python_error& error) {
            failure.emplace(std::move(error));
            watch.end();
        }
    };
    Answer answer;
    {
        nb::gil_scoped_release release;
        answer = solve(engine, question, {lower, upper}, guess, table, watch, threads, tell);
    }
    if (failure) throw std::move(*failure);
    answer.interrupted = interrupted;
    return answer;
}

// Raises KeyboardInterrupt where a signal came: half a search is no advice.
std::vector<std::tuple<int, std::uint32_t, double>> mcts_from_python(const Engine& engine, const Question& question,
                                                                     double seconds, std::uint64_t playouts,
                                                                     std::uint64_t seed) {
    bool interrupted = false;
    Watch watch({seconds, playouts}, signal_poll(interrupted));
    std::vector<MoveStatistics> found;
    {
        nb::gil_scoped_release release;
        found = engine.mcts(question, seed, watch);
    }
    if (interrupted) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
    std::vector<std::tuple<int, std::uint32_t, double>> rows;
    for (const auto& move : found) rows.emplace_back(move.move, move.visits, move.mean);
    return rows;
}

FewPieces few_pieces_from_python(int columns, int rows, const std::vector<TetrominoPlacement>& placements,
                                 const std::vector<int>& supply, int first, const std::vector<int>& without, int most,
                                 double seconds) {
    bool interrupted = false;
    Watch watch({seconds}, signal_poll(interrupted));
    FewPieces answer;
    {
        nb::gil_scoped_release release;
        answer = find_few_pieces(columns, rows, placements, supply, first, without, most, watch);
    }
    answer.interrupted = interrupted;
    return answer;
}

// Python's whole numbers have no end.
nb::object to_python(const Natural& number) {
    nb::object whole = nb::int_(0);
    for (auto digit = number.digits().rbegin(); digit != number.digits().rend(); ++digit)
        whole = (whole << nb::int_(64)) | nb::int_(*digit);
    return whole;
}

nb::list whole_positions(const Census& census) {
    nb::list list;
    for (const auto& number : census.by_pieces) list.append(to_python(number / Census::unit));
    return list;
}

// A shared pointer, as Python gives other memory back as plain bytes, and sets of placements are aligned to more.
using Shared = std::shared_ptr<Enumeration>;

Actions actions_from_python(std::vector<std::pair<std::vector<int>, std::vector<std::uint64_t>>> given) {
    Actions actions;
    for (auto& [image, colourings] : given) actions.push_back({std::move(image), std::move(colourings)});
    if (actions.empty()) throw std::invalid_argument("expected at least the identity");
    return actions;
}

// What was counted before a limit or a signal is returned; the caller sees `stopped`.
Census census_from_python(const Enumeration& enumeration, bool kept, double seconds, std::uint64_t nodes,
                          const std::optional<nb::callable>& progress) {
    bool interrupted = false;
    std::optional<nb::python_error> failure;
    Census census;
    const auto poll = signal_poll(interrupted);
    Watch watch({seconds, nodes}, [&] {
        if (!poll()) return false;
        if (!progress) return true;
        nb::gil_scoped_acquire gil;
        try {
            (*progress)(whole_positions(census));
        } catch (nb::python_error& error) {
            failure.emplace(std::move(error));
            return false;
        }
        return true;
    });
    {
        nb::gil_scoped_release release;
        take_census(enumeration, kept, watch, census);
    }
    if (failure) throw std::move(*failure);
    census.interrupted = interrupted;
    return census;
}

// Hands on all finished positions, so many at once; returns whether these were all.
bool walk_from_python(const Enumeration& enumeration, const nb::callable& take, std::size_t batch, double seconds) {
    bool interrupted = false;
    Watch watch({seconds}, signal_poll(interrupted));
    std::vector<std::vector<int>> waiting;
    const auto flush = [&] {
        take(waiting);
        waiting.clear();
    };
    bool complete = true;
    {
        nb::gil_scoped_release release;
        try {
            Ticker ticker(watch, true, nullptr);
            ticker.look();
            enumeration.walk(ticker, [&](std::span<const int> placed) {
                waiting.emplace_back(placed.begin(), placed.end());
                if (waiting.size() < batch) return;
                nb::gil_scoped_acquire gil;
                flush();
            });
        } catch (const Stopped&) {
            complete = false;
        }
    }
    flush();
    if (interrupted) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
    return complete;
}

// Fewer than were asked for where the time was up first. Raises KeyboardInterrupt where a signal came.
std::vector<std::pair<double, int>> draw_from_python(const Enumeration& enumeration, std::uint64_t samples,
                                                     std::uint64_t seed, double seconds) {
    bool interrupted = false;
    Watch watch({seconds}, signal_poll(interrupted));
    std::vector<std::pair<double, int>> rows;
    {
        nb::gil_scoped_release release;
        Random random(seed);
        for (std::uint64_t n = 0; n < samples && !watch.ended(); ++n) {
            const auto drawn = enumeration.draw(random);
            rows.emplace_back(drawn.log_weight, drawn.pieces);
            watch.look(1, true);
        }
    }
    if (interrupted) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
    return rows;
}

}  // namespace

NB_MODULE(_kernel, m) {
    // Engines live in caches to the end of the interpreter, which does not always clear them before nanobind looks.
    nb::set_leak_warnings(false);

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
        .def("clear", &TranspositionTable::clear);

    nb::class_<Engine>(m, "Engine")
        .def("choices", &Engine::choices, "question"_a)
        .def("final_value", &Engine::final_value, "question"_a)
        .def_prop_ro("value_limit", &Engine::value_limit)
        .def("solve", &solve_from_python, "question"_a, nb::kw_only(), "lower"_a, "upper"_a, "guess"_a, "table"_a,
             "seconds"_a, "nodes"_a, "threads"_a = 1, "progress"_a = nb::none())
        .def("mcts", &mcts_from_python, "question"_a, nb::kw_only(), "seconds"_a, "playouts"_a, "seed"_a);

    nb::class_<TetrominoPlacement>(m, "TetrominoPlacement")
        .def("__init__",
             [](TetrominoPlacement* self, int shape, int kind, std::vector<int> squares, std::vector<int> black) {
                 new (self) TetrominoPlacement{shape, kind, std::move(squares), std::move(black)};
             },
             "shape"_a, "kind"_a, "squares"_a, "black"_a);
    nb::class_<FewPieces>(m, "FewPieces")
        .def_ro("placed", &FewPieces::placed)
        .def_ro("nodes", &FewPieces::nodes)
        .def_ro("stopped", &FewPieces::stopped)
        .def_ro("interrupted", &FewPieces::interrupted);
    m.def("find_few_pieces", &few_pieces_from_python, "columns"_a, "rows"_a, "placements"_a, "supply"_a, nb::kw_only(),
          "first"_a, "without"_a, "most"_a, "seconds"_a);

    m.def("battle_of_lits", &make_battle_of_lits, "columns"_a, "rows"_a, "placements"_a, "supply"_a, "symbols"_a);
    m.def("tailits", &make_tailits, "size"_a, "placements"_a, "supply"_a, "second_largest"_a);
    m.def("tailits_taiji", &make_tailits_taiji, "size"_a, "tetrominoes"_a, "supply"_a, "second_largest"_a, "taijitus"_a,
          "groups"_a);
    m.def("taiji_battle", &make_taiji_battle, "size"_a, "taijitus"_a, "tetrominoes"_a, "supply"_a, "groups"_a);
    m.def("taiji", &make_taiji, "side"_a, "groups"_a, "placements"_a);
    m.def("wythe", &make_wythe, "side"_a, "placements"_a);

    nb::class_<Census>(m, "Census")
        .def_prop_ro("by_pieces", &whole_positions)
        .def_prop_ro("kept", [](const Census& c) { return to_python(c.kept / Census::unit); })
        .def_ro("nodes", &Census::nodes)
        .def_ro("seconds", &Census::seconds)
        .def_ro("stopped", &Census::stopped)
        .def_ro("interrupted", &Census::interrupted);
    nb::class_<Enumeration>(m, "Enumeration")
        .def("count", &census_from_python, nb::kw_only(), "kept"_a = true, "seconds"_a, "nodes"_a, "progress"_a = nb::none())
        .def("walk", &walk_from_python, "take"_a, nb::kw_only(), "batch"_a, "seconds"_a)
        .def("draw", &draw_from_python, "samples"_a, "seed"_a, nb::kw_only(), "seconds"_a);
    using GivenActions = std::vector<std::pair<std::vector<int>, std::vector<std::uint64_t>>>;
    m.def("finished_layouts",
          [](int columns, int rows, const std::vector<TetrominoPlacement>& placements, const std::vector<int>& supply,
             const std::vector<int>& first, GivenActions actions) -> Shared {
              return enumerate_layouts(columns, rows, placements, supply, first,
                                       actions_from_python(std::move(actions)));
          },
          "columns"_a, "rows"_a, "placements"_a, "supply"_a, "first"_a, "actions"_a);
    m.def("finished_packings",
          [](int columns, int rows, const std::vector<std::array<int, 2>>& dominoes, std::uint64_t colourings,
             GivenActions actions) -> Shared {
              return enumerate_packings(columns, rows, dominoes, colourings, actions_from_python(std::move(actions)));
          },
          "columns"_a, "rows"_a, "dominoes"_a, "colourings"_a, "actions"_a);
    m.def("finished_stacks",
          [](const std::vector<std::array<int, 3>>& placements, GivenActions actions) -> Shared {
              return enumerate_stacks(placements, actions_from_python(std::move(actions)));
          },
          "placements"_a, "actions"_a);

    bind_lits(m);
    bind_simulator(m);
}
