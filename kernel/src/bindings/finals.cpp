// Finished positions in the Python module: counted, listed, drawn at random, and those of few pieces.
#include "bindings/bindings.hpp"
#include "bindings/signal_poll.hpp"
#include "finals/enumeration.hpp"
#include "finals/few_pieces.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace litslab {

namespace {

FewPieces few_pieces_from_python(FewPiecesSearch& search, int most, std::vector<int> used_up,
                                 std::vector<std::vector<int>> entered, std::vector<int> avoided,
                                 std::vector<std::vector<int>> symmetries, std::uint64_t nodes, double seconds) {
    const FewPiecesQuestion question{most, std::move(used_up), std::move(entered), std::move(avoided),
                                     std::move(symmetries)};
    bool interrupted = false;
    StopToken stop({seconds}, signal_poll(interrupted));
    FewPieces answer;
    {
        nb::gil_scoped_release release;
        answer = search.find(question, nodes, stop);
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

using GivenSymmetries = std::vector<std::pair<std::vector<int>, std::vector<std::uint64_t>>>;

SymmetryGroup symmetries_from_python(GivenSymmetries given) {
    SymmetryGroup symmetries;
    for (auto& [image, colourings] : given) symmetries.push_back({std::move(image), std::move(colourings)});
    if (symmetries.empty()) throw std::invalid_argument("expected at least the identity");
    return symmetries;
}

// What was counted before a limit or a signal is returned; the caller sees `stopped`.
Census census_from_python(const Enumeration& enumeration, bool kept, double seconds, std::uint64_t nodes,
                          const std::optional<nb::callable>& progress) {
    bool interrupted = false;
    std::optional<nb::python_error> failure;
    Census census;
    const auto poll = signal_poll(interrupted);
    StopToken stop({seconds, nodes}, [&] {
        if (!poll()) return false;
        if (!progress) return true;
        nb::gil_scoped_acquire gil;
        try {
            (*progress)(whole_positions(census));
        } catch (nb::python_error& error) {
            // Ctrl-C may be pressed while progress is shown: it ends the count as it does at any other moment.
            if (error.matches(PyExc_KeyboardInterrupt)) interrupted = true;
            else failure.emplace(std::move(error));
            return false;
        }
        return true;
    });
    {
        nb::gil_scoped_release release;
        take_census(enumeration, kept, stop, census);
    }
    if (failure) throw std::move(*failure);
    census.interrupted = interrupted;
    return census;
}

// Passes on all finished positions in batches; returns whether these were all.
bool walk_from_python(const Enumeration& enumeration, const nb::callable& take, std::size_t batch, double seconds) {
    bool interrupted = false;
    StopToken stop({seconds}, signal_poll(interrupted));
    std::vector<std::vector<int>> waiting;
    const auto flush = [&] {
        take(waiting);
        waiting.clear();
    };
    bool complete = true;
    {
        nb::gil_scoped_release release;
        try {
            NodeCounter counter(stop);
            counter.check();
            enumeration.walk(counter, [&](std::span<const int> placed) {
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

// Fewer than requested if time ran out first. Raises KeyboardInterrupt if a signal came.
std::vector<std::pair<double, int>> draw_from_python(const Enumeration& enumeration, std::uint64_t samples,
                                                     std::uint64_t seed, double seconds) {
    bool interrupted = false;
    StopToken stop({seconds}, signal_poll(interrupted));
    std::vector<std::pair<double, int>> rows;
    {
        nb::gil_scoped_release release;
        Random random(seed);
        for (std::uint64_t n = 0; n < samples && !stop.stop_requested(); ++n) {
            const auto drawn = enumeration.draw(random);
            rows.emplace_back(drawn.log_weight, drawn.pieces);
            stop.report(1, true);
        }
    }
    if (interrupted) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
    return rows;
}

}  // namespace

void bind_finals(nb::module_& m) {
    nb::class_<FewPieces>(m, "FewPieces")
        .def_ro("placed", &FewPieces::placed)
        .def_ro("nodes", &FewPieces::nodes)
        .def_ro("stopped", &FewPieces::stopped)
        .def_ro("interrupted", &FewPieces::interrupted);
    nb::class_<FewPiecesSearch>(m, "FewPiecesSearch")
        .def("find", &few_pieces_from_python, "most"_a, nb::kw_only(), "used_up"_a, "entered"_a, "avoided"_a,
             "symmetries"_a, "nodes"_a, "seconds"_a);
    m.def("few_pieces_search", &few_pieces_search, "columns"_a, "rows"_a, "placements"_a, "supply"_a);

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
    m.def("finished_layouts",
          [](int columns, int rows, const std::vector<TetrominoPlacement>& placements, const std::vector<int>& supply,
             const std::vector<int>& first, GivenSymmetries symmetries) -> Shared {
              return enumerate_layouts(columns, rows, placements, supply, first,
                                       symmetries_from_python(std::move(symmetries)));
          },
          "columns"_a, "rows"_a, "placements"_a, "supply"_a, "first"_a, "symmetries"_a);
    m.def("finished_packings",
          [](int columns, int rows, const std::vector<std::array<int, 2>>& dominoes, std::uint64_t colourings,
             GivenSymmetries symmetries) -> Shared {
              return enumerate_packings(columns, rows, dominoes, colourings, symmetries_from_python(std::move(symmetries)));
          },
          "columns"_a, "rows"_a, "dominoes"_a, "colourings"_a, "symmetries"_a);
    m.def("finished_stacks",
          [](const std::vector<std::array<int, 3>>& placements, GivenSymmetries symmetries) -> Shared {
              return enumerate_stacks(placements, symmetries_from_python(std::move(symmetries)));
          },
          "placements"_a, "symmetries"_a);
}

}  // namespace litslab
