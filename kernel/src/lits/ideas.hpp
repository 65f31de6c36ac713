// Ideas of the LITS puzzle solver that a build can omit; see core/ideas.hpp.
#pragma once

#include "core/ideas.hpp"

namespace litslab {

struct LitsIdeas {
    // Gates: cells that are the only way to a part with a shaded cell, or with all that is left of a region.
    static constexpr bool gates = with("lits/gates");
    static constexpr bool region_gates = with("lits/region-gates");
    // Windows whose open cells lie in one region take placements from it.
    static constexpr bool region_windows = with("lits/region-windows");
    // The explanation of a cut omits what the other side does not touch.
    static constexpr bool narrow_cuts = with("lits/narrow-cuts");
    // Premises that others imply are dropped from learnt clauses.
    static constexpr bool implied_premises = with("lits/implied-premises");
    static constexpr bool restarts = with("lits/restarts");
    // The first decisions: cells of regions with few placements left, and shaded.
    static constexpr bool small_regions_first = with("lits/small-regions-first");
    static constexpr bool shaded_first = with("lits/shaded-first");
};

}  // namespace litslab
