// The Python module kernel._kernel: one Engine class, made by one function for each game; random games; finished positions;
// and the LITS puzzle solver.
#include "bindings/bindings.hpp"

NB_MODULE(_kernel, m) {
    // Engines live in caches to the end of the interpreter, which does not always clear them before nanobind looks.
    nanobind::set_leak_warnings(false);

    litslab::bind_search(m);
    litslab::bind_simulator(m);
    litslab::bind_finals(m);
    litslab::bind_lits(m);
}
