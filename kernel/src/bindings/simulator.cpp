// Random games in the Python module.
#include "bindings/bindings.hpp"
#include "games/factories.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <initializer_list>

namespace nb = nanobind;
using namespace nb::literals;

namespace litslab {

namespace {

// A column as an array that looks into the rows and keeps them alive.
template <class T>
nb::ndarray<nb::numpy, const T> view(const std::vector<T>& column, std::initializer_list<std::size_t> shape,
                                     nb::handle rows) {
    return nb::ndarray<nb::numpy, const T>(column.data(), shape, rows);
}

template <class T>
auto numbers(std::vector<T> SimulatedGames::*column) {
    return [column](nb::handle rows) {
        const auto& found = nb::cast<const SimulatedGames&>(rows).*column;
        return view(found, {found.size()}, rows);
    };
}

// Two numbers per game, one for each side.
auto pairs(std::vector<std::int16_t> SimulatedGames::*column) {
    return [column](nb::handle rows) {
        const auto& found = nb::cast<const SimulatedGames&>(rows).*column;
        return view(found, {found.size() / 2, 2}, rows);
    };
}

}  // namespace

void bind_simulator(nb::module_& m) {
    nb::class_<SimulatedGames>(m, "SimulatedGames")
        .def_prop_ro("length", numbers(&SimulatedGames::length))
        .def_prop_ro("scores", pairs(&SimulatedGames::scores))
        .def_prop_ro("winner", numbers(&SimulatedGames::winner))
        .def_prop_ro("opening", numbers(&SimulatedGames::opening))
        .def_prop_ro("branching", numbers(&SimulatedGames::branching))
        .def_prop_ro("moves", numbers(&SimulatedGames::moves))
        .def_prop_ro("first_length", numbers(&SimulatedGames::first_length))
        .def_prop_ro("first_scores", pairs(&SimulatedGames::first_scores))
        .def_prop_ro("occupancy", [](nb::handle rows) {
            const auto& games = nb::cast<const SimulatedGames&>(rows);
            return view(games.occupancy,
                        {2, static_cast<std::size_t>(games.layers), static_cast<std::size_t>(games.squares)}, rows);
        });

    nb::class_<Simulator>(m, "Simulator")
        .def_prop_ro("layers", &Simulator::layers)
        .def("simulate",
             [](const Simulator& simulator, const Question& start,
                const nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& seeds, bool moves) {
                 nb::gil_scoped_release release;
                 return simulator.simulate(start, seeds.data(), seeds.shape(0), moves);
             },
             "start"_a, "seeds"_a, nb::kw_only(), "moves"_a = false,
             nb::sig("def simulate(self, start: Question, seeds: numpy.typing.NDArray[numpy.uint64], *, "
                     "moves: bool = False) -> SimulatedGames"));

    m.def("simulate_battle_of_lits", &make_battle_of_lits<Simulator>, "columns"_a, "rows"_a, "placements"_a, "supply"_a,
          "symbols"_a);
    m.def("simulate_tailits", &make_tailits<Simulator>, "size"_a, "placements"_a, "supply"_a, "second_largest"_a);
    m.def("simulate_tailits_taiji", &make_tailits_taiji<Simulator>, "size"_a, "tetrominoes"_a, "supply"_a, "second_largest"_a,
          "taijitus"_a, "groups"_a);
    m.def("simulate_taiji_battle", &make_taiji_battle<Simulator>, "size"_a, "taijitus"_a, "tetrominoes"_a, "supply"_a,
          "groups"_a);
    m.def("simulate_taiji", &make_taiji<Simulator>, "side"_a, "groups"_a, "placements"_a);
    m.def("simulate_wythe", &make_wythe<Simulator>, "side"_a, "placements"_a);
}

}  // namespace litslab
