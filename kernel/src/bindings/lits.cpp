// The LITS puzzle solver in the Python module.
#include "bindings/bindings.hpp"
#include "bindings/signal_poll.hpp"
#include "lits/solver.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>

namespace nb = nanobind;
using namespace nb::literals;

namespace litslab {

namespace {

// A solver that threads may share: they wait for each other.
struct SharedSolver {
    LitsSolver solver;
    std::mutex busy;
};

LitsAnswer solve(SharedSolver& shared, int columns, int rows, const std::vector<int>& regions, const std::string& givens,
                 std::size_t wanted, double seconds, std::uint64_t nodes, const LitsRules& rules) {
    bool interrupted = false;
    LitsAnswer answer;
    {
        nb::gil_scoped_release release;
        const std::scoped_lock lock(shared.busy);
        StopToken stop({seconds, nodes}, signal_poll(interrupted));
        shared.solver.load(columns, rows, regions, givens, rules);
        answer = shared.solver.solve(wanted, stop);
    }
    answer.interrupted = interrupted;
    return answer;
}

LitsConclusions conclude(SharedSolver& shared, int columns, int rows, const std::vector<int>& regions,
                         const std::string& givens, bool trials, const LitsRules& rules) {
    nb::gil_scoped_release release;
    const std::scoped_lock lock(shared.busy);
    shared.solver.load(columns, rows, regions, givens, rules);
    return shared.solver.conclude(trials);
}

bool may_be_symmetric(SharedSolver& shared, int columns, int rows, const std::vector<int>& regions,
                      const std::vector<std::vector<int>>& images, const LitsRules& rules) {
    nb::gil_scoped_release release;
    const std::scoped_lock lock(shared.busy);
    shared.solver.load(columns, rows, regions, "", rules);
    return shared.solver.may_be_symmetric(images);
}

}  // namespace

void bind_lits(nb::module_& m) {
    nb::class_<LitsRules>(m, "LitsRules")
        .def(
            "__init__",
            [](LitsRules* rules, bool with_o, bool inverse, bool optional, bool blank_blocks) {
                new (rules) LitsRules{with_o, inverse, optional, blank_blocks};
            },
            nb::kw_only(), "with_o"_a = false, "inverse"_a = false, "optional"_a = false, "blank_blocks"_a = true);

    nb::class_<LitsSolution>(m, "LitsSolution")
        .def_ro("squares", &LitsSolution::squares)
        .def_ro("shapes", &LitsSolution::shapes);

    nb::class_<LitsAnswer>(m, "LitsAnswer")
        .def_ro("solutions", &LitsAnswer::solutions)
        .def_ro("complete", &LitsAnswer::complete)
        .def_ro("interrupted", &LitsAnswer::interrupted)
        .def_ro("nodes", &LitsAnswer::nodes)
        .def_ro("propagations", &LitsAnswer::propagations)
        .def_ro("conflicts", &LitsAnswer::conflicts)
        .def_ro("seconds", &LitsAnswer::seconds);

    nb::class_<LitsConclusions>(m, "LitsConclusions")
        .def_ro("possible", &LitsConclusions::possible)
        .def_ro("shaded", &LitsConclusions::shaded)
        .def_ro("unshaded", &LitsConclusions::unshaded)
        .def_ro("open", &LitsConclusions::open)
        .def_ro("propagations", &LitsConclusions::propagations);

    nb::class_<SharedSolver>(m, "LitsSolver")
        .def(nb::init<>())
        .def("solve", &solve, "columns"_a, "rows"_a, "regions"_a, "givens"_a = "", nb::kw_only(), "wanted"_a = 2,
             "seconds"_a, "nodes"_a, "rules"_a = LitsRules{})
        .def("conclude", &conclude, "columns"_a, "rows"_a, "regions"_a, "givens"_a = "", nb::kw_only(),
             "trials"_a = false, "rules"_a = LitsRules{})
        .def("may_be_symmetric", &may_be_symmetric, "columns"_a, "rows"_a, "regions"_a, "images"_a, nb::kw_only(),
             "rules"_a = LitsRules{});
}

}  // namespace litslab
