#include "enumerate.hpp"

namespace litslab {

bool Enumeration::Teller::keeps(const Action& action, std::span<const int> placed) const {
    for (const int p : placed)
        if (!is_placed_[action.image[p]]) return false;
    return true;
}

void Enumeration::Teller::tell(std::span<const int> placed, std::uint64_t weight) {
    const auto parts = [&](const Action& action) {
        Natural product(weight);
        for (const int p : placed)
            if (action.colourings[p] != 1) product *= action.colourings[p];
        return product;
    };
    for (const int p : placed) is_placed_[p] = 1;
    for (const auto& action : actions_)
        if (keeps(action, placed)) census_.kept += parts(action);
    for (const int p : placed) is_placed_[p] = 0;
    census_.add(static_cast<int>(placed.size()), parts(actions_[0]));
}

void Enumeration::count(Ticker& ticker, Census& census) const {
    Teller teller(actions_, census);
    walk(ticker, [&](std::span<const int> placed) { teller.tell(placed, Census::unit); });
}

void take_census(const Enumeration& enumeration, Watch& watch, Census& census) {
    try {
        Ticker ticker(watch, true, nullptr);
        ticker.look();  // a limit of nothing at all
        enumeration.count(ticker, census);
    } catch (const Stopped&) {
        census.stopped = true;
    }
    census.nodes = watch.nodes();
    census.seconds = watch.seconds();
}

}  // namespace litslab
