// The assertions of a checked build. If few moves are left, they compare everything that a node
// relies on with the values of a plain search, which uses only legal moves and the values of
// finished positions.
//
// They change no node: they call const functions, and count nothing. A budget bounds their share of
// the time of a search, and every run checks the same nodes.
#pragma once

#include "core/checked.hpp"
#include "core/hashing.hpp"
#include "search/game.hpp"
#include "search/transposition.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace litslab {

// The moves that plain searches may still play.
struct CheckBudget {
  static constexpr int at_first = 2'000, for_each_node = 1, most_at_once = 3'000;
  static constexpr int least_weight = 8;

  std::int64_t plays = at_first;
  int weight = 64;  // positions with more left have been too large
};

// The value by plain search: no bounds, no table, no order. Nothing if it takes more moves than are
// left.
template <Game G>
class PlainSearch {
 public:
  using State = typename G::State;

  PlainSearch(const G& game, int plays) : game_(game), plays_(plays) {}

  std::optional<int> value(const State& s) {
    if (game_.over(s)) return game_.value(s);
    const bool maximise = game_.side(s) == 0;
    std::optional<int> best;
    for (const int move : moves(s)) {
      const auto value = value_after(s, move);
      if (!value) return std::nullopt;
      if (!best)
        best = value;
      else
        best = maximise ? std::max(*best, *value) : std::min(*best, *value);
    }
    return best;
  }
  std::optional<int> value_after(const State& s, int move) {
    if (plays_ <= 0) return std::nullopt;
    --plays_;
    return value(after(game_, s, move));
  }
  int plays_left() const { return plays_; }

  // All legal moves, including those that only pass a turn.
  std::vector<int> moves(const State& s) const {
    std::vector<int> found;
    if constexpr (requires { game_.each_move(s, [](int) {}); })
      game_.each_move(s, [&](int move) { found.push_back(move); });
    else
      game_.legal(s, found);
    return found;
  }

  // The position after a move, by the rules alone if the game has `place`.
  static State after(const G& game, const State& s, int move) {
    State child;
    if constexpr (requires { game.place(s, move, child); })
      game.place(s, move, child);
    else
      game.play(s, move, child);
    return child;
  }

 private:
  const G& game_;
  int plays_;
};

// A node of the search, compared with its exact value.
template <Game G>
class NodeCheck {
 public:
  using State = typename G::State;

  // Checks the node before it is searched.
  NodeCheck(const G& game, const State& s, int target, const TranspositionTable& table,
            CheckBudget& budget)
      : game_(game), state_(s), target_(target), maximise_(game.side(s) == 0) {
    budget.plays += CheckBudget::for_each_node;
    if (budget.plays <= 0 || game.weight(s) > budget.weight) return;
    PlainSearch<G> plain(game, CheckBudget::most_at_once);
    if (find_values(plain)) {
      budget.weight = std::max(budget.weight, game.weight(s) + 1);
      check_position(table);
      check_moves(plain);
      check_orders_of_moves();
      check_narrower();
    } else {
      budget.weight =
          std::max(CheckBudget::least_weight, std::min(budget.weight, game.weight(s) - 1));
    }
    budget.plays -= CheckBudget::most_at_once - plain.plays_left();
  }

  // Checks the answer of the search, which is a bound.
  void check_answer(int bound) const {
    if (!value_) return;
    const bool is_lower_bound = bound >= target_;
    bool wrong = false;
    if constexpr (Reducing<G>)
      wrong = is_lower_bound != (*value_ >= target_);
    else
      wrong = is_lower_bound ? bound > *value_ : bound < *value_;
    if (wrong) fail("the search answers with the bound " + std::to_string(bound), *value_);
  }

  // Checks that a reduced state answers the query as the original state does.
  static void check_reduction(const G& game, const State& before, const State& after, int target,
                              CheckBudget& budget)
    requires Reducing<G>
  {
    if (budget.plays <= 0 || game.weight(before) > budget.weight) return;
    PlainSearch<G> plain(game, CheckBudget::most_at_once);
    if (const auto value = plain.value(before))
      check_reduction(game, before, *value, after, target, plain);
    budget.plays -= CheckBudget::most_at_once - plain.plays_left();
  }

 private:
  static constexpr int most_orders = 6;  // of two moves, that are compared

  // Finds the value after each legal move, and that of the node.
  bool find_values(PlainSearch<G>& plain) {
    for (const int move : plain.moves(state_)) {
      const auto value = plain.value_after(state_, move);
      if (!value) return false;
      values_.emplace_back(move, *value);
    }
    if (values_.empty()) fail("the game goes on", 0);
    for (const auto& [move, value] : values_) value_ = value_ ? better(*value_, value) : value;
    return true;
  }
  int better(int a, int b) const { return maximise_ ? std::max(a, b) : std::min(a, b); }
  bool good(int value) const { return maximise_ ? value >= target_ : value < target_; }

  void check_position(const TranspositionTable& table) const {
    if constexpr (Bounding<G>)
      check_bounds(game_.bounds(state_), *value_, "the bounds of the position");
    if (const auto entry = table.find(game_.key(state_)))
      check_bounds(entry->bounds(game_.offset(state_)), *value_,
                   "the table, under the key of the position,");
  }

  // Checks the bounds of each move and of the position after it, and that omitted moves are no
  // better.
  void check_moves(PlainSearch<G>& plain) const {
    std::vector<Move> list;
    game_.moves(state_, target_, list);
    std::optional<int> best;
    bool decided = false;
    for (const Move& m : list) {
      const auto found = std::find_if(values_.begin(), values_.end(),
                                      [&](const auto& v) { return v.first == m.id; });
      if (found == values_.end()) fail("move " + std::to_string(m.id) + " is legal", *value_);
      const int value = found->second;
      best = best ? better(*best, value) : value;
      decided |= good(maximise_ ? m.lower : m.upper);
      check_bounds({m.lower, m.upper}, value, "the bounds of move " + std::to_string(m.id));
      check_child(m, value, plain);
    }
    if (best != value_ && !(decided && good(*value_)))
      fail("the moves listed are as good as any", *value_);
  }

  void check_child(const Move& m, int value, PlainSearch<G>& plain) const {
    State child;
    if constexpr (BoundsForQueries<G>)
      game_.play(state_, m.id, target_, child);
    else
      game_.play(state_, m.id, child);
    const std::string name = "move " + std::to_string(m.id);
    if (game_.over(child)) {
      if (game_.value(child) != value)
        fail(name + " ends the game with " + std::to_string(game_.value(child)), value);
      return;
    }
    if constexpr (Reducing<G>) {
      const State before = child;
      game_.reduce(child, target_);
      check_reduction(game_, before, value, child, target_, plain);
    } else {
      if constexpr (Bounding<G>) {
        check_bounds(game_.bounds(child), value, "the bounds after " + name);
      } else {
        // The search does this only for moves that their bounds leave open.
        const int guaranteed = maximise_ ? m.lower : m.upper;
        const int optimistic = maximise_ ? m.upper : m.lower;
        if (good(guaranteed) || !good(optimistic)) return;
        const int estimate = game_.after_reply(child, optimistic);
        if (maximise_ ? estimate < value : estimate > value)
          fail("the best reply to " + name + " bounds the value by " + std::to_string(estimate),
               value);
      }
    }
  }

  static void check_reduction(const G& game, const State& before, int value, const State& after,
                              int target, PlainSearch<G>& plain) {
    const auto reduced = plain.value(after);
    if (!reduced) return;
    const std::string query = "at least " + std::to_string(target);
    if ((*reduced >= target) != (value >= target))
      fail(game, before,
           query + "? is answered as for a simpler position worth " + std::to_string(*reduced),
           value);
    if (game.over(after)) return;
    if (const Bounds b = game.bounds(after); !b.contain(*reduced))
      fail(game, after, "the bounds for " + query + ": " + text(b), *reduced);
  }

  // Two moves in either order lead to one position, whose key and offset do not depend on the
  // order.
  void check_orders_of_moves() const {
    if constexpr (requires { game_.orders_share_keys(state_); })
      if (!game_.orders_share_keys(state_)) return;
    PlainSearch<G> plain(game_, 0);
    int compared = 0;
    for (std::size_t i = 0; i < values_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const int a = values_[i].first, b = values_[j].first;
        const auto one = two_moves(plain, a, b), other = two_moves(plain, b, a);
        if (!one || !other) continue;
        if (game_.key(*one) != game_.key(*other) || game_.offset(*one) != game_.offset(*other))
          fail("moves " + std::to_string(a) + " and " + std::to_string(b) +
                   " differ with their order",
               *value_);
        ++compared;
        if (compared == most_orders) return;
      }
  }
  // The position after both, if they are legal in this order and a position after them has a key.
  std::optional<State> two_moves(const PlainSearch<G>& plain, int first, int second) const {
    const State between = plain.after(game_, state_, first);
    if (game_.over(between) || has_no_key(between)) return std::nullopt;
    const auto legal = plain.moves(between);
    if (std::find(legal.begin(), legal.end(), second) == legal.end()) return std::nullopt;
    State last = plain.after(game_, between, second);
    if (game_.over(last) || has_no_key(last)) return std::nullopt;
    return last;
  }
  bool has_no_key([[maybe_unused]] const State& s) const {
    if constexpr (TwoPhased<G>) return game_.in_second_phase(s);
    return false;
  }

  // The game in narrower sets is the same game.
  void check_narrower() const {
    if constexpr (Narrowable<G>) {
      // No fewer than the moves, whose number does not matter here.
      const int weight = game_.weight(state_);
      if (!game_.should_narrow(state_, weight, weight)) return;
      typename G::Narrower narrower;
      typename G::Narrower::State state;
      narrower.restrict_to(game_, state_, state);
      if (narrower.key(state) != game_.key(state_)) fail("narrower sets change the key", *value_);
      PlainSearch<typename G::Narrower> plain(narrower, CheckBudget::most_at_once);
      const auto value = plain.value(state);
      if (value && *value != *value_)
        fail("narrower sets change the value to " + std::to_string(*value), *value_);
    }
  }

  // ---- messages

  void check_bounds(const Bounds& b, int value, const std::string& whose) const {
    if (!b.contain(value)) fail(whose + ": " + text(b), value);
  }
  [[noreturn]] void fail(const std::string& claim, int value) const {
    fail(game_, state_, claim + ", at least " + std::to_string(target_) + "?", value);
  }
  [[noreturn]] static void fail(const G& game, const State& s, const std::string& claim,
                                int value) {
    throw FailedCheck("the kernel claims: " + claim + "; plain search: " + std::to_string(value) +
                      "; position: " + description(game, s));
  }

  static std::string text(const Bounds& b) {
    return std::to_string(b.lower) + " to " + std::to_string(b.upper);
  }

  // The side to move, the covered or live squares, and the moves, by the game's numbers and those
  // of the table handed over.
  static std::string description(const G& game, const State& s) {
    std::string found = "side " + std::to_string(game.side(s));
    if constexpr (requires { s.covered.for_each([](int) {}); }) {
      found += ", covered";
      s.covered.for_each([&](int square) { found += " " + std::to_string(square); });
    }
    if constexpr (requires { count(s.live); }) {
      found += ", live";
      each_square(s.live, [&](int square) { found += " " + std::to_string(square); });
    }
    if constexpr (requires { s.sides[0].groups; })
      for (const auto& side : s.sides) {
        found += ", groups of sizes";
        for (const auto& group : side.groups) found += " " + std::to_string(group.size);
        found += " above " + std::to_string(side.floor);
      }
    found += ", moves";
    for (const int move : PlainSearch<G>(game, 0).moves(s)) {
      found += " " + std::to_string(move);
      if (const int number = game.external_id(move);
          number != move && number != TableEntry::no_move)
        found += "=" + std::to_string(number);
    }
    return found;
  }

  const G& game_;
  const State& state_;
  const int target_;
  const bool maximise_;
  std::vector<std::pair<int, int>> values_;  // each move with the value after it
  std::optional<int> value_;                 // nothing if plain search takes too long
};

}  // namespace litslab
