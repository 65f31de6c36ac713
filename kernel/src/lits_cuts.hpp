// Connectivity: all shaded squares hang together.
//
// From a shaded cell, the root, one walk over all cells that are not unshaded finds the cells that can no longer be
// reached, which stay unshaded, and the cells that are the only way to something that must be reached, which are shaded.
// Both are explained by the unshaded cells that stand around the part in question, and only by those among them that the
// other side touches.
#pragma once

#include "lits_board.hpp"
#include "lits_clauses.hpp"

#include <cstdint>
#include <vector>

namespace litslab {

class LitsState;

class LitsCuts {
public:
    explicit LitsCuts(const LitsBoard& board) : board_(board) {}

    void clear();

    // Draws the conclusions from the shaded cell `root`; false where there is a conflict.
    bool propagate(LitsState& state, int root);

    // The premises, known before the trail had length `at`, that part the cell `beyond` from the root. Where `gate` is a
    // cell, the way through it is left out, and the premises say too why both sides hold something shaded; otherwise
    // `beyond` itself is taken to be shaded.
    void explain(const LitsState& state, int root, int gate, int beyond, int at, std::vector<Lit>& premises);

private:
    void walk(const LitsState& state, int root);
    bool shade_gates(LitsState& state);

    const LitsBoard& board_;

    // The walk: cells in the order in which they were met, and for each its place in that order.
    std::vector<int> order_, place_;
    std::vector<int> parent_, low_, end_, shaded_, least_last_;  // by place
    std::vector<int> first_place_, second_place_, last_place_;   // of each region's cells
    std::vector<std::uint8_t> way_;
    std::vector<int> stack_;

    // Marks of the explanation: equal to the clock where set.
    std::vector<int> side_, fence_, outer_;
    int clock_ = 0;
};

}  // namespace litslab
