// The Python module kernel._kernel: what every door of the kernel offers (interface/interface.hpp), and finished positions.
#include "finals/enumeration.hpp"
#include "finals/few_pieces.hpp"
#include "interface/interface.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <type_traits>

namespace nb = nanobind;

// An array that looks into the object and keeps it alive; of pairs, one with two columns.
template <class T>
struct nb::detail::type_caster<litslab::Column<T>> {
    static constexpr auto Name = const_name("numpy.typing.NDArray");
    static handle from_cpp(const litslab::Column<T>& column, rv_policy policy, cleanup_list* cleanup) {
        if constexpr (std::is_arithmetic_v<T>) return array(column.data(), {column.size()}, policy, cleanup);
        else return array(column.data()->data(), {column.size(), std::tuple_size_v<T>}, policy, cleanup);
    }

private:
    template <class Number>
    static handle array(const Number* numbers, std::initializer_list<std::size_t> shape, rv_policy policy,
                        cleanup_list* cleanup) {
        using Array = ndarray<numpy, const Number>;
        return make_caster<Array>::from_cpp(Array(numbers, shape), policy, cleanup);
    }
};

// A pair in Python.
template <>
struct nb::detail::type_caster<litslab::Symmetry> {
    NB_TYPE_CASTER(litslab::Symmetry, const_name("tuple"))

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        make_caster<std::pair<std::vector<int>, std::vector<std::uint64_t>>> pair;
        if (!pair.from_python(source, flags, cleanup)) return false;
        auto [image, colourings] = std::pair<std::vector<int>, std::vector<std::uint64_t>>(pair);
        value = {std::move(image), std::move(colourings)};
        return true;
    }
};

namespace litslab {
namespace {

// Without the GIL, which is taken again to see Ctrl-C and to tell of progress; a signal is taken, and the call ends.
class PythonRun final : public Run {
    bool is_wanted(const Tell& tell) override {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) {
            PyErr_Clear();
            return false;
        }
        try {
            if (tell) tell();
        } catch (nb::python_error& error) {
            // Ctrl-C may be pressed while progress is shown: it ends the call as it does at any other moment.
            if (!error.matches(PyExc_KeyboardInterrupt)) throw;
            return false;
        }
        return true;
    }
};

nb::arg named(const char* name) { return nb::arg(name); }
nb::kw_only named(ByName) { return {}; }
template <class T>
auto named(const Default<T>& argument) { return nb::arg(argument.name) = argument.value; }

template <class Found, class... Arguments>
auto called(Found (*function)(Run&, Arguments...)) {
    return [function](Arguments... arguments) -> Found {
        PythonRun run;
        const nb::gil_scoped_release release;
        return function(run, std::forward<Arguments>(arguments)...);
    };
}
template <class Function>
Function called(Function function) { return function; }

template <class T>
struct PythonClass {
    nb::class_<T> made_of;

    template <class... Types, class... Arguments>
    PythonClass& made(const Arguments&... arguments) {
        made_of.def(nb::init<Types...>(), named(arguments)...);
        return *this;
    }
    template <class Get>
    PythonClass& property(const char* name, Get get) {
        if constexpr (std::is_member_object_pointer_v<Get>) made_of.def_ro(name, get);
        else made_of.def_prop_ro(name, get);
        return *this;
    }
    template <class Function, class... Arguments>
    PythonClass& method(const char* name, Function function, const Arguments&... arguments) {
        made_of.def(name, called(function), named(arguments)...);
        return *this;
    }
};

struct PythonDoor {
    using Mutex = std::mutex;

    nb::module_& module;

    template <class T, class... Members, class... Arguments>
    void record(const char* name, const Arguments&... arguments) {
        nb::class_<T>(module, name)
            .def("__init__", [](T* self, Members... members) { new (self) T{std::move(members)...}; },
                 named(arguments)...);
    }
    template <class T>
    PythonClass<T> type(const char* name) { return {nb::class_<T>(module, name)}; }
    template <class T>
    void choice(const char* name, std::initializer_list<const char*> names) {
        nb::enum_<T> choices(module, name);
        int number = 0;
        for (const char* each : names) choices.value(each, static_cast<T>(number++));
    }
    template <class Function, class... Arguments>
    void function(const char* name, Function function, const Arguments&... arguments) {
        module.def(name, called(function), named(arguments)...);
    }
};

FewPieces find_few_pieces(Run& run, FewPiecesSearch& search, int most, std::vector<int> used_up,
                          std::vector<std::vector<int>> entered, std::vector<int> avoided,
                          std::vector<std::vector<int>> symmetries, std::uint64_t nodes, double seconds) {
    StopToken stop = run.within(seconds, Limits{}.nodes);
    auto answer = search.find({most, std::move(used_up), std::move(entered), std::move(avoided), std::move(symmetries)},
                              nodes, stop);
    answer.interrupted = run.interrupted;
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

// What was counted before a limit or a signal is returned; the caller sees `stopped`.
Census count(Run& run, const Enumeration& enumeration, bool kept, double seconds, std::uint64_t nodes,
             const std::function<void(nb::list)>& progress) {
    Census census;
    StopToken stop = run.within(seconds, nodes, [&] {
        if (progress) progress(whole_positions(census));
    });
    try {
        NodeCounter counter(stop);
        counter.check();  // a limit of nothing at all
        enumeration.count(kept, counter, census);
    } catch (const Stopped&) {
        census.stopped = true;
    }
    census.nodes = stop.nodes();
    census.seconds = stop.seconds();
    census.interrupted = run.interrupted;
    return census;
}

// Passes on all finished positions in batches; returns whether these were all.
bool walk(Run& run, const Enumeration& enumeration,
          const std::function<void(const std::vector<std::vector<int>>&)>& take, std::size_t batch, double seconds) {
    StopToken stop = run.within(seconds, Limits{}.nodes);
    std::vector<std::vector<int>> waiting;
    bool complete = true;
    try {
        NodeCounter counter(stop);
        counter.check();
        enumeration.walk(counter, [&](std::span<const int> placed) {
            waiting.emplace_back(placed.begin(), placed.end());
            if (waiting.size() < batch) return;
            take(waiting);
            waiting.clear();
        });
    } catch (const Stopped&) {
        complete = false;
    }
    take(waiting);
    run.raise_if_interrupted();
    return complete;
}

// Fewer than requested if time ran out first.
std::vector<std::pair<double, int>> draw(Run& run, const Enumeration& enumeration, std::uint64_t samples,
                                         std::uint64_t seed, double seconds) {
    StopToken stop = run.within(seconds, Limits{}.nodes);
    std::vector<std::pair<double, int>> rows;
    Random random(seed);
    for (std::uint64_t n = 0; n < samples && !stop.stop_requested(); ++n) {
        const auto drawn = enumeration.draw(random);
        rows.emplace_back(drawn.log_weight, drawn.pieces);
        stop.report(1, true);
    }
    run.raise_if_interrupted();
    return rows;
}

void describe_finals(PythonDoor& door) {
    door.type<FewPieces>("FewPieces")
        .property("placed", &FewPieces::placed)
        .property("nodes", &FewPieces::nodes)
        .property("stopped", &FewPieces::stopped)
        .property("interrupted", &FewPieces::interrupted);
    door.type<FewPiecesSearch>("FewPiecesSearch")
        .method("find", &find_few_pieces, "most", by_name, "used_up", "entered", "avoided", "symmetries", "nodes",
                "seconds");
    door.function("few_pieces_search", &few_pieces_search, "columns", "rows", "placements", "supply");

    door.type<Census>("Census")
        .property("by_pieces", &whole_positions)
        .property("kept", [](const Census& census) { return to_python(census.kept / Census::unit); })
        .property("nodes", &Census::nodes)
        .property("seconds", &Census::seconds)
        .property("stopped", &Census::stopped)
        .property("interrupted", &Census::interrupted);
    door.type<Enumeration>("Enumeration")
        .method("count", &count, by_name, Default{"kept", true}, "seconds", "nodes", Default{"progress", nullptr})
        .method("walk", &walk, "take", by_name, "batch", "seconds")
        .method("draw", &draw, "samples", "seed", by_name, "seconds");
    door.function("finished_layouts", &enumerate_layouts, "columns", "rows", "placements", "supply", "first", "symmetries");
    door.function("finished_packings", &enumerate_packings, "columns", "rows", "dominoes", "colourings", "symmetries");
    door.function("finished_stacks", &enumerate_stacks, "placements", "symmetries");
}

}  // namespace

}  // namespace litslab

NB_MODULE(_kernel, module) {
    // Engines live in caches to the end of the interpreter, which does not always clear them before nanobind looks.
    nb::set_leak_warnings(false);
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const litslab::Interrupted&) {
            PyErr_SetNone(PyExc_KeyboardInterrupt);
        }
    });

    litslab::PythonDoor door{module};
    litslab::describe(door);
    litslab::describe_finals(door);
}
