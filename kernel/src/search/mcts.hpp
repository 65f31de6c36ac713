// Monte-Carlo tree search: a move within a time limit, long before exact search is within reach.
//
// Upper confidence bounds for trees (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006), with
//   a prior        the game's own move score, standardised over the moves of a position, says which to try first;
//   AMAF           a move made later in a playout by the same side counts for the move made now, the less the more often
//                  the move itself was tried (Gelly and Silver, "Monte-Carlo tree search and rapid action value
//                  estimation in computer Go", 2011): placements keep much of their worth while a game goes on;
//   the margin     a result is a win or a loss, and in part how high;
//   proved bounds  of finished positions, and of those that bounds or a small exact search settle, are backed up beside
//                  the means (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010);
//   playouts       that prefer the moves that gain most at once, where the game can tell quickly.
#pragma once

#include "core/random.hpp"
#include "search/engine.hpp"
#include "search/game.hpp"
#include "search/search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

namespace litslab {

#ifdef LITSLAB_TUNE
inline double tune(const char* name, double otherwise) {
    const char* text = std::getenv(name);
    return text ? std::atof(text) : otherwise;
}
#else
constexpr double tune(const char*, double otherwise) { return otherwise; }
#endif

// A game whose playouts prefer what gains at once.
//   playout_move(state, random)     a legal move, drawn with a preference
template <class G>
concept PrefersGains = requires(const G& game, const typename G::State& state, Random& random) {
    { game.playout_move(state, random) } -> std::same_as<int>;
};

// A game that rates the moves of a position without making them.
//   rate_moves(state, moves, ratings)  how good each looks to its mover, in any unit
template <class G>
concept RatesMoves = requires(const G& game, const typename G::State& state, const std::vector<int>& moves,
                              std::vector<float>& ratings) {
    { game.rate_moves(state, moves, ratings) } -> std::same_as<void>;
};

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
        try {
            NodeCounter counter(stop);
            for (;;) {
                simulate();
                counter.count();
                counter.check();
            }
        } catch (const Stopped&) {
        }
    }

    std::uint64_t playouts() const override { return nodes_[0].visits; }
    Bounds proved() const override { return nodes_[0].bounds; }

    std::vector<MoveStatistics> moves() const override {
        std::vector<MoveStatistics> found;
        for (const int i : best_first(nodes_[0])) {
            const auto& arm = nodes_[0].arms[i];
            const auto& games = games_[i];
            found.push_back({arm.move, arm.visits, games.wins, games.values, arm.visits ? arm.sum / arm.visits : 0.0, arm.bounds});
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
    const double exploration = tune("EXPLORE", 0.3);
    const double margin_share = tune("MARGIN", 0.3);  // of a result: how much of it is the margin
    const double prior_weight = tune("PRIORW", 8);    // an untried move's prior counts as this many tries
    const double prior_spread = tune("PRIORS", 0.1);  // what one standard deviation of the move score is worth
    const double amaf_bias = tune("AMAFB", 0.1);
    const double use_amaf = tune("AMAF", 1);
    const double expand_at = tune("EXPAND", 2);
    static constexpr std::size_t most_arms = 3'000'000;  // of all nodes: then the tree grows no more

    struct Arm {
        std::uint16_t move = 0;
        float prior = 0;  // what the move is expected to be above the mean of its node
        int child = -1;   // index into nodes_, once it has been visited often enough
        std::uint32_t visits = 0;
        std::uint32_t amaf_visits = 0;
        float amaf_sum = 0;  // of results for side 0
        double sum = 0;      // of results for side 0
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
    struct Step {
        int node, arm;
    };
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
        for (int i = static_cast<int>(moves_.size()) - 1; i > 0; --i) std::swap(moves_[i], moves_[random_.below(i + 1)]);
        rate(state);
        node.arms.resize(moves_.size());
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            node.arms[i].move = static_cast<std::uint16_t>(moves_[i]);
            node.arms[i].prior = ratings_[i];
        }
        std::stable_sort(node.arms.begin(), node.arms.end(),
                         [](const Arm& a, const Arm& b) { return a.prior > b.prior; });
        arms_ += node.arms.size();
        return node;
    }

    // Fills `ratings_`: standardised move scores, in results.
    void rate(const State& state) {
        ratings_.assign(moves_.size(), 0);
        if constexpr (RatesMoves<G>) {
            game_.rate_moves(state, moves_, ratings_);
        } else {
            for (std::size_t i = 0; i < moves_.size(); ++i) {
                game_.play(state, moves_[i], states_[0]);
                ratings_[i] = static_cast<float>(game_.move_score(state, moves_[i], states_[0]));
            }
        }
        double mean = 0, square = 0;
        for (const auto r : ratings_) mean += r;
        mean /= static_cast<double>(ratings_.size());
        for (const auto r : ratings_) square += (r - mean) * (r - mean);
        const double deviation = std::sqrt(square / static_cast<double>(ratings_.size()));
        const double unit = deviation > 0 ? prior_spread / deviation : 0;
        for (auto& r : ratings_) r = static_cast<float>(std::clamp((r - mean) * unit, -3 * prior_spread, 3 * prior_spread));
    }

    void simulate() {
        path_.clear();
        played_.clear();
        states_[0] = root_;
        int current = 0, at = 0, value = 0;
        bool known = false;
        const auto play = [&](int move) {
            played_.push_back({static_cast<std::uint8_t>(game_.side(states_[current])), static_cast<std::uint16_t>(move)});
            game_.play(states_[current], move, states_[current ^ 1]);
            current ^= 1;
        };
        for (;;) {
            const int chosen = choose(nodes_[at]);
            path_.push_back({at, chosen});
            play(nodes_[at].arms[chosen].move);
            const auto& arm = nodes_[at].arms[chosen];
            if (arm.bounds.exact()) {
                value = arm.bounds.lower;
                known = true;
                break;
            }
            if (arm.child < 0) {
                const bool over = game_.over(states_[current]);
                if (over || (arm.visits + 1 >= expand_at && arms_ < most_arms)) {
                    const State here = states_[current];
                    Node child = expand(here);
                    if (over) {
                        nodes_[at].arms[chosen].bounds = child.bounds;
                        value = child.bounds.lower;
                        known = true;
                    } else {
                        nodes_.push_back(std::move(child));  // invalidates `arm`
                        nodes_[at].arms[chosen].child = static_cast<int>(nodes_.size()) - 1;
                        states_[current] = here;
                    }
                }
                break;
            }
            at = arm.child;
        }
        if (!known) {
            while (!game_.over(states_[current])) {
                if constexpr (PrefersGains<G>)
                    play(game_.playout_move(states_[current], random_));
                else
                    play(game_.random_move(states_[current], random_));
            }
            value = game_.value(states_[current]);
        }
        back_up(value);
    }

    void back_up(int value) {
        auto& games = games_[path_[0].arm];
        games.wins += value > 0;
        games.values += value;
        const double result = (1 - margin_share) * (value > 0 ? 1.0 : 0.0) + margin_share * (0.5 + 0.5 * std::tanh(value / scale_));
        for (std::size_t i = 0; i < path_.size(); ++i) {
            auto& node = nodes_[path_[i].node];
            auto& arm = node.arms[path_[i].arm];
            ++node.visits, node.sum += result;
            ++arm.visits, arm.sum += result;
        }
        if (use_amaf > 0) {
            ++stamp_;
            for (std::size_t i = played_.size(); i-- > 0;) {
                auto& last = last_played_[played_[i].side];
                if (last.size() <= played_[i].move) last.resize(played_[i].move + 1, 0);
                last[played_[i].move] = stamp_;
                if (i >= path_.size()) continue;
                auto& node = nodes_[path_[i].node];
                const auto& seen = last_played_[node.side];
                for (auto& arm : node.arms)
                    if (arm.move < seen.size() && seen[arm.move] == stamp_) {
                        ++arm.amaf_visits;
                        arm.amaf_sum += static_cast<float>(result);
                    }
            }
        }
        for (std::size_t i = path_.size(); i-- > 0;) {
            auto& node = nodes_[path_[i].node];
            auto& arm = node.arms[path_[i].arm];
            if (arm.child >= 0) arm.bounds = nodes_[arm.child].bounds;
            if (arm.bounds.lower == -unknown && arm.bounds.upper == unknown) break;
            node.bounds = bounds_of(node);
        }
    }

    // What is proved of a node by its moves.
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
        const double log_visits = std::log(node.visits + 1.0);
        double best = -1e9;
        int chosen = 0;
        for (std::size_t i = 0; i < node.arms.size(); ++i) {
            const auto& arm = node.arms[i];
            const double n = arm.visits;
            const double amaf = use_amaf > 0 ? (maximise ? arm.amaf_sum : arm.amaf_visits - arm.amaf_sum) : 0;
            const double tries = prior_weight + (use_amaf > 0 ? arm.amaf_visits : 0);
            const double guess = (amaf + prior_weight * (base + arm.prior)) / tries;
            double worth = guess;
            if (arm.visits) {
                const double own = maximise ? arm.sum / n : 1 - arm.sum / n;
                const double beta = tries / (n + tries + n * tries * amaf_bias);
                worth = beta * guess + (1 - beta) * own;
            }
            worth += exploration * std::sqrt(log_visits / (n + 1));
            // What is proved to be no better than another move is tried only where nothing else is left.
            if (maximise ? arm.bounds.upper < 0 || (arm.bounds.exact() && arm.bounds.upper < node.bounds.lower)
                         : arm.bounds.lower > 0 || (arm.bounds.exact() && arm.bounds.lower > node.bounds.upper))
                worth -= 10;
            if (worth > best) best = worth, chosen = static_cast<int>(i);
        }
        return chosen;
    }

    // The arms: first those proved to win, the higher the better; last those proved to lose; between them by visits.
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
        std::sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
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
    std::vector<Step> path_;
    std::vector<Played> played_;
    std::vector<int> moves_;
    std::vector<float> ratings_;
    std::array<std::vector<std::uint32_t>, 2> last_played_;  // by side and move: the last playout that made it
    std::uint32_t stamp_ = 0;
};

}  // namespace litslab
