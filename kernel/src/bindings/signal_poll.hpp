// Ctrl-C while a search runs without the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

namespace litslab {

// Sees Ctrl-C from within a search; the signal is taken, and the search ends.
inline std::function<bool()> signal_poll(bool& interrupted) {
    return [&interrupted] {
        nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() == 0) return true;
        PyErr_Clear();
        interrupted = true;
        return false;
    };
}

}  // namespace litslab
