// What of the Python module kernel._kernel is about simulation.
#pragma once

#include <nanobind/nanobind.h>

namespace litslab {

void bind_simulator(nanobind::module_& m);

}  // namespace litslab
