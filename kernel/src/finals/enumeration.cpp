#include "finals/enumeration.hpp"

namespace litslab {

namespace {

// The colourings of a set that a symmetry keeps, each `weight` parts.
Natural parts(const Action& action, std::span<const int> placed, std::uint64_t weight) {
    Natural product(weight);
    for (const int p : placed)
        if (action.colourings[p] != 1) product *= action.colourings[p];
    return product;
}

}  // namespace

bool Enumeration::Teller::keeps(const Action& action, std::span<const int> placed) const {
    for (const int p : placed)
        if (!is_placed_[action.image[p]]) return false;
    return true;
}

void Enumeration::Teller::tell(std::span<const int> placed, std::uint64_t weight) {
    census_.add(static_cast<int>(placed.size()), parts(actions_[0], placed, weight));
    if (kept_) tell_kept(placed, weight);
}

void Enumeration::Teller::tell_kept(std::span<const int> placed, std::uint64_t weight) {
    for (const int p : placed) is_placed_[p] = 1;
    for (const auto& action : actions_)
        if (keeps(action, placed)) census_.kept += parts(action, placed, weight);
    for (const int p : placed) is_placed_[p] = 0;
}

void Enumeration::count(bool kept, Ticker& ticker, Census& census) const {
    Teller teller(actions_, kept, census);
    walk(ticker, [&](std::span<const int> placed) { teller.tell(placed, Census::unit); });
}

void take_census(const Enumeration& enumeration, bool kept, Watch& watch, Census& census) {
    try {
        Ticker ticker(watch, true, nullptr);
        ticker.look();  // a limit of nothing at all
        enumeration.count(kept, ticker, census);
    } catch (const Stopped&) {
        census.stopped = true;
    }
    census.nodes = watch.nodes();
    census.seconds = watch.seconds();
}

}  // namespace litslab
