// The positions of a game for the search template, without its types.
#pragma once

#include "search/positions.hpp"
#include "search/search.hpp"

#include <memory>
#include <span>

namespace litslab {

template <Game G>
int table_move(const G& game, typename G::State state, const TranspositionTable& table,
               int target) {
  if constexpr (TwoPhased<G>)
    if (game.in_second_phase(state)) return -1;
  if constexpr (Reducing<G>) game.reduce(state, target);
  const auto entry = table.find(game.key(state));
  if (!entry || entry->move == TableEntry::no_move) return -1;
  return entry->move;
}

template <Game G>
int move_score(const G& game, const typename G::State& state, int id,
               const typename G::State& child, int target) {
  if constexpr (TwoPhased<G>)
    if (game.in_second_phase(state))
      return move_score(game.second_phase(), game.second_state(state), game.second_move(id),
                        game.second_state(child), target - game.carried(state));
  if constexpr (Reducing<G>) {
    typename G::State reduced = child;
    game.reduce(reduced, target);
    return game.move_score(state, id, reduced);
  } else {
    return game.move_score(state, id, child);
  }
}

template <Game G>
std::optional<Bounds> known_bounds(const G& game, typename G::State state,
                                   const TranspositionTable& table, int target) {
  const auto answers = [&](const Bounds& b) { return b.lower >= target || b.upper < target; };
  if constexpr (TwoPhased<G>)
    if (game.in_second_phase(state)) {
      const int carried = game.carried(state);
      const auto found =
          known_bounds(game.second_phase(), game.second_state(state), table, target - carried);
      return found ? std::optional(Bounds{found->lower + carried, found->upper + carried})
                   : std::nullopt;
    }
  if constexpr (Reducing<G>) {
    game.reduce(state, target);
    if (const Bounds b = game.bounds(state); answers(b)) return b;
  }
  if (const auto entry = table.find(game.key(state)))
    if (const Bounds b = entry->bounds(game.offset(state)); answers(b)) return b;
  return std::nullopt;
}

template <PlayableGame G>
class GamePositions final : public Positions {
 public:
  using State = typename G::State;

  GamePositions(const G& game, State first) : game_(game), states_{std::move(first)} {}

  [[gnu::cold]] std::unique_ptr<Positions> from(int at) const override {
    return std::make_unique<GamePositions>(game_, states_[at]);
  }

  int side(int at) const override { return game_.side(states_[at]); }
  bool over(int at) const override { return game_.over(states_[at]); }
  int value(int at) const override { return game_.value(states_[at]); }
  void legal(int at, std::vector<int>& moves) const override { game_.legal(states_[at], moves); }
  void play(int at, int move, int after) override {
    make_room(after);
    game_.play(states_[at], move, states_[after]);
  }
  void play_lightly(int at, int move, int after) override {
    make_room(after);
    play_lightly(states_[at], move, states_[after]);
  }

  std::optional<Bounds> bounds(int at) const override {
    if constexpr (PlayedLightly<G>)
      return game_.light_bounds(states_[at]);
    else if constexpr (Bounding<G> && !Reducing<G>)
      return game_.bounds(states_[at]);
    return std::nullopt;
  }
  int prior(int at, int move, int after) override {
    make_room(after);
    if constexpr (PlayedLightly<G>) return game_.prior(states_[at], move, states_[after]);
    game_.play(states_[at], move, states_[after]);
    return game_.move_score(states_[at], move, states_[after]);
  }
  int finish_at_random(int at, int other, Random& random,
                       std::vector<PlayedMove>& played) override {
    make_room(other);
    State* now = &states_[at];
    State* next = &states_[other];
    [[maybe_unused]] std::optional<State> first;
    if constexpr (checked && PlayedLightly<G>) first = *now;
    [[maybe_unused]] const std::size_t before = played.size();
    while (!game_.over(*now)) {
      const int move = good_random_move(*now, random);
      played.push_back(
          {static_cast<std::uint8_t>(game_.side(*now)), static_cast<std::uint16_t>(move)});
      play_lightly(*now, move, *next);
      std::swap(now, next);
    }
    if constexpr (checked && PlayedLightly<G>)
      check_light_play(*first, std::span(played).subspan(before), game_.value(*now));
    return game_.value(*now);
  }

  int move_score(int at, int move, int after, int target) const override {
    return litslab::move_score(game_, states_[at], move, states_[after], target);
  }

  [[gnu::cold]] int table_move(int at, const TranspositionTable& table, int target) const override {
    return litslab::table_move(game_, states_[at], table, target);
  }
  [[gnu::cold]] std::optional<Bounds> known_bounds(int at, const TranspositionTable& table,
                                                   int target) const override {
    return litslab::known_bounds(game_, states_[at], table, target);
  }
  int query(int at, int target, SearchContext& context) override {
    if (!search_) search_ = std::make_unique<Search<G>>(game_, context);
    return search_->query(states_[at], target);
  }

 private:
  // A random game makes the best of this many random moves.
  static constexpr int tournament = 3;

  void make_room(int at) {
    if (static_cast<int>(states_.size()) <= at) states_.resize(at + 1);
  }

  void play_lightly(const State& state, int move, State& child) const {
    if constexpr (PlayedLightly<G>)
      game_.play_lightly(state, move, child);
    else
      game_.play(state, move, child);
  }

  // Compares a random game with the same moves by `play`.
  void check_light_play(State state, std::span<const PlayedMove> moves, int value) const {
    for (const PlayedMove& each : moves) {
      if (game_.over(state) || game_.side(state) != each.side)
        throw FailedCheck("light play goes on after the end, or by the wrong side");
      State child;
      game_.play(state, each.move, child);
      state = child;
    }
    if (!game_.over(state) || game_.value(state) != value)
      throw FailedCheck("light play ends elsewhere, or with another value");
  }

  int good_random_move(const State& state, Random& random) const {
    int chosen = game_.random_move(state, random);
    if constexpr (requires { game_.quick_gain(state, chosen); }) {
      int best = game_.quick_gain(state, chosen);
      for (int i = 1; i < tournament; ++i) {
        const int move = game_.random_move(state, random);
        if (const int gain = game_.quick_gain(state, move); gain > best) {
          best = gain;
          chosen = move;
        }
      }
    }
    return chosen;
  }

  const G& game_;
  std::vector<State> states_;
  std::unique_ptr<Search<G>> search_;  // made by the first query
};

}  // namespace litslab
