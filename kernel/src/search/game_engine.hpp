// From a game's room (its state, moves, key and bounds) to the Engine that Python sees.
#pragma once

#include "search/engine.hpp"
#include "search/mcts.hpp"
#include "search/search.hpp"

#include <memory>
#include <utility>

namespace litslab {

// A Game here has, beside what Search asks,
//   State state_of(const Question&)       the position after the given placements
//   int value_limit()                     no value exceeds it
//   int random_move(state, Random&)       a legal move, each equally likely
//   void legal(state, list)               appends all legal moves
template <class Game>
class GameEngine final : public Engine {
public:
    template <class... Arguments>
    explicit GameEngine(Arguments&&... arguments)
        : game_(std::make_unique<Game>(std::forward<Arguments>(arguments)...)) {}

    std::vector<int> choices(const Question& question) const override {
        const auto state = game_->state_of(question);
        std::vector<int> found;
        if (!game_->over(state)) game_->legal(state, found);
        return found;
    }

    std::optional<int> final_value(const Question& question) const override {
        const auto state = game_->state_of(question);
        if (!game_->over(state)) return std::nullopt;
        return game_->value(state);
    }

    int value_limit() const override { return game_->value_limit(); }

    std::unique_ptr<Tester> tester(const Question& question, TranspositionTable& table, Ticker& ticker,
                                   int lane) const override {
        return std::make_unique<GameTester>(*game_, game_->state_of(question), table, ticker, lane);
    }

    std::vector<MoveStatistics> mcts(const Question& question, std::uint64_t seed, Watch& watch) const override {
        return Mcts<Game>(*game_, seed).search(game_->state_of(question), watch);
    }

private:
    class GameTester final : public Tester {
    public:
        GameTester(const Game& game, typename Game::State state, TranspositionTable& table, Ticker& ticker, int lane)
            : state_(std::move(state)), context_{table, ticker, lane}, search_(game, context_) {}
        int test(int target) override { return search_.ask(state_, target); }

    private:
        typename Game::State state_;
        SearchContext context_;
        Search<Game> search_;
    };

    // In memory of its own: Python gives an engine's memory back as plain bytes, and a game's sets are aligned to more.
    std::unique_ptr<const Game> game_;
};

}  // namespace litslab
