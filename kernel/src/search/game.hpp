// What the search template requires of a game.
#pragma once

#include "core/hashing.hpp"
#include "core/random.hpp"
#include "search/engine.hpp"

#include <concepts>
#include <cstdint>
#include <vector>

namespace litslab {

// A move with proved bounds on the value after it.
struct Move {
    std::uint16_t id = 0;
    std::int16_t lower = -30000;
    std::int16_t upper = 30000;
};

// A game with two sides, whose values are odd integers seen from side 0, the maximiser.
//   side(state)                     whose turn it is
//   over(state), value(state)       the value only of a position that is over
//   key(state), offset(state)       the key determines value - offset; the offset is even
//   moves(state, target, list)      appends the moves, their bounds as tight as it takes to decide "at least target?";
//                                   it may stop after one that is good for certain
//   play(state, id, child)
//   weight(state)                   a rough size of what is left, for deciding what effort is worth it
//   after_reply(state, bound)       tightens a bound on the value by the best reply of the side to move
//   move_score(state, id, child)    for ordering moves: how good one looks to its mover, given the state after it
//   external_id(id)                 the move's number outside this game object, and in the table; TableEntry::no_move
//                                   if the table must not name moves
//   can_narrow                      whether there is a narrower game, see Narrowable
template <class G>
concept Game = requires(const G& game, const typename G::State& state, typename G::State& child, std::vector<Move>& list,
                        int n) {
    { game.side(state) } -> std::same_as<int>;
    { game.over(state) } -> std::same_as<bool>;
    { game.value(state) } -> std::same_as<int>;
    { game.key(state) } -> std::same_as<Key>;
    { game.offset(state) } -> std::same_as<int>;
    { game.moves(state, n, list) } -> std::same_as<void>;
    { game.play(state, n, child) } -> std::same_as<void>;
    { game.weight(state) } -> std::same_as<int>;
    { game.after_reply(state, n) } -> std::same_as<int>;
    { game.move_score(state, n, state) } -> std::same_as<int>;
    { game.external_id(n) } -> std::same_as<int>;
    { G::can_narrow } -> std::convertible_to<bool>;
} && std::copyable<typename G::State>;

// A game whose `play` (or `reduce`) leaves proved bounds in the state.
template <class G>
concept Bounding = Game<G> && requires(const G& game, const typename G::State& state) {
    { game.bounds(state) } -> std::same_as<Bounds>;
};

// A game whose bounds are made as tight as a query requires: where coarse ones answer it, those are what `play` leaves.
template <class G>
concept BoundsForQueries = Bounding<G> && requires(const G& game, const typename G::State& state, int n,
                                                   typename G::State& child) { game.play(state, n, n, child); };

// A game that turns a state into a simpler one with the same answer to "at least target?". The value may differ
// otherwise, so results are cut off at the query.
template <class G>
concept Reducing = Bounding<G> && requires(const G& game, typename G::State& state, int target) {
    { game.reduce(state, target) } -> std::same_as<void>;
};

// Enhanced transposition cut-offs: every child is looked up in the table before any is searched, and those that ended
// such a search lately are made first.
template <class G>
concept LooksUpChildren = Game<G> && requires { requires G::enhanced_cutoffs; };

// A game whose moves keep their meaning from one position to the next, so that the reply that refutes one move may refute
// others. `internal_id(external id)` is the inverse of `external_id`, or -1; `worth_suggesting(weight)` whether so much is
// left that this saves time; `quick_gain` what a move wins at once; `replies_depend_on_gain` whether the reply is tried only
// against moves that win no more at once than the one that it has refuted.
template <class G>
concept SharesReplies = Game<G> && requires(const G& game, const typename G::State& state, int id) {
    { game.internal_id(id) } -> std::same_as<int>;
    { game.worth_suggesting(id) } -> std::same_as<bool>;
    { game.is_legal(state, id) } -> std::same_as<bool>;
    { game.quick_gain(state, id) } -> std::same_as<int>;
    { G::replies_depend_on_gain } -> std::convertible_to<bool>;
};

// The same game with narrower sets, for what is left deep in the tree. `Narrower::restrict_to(game, state, narrow state)`
// makes it that game.
template <class G>
concept Narrowable = Game<G> && G::can_narrow &&
                     requires(const G& game, const typename G::State& state, typename G::Narrower& narrower,
                              typename G::Narrower::State& narrow, int weight) {
                         { game.should_narrow(state, weight) } -> std::same_as<bool>;
                         { narrower.restrict_to(game, state, narrow) } -> std::same_as<void>;
                     };

// A game whose second phase is searched as a game of its own, `second_phase()`, from `second_state(state)` on; there a
// move is `second_move(id)`, and values are lower by `carried(state)`, which is even. The search asks a state in the
// second phase for nothing else, but for `bounds` where it is a child.
template <class G>
concept TwoPhased = Game<G> && !LooksUpChildren<G> && requires(const G& game, const typename G::State& state, int id) {
    requires Game<typename G::Second>;
    { game.in_second_phase(state) } -> std::same_as<bool>;
    { game.second_phase() } -> std::same_as<const typename G::Second&>;
    { game.second_state(state) } -> std::same_as<const typename G::Second::State&>;
    { game.second_move(id) } -> std::same_as<int>;
    { game.carried(state) } -> std::same_as<int>;
};

// A checked build asks a game that has `orders_share_keys(state)` whether two moves in either order lead to one key; in any
// other game they always do.

// What an Engine requires in addition.
//   state_of(question)              the position after the given placements
//   value_limit()                   no value exceeds it
//   legal(state, list)              appends all legal moves
//   random_move(state, random)      a legal move, each equally likely
template <class G>
concept PlayableGame = Game<G> && requires(const G& game, const typename G::State& state, const Question& question,
                                           std::vector<int>& list, Random& random) {
    { game.state_of(question) } -> std::same_as<typename G::State>;
    { game.value_limit() } -> std::same_as<int>;
    { game.legal(state, list) } -> std::same_as<void>;
    { game.random_move(state, random) } -> std::same_as<int>;
};

}  // namespace litslab
