// Monte-Carlo tree search: a move within a time limit, long before exact search is possible.
//
// Upper confidence bounds for trees (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006), with
//   a prior        the game's own move score, standardised over the moves of a position, orders the first tries;
//   later moves    (AMAF) a move made later in a playout by the same side counts for the move made now, the less the
//                  more often the move itself was tried (Gelly and Silver, "Monte-Carlo tree search and rapid action
//                  value estimation in computer Go", 2011): placements keep much of their worth while a game goes on;
//   the margin     a result is a win or a loss, and in part its margin;
//   proved bounds  of finished positions, and those that a game has of any position, are backed up with the means
//                  (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010);
//   playouts       that prefer moves that gain much at once, if the game has `quick_gain`.
#pragma once

#include "core/elementary.hpp"
#include "search/search.hpp"

#include <tuple>
#include <utility>

namespace litslab {

template <PlayableGame G>
class Mcts final : public TreeSearch {
public:
    using State = typename G::State;

    Mcts(const G& game, State root, std::uint64_t seed)
        : game_(game), root_(std::move(root)), random_(seed), scale_(std::sqrt(std::max(1, game.value_limit()))) {
        nodes_.push_back(expand(root_));
        games_.resize(nodes_[0].arms.size());
    }

    void run(StopToken& stop) override {
        if (nodes_[0].arms.empty()) return;
        run_until_stopped(stop, [&](NodeCounter& counter) {
            for (;; counter.check()) {
                simulate();
                counter.count();
            }
        });
    }

    std::uint64_t playouts() const override { return nodes_[0].visits; }
    Bounds proved() const override { return nodes_[0].bounds; }

    std::vector<MoveStatistics> moves() const override {
        std::vector<MoveStatistics> found;
        for (const int i : best_first(nodes_[0])) {
            const auto& arm = nodes_[0].arms[i];
            const auto& games = games_[i];
            const double mean = arm.visits ? arm.sum / arm.visits : 0.0;
            found.push_back({arm.move, arm.visits, games.wins, games.values, mean, arm.bounds});
        }
        return found;
    }

    std::vector<int> line() const override {
        std::vector<int> found;
        for (int at = 0; at >= 0;) {
            const auto& node = nodes_[at];
            if (node.arms.empty()) break;
            const auto& best = node.arms[best_first(node).front()];
            if (!best.visits) break;
            found.push_back(best.move);
            at = best.child;
        }
        return found;
    }

private:
    static constexpr double exploration = 0.3;
    static constexpr double margin_share = 0.3;  // the margin's share of a result
    static constexpr double prior_weight = 8;    // the number of tries that a move's prior counts for
    static constexpr double prior_spread = 0.1;  // one standard deviation of the move score, as a result
    static constexpr double later_bias = 0.1;     // the speed at which a move's own tries outweigh those elsewhere
    static constexpr int tournament = 3;         // a playout makes the best of this many random moves
    static constexpr std::uint32_t tries_to_expand = 2;
    static constexpr std::size_t most_arms = 3'000'000;  // of all nodes, some 150 MB; the tree grows no further

    struct Arm {
        std::uint16_t move = 0;
        float prior = 0;  // the expected result above the mean of the node
        int child = -1;   // index into nodes_, once it has been visited often enough
        std::uint32_t visits = 0;
        std::uint32_t later_visits = 0;  // playouts in which the same side made the move here or later
        double sum = 0;                  // of results for side 0
        double later_sum = 0;
        Bounds bounds{-unknown, unknown};
    };
    struct Node {
        int side = 0;
        std::uint32_t visits = 0;
        double sum = 0;
        Bounds bounds{-unknown, unknown};
        std::vector<Arm> arms;  // best prior first
    };
    // The games that began with a move of the root.
    struct Games {
        std::uint32_t wins = 0;  // of side 0
        std::int64_t values = 0;
    };
    struct Step { int node, arm; };
    static constexpr int unknown = 30001;

    Node expand(const State& state) {
        Node node;
        if (game_.over(state)) {
            const int value = game_.value(state);
            node.bounds = {value, value};
            return node;
        }
        node.side = game_.side(state);
        if constexpr (Bounding<G> && !Reducing<G>) node.bounds = game_.bounds(state);
        moves_.clear();
        game_.legal(state, moves_);
        for (int i = static_cast<int>(moves_.size()) - 1; i > 0; --i)
            std::swap(moves_[i], moves_[random_.below(i + 1)]);
        for (const int move : moves_) node.arms.push_back({static_cast<std::uint16_t>(move)});
        rate(state, node.arms);
        std::ranges::stable_sort(node.arms, std::ranges::greater(), &Arm::prior);
        arms_ += node.arms.size();
        return node;
    }

    // Fills the priors: standardised move scores, in results.
    void rate(const State& state, std::vector<Arm>& arms) {
        for (Arm& arm : arms) {
            game_.play(state, arm.move, child_);
            arm.prior = static_cast<float>(game_.move_score(state, arm.move, child_));
        }
        double mean = 0, square = 0;
        for (const Arm& arm : arms) mean += arm.prior;
        mean /= static_cast<double>(arms.size());
        for (const Arm& arm : arms) square += (arm.prior - mean) * (arm.prior - mean);
        const double deviation = std::sqrt(square / static_cast<double>(arms.size()));
        const double unit = deviation > 0 ? prior_spread / deviation : 0;
        const double most = 3 * prior_spread;
        for (Arm& arm : arms) arm.prior = static_cast<float>(std::clamp((arm.prior - mean) * unit, -most, most));
    }

    void simulate() {
        path_.clear();
        played_.clear();
        states_[0] = root_;
        int current = 0, at = 0;
        const auto play = [&](int move) {
            const int side = game_.side(states_[current]);
            played_.push_back({static_cast<std::uint8_t>(side), static_cast<std::uint16_t>(move)});
            game_.play(states_[current], move, states_[current ^ 1]);
            current ^= 1;
        };
        for (;;) {
            const int chosen = choose(nodes_[at]);
            path_.push_back({at, chosen});
            play(nodes_[at].arms[chosen].move);
            const auto& arm = nodes_[at].arms[chosen];
            if (arm.bounds.exact()) return back_up(arm.bounds.lower);
            if (arm.child < 0) {
                const State& here = states_[current];
                if (game_.over(here)) {
                    nodes_[at].arms[chosen].bounds = {game_.value(here), game_.value(here)};
                } else if (arm.visits + 1 >= tries_to_expand && arms_ < most_arms) {
                    nodes_.push_back(expand(here));  // invalidates `arm`
                    nodes_[at].arms[chosen].child = static_cast<int>(nodes_.size()) - 1;
                }
                break;
            }
            at = arm.child;
        }
        while (!game_.over(states_[current])) play(playout_move(states_[current]));
        back_up(game_.value(states_[current]));
    }

    // The best of a few random moves.
    int playout_move(const State& state) {
        int chosen = game_.random_move(state, random_);
        if constexpr (requires { game_.quick_gain(state, chosen); }) {
            int best = game_.quick_gain(state, chosen);
            for (int i = 1; i < tournament; ++i) {
                const int move = game_.random_move(state, random_);
                if (const int gain = game_.quick_gain(state, move); gain > best) best = gain, chosen = move;
            }
        }
        return chosen;
    }

    void back_up(int value) {
        auto& games = games_[path_[0].arm];
        games.wins += value > 0;
        games.values += value;
        const double win = value > 0 ? 1.0 : 0.0, margin = 0.5 + 0.5 * hyperbolic_tangent(value / scale_);
        const double result = (1 - margin_share) * win + margin_share * margin;
        for (const auto& step : path_) {
            auto& node = nodes_[step.node];
            auto& arm = node.arms[step.arm];
            ++node.visits, node.sum += result;
            ++arm.visits, arm.sum += result;
        }
        back_up_later_moves(result);
        back_up_bounds();
    }

    // Goes backwards through the playout, so that at each node the moves from there on have this playout's stamp.
    void back_up_later_moves(double result) {
        ++stamp_;
        for (std::size_t i = played_.size(); i-- > 0;) {
            auto& stamps = stamps_[played_[i].side];
            if (stamps.size() <= played_[i].move) stamps.resize(played_[i].move + 1, 0);
            stamps[played_[i].move] = stamp_;
            if (i >= path_.size()) continue;
            auto& node = nodes_[path_[i].node];
            const auto& made = stamps_[node.side];
            for (auto& arm : node.arms)
                if (arm.move < made.size() && made[arm.move] == stamp_) {
                    ++arm.later_visits;
                    arm.later_sum += result;
                }
        }
    }

    void back_up_bounds() {
        for (std::size_t i = path_.size(); i-- > 0;) {
            auto& node = nodes_[path_[i].node];
            auto& arm = node.arms[path_[i].arm];
            if (arm.child >= 0) arm.bounds = nodes_[arm.child].bounds;
            if (arm.bounds.lower == -unknown && arm.bounds.upper == unknown) return;
            node.bounds = bounds_of(node);
        }
    }

    // The bounds of a node that its moves prove.
    static Bounds bounds_of(const Node& node) {
        const bool maximise = node.side == 0;
        Bounds found = maximise ? Bounds{-unknown, -unknown} : Bounds{unknown, unknown};
        for (const auto& arm : node.arms) {
            found.lower = maximise ? std::max(found.lower, arm.bounds.lower) : std::min(found.lower, arm.bounds.lower);
            found.upper = maximise ? std::max(found.upper, arm.bounds.upper) : std::min(found.upper, arm.bounds.upper);
        }
        return {std::max(found.lower, node.bounds.lower), std::min(found.upper, node.bounds.upper)};
    }

    int choose(const Node& node) const {
        const bool maximise = node.side == 0;
        const double mean = node.visits ? node.sum / node.visits : 0.5;
        const double base = maximise ? mean : 1 - mean;
        const double log_visits = natural_logarithm(node.visits + 1.0);
        double best = -1e9;
        int chosen = 0;
        for (std::size_t i = 0; i < node.arms.size(); ++i) {
            const auto& arm = node.arms[i];
            const double n = arm.visits;
            const double later = maximise ? arm.later_sum : arm.later_visits - arm.later_sum;
            const double tries = prior_weight + arm.later_visits;
            const double guess = (later + prior_weight * (base + arm.prior)) / tries;
            double worth = guess;
            if (arm.visits) {
                const double own = maximise ? arm.sum / n : 1 - arm.sum / n;
                const double beta = tries / (n + tries + n * tries * later_bias);
                worth = beta * guess + (1 - beta) * own;
            }
            worth += exploration * std::sqrt(log_visits / (n + 1));
            // A move that is proved to be no better than another is tried only if nothing else is left.
            if (maximise ? arm.bounds.upper < 0 || (arm.bounds.exact() && arm.bounds.upper < node.bounds.lower)
                         : arm.bounds.lower > 0 || (arm.bounds.exact() && arm.bounds.lower > node.bounds.upper))
                worth -= 10;
            if (worth > best) best = worth, chosen = static_cast<int>(i);
        }
        return chosen;
    }

    // The arms: first those proved to win, the highest first; last those proved to lose; the others by visits.
    std::vector<int> best_first(const Node& node) const {
        const bool maximise = node.side == 0;
        const auto rank = [&](int i) {
            const auto& arm = node.arms[i];
            const int sure = maximise ? arm.bounds.lower : -arm.bounds.upper;
            const int hope = maximise ? arm.bounds.upper : -arm.bounds.lower;
            const int outlook = sure > 0 ? sure : hope < 0 ? hope - unknown : 0;
            const double mean = arm.visits ? arm.sum / arm.visits : 0.5;
            return std::make_tuple(-outlook, -static_cast<std::int64_t>(arm.visits), maximise ? -mean : mean, i);
        };
        std::vector<int> order(node.arms.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        std::ranges::sort(order, {}, rank);
        return order;
    }

    struct Played {
        std::uint8_t side;
        std::uint16_t move;
    };

    const G& game_;
    const State root_;
    Random random_;
    double scale_;
    std::vector<Node> nodes_;
    std::size_t arms_ = 0;
    std::vector<Games> games_;
    // Reused from playout to playout:
    std::array<State, 2> states_;
    State child_;
    std::vector<Step> path_;
    std::vector<Played> played_;
    std::vector<int> moves_;
    std::array<std::vector<std::uint32_t>, 2> stamps_;  // by side and move: the last playout that made it
    std::uint32_t stamp_ = 0;
};

}  // namespace litslab
