// Ideas that a build of the kernel can omit, to measure what each is worth.
//
// `python -m benchmarks ablation` prints the tables of docs/kernel*.md: it builds the kernel once for each idea, with the
// idea's name in LITSLAB_WITHOUT (an option of CMakeLists.txt), and counts nodes. A name is `GAME/IDEA`; what a build does
// not omit costs nothing, as all of this is decided by the compiler.
#pragma once

#include <string_view>

#ifndef LITSLAB_WITHOUT
#define LITSLAB_WITHOUT ""
#endif

namespace litslab {

consteval bool with(std::string_view idea) { return idea != LITSLAB_WITHOUT; }

// What the search template does for a game.
struct SearchIdeas {
    bool table = true;          // the transposition table
    bool child_bounds = true;   // a move whose own bounds answer the query ends it (games with `bounds`)
    bool reply_bounds = true;   // moves that one reply refutes for certain are dropped
    bool shared_replies = true;  // the reply that refuted a move is tried first against the next (games with `internal_id`)
    bool any_gain = false;       // also where the next move wins more at once
};

}  // namespace litslab
