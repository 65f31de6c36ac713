// From a game (its state, moves, key and bounds) to the Engine that Python sees.
#pragma once

#include "search/mcts.hpp"
#include "search/strategy.hpp"

namespace litslab {

template <PlayableGame G>
class GameEngine final : public Engine {
public:
    template <class... Arguments>
    explicit GameEngine(Arguments&&... arguments) : game_(std::make_unique<G>(std::forward<Arguments>(arguments)...)) {}

    std::vector<int> choices(const Question& question) const override {
        const auto state = game_->state_of(question);
        std::vector<int> found;
        if (!game_->over(state)) game_->legal(state, found);
        return found;
    }

    std::vector<int> likely_moves(const Question& question, const TranspositionTable& table, int target) const override {
        const auto state = game_->state_of(question);
        if (game_->over(state)) return {};
        return litslab::likely_moves(*game_, state, table, target);
    }

    std::optional<int> final_value(const Question& question) const override {
        const auto state = game_->state_of(question);
        if (!game_->over(state)) return std::nullopt;
        return game_->value(state);
    }

    int value_limit() const override { return game_->value_limit(); }

    std::unique_ptr<NullWindowSearch> searcher(const Question& question, TranspositionTable& table, NodeCounter& counter,
                                               BusyMoves* busy) const override {
        auto searcher = std::make_unique<Searcher>(*game_, game_->state_of(question), table, counter, busy);
        if constexpr (checked) searcher->explain_failures(question);
        return searcher;
    }

    Strategy strategy(const Question& question, const StrategyTask& task, TranspositionTable& table, StopToken& stop,
                      std::atomic<std::uint64_t>& met) const override {
        Strategy found;
        {
            NodeCounter counter(stop);  // tells the stop token of the last nodes as it goes
            SearchContext context{table, counter};
            found = Strategist<G>(*game_, context, counter, task, met).from(game_->state_of(question));
        }
        found.nodes = stop.nodes();
        return found;
    }

    std::unique_ptr<TreeSearch> tree_search(const Question& question, std::uint64_t seed) const override {
        return std::make_unique<Mcts<G>>(*game_, game_->state_of(question), seed);
    }

private:
    class Searcher final : public NullWindowSearch {
    public:
        Searcher(const G& game, typename G::State state, TranspositionTable& table, NodeCounter& counter, BusyMoves* busy)
            : state_(std::move(state)), context_{table, counter, busy}, search_(game, context_) {}
        int query(int target) override {
            if constexpr (checked) {
                try {
                    return search_.query(state_, target);
                } catch (const FailedCheck& failure) {
                    throw FailedCheck(failure.what() + ("; while searching " + question_ + ", at least ") +
                                      std::to_string(target) + "?");
                }
            }
            return search_.query(state_, target);
        }
        // Adds the question to what a failed check says, so that the search can be repeated.
        void explain_failures(const Question& question) {
            question_ = "side " + std::to_string(question.side) + " to move after";
            for (const int placement : question.placed) question_ += " " + std::to_string(placement);
        }

    private:
        std::string question_;  // in a checked build
        typename G::State state_;
        SearchContext context_;
        Search<G> search_;
    };

    // In memory of its own: Python gives an engine's memory back as plain bytes, and a game's sets are aligned to more.
    std::unique_ptr<const G> game_;
};

}  // namespace litslab
