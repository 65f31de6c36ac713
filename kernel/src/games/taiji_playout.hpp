// TAIJI: random games.
#pragma once

#include "games/game_simulator.hpp"
#include "games/taijitu_playout.hpp"

#include <string>
#include <vector>

namespace litslab {

// Random games.
class TaijiPlayout : public TaijituPlayout {
public:
    using TaijituPlayout::TaijituPlayout;

    static constexpr bool double_game = false;
    static std::vector<std::string> layers() { return {"light", "dark"}; }
    int squares() const { return grid().squares(); }
    void start(State& s) const { TaijituPlayout::start(s, 0); }
    void settle(State&, const Question&) const {}  // whose turn it is decides nothing: Dark wins ties
    void ending(const State& s, Ending& e) const {
        for (int c = 0; c < 2; ++c) {
            e.scores[c] = score(s, c);
            e.layers[c] = narrow(s.colours[c]);
        }
        e.tie = 1;
    }
};

}  // namespace litslab
