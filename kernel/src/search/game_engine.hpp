// From a game (its state, moves, key and bounds) to the Engine that Python sees.
#pragma once

#include "search/mcts.hpp"
#include "search/strategy.hpp"

namespace litslab {

template <PlayableGame G>
class GameEngine final : public Engine {
public:
    template <class... Arguments>
    explicit GameEngine(Arguments&&... arguments) : game_(std::forward<Arguments>(arguments)...) {}

    std::vector<int> choices(const Question& question) const override {
        const auto state = game_.state_of(question);
        std::vector<int> found;
        if (!game_.over(state)) game_.legal(state, found);
        return found;
    }

    std::vector<int> likely_moves(const Question& question, const TranspositionTable& table, int target) const override {
        const auto state = game_.state_of(question);
        if (game_.over(state)) return {};
        return litslab::likely_moves(game_, state, table, target);
    }

    std::optional<int> final_value(const Question& question) const override {
        const auto state = game_.state_of(question);
        if (!game_.over(state)) return std::nullopt;
        return game_.value(state);
    }

    int value_limit() const override { return game_.value_limit(); }

    int first_guess([[maybe_unused]] const Question& question, int score) const override {
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

    Strategy strategy(const Question& question, const StrategyTask& task, TranspositionTable& table, StopToken& stop,
                      std::atomic<std::uint64_t>& met) const override {
        Strategy found;
        {
            NodeCounter counter(stop);  // reports the last nodes in its destructor
            SearchContext context{table, counter};
            found = Strategist<G>(game_, context, task, met).from(game_.state_of(question));
        }
        found.nodes = stop.nodes();
        return found;
    }

    std::unique_ptr<TreeSearch> tree_search(const Question& question, std::uint64_t seed) const override {
        return std::make_unique<Mcts<G>>(game_, game_.state_of(question), seed);
    }

private:
    const G game_;
};

}  // namespace litslab
