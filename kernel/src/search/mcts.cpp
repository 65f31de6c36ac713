// Monte-Carlo tree search: a move within a time limit, long before exact search is possible.
//
// Upper confidence bounds for trees (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning",
// 2006), with
//   a prior        the game's own move score, standardised over the moves of a position, orders the
//                  first tries;
//   later moves    (AMAF) a move made later in a playout by the same side counts for the move made
//                  now, the less the more often the move itself was tried (Gelly and Silver,
//                  "Monte-Carlo tree search and rapid action value estimation in computer Go",
//                  2011): placements keep much of their worth while a game goes on;
//   the margin     a result is in part a win or a loss, in part the margin compared with the mean
//                  of all playouts, so that points count in decided positions too (the dynamic komi
//                  of Baudiš, "Balancing MCTS by dynamically adjusting the komi value", 2011);
//   proved bounds  of finished positions, and those that a game has of any position, are backed up
//                  with the means (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search",
//                  2010);
//   playouts       that prefer moves that gain much at once, if the game can tell.
// Several threads share the tree under one lock, which a thread leaves while it plays a game to its
// end. A move that a thread is trying counts as lost for the others, so that they try different
// ones (the virtual loss of Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search",
// 2008).
#include "search/mcts.hpp"

#include "core/elementary.hpp"
#include "core/limits.hpp"
#include "search/threads.hpp"

#include <algorithm>
#include <memory>
#ifndef __wasm__  // has one thread
#include <mutex>
#endif
#include <tuple>
#include <utility>

namespace litslab {
namespace {

// What a thread needs to play: positions of its own, and memory reused from playout to playout.
class Playout {
 public:
  Playout(std::unique_ptr<Positions> its_positions, Random its_random)
      : positions(std::move(its_positions)), random(its_random) {}

  struct Step {
    int node, arm;
  };

  std::unique_ptr<Positions> positions;
  Random random;
  std::vector<Step> path;
  std::vector<PlayedMove> played;
  std::vector<int> moves;

  void begin() {
    path.clear();
    played.clear();
    ++stamp_;
  }
  // Marks a move of this playout.
  void mark(const PlayedMove& made) {
    auto& stamps = stamps_[made.side];
    if (stamps.size() <= made.move) stamps.resize(made.move + 1, 0);
    stamps[made.move] = stamp_;
  }
  bool is_marked(int side, std::size_t move) const {
    return move < stamps_[side].size() && stamps_[side][move] == stamp_;
  }

 private:
  // By side and move: the last playout that made it.
  std::array<std::vector<std::uint32_t>, 2> stamps_;
  std::uint32_t stamp_ = 0;
};

#ifdef __wasm__  // has one thread
struct TreeLock {
  void lock() {}
  void unlock() {}
};
#else
// Held while a thread uses the tree. A single thread needs none.
class TreeLock {
 public:
  TreeLock(std::mutex& tree, bool is_shared) : lock_(tree, std::defer_lock), shared_(is_shared) {
    lock();
  }
  void lock() {
    if (shared_) lock_.lock();
  }
  void unlock() {
    if (shared_) lock_.unlock();
  }

 private:
  std::unique_lock<std::mutex> lock_;
  const bool shared_;
};
#endif

class Mcts final : public TreeSearch {
 public:
  Mcts(std::unique_ptr<Positions> positions, int value_limit, std::uint64_t seed)
      : scale_(std::sqrt(std::max(1, value_limit))), single_(std::move(positions), Random(seed)) {
    nodes_.push_back(expand(single_, root));
    if (!nodes_[0].arms.empty()) rate(*single_.positions, root, nodes_[0]);
    games_.resize(nodes_[0].arms.size());
  }

  void run(StopToken& stop, [[maybe_unused]] int threads) override {
    if (nodes_[0].arms.empty()) return;
#ifndef __wasm__
    is_shared_ = threads > 1;
    if (is_shared_) return run_in_threads(stop, threads);
#endif
    run_until_stopped(stop,
                      [&](NodeCounter& counter) { simulate_until_stopped(single_, counter); });
  }

  std::unique_ptr<TreeSearch> after(const std::vector<int>& moves) const override {
    int at = 0;
    int current = root;
    for (const int move : moves) {
      const auto& arms = nodes_[at].arms;
      const auto found = std::ranges::find(arms, move, &Arm::move);
      if (found == arms.end() || found->child < 0) return nullptr;
      at = found->child;
      single_.positions->play(current, move, next_of(current));
      current = next_of(current);
    }
    return std::unique_ptr<TreeSearch>(new Mcts(*this, at, single_.positions->from(current)));
  }

  std::uint64_t playouts() const override { return nodes_[0].visits; }
  Bounds proved() const override { return nodes_[0].bounds; }

  std::vector<MoveStatistics> moves() const override {
    std::vector<MoveStatistics> found;
    for (const int i : best_first(nodes_[0])) {
      const auto& arm = nodes_[0].arms[i];
      const auto& games = games_[i];
      const double mean = arm.visits ? arm.outlooks / arm.visits : 0.0;
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
  // The shares of a result: a win, a value above the mean, and the distance from the mean.
  static constexpr double win_share = 0.25, above_share = 0.15, distance_share = 0.6;
  // The unit of that distance, in units of `scale_`.
  static constexpr double distance_unit = 0.35;
  // The number of values 0 that the mean of all playouts begins with.
  static constexpr double even_values = 100;
  // The margin's share of an outlook, which is a win or a loss otherwise.
  static constexpr double margin_share = 0.3;
  static constexpr double prior_weight = 8;  // the number of tries that a move's prior counts for
  // One standard deviation of the move score, as a result.
  static constexpr double prior_spread = 0.1;
  // The speed at which a move's own tries outweigh those elsewhere.
  static constexpr double later_bias = 0.1;
  static constexpr std::uint32_t tries_to_expand = 2;
  // Of all nodes, some 170 MB; the tree grows no further.
  static constexpr std::size_t most_arms = 3'000'000;

  struct Arm {
    std::uint16_t move = 0;
    float prior = 0;  // the expected result above the mean of the node
    int child = -1;   // index into nodes_, once it has been visited often enough
    std::uint32_t visits = 0;
    std::uint32_t pending = 0;       // threads that are trying it
    std::uint32_t later_visits = 0;  // playouts in which the same side made the move here or later
    double sum = 0;                  // of results for side 0
    double later_sum = 0;
    double outlooks = 0;  // the sum of the outlooks for side 0, which the moves are shown with
    Bounds bounds{-unknown, unknown};
  };
  struct Node {
    int side = 0;
    std::uint32_t visits = 0;
    double sum = 0;
    Bounds bounds{-unknown, unknown};
    bool rated = false;     // the arms have priors
    std::vector<Arm> arms;  // best prior first, once they are rated
  };
  // The games that began with a move of the root.
  struct Games {
    std::uint32_t wins = 0;  // of side 0
    std::int64_t values = 0;
  };
  static constexpr int unknown = 30001;
  // The numbers of positions: after the root, a playout uses two in turn.
  static constexpr int root = 0, first_in_turn = 1, second_in_turn = 2, after_move = 3;

  static int next_of(int at) { return at == first_in_turn ? second_in_turn : first_in_turn; }

  // The part of another tree below one of its nodes, whose position is given.
  Mcts(const Mcts& whole, int top, std::unique_ptr<Positions> positions)
      : scale_(whole.scale_),
        single_(std::move(positions), whole.single_.random),
        values_(whole.values_),
        values_count_(whole.values_count_) {
    nodes_.push_back(whole.nodes_[top]);
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      arms_ += nodes_[at].arms.size();
      for (std::size_t i = 0; i < nodes_[at].arms.size(); ++i) {
        const int child = nodes_[at].arms[i].child;
        if (child < 0) continue;
        nodes_[at].arms[i].child = static_cast<int>(nodes_.size());
        nodes_.push_back(whole.nodes_[child]);
      }
    }
    if (!nodes_[0].rated && !nodes_[0].arms.empty()) rate(*single_.positions, root, nodes_[0]);
    games_.resize(nodes_[0].arms.size());
  }

#ifndef __wasm__
  void run_in_threads(StopToken& stop, int threads) {
    std::vector<Playout> others;
    for (int thread_id = 1; thread_id < threads; ++thread_id)
      others.emplace_back(single_.positions->from(root), Random(single_.random.next()));
    work_in_threads(threads, stop, [&](int thread_id) {
      try {
        NodeCounter counter(stop, thread_id == 0);
        simulate_until_stopped(thread_id == 0 ? single_ : others[thread_id - 1], counter);
      } catch (const Stopped&) {
      }
    });
  }
#endif

  // Ends by throwing Stopped.
  void simulate_until_stopped(Playout& playout, NodeCounter& counter) {
    for (;; counter.check()) {
      simulate(playout);
      counter.count();
    }
  }

  // The node of a position. Half of the nodes are never searched, so the priors come later.
  Node expand(Playout& playout, int at) {
    const Positions& positions = *playout.positions;
    auto& moves = playout.moves;
    Node node;
    if (positions.over(at)) {
      const int value = positions.value(at);
      node.bounds = {value, value};
      return node;
    }
    node.side = positions.side(at);
    node.bounds = positions.bounds(at).value_or(node.bounds);
    moves.clear();
    positions.legal(at, moves);
    for (int i = static_cast<int>(moves.size()) - 1; i > 0; --i)
      std::swap(moves[i], moves[playout.random.below(i + 1)]);
    node.arms.reserve(moves.size());
    for (const int move : moves) node.arms.push_back({static_cast<std::uint16_t>(move)});
    arms_ += node.arms.size();
    return node;
  }

  // Fills the priors of a position's node: standardised move scores, in results. Sorts by them.
  static void rate(Positions& positions, int at, Node& node) {
    node.rated = true;
    auto& arms = node.arms;
    for (Arm& arm : arms) arm.prior = static_cast<float>(positions.prior(at, arm.move, after_move));
    double mean = 0, square = 0;
    for (const Arm& arm : arms) mean += arm.prior;
    mean /= static_cast<double>(arms.size());
    for (const Arm& arm : arms) square += (arm.prior - mean) * (arm.prior - mean);
    const double deviation = std::sqrt(square / static_cast<double>(arms.size()));
    const double unit = deviation > 0 ? prior_spread / deviation : 0;
    const double most = 3 * prior_spread;
    for (Arm& arm : arms)
      arm.prior = static_cast<float>(std::clamp((arm.prior - mean) * unit, -most, most));
    std::ranges::stable_sort(arms, std::ranges::greater(), &Arm::prior);
  }

  void simulate(Playout& playout) {
    Positions& positions = *playout.positions;
    playout.begin();
    TreeLock lock = hold_tree();
    int current = root;  // the position
    const auto known = descend(playout, current);
    int value = 0;
    if (known) {
      value = *known;
    } else {
      lock.unlock();
      value = positions.finish_at_random(current, next_of(current), playout.random, playout.played);
      lock.lock();
    }
    back_up(playout, value);
  }

  // Goes down the tree by the best moves, and adds a node. `current` becomes the position reached.
  // Returns its value if that is known.
  std::optional<int> descend(Playout& playout, int& current) {
    Positions& positions = *playout.positions;
    for (int at = 0;;) {
      if (!nodes_[at].rated) rate(positions, current, nodes_[at]);
      const int chosen = choose(nodes_[at]);
      playout.path.push_back({at, chosen});
      const int move = nodes_[at].arms[chosen].move;
      ++nodes_[at].arms[chosen].pending;
      playout.played.push_back(
          {static_cast<std::uint8_t>(positions.side(current)), static_cast<std::uint16_t>(move)});
      positions.play_lightly(current, move, next_of(current));
      current = next_of(current);
      const auto& arm = nodes_[at].arms[chosen];
      if (arm.bounds.exact()) return arm.bounds.lower;
      if (arm.child < 0) {
        if (positions.over(current)) {
          const int value = positions.value(current);
          nodes_[at].arms[chosen].bounds = {value, value};
        } else if (arm.visits + 1 >= tries_to_expand && arms_ < most_arms) {
          nodes_.push_back(expand(playout, current));  // invalidates `arm`
          nodes_[at].arms[chosen].child = static_cast<int>(nodes_.size()) - 1;
        }
        return std::nullopt;
      }
      at = arm.child;
    }
  }

  void back_up(Playout& playout, int value) {
    auto& games = games_[playout.path[0].arm];
    games.wins += value > 0;
    games.values += value;
    const double result = result_of(value);
    const double outlook = outlook_of(value);
    for (const auto& step : playout.path) {
      auto& node = nodes_[step.node];
      auto& arm = node.arms[step.arm];
      --arm.pending;
      ++node.visits;
      node.sum += result;
      ++arm.visits;
      arm.sum += result;
      arm.outlooks += outlook;
    }
    back_up_later_moves(playout, result);
    back_up_bounds(playout);
  }

  // Counts a value for the mean of all playouts, and returns its result.
  double result_of(int value) {
    values_ += value;
    ++values_count_;
    const double mean =
        static_cast<double>(values_) / (static_cast<double>(values_count_) + even_values);
    const double distance = hyperbolic_tangent((value - mean) / (distance_unit * scale_));
    return win_share * (value > 0 ? 1 : 0) + above_share * (value > mean ? 1 : 0) +
           distance_share * (0.5 + 0.5 * distance);
  }

  double outlook_of(int value) const {
    const double win = value > 0 ? 1.0 : 0.0;
    const double margin = 0.5 + 0.5 * hyperbolic_tangent(value / scale_);
    return (1 - margin_share) * win + margin_share * margin;
  }

  // Goes backwards through the playout, so that at each node the moves from there on are marked.
  void back_up_later_moves(Playout& playout, double result) {
    for (std::size_t i = playout.played.size(); i-- > 0;) {
      playout.mark(playout.played[i]);
      if (i >= playout.path.size()) continue;
      auto& node = nodes_[playout.path[i].node];
      for (auto& arm : node.arms)
        if (playout.is_marked(node.side, arm.move)) {
          ++arm.later_visits;
          arm.later_sum += result;
        }
    }
  }

  void back_up_bounds(const Playout& playout) {
    for (std::size_t i = playout.path.size(); i-- > 0;) {
      auto& node = nodes_[playout.path[i].node];
      auto& arm = node.arms[playout.path[i].arm];
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
      found.lower = maximise ? std::max(found.lower, arm.bounds.lower)
                             : std::min(found.lower, arm.bounds.lower);
      found.upper = maximise ? std::max(found.upper, arm.bounds.upper)
                             : std::min(found.upper, arm.bounds.upper);
    }
    return {std::max(found.lower, node.bounds.lower), std::min(found.upper, node.bounds.upper)};
  }

  // Returns whether a move is proved to lose, or to be worse than another one.
  static bool is_proved_worse(const Arm& arm, const Node& node) {
    const Bounds& b = arm.bounds;
    if (node.side == 0) return b.upper < 0 || (b.exact() && b.upper < node.bounds.lower);
    return b.lower > 0 || (b.exact() && b.lower > node.bounds.upper);
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
      const double n = arm.visits + arm.pending;
      const double later = maximise ? arm.later_sum : arm.later_visits - arm.later_sum;
      const double tries = prior_weight + arm.later_visits;
      const double guess = (later + prior_weight * (base + arm.prior)) / tries;
      double worth = guess;
      if (n > 0) {
        const double lost = arm.pending;  // for the side to move
        const double own = maximise ? arm.sum / n : 1 - (arm.sum + lost) / n;
        const double beta = tries / (n + tries + n * tries * later_bias);
        worth = beta * guess + (1 - beta) * own;
      }
      worth += exploration * std::sqrt(log_visits / (n + 1));
      // Such a move is tried only if nothing else is left.
      if (is_proved_worse(arm, node)) worth -= 10;
      if (worth > best) {
        best = worth;
        chosen = static_cast<int>(i);
      }
    }
    return chosen;
  }

  // The arms: first those proved to win, the highest first; last those proved to lose; the others
  // by visits.
  std::vector<int> best_first(const Node& node) const {
    const bool maximise = node.side == 0;
    const auto rank = [&](int i) {
      const auto& arm = node.arms[i];
      const int sure = maximise ? arm.bounds.lower : -arm.bounds.upper;
      const int hope = maximise ? arm.bounds.upper : -arm.bounds.lower;
      int outlook = 0;
      if (sure > 0) outlook = sure;
      if (hope < 0) outlook = hope - unknown;
      const double mean = arm.visits ? arm.sum / arm.visits : 0.5;
      return std::make_tuple(-outlook, -static_cast<std::int64_t>(arm.visits),
                             maximise ? -mean : mean, i);
    };
    std::vector<int> order(node.arms.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::ranges::sort(order, {}, rank);
    return order;
  }

#ifdef __wasm__
  TreeLock hold_tree() { return {}; }
#else
  TreeLock hold_tree() { return {tree_, is_shared_}; }

  std::mutex tree_;
#endif
  bool is_shared_ = false;  // several threads are running
  double scale_;
  std::vector<Node> nodes_;
  std::size_t arms_ = 0;
  std::vector<Games> games_;
  Playout single_;           // of the calling thread
  std::int64_t values_ = 0;  // the sum over all playouts
  std::uint64_t values_count_ = 0;
};

}  // namespace

std::unique_ptr<TreeSearch> monte_carlo_search(std::unique_ptr<Positions> positions,
                                               int value_limit, std::uint64_t seed) {
  return std::make_unique<Mcts>(std::move(positions), value_limit, seed);
}

}  // namespace litslab
