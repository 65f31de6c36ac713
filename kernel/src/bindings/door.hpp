// The Python module as a door of what the kernel offers (interface/interface.hpp).
#pragma once

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

namespace litslab {

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

inline nb::arg named(const char* name) { return nb::arg(name); }
inline nb::kw_only named(ByName) { return {}; }
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
    PythonClass<T> type(const char* name) {
        return {nb::class_<T>(module, name)};
    }
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

}  // namespace litslab
