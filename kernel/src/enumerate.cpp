#include "enumerate.hpp"

namespace litslab {

namespace {

bool is_fixed(const Action& action, std::span<const int> placed, const std::vector<char>& is_placed) {
    for (const int p : placed)
        if (!is_placed[action.image[p]]) return false;
    return true;
}

}  // namespace

void Enumeration::count(Ticker& ticker, Census& census) const {
    census.fixed.assign(actions_.size(), Natural{});
    std::vector<char> is_placed(actions_.at(0).image.size());
    walk(ticker, [&](std::span<const int> placed) {
        for (const int p : placed) is_placed[p] = 1;
        for (std::size_t i = 0; i < actions_.size(); ++i)
            if (is_fixed(actions_[i], placed, is_placed)) census.fixed[i] += kept_colourings(actions_[i], placed);
        for (const int p : placed) is_placed[p] = 0;
        census.add(static_cast<int>(placed.size()), kept_colourings(actions_[0], placed));
    });
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
