// The parts of the Python module kernel._kernel.
#pragma once

#include <nanobind/nanobind.h>

namespace litslab {

void bind_search(nanobind::module_& m);
void bind_simulator(nanobind::module_& m);
void bind_finals(nanobind::module_& m);
void bind_lits(nanobind::module_& m);

}  // namespace litslab
