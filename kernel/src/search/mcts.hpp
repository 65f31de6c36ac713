// Monte-Carlo tree search: a move within a time limit, long before exact search is within reach.
//
// Upper confidence bounds for trees (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006). A result is 1 for
// a win and 0 for a loss, plus a little for the margin, so that of two winning moves the larger win is preferred.
#pragma once

#include "core/random.hpp"
#include "search/engine.hpp"
#include "search/game.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace litslab {

template <PlayableGame G>
class Mcts {
public:
    using State = typename G::State;

    Mcts(const G& game, std::uint64_t seed)
        : game_(game), random_(seed), scale_(margin_weight / std::max(1, game.value_limit())) {}

    // Plays until it is stopped, but one game at least; a playout counts as a node. A playout takes so long that the stop
    // token is checked after each: so a budget of playouts is met exactly.
    std::vector<MoveStatistics> search(const State& root, StopToken& stop) {
        nodes_.clear();
        nodes_.push_back(expand(root));
        try {
            NodeCounter counter(stop);
            for (;;) {
                simulate(root);
                counter.count();
                counter.check();
            }
        } catch (const Stopped&) {
        }
        std::vector<MoveStatistics> statistics;
        for (const auto& arm : nodes_[0].arms)
            statistics.push_back({arm.move, arm.visits, arm.visits ? arm.sum / arm.visits : 0.0});
        return statistics;
    }

private:
    static constexpr double exploration = 0.6;
    static constexpr double margin_weight = 0.1;
    // An untried move counts as this much better than its parent's mean: large branching needs some optimism, but not so
    // much that every move is tried before any is followed.
    static constexpr double optimism = 0.25;

    struct Arm {
        int move = 0;
        int child = -1;  // index into nodes_, once it has been visited twice
        std::uint32_t visits = 0;
        double sum = 0;  // of results for side 0
    };
    struct Node {
        int side = 0;
        std::uint32_t visits = 0;
        double sum = 0;
        std::vector<Arm> arms;  // shuffled, so that ties have no direction; the tried ones come first
    };

    Node expand(const State& state) {
        Node node;
        node.side = game_.side(state);
        std::vector<int> moves;
        game_.legal(state, moves);
        for (int i = static_cast<int>(moves.size()) - 1; i > 0; --i) std::swap(moves[i], moves[random_.below(i + 1)]);
        for (const int move : moves) node.arms.push_back({move});
        return node;
    }

    void simulate(const State& root) {
        State state = root;
        path_.clear();
        int at = 0;
        while (!game_.over(state)) {
            const int chosen = choose(nodes_[at]);
            path_.emplace_back(at, chosen);
            State next;
            game_.play(state, nodes_[at].arms[chosen].move, next);
            state = next;
            const auto& arm = nodes_[at].arms[chosen];
            if (arm.child < 0) {
                if (arm.visits > 0 && !game_.over(state)) {
                    nodes_.push_back(expand(state));  // invalidates `arm`
                    nodes_[at].arms[chosen].child = static_cast<int>(nodes_.size()) - 1;
                }
                break;
            }
            at = arm.child;
        }
        while (!game_.over(state)) {
            State next;
            game_.play(state, game_.random_move(state, random_), next);
            state = next;
        }
        const int value = game_.value(state);
        const double result = (value > 0 ? 1.0 : 0.0) + scale_ * value;
        for (const auto& [node, arm] : path_) {
            ++nodes_[node].visits;
            nodes_[node].sum += result;
            ++nodes_[node].arms[arm].visits;
            nodes_[node].arms[arm].sum += result;
        }
    }

    int choose(const Node& node) const {
        const double mean = node.visits ? node.sum / node.visits : 0.5;
        const double untried = (node.side == 0 ? mean : 1 - mean) + optimism;
        const double log_visits = std::log(node.visits + 1.0);
        double best = -1e9;
        int chosen = 0;
        for (std::size_t i = 0; i < node.arms.size(); ++i) {
            const auto& arm = node.arms[i];
            double worth = untried;
            if (arm.visits) {
                const double average = arm.sum / arm.visits;
                worth = (node.side == 0 ? average : 1 - average) +
                        exploration * std::sqrt(log_visits / arm.visits);
            }
            if (worth > best) best = worth, chosen = static_cast<int>(i);
            if (!arm.visits) break;  // moves are tried in their (shuffled) order: all that follow are untried too, and alike
        }
        return chosen;
    }

    const G& game_;
    Random random_;
    double scale_;
    std::vector<Node> nodes_;
    std::vector<std::pair<int, int>> path_;
};

}  // namespace litslab
