// Connectivity: all shaded squares form one orthogonally connected area.
//
// From a shaded cell, the root, one depth-first search over all cells that are not unshaded finds the cells that can no longer be
// reached, which stay unshaded, and the cells that are the only way to something that must be reached, which are shaded.
// Both are explained by the unshaded cells that stand around the part in question, and only by those among them that the
// other side touches.
#pragma once

#include "lits/board.hpp"
#include "lits/clauses.hpp"

#include <cstdint>
#include <vector>

namespace litslab {

class LitsState;

class LitsCuts {
public:
    explicit LitsCuts(const LitsBoard& board) : board_(board) {}

    void clear();

    // A cell became unshaded, or is open again.
    void close(int cell) {
        ground_[cell] = closed;
        --open_cells_;
        --open_[board_.region(cell)];
    }
    void open(int cell) {
        ground_[cell] = fresh;
        ++open_cells_;
        ++open_[board_.region(cell)];
    }

    // Draws the conclusions from the shaded cell `root`; false if there is a conflict.
    bool propagate(LitsState& state, int root);

    // The premises, known before the trail had length `at`, that part the cell `beyond` from the root. If `gate` is a
    // cell, the path through it is omitted, and the premises say too why both sides hold something shaded; otherwise
    // `beyond` itself is taken to be shaded.
    void explain(const LitsState& state, int root, int gate, int beyond, int at, std::vector<Lit>& premises);

private:
    static constexpr int fresh = -1, closed = 1 << 30;  // as places: not visited yet, and never on a path

    // A cell on the path from the root to the current cell of the search.
    struct Step {
        int cell, place;
        int low;     // the least place adjacent to the cells visited from here on
        int last_of_region;  // the greatest first place of the regions whose last cell was visited from here on
        int way;
        bool shaded;  // this cell or one visited from here on is
    };

    bool shade_gate(LitsState& state, Step& gate, const Step& beyond);
    bool close_parts(LitsState& state);

    const LitsBoard& board_;

    std::vector<int> ground_, place_;  // by cell: if the search starts, and in which order it visited the cells
    std::vector<int> open_;            // by region: how many cells are not unshaded
    int open_cells_ = 0;
    std::vector<Step> way_;
    int met_ = 0;
    std::vector<int> met_of_, first_of_, second_of_;  // by region: how many cells were visited, the places of the first two

    // The explanation: marks, equal to the clock if set.
    std::vector<int> stack_, side_, fence_, outer_;
    int clock_ = 0;
};

}  // namespace litslab
