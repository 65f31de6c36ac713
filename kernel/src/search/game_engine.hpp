// From a game (its state, moves, key and bounds) to the Engine that Python sees.
#pragma once

#include "search/game_positions.hpp"

namespace litslab {

template <PlayableGame G>
class GameEngine final : public Engine {
 public:
  template <class... Arguments>
  [[gnu::cold]] explicit GameEngine(Arguments&&... arguments)
      : game_(std::forward<Arguments>(arguments)...) {}

  [[gnu::cold]] Question in_order(const Question& question) const override {
    expect_between("side", question.side, 0, 1);
    expect_between("last_placer", question.last_placer, 0, 1);
    expect_each_between("placed", question.placed, 0, placements() - 1);
    Question found = question;
    auto state = game_.state_of({});
    found.placed = play_all(game_, question.placed, state);
    return found;
  }

  int placements() const override { return game_.placements(); }
  int value_limit() const override { return game_.value_limit(); }

  [[gnu::cold]] int first_guess([[maybe_unused]] const Question& question,
                                int score) const override {
    if constexpr (requires(const typename G::State& s) { game_.estimate(s); })
      return game_.estimate(game_.state_of(question));
    return score;
  }

  int query(const Question& question, int target, TranspositionTable& table, NodeCounter& counter,
            BusyMoves* busy) const override {
    SearchContext context{table, counter, busy};
    try {
      return Search<G>(game_, context).query(game_.state_of(question), target);
    } catch (const FailedCheck& failure) {  // adds the question, so that the search can be repeated
      std::string text = failure.what();
      text += "; while searching side " + std::to_string(question.side) + " to move after";
      for (const int placement : question.placed) text += " " + std::to_string(placement);
      throw FailedCheck(text + ", at least " + std::to_string(target) + "?");
    }
  }

  [[gnu::cold]] std::unique_ptr<Positions> positions(const Question& question) const override {
    return std::make_unique<GamePositions<G>>(game_, game_.state_of(question));
  }

 private:
  const G game_;
};

}  // namespace litslab
