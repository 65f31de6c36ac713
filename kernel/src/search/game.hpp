// The requirements of the search template on a game.
#pragma once

#include "core/arguments.hpp"
#include "core/hashing.hpp"
#include "core/random.hpp"
#include "search/engine.hpp"

#include <concepts>
#include <utility>

namespace litslab {

// A move with proved bounds on the value after it.
struct Move {
  std::uint16_t id = 0;
  std::int16_t lower = -30000;
  std::int16_t upper = 30000;
};

// A game with two sides, whose values are odd integers seen from side 0, the maximiser.
//   side(state)                     the side to move
//   over(state), value(state)       a position has a value only when it is over
//   key(state), offset(state)       the key determines value - offset; the offset is even
//   moves(state, target, list)      appends the moves, their bounds as tight as it takes to decide
//                                   "at least target?"; it may stop after one that is good for
//                                   certain
//   play(state, id, child)
//   weight(state)                   a rough size of what is left, for choosing the effort
//   move_score(state, id, child)    for ordering moves: an estimate for the mover, given the state
//                                   after the move
//   external_id(id)                 the move's number outside this game object, and in the table;
//                                   TableEntry::no_move if the table must not name moves
//   can_narrow                      true if there is a narrower game, see Narrowable
template <class G>
concept Game = requires(const G& game, const typename G::State& state, typename G::State& child,
                        std::vector<Move>& list, int n) {
  { game.side(state) } -> std::same_as<int>;
  { game.over(state) } -> std::same_as<bool>;
  { game.value(state) } -> std::same_as<int>;
  { game.key(state) } -> std::same_as<Key>;
  { game.offset(state) } -> std::same_as<int>;
  { game.moves(state, n, list) } -> std::same_as<void>;
  { game.play(state, n, child) } -> std::same_as<void>;
  { game.weight(state) } -> std::same_as<int>;
  { game.move_score(state, n, state) } -> std::same_as<int>;
  { game.external_id(n) } -> std::same_as<int>;
  { G::can_narrow } -> std::convertible_to<bool>;
} && std::copyable<typename G::State>;

// A game whose `play` (or `reduce`) leaves proved bounds in the state. Any other game has
// `after_reply(state, bound)`, which tightens a bound on the value by the best reply of the side to
// move.
template <class G>
concept Bounding = Game<G> && requires(const G& game, const typename G::State& state) {
  { game.bounds(state) } -> std::same_as<Bounds>;
};

// A game whose bounds are made as tight as a query requires: `play` leaves coarse ones if these
// answer it.
template <class G>
concept BoundsForQueries =
    Bounding<G> && requires(const G& game, const typename G::State& state, int n,
                            typename G::State& child) { game.play(state, n, n, child); };

// A game that turns a state into a simpler one with the same answer to "at least target?". The
// value may differ otherwise, so results are cut off at the query.
template <class G>
concept Reducing = Bounding<G> && requires(const G& game, typename G::State& state, int target) {
  { game.reduce(state, target) } -> std::same_as<void>;
};

// Enhanced transposition cut-offs: every child is looked up in the table before any is searched,
// and those that ended such a search recently are made first.
template <class G>
concept LooksUpChildren = Game<G> && requires { requires G::enhanced_cutoffs; };

// A game whose moves keep their meaning from one position to the next. The reply that refutes one
// move may refute others.
//   internal_id(external id)        the inverse of `external_id`, or -1
//   worth_suggesting(weight)        true if enough is left that this saves time
//   quick_gain(state, id)           the points that a move wins at once
//   replies_depend_on_gain          true if the reply is tried only against moves that win no more
//                                   at once than the one that it has refuted
template <class G>
concept SharesReplies = Game<G> && requires(const G& game, const typename G::State& state, int id) {
  { game.internal_id(id) } -> std::same_as<int>;
  { game.worth_suggesting(id) } -> std::same_as<bool>;
  { game.is_legal(state, id) } -> std::same_as<bool>;
  { game.quick_gain(state, id) } -> std::same_as<int>;
  { G::replies_depend_on_gain } -> std::convertible_to<bool>;
};

// A game with a version in narrower sets, for positions deep in the tree.
// `Narrower::restrict_to(game, state, narrow state)` makes it that game. `should_narrow(state,
// weight, moves)` is told how many moves are left to search.
template <class G>
concept Narrowable =
    Game<G> && G::can_narrow &&
    requires(const G& game, const typename G::State& state, typename G::Narrower& narrower,
             typename G::Narrower::State& narrow, int weight) {
      { game.should_narrow(state, weight, weight) } -> std::same_as<bool>;
      { narrower.restrict_to(game, state, narrow) } -> std::same_as<void>;
    };

// A game whose second phase is searched as a separate game, `second_phase()`, from
// `second_state(state)` on. There a move is `second_move(id)`, and values are lower by
// `carried(state)`, which is even. The search uses nothing else of a state in the second phase,
// except its `bounds` if it is a child.
template <class G>
concept TwoPhased = Game<G> && !LooksUpChildren<G> &&
                    requires(const G& game, const typename G::State& state, int id) {
                      requires Game<typename G::Second>;
                      { game.in_second_phase(state) } -> std::same_as<bool>;
                      { game.second_phase() } -> std::same_as<const typename G::Second&>;
                      {
                        game.second_state(state)
                      } -> std::same_as<const typename G::Second::State&>;
                      { game.second_move(id) } -> std::same_as<int>;
                      { game.carried(state) } -> std::same_as<int>;
                    };

// A game with a faster `play` for tree search and random games, which need no keys and seldom
// bounds.
//   play_lightly(state, id, child)  `child` has a side, legal moves, a quick gain of each, and a
//                                   value if it is over
//   light_bounds(state)             proved bounds on the value of such a state
//   prior(state, id, child)         a move score of such a state's move; may overwrite `child`
template <class G>
concept PlayedLightly = Game<G> && requires(const G& game, const typename G::State& state, int id,
                                            typename G::State& child) {
  { game.play_lightly(state, id, child) } -> std::same_as<void>;
  { game.light_bounds(state) } -> std::same_as<Bounds>;
  { game.prior(state, id, child) } -> std::same_as<int>;
};

// In a game without `orders_share_keys(state)`, two moves always lead to the same key in either
// order. Checked builds use it.

// The further requirements of an Engine.
//   state_of(question)              the position after the given placements
//   placements()                    their number; moves have these numbers, and the swap the next
//   is_legal(state, placement)
//   value_limit()                   no value exceeds it
//   legal(state, list)              appends all legal moves
//   random_move(state, random)      a legal move, each equally likely
template <class G>
concept PlayableGame =
    Game<G> && requires(const G& game, const typename G::State& state, const Question& question,
                        std::vector<int>& list, Random& random) {
      { game.state_of(question) } -> std::same_as<typename G::State>;
      { game.placements() } -> std::same_as<int>;
      { game.is_legal(state, game.placements()) } -> std::same_as<bool>;
      { game.value_limit() } -> std::same_as<int>;
      { game.legal(state, list) } -> std::same_as<void>;
      { game.random_move(state, random) } -> std::same_as<int>;
    };

// Plays a set of placements in an order in which each is legal: each round plays those that have
// become legal. Returns the order. Cold, as what else happens once for a question or a game: it is
// compiled for size, in half of the time.
template <class Game>
[[gnu::cold, gnu::noinline]] std::vector<int> play_all(const Game& game, std::vector<int> waiting,
                                                       typename Game::State& s) {
  std::vector<int> order, later;
  for (; !waiting.empty(); std::swap(waiting, later)) {
    later.clear();
    for (const int id : waiting) {
      if (!game.is_legal(s, id)) {
        later.push_back(id);
        continue;
      }
      typename Game::State child;
      game.play(s, id, child);
      s = child;
      order.push_back(id);
    }
    if (later.size() == waiting.size())
      refuse("placed", "has placements that no game leads to", "placements that the rules allow");
  }
  return order;
}

// Returns whether the value is at least `threshold`, by playing on to the end. `each_move` of the
// game calls a function with every move.
template <class G>
bool reaches(const G& game, const typename G::State& s, int threshold) {
  if (game.over(s)) return game.value(s) >= threshold;
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

// Bounds the value of a short ending, a position with little left, by playing it out at once. That
// takes less time than the bounds, the key and the look-up of a position that is searched.
template <class G>
void play_out(const G& game, typename G::State& s, int threshold) {
  const bool reached = reaches(game, s, threshold);
  s.lower = reached ? threshold : -game.value_limit();
  s.upper = reached ? game.value_limit() : threshold - 2;
}

}  // namespace litslab
