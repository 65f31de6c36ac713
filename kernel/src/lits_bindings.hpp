#pragma once

#include <nanobind/nanobind.h>

namespace litslab {

void bind_lits(nanobind::module_& m);

}  // namespace litslab
