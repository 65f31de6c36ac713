// TAIJI: random games.
#pragma once

#include "games/game_simulator.hpp"
#include "games/taijitu_playout.hpp"

#include <string>
#include <vector>

namespace litslab {

// Random games.
class TaijiPlayout {
public:
    static constexpr bool double_game = false;
    static std::vector<std::string> layers() { return {"light", "dark"}; }
    using State = TaijituPlayout::State;

    TaijiPlayout(int side, int groups, const std::vector<Taijitu>& placements)
        : pieces_(side, groups, placements) {}

    int squares() const { return pieces_.grid().squares(); }
    void start(State& s) const { pieces_.start(s, 0); }
    void settle(State&, const Question&) const {}  // whose turn it is decides nothing: Dark wins ties
    int legal(const State& s) const { return pieces_.legal(s); }
    int choose(const State& s, int rank) const { return pieces_.choose(s, rank); }
    void play(State& s, int move) const { pieces_.play(s, move); }
    void ending(const State& s, Ending& e) const {
        for (int c = 0; c < 2; ++c) {
            e.scores[c] = pieces_.score(s, c);
            e.layers[c] = narrow(s.colours[c]);
        }
        e.tie = 1;
    }

private:
    TaijituPlayout pieces_;
};

}  // namespace litslab
