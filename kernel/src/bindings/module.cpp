// The Python module kernel._kernel: the interface of the kernel (interface/interface.hpp), and
// finished positions.
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

// An array that views the object's memory and keeps it alive. An array of pairs has two columns.
template <class T>
struct nb::detail::type_caster<litslab::Column<T>> {
  static constexpr auto Name = const_name("numpy.typing.NDArray");
  static handle from_cpp(const litslab::Column<T>& column, rv_policy policy,
                         cleanup_list* cleanup) {
    if constexpr (std::is_arithmetic_v<T>)
      return array(column.data(), {column.size()}, policy, cleanup);
    else
      return array(column.data()->data(), {column.size(), std::tuple_size_v<T>}, policy, cleanup);
  }

 private:
  template <class Number>
  static handle array(const Number* numbers, std::initializer_list<std::size_t> shape,
                      rv_policy policy, cleanup_list* cleanup) {
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

// A call without the GIL. It takes the GIL to poll for Ctrl-C and to report progress; a signal ends
// the call.
class PythonRun final : public Run {
  bool is_wanted(const Report& report) override {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();
      return false;
    }
    try {
      if (report) report();
    } catch (nb::python_error& error) {
      // Ctrl-C may be pressed while progress is shown, and ends the call as at any other moment.
      if (!error.matches(PyExc_KeyboardInterrupt)) throw;
      return false;
    }
    return true;
  }
};

nb::arg named(const char* name) { return nb::arg(name); }
nb::kw_only named(ByName) { return {}; }
template <class T>
auto named(const Default<T>& argument) {
  return nb::arg(argument.name) = argument.value;
}

template <class Found, class... Arguments>
auto called(Found (*function)(Run&, Arguments...)) {
  return [function](Arguments... arguments) -> Found {
    PythonRun run;
    const nb::gil_scoped_release release;
    return function(run, std::forward<Arguments>(arguments)...);
  };
}
template <class Function>
Function called(Function function) {
  return function;
}

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
    if constexpr (std::is_member_object_pointer_v<Get>)
      made_of.def_ro(name, get);
    else
      made_of.def_prop_ro(name, get);
    return *this;
  }
  template <class Function, class... Arguments>
  PythonClass& method(const char* name, Function function, const Arguments&... arguments) {
    made_of.def(name, called(function), named(arguments)...);
    return *this;
  }
};

struct PythonBinding {
  nb::module_& module;

  template <class T, class... Members, class... Arguments>
  void record(const char* name, const Arguments&... arguments) {
    nb::class_<T>(module, name)
        .def(
            "__init__", [](T* self, Members... members) { new (self) T{std::move(members)...}; },
            named(arguments)...);
  }
  template <class T>
  PythonClass<T> type(const char* name) {
    return {nb::class_<T>(module, name)};
  }
  template <class T>
  void choice(const char* name, std::initializer_list<const char*> names) {
    nb::enum_<T> choices(module, name);
    int number = 0;
    for (const char* each : names) {
      choices.value(each, static_cast<T>(number));
      ++number;
    }
  }
  template <class Function, class... Arguments>
  void function(const char* name, Function callable, const Arguments&... arguments) {
    module.def(name, called(callable), named(arguments)...);
  }
};

FewPieces find_few_pieces(Run& run, FewPiecesSearch& search, int most, std::vector<int> used_up,
                          std::vector<std::vector<int>> entered, std::vector<int> avoided,
                          std::vector<std::vector<int>> symmetries, std::uint64_t nodes,
                          double seconds) {
  expect_seconds(seconds);
  const InUse::Use use(search.in_use);
  StopToken stop = run.within(seconds, Limits{}.nodes);
  auto answer = search.find(
      {most, std::move(used_up), std::move(entered), std::move(avoided), std::move(symmetries)},
      nodes, stop);
  run.raise_if_interrupted();
  return answer;
}

// Whole positions, of a number in parts of `Census::unit`.
nb::object positions(const Natural& parts) {
  nb::object whole = nb::int_(0);
  for (auto digit = parts.digits().rbegin(); digit != parts.digits().rend(); ++digit)
    whole = (whole << nb::int_(64)) | nb::int_(*digit);
  return whole.floor_div(nb::int_(Census::unit));
}

nb::list positions_by_pieces(const Census& census) {
  nb::list list;
  for (const auto& number : census.by_pieces) list.append(positions(number));
  return list;
}

// Returns the count so far if a limit or a signal comes; the caller sees `stopped`.
Census count(Run& run, const Enumeration& enumeration, bool kept, double seconds,
             std::uint64_t nodes, const std::function<void(nb::list)>& progress) {
  expect_seconds(seconds);
  Census census;
  StopToken stop = run.within(seconds, nodes, [&] {
    if (progress) progress(positions_by_pieces(census));
  });
  census.stopped = !run_until_stopped(stop, [&](NodeCounter& counter) {
    counter.check();  // for a limit of 0
    enumeration.count(kept, counter, census);
  });
  run.tell({});  // a signal since the last poll would take the place of the count
  census.nodes = stop.nodes();
  census.seconds = stop.seconds();
  return census;
}

// Passes on the finished positions in batches; returns whether these were all.
bool walk(Run& run, const Enumeration& enumeration,
          const std::function<void(const std::vector<std::vector<int>>&)>& take, std::size_t batch,
          double seconds) {
  if (!take) refuse("take", "is None", "a function");
  expect_at_least("batch", batch, 1);
  expect_seconds(seconds);
  StopToken stop = run.within(seconds, Limits{}.nodes);
  std::vector<std::vector<int>> waiting;
  const bool complete = run_until_stopped(stop, [&](NodeCounter& counter) {
    counter.check();
    enumeration.walk(counter, [&](std::span<const int> placed) {
      waiting.emplace_back(placed.begin(), placed.end());
      if (waiting.size() < batch) return;
      take(waiting);
      waiting.clear();
    });
  });
  take(waiting);
  run.raise_if_interrupted();
  return complete;
}

// Fewer than requested if time ran out first.
std::vector<std::pair<double, int>> draw(Run& run, const Enumeration& enumeration,
                                         std::uint64_t samples, std::uint64_t seed,
                                         double seconds) {
  expect_seconds(seconds);
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

void describe_finals(PythonBinding& binding) {
  binding.type<FewPieces>("FewPieces")
      .property("placed", &FewPieces::placed)
      .property("nodes", &FewPieces::nodes)
      .property("stopped", &FewPieces::stopped);
  binding.type<FewPiecesSearch>("FewPiecesSearch")
      .method("find", &find_few_pieces, "most", by_name, "used_up", "entered", "avoided",
              "symmetries", "nodes", "seconds");
  binding.function("few_pieces_search", &few_pieces_search, "columns", "rows", "placements",
                   "supply");

  binding.type<Census>("Census")
      .property("by_pieces", &positions_by_pieces)
      .property("kept", [](const Census& census) { return positions(census.kept); })
      .property("nodes", &Census::nodes)
      .property("seconds", &Census::seconds)
      .property("stopped", &Census::stopped);
  binding.type<Enumeration>("Enumeration")
      .method("count", &count, by_name, Default{"kept", true}, "seconds", "nodes",
              Default{"progress", nullptr})
      .method("walk", &walk, "take", by_name, "batch", "seconds")
      .method("draw", &draw, "samples", "seed", by_name, "seconds");
  binding.function("finished_layouts", &enumerate_layouts, "columns", "rows", "placements",
                   "supply", "first", "symmetries");
  binding.function("finished_packings", &enumerate_packings, "columns", "rows", "dominoes",
                   "colourings", "symmetries");
  binding.function("finished_stacks", &enumerate_stacks, "placements", "symmetries");
}

}  // namespace

}  // namespace litslab

NB_MODULE(_kernel, module) {
  // Engines stay in caches until the interpreter ends, which does not always clear them before
  // nanobind checks for leaks.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const litslab::Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });

  litslab::PythonBinding binding{module};
  litslab::describe(binding);
  litslab::describe_finals(binding);
}
