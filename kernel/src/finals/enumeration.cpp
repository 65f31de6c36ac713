#include "finals/enumeration.hpp"

#include <algorithm>

namespace litslab {
namespace {

// The colourings of a set that a symmetry keeps, each `weight` parts.
Natural parts(const Symmetry& symmetry, std::span<const int> placed, std::uint64_t weight) {
    Natural product(weight);
    for (const int p : placed)
        if (symmetry.colourings[p] != 1) product *= symmetry.colourings[p];
    return product;
}

}  // namespace

void Enumeration::CensusCounter::add(std::span<const int> placed, std::uint64_t weight) {
    census_.add(static_cast<int>(placed.size()), parts(symmetries_[0], placed, weight));
    if (!kept_) return;
    for (const int p : placed) is_placed_[p] = 1;
    for (const auto& symmetry : symmetries_)
        if (std::ranges::all_of(placed, [&](int p) { return is_placed_[symmetry.image[p]]; }))
            census_.kept += parts(symmetry, placed, weight);
    for (const int p : placed) is_placed_[p] = 0;
}

void Enumeration::count(bool kept, NodeCounter& counter, Census& census) const {
    CensusCounter positions(symmetries_, kept, census);
    walk(counter, [&](std::span<const int> placed) { positions.add(placed, Census::unit); });
}

void take_census(const Enumeration& enumeration, bool kept, StopToken& stop, Census& census) {
    try {
        NodeCounter counter(stop);
        counter.check();  // a limit of nothing at all
        enumeration.count(kept, counter, census);
    } catch (const Stopped&) {
        census.stopped = true;
    }
    census.nodes = stop.nodes();
    census.seconds = stop.seconds();
}

}  // namespace litslab
