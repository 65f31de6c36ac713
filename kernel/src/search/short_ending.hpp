// Short endings: a position with little left is played to its end at once. That takes less than the bounds, the key and
// the look-up of a position that is searched.
#pragma once

#include "search/game.hpp"

namespace litslab {

// Whether the value is at least `threshold`, by playing on to the end, or until `quick_bounds` of the game tell, if it
// has them. `each_move` of the game calls a function with every move.
template <class G>
bool reaches(const G& game, const typename G::State& s, int threshold) {
    if (game.over(s)) return game.value(s) >= threshold;
    if constexpr (requires { game.quick_bounds(s); }) {
        const Bounds b = game.quick_bounds(s);
        if (b.lower >= threshold) return true;
        if (b.upper < threshold) return false;
    }
    const bool good = game.side(s) == 0;
    typename G::State next;
    bool decided = false;
    game.each_move(s, [&](int move) {
        if (decided) return;
        game.play(s, move, next);
        decided = reaches(game, next, threshold) == good;
    });
    return decided == good;
}

// Bounds the value of a position by playing it out; they answer the query exactly.
template <class G>
void play_out(const G& game, typename G::State& s, int threshold) {
    const bool reached = reaches(game, s, threshold);
    s.lower = reached ? threshold : -game.value_limit();
    s.upper = reached ? game.value_limit() : threshold - 2;
}

}  // namespace litslab
