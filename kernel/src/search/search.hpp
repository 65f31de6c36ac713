// Exact game values by null-window search: one template for every game.
//
// A null-window query asks "is the value at least t?" for an odd t. A result >= t is a lower bound
// of the value, a result < t an upper bound. The driver queries until the two bounds meet, so it
// has proved bounds whenever it is stopped.
#pragma once

#include "core/limits.hpp"
#include "search/checks.hpp"
#include "search/game.hpp"
#include "search/transposition.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace litslab {

// A node whose children are being searched, as the table knows it.
struct OpenNode {
  Key key;
  int target;
  int offset = 0;
};

// Thrown to leave the tree below a node that another thread has decided.
struct DecidedElsewhere {
  const OpenNode* node;
  int bound;
};

// Shared by the searches of all widths in one thread.
struct SearchContext {
  TranspositionTable& table;
  NodeCounter& counter;
  BusyMoves* busy = nullptr;  // moves that other threads are searching, if there are any
  CheckBudget checks{};       // of a checked build

  // With several threads: the nodes from the root to the present one, and at how many nodes to look
  // them up again.
  std::vector<const OpenNode*> open_nodes{};
  std::uint64_t next_look_up = 0;

  // Two moves for each depth, by their external ids, if known: the one to try first in the next
  // node, and the one that has decided the last node in its mover's favour. For games that share
  // replies.
  struct Reply {
    int suggested = TableEntry::no_move;
    int winner = TableEntry::no_move;
  };
  std::vector<Reply> replies{};
  Reply& reply_at(int ply) {
    if (static_cast<int>(replies.size()) <= ply) replies.resize(ply + 1);
    return replies[ply];
  }
};

template <Game G>
class Search {
 public:
  using State = typename G::State;

  Search(const G& game, SearchContext& context) : game_(game), context_(context) {}

  // Answers a null-window query for a position as it is on the board.
  int query(State s, int target, int ply = 0) {
    if constexpr (Reducing<G>) {
      if (game_.over(s)) return game_.value(s);
      if constexpr (checked) {
        State reduced = s;
        game_.reduce(reduced, target);
        NodeCheck<G>::check_reduction(game_, s, reduced, target, context_.checks);
      }
      game_.reduce(s, target);
    }
    return clipped(search(s, target, ply), target);
  }

  // Answers a query for a state that is not over. `known` is its key if it has been computed
  // already.
  int expand(const State& s, int target, int ply, int weight, const Key* known = nullptr) {
    if constexpr (TwoPhased<G>)
      if (game_.in_second_phase(s)) return query_second_phase(s, target, ply);
    if constexpr (checked) {
      const NodeCheck<G> check(game_, s, target, context_.table, context_.checks);
      const int bound = expand_unchecked(s, target, ply, weight, known);
      check.check_answer(bound);
      return bound;
    }
    return expand_unchecked(s, target, ply, weight, known);
  }

 private:
  int expand_unchecked(const State& s, int target, int ply, int weight, const Key* known) {
    if (context_.busy) leave_decided_node();
    Node node(s, target, ply, game_.side(s) == 0, frame_at(ply));
    if constexpr (SharesReplies<G>)
      if (const auto bound = search_suggested(node, weight, known)) return *bound;
    if (const auto bound = bound_by_moves(node)) return *bound;
    if (const auto bound = look_up(node, known)) return *bound;
    if constexpr (Narrowable<G>)
      if (game_.should_narrow(s, weight, static_cast<int>(node.frame.moves.size())))
        return expand_narrower(node, weight);
    const bool decided = search_table_move(node) || make_children(node);
    if (!decided) search_children(node);
    return finish(node);
  }

  struct Candidate {
    std::int32_t score;
    std::uint16_t id, slot;
    // Best first; ties in the table's order.
    friend bool operator<(const Candidate& a, const Candidate& b) {
      return a.score != b.score ? a.score > b.score : a.id < b.id;
    }
  };

  // Memory of one depth, reused from node to node.
  struct Frame {
    std::vector<Move> moves, sorted;
    std::vector<State> children;
    std::vector<Key> keys;  // of the children, if they are looked up
    std::vector<Candidate> order;
    State child;
    std::array<int, 2> killers{-1, -1};  // the last two moves that ended a node of this depth
  };

  // A node while it is searched.
  struct Node : OpenNode {
    const State& state;
    const int ply;
    const bool maximise;
    Frame& frame;
    int best;  // of all moves that have been decided, for the mover
    std::uint64_t nodes_before = 0;
    TableEntry entry;
    std::uint16_t table_move = TableEntry::no_move;
    int winner = -1;  // the move that has answered the query in the mover's favour
    // The refutation of one of the moves, and the gain of that move.
    int reply = TableEntry::no_move;
    int reply_to_gain = 0;

    Node(const State& s, int target_, int ply_, bool maximise_, Frame& frame_)
        : OpenNode{{}, target_},
          state(s),
          ply(ply_),
          maximise(maximise_),
          frame(frame_),
          best(maximise ? -30001 : 30001) {}

    // Returns whether a value answers the query in the mover's favour.
    bool good(int value) const { return maximise ? value >= target : value < target; }
    void raise(int value) { best = maximise ? std::max(best, value) : std::min(best, value); }
    // The mover's lower estimate and upper estimate, of bounds.
    int guaranteed(const Bounds& b) const { return maximise ? b.lower : b.upper; }
    int optimistic(const Bounds& b) const { return maximise ? b.upper : b.lower; }
    int tightened(int upper_estimate, const Bounds& b) const {
      return maximise ? std::min(upper_estimate, b.upper) : std::max(upper_estimate, b.lower);
    }
  };

  Frame& frame_at(int ply) {
    if (static_cast<int>(frames_.size()) <= ply) frames_.resize(ply + 1);
    return frames_[ply];  // a deque: references stay valid while deeper frames are added
  }

  // A null-window query inside the tree.
  int search(const State& s, int target, int ply, const Key* known = nullptr) {
    if constexpr (!Reducing<G>) context_.counter.count();
    if (game_.over(s)) return game_.value(s);
    if constexpr (Reducing<G> || BoundsForQueries<G>)
      if (const auto bound = game_.bounds(s).answer(target)) return *bound;
    return expand(s, target, ply, game_.weight(s), known);
  }

  // Lists the moves. A move that is certainly good decides the node; certainly bad ones are
  // dropped.
  std::optional<int> bound_by_moves(Node& node) const {
    auto& moves = node.frame.moves;
    moves.clear();
    game_.moves(node.state, node.target, moves);
    std::size_t kept = 0;
    for (const auto& m : moves) {
      const Bounds b{m.lower, m.upper};
      if (node.good(node.guaranteed(b))) return node.guaranteed(b);
      if (!node.good(node.optimistic(b))) {
        node.raise(node.optimistic(b));
        continue;
      }
      moves[kept] = m;
      ++kept;
    }
    moves.resize(kept);
    if (moves.empty()) return node.best;
    begin(node);
    return std::nullopt;
  }

  void begin(Node& node) const {
    node.offset = game_.offset(node.state);
    node.nodes_before = context_.counter.total();
  }

  // Before its moves are listed, a node is searched with the reply that has refuted the move tried
  // before the one that leads here. It mostly refutes this one as well.
  std::optional<int> search_suggested(Node& node, int weight, const Key*& known)
    requires SharesReplies<G>
  {
    const int external = std::exchange(context_.reply_at(node.ply), {}).suggested;
    if (external == TableEntry::no_move || !game_.worth_suggesting(weight)) return std::nullopt;
    const int id = game_.internal_id(external);
    if (id < 0 || !game_.is_legal(node.state, id)) return std::nullopt;
    if constexpr (BoundsForQueries<G>) {
      // If bounds answer at once, the node is neither looked up nor stored.
      play(node.state, id, node.target, node.frame.child);
      if (const auto bound = refuted_at_once(node, external)) return bound;
    }
    begin(node);
    if (const auto bound = look_up(node, known)) return bound;
    known = &node.key;
    if constexpr (!BoundsForQueries<G>) play(node.state, id, node.target, node.frame.child);
    const int value = clipped(search(node.frame.child, node.target, node.ply + 1), node.target);
    node.raise(value);
    if (!node.good(value)) return std::nullopt;
    node.entry.move = static_cast<std::uint16_t>(external);
    return finish(node);
  }

  // A bound if the child after a suggested reply is certainly good.
  std::optional<int> refuted_at_once(const Node& node, int external)
    requires SharesReplies<G> && BoundsForQueries<G>
  {
    const State& child = node.frame.child;
    const Bounds b =
        game_.over(child) ? Bounds{game_.value(child), game_.value(child)} : game_.bounds(child);
    if (!node.good(node.guaranteed(b))) return std::nullopt;
    context_.reply_at(node.ply).winner = external;
    return node.guaranteed(b);
  }

  // Looks the node up. The entry may decide it, or name a move to begin with.
  std::optional<int> look_up(Node& node, const Key* known) const {
    node.key = known ? *known : game_.key(node.state);
    if (const auto entry = context_.table.find(node.key)) {
      if (const auto bound = entry->bounds(node.offset).answer(node.target)) return bound;
      node.table_move = entry->move;
    }
    return std::nullopt;
  }

  int expand_narrower(const Node& node, int weight)
    requires Narrowable<G>
  {
    if (!narrower_) narrower_ = std::make_unique<NarrowerSearch<G>>(context_);
    typename G::Narrower::State state;
    narrower_->game.restrict_to(game_, node.state, state);
    return narrower_->search.expand(state, node.target, node.ply, weight, &node.key);
  }

  int query_second_phase(const State& s, int target, int ply)
    requires TwoPhased<G>
  {
    if (!second_) second_ = std::make_unique<SecondSearch<G>>(game_.second_phase(), context_);
    const int carried = game_.carried(s);
    return carried + second_->query(game_.second_state(s), target - carried, ply);
  }

  // The table's move needs no comparison with the others. Returns whether it decides the node.
  bool search_table_move(Node& node) {
    if (node.table_move == TableEntry::no_move) return false;
    auto& moves = node.frame.moves;
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const Move& m) {
      return game_.external_id(m.id) == node.table_move;
    });
    if (found == moves.end()) return false;
    const int id = found->id;
    *found = moves.back();
    moves.pop_back();
    play(node.state, id, node.target, node.frame.child);
    const int value = clipped(search(node.frame.child, node.target, node.ply + 1), node.target);
    node.raise(value);
    if (!node.good(value)) return false;
    node.entry.move = node.table_move;
    return true;
  }

  // Plays all moves, drops those that are refuted at once, and puts the best of the rest first.
  // Returns whether one of them decides the node.
  bool make_children(Node& node) {
    Frame& frame = node.frame;
    auto& children = frame.children;
    if (children.size() < frame.moves.size()) {
      children.resize(frame.moves.size());
      frame.keys.resize(frame.moves.size());
    }
    frame.order.clear();
    if constexpr (LooksUpChildren<G>) sort_by_history(frame, game_.side(node.state));
    for (const auto& m : frame.moves) {
      const int slot = static_cast<int>(frame.order.size());
      State& child = children[slot];
      play(node.state, m.id, node.target, child);
      int upper_estimate = node.optimistic({m.lower, m.upper});  // from the mover's point of view
      if (game_.over(child)) {
        upper_estimate = clipped(game_.value(child), node.target);
        if (node.good(upper_estimate)) return decide(node, m.id, upper_estimate);
      } else if (const auto guaranteed = estimate(node, child, slot, upper_estimate)) {
        return decide(node, m.id, clipped(*guaranteed, node.target));
      }
      if (!node.good(upper_estimate)) {
        node.raise(clipped(upper_estimate, node.target));
        continue;
      }
      const int middle = node.maximise ? m.lower + m.upper : -m.lower - m.upper;
      const int score = game_.move_score(node.state, m.id, child) + bounds_weight * middle;
      frame.order.push_back({score, m.id, static_cast<std::uint16_t>(slot)});
    }
    // The first child mostly decides the node. The others are sorted when it does not.
    auto& order = frame.order;
    if (!order.empty()) std::iter_swap(order.begin(), std::min_element(order.begin(), order.end()));
    return false;
  }

  // Tightens the mover's upper estimate of a child, by its own bounds or the replies, and the
  // table. Returns a value that the mover is certain of, if it decides the node.
  std::optional<int> estimate(const Node& node, const State& child, [[maybe_unused]] int slot,
                              int& upper_estimate) const {
    if constexpr (Bounding<G>) {
      const Bounds b = game_.bounds(child);
      if (node.good(node.guaranteed(b))) return node.guaranteed(b);
      upper_estimate = node.tightened(upper_estimate, b);
    } else {
      upper_estimate = game_.after_reply(child, upper_estimate);
    }
    if constexpr (LooksUpChildren<G>) {
      if (!node.good(upper_estimate)) return std::nullopt;
      Key& key = node.frame.keys[slot];
      key = game_.key(child);
      if (const auto entry = context_.table.find(key)) {
        const Bounds b = entry->bounds(game_.offset(child));
        if (node.good(node.guaranteed(b))) return node.guaranteed(b);
        upper_estimate = node.tightened(upper_estimate, b);
      }
    }
    return std::nullopt;
  }

  bool decide(Node& node, int id, int value) const {
    node.winner = id;
    node.entry.move = static_cast<std::uint16_t>(game_.external_id(id));
    node.best = value;
    return true;
  }

  // Every thread that comes here searches the first child, because it mostly decides the node. Then
  // each thread takes the children that no other is searching, and finally those that it has put
  // off.
  void search_children(Node& node) {
    BusyMoves* const busy = context_.busy;
    auto& order = node.frame.order;
    std::size_t put_off = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == 1) std::sort(order.begin() + 1, order.end());
      if (busy && i > 0 && busy->contains(BusyMoves::name(node.key, order[i].id))) {
        // Overwrites one that has been searched: the first is never put off.
        order[put_off] = order[i];
        ++put_off;
        continue;
      }
      const bool decided = busy ? search_busy_child(node, order[i]) : search_child(node, order[i]);
      if (decided) return;
    }
    if (put_off == 0) return;
    // By now another thread may have decided the node.
    if (const auto bound = look_up(node, &node.key)) {
      node.best = *bound;  // the table keeps the move that it has
      return;
    }
    for (std::size_t i = 0; i < put_off; ++i)
      if (search_busy_child(node, order[i])) return;
  }

  // The same as `search_child` beside other threads. Returns true, too, as soon as one of them has
  // decided the node.
  bool search_busy_child(Node& node, const Candidate& candidate) {
    const auto name = BusyMoves::name(node.key, candidate.id);
    std::optional<DecidedElsewhere> elsewhere;
    bool decided = true;
    context_.busy->begin(name);
    context_.open_nodes.push_back(&node);
    try {
      decided = search_child(node, candidate);
    } catch (const DecidedElsewhere& thrown) {
      elsewhere = thrown;
    }
    context_.open_nodes.pop_back();
    context_.busy->end(name);
    if (elsewhere && elsewhere->node != &node) throw *elsewhere;
    if (elsewhere) node.best = elsewhere->bound;  // the table keeps the move that it has
    return decided;
  }

  void leave_decided_node() {
    if (context_.counter.total() < context_.next_look_up) return;
    // So seldom that the look-ups cost next to nothing.
    context_.next_look_up = context_.counter.total() + 64;
    for (const OpenNode* const node : context_.open_nodes)
      if (const auto entry = context_.table.find(node->key))
        if (const auto bound = entry->bounds(node->offset).answer(node->target))
          throw DecidedElsewhere{node, *bound};
  }

  // Returns whether the child decides the node.
  bool search_child(Node& node, const Candidate& candidate) {
    const auto slot = candidate.slot;
    const Key* key = LooksUpChildren<G> ? &node.frame.keys[slot] : nullptr;
    [[maybe_unused]] int gain = 0;
    if constexpr (SharesReplies<G>) {
      if constexpr (G::replies_depend_on_gain) gain = game_.quick_gain(node.state, candidate.id);
      const int suggested = gain <= node.reply_to_gain ? node.reply : TableEntry::no_move;
      context_.reply_at(node.ply + 1) = {suggested};
    }
    const int value =
        clipped(search(node.frame.children[slot], node.target, node.ply + 1, key), node.target);
    node.raise(value);
    if constexpr (SharesReplies<G>) {
      const int refuter = context_.reply_at(node.ply + 1).winner;
      if (refuter != TableEntry::no_move) {
        node.reply = refuter;
        node.reply_to_gain = gain;
      }
    }
    if (!node.good(value)) return false;
    return decide(node, candidate.id, value);
  }

  // Remembers the result of a node.
  int finish(Node& node) {
    if constexpr (SharesReplies<G>)
      if (node.good(node.best)) context_.reply_at(node.ply).winner = node.entry.move;
    if constexpr (LooksUpChildren<G>)
      if (node.winner >= 0) update_history(node.frame, game_.side(node.state), node.winner);
    auto& bound = node.best >= node.target ? node.entry.lower : node.entry.upper;
    bound = static_cast<std::int16_t>(node.best - node.offset);
    node.entry.work =
        static_cast<std::uint8_t>(std::bit_width(context_.counter.total() - node.nodes_before));
    context_.table.store(node.key, node.entry);
    return node.best;
  }

  // Records that a move has decided a node in its mover's favour.
  void update_history(Frame& frame, int side, int id) {
    if (frame.killers[0] != id) frame.killers = {id, frame.killers[0]};
    auto& history = history_[side];
    if (static_cast<int>(history.size()) <= id) history.resize(id + 1);
    ++history[id];
    if (history[id] == std::numeric_limits<std::uint16_t>::max())
      for (auto& wins : history) wins /= 2;
  }

  // Killer moves first, then by history. Making a child is most of the work, and one is enough if
  // its bounds or the table answer.
  void sort_by_history(Frame& frame, int side) {
    auto& order = frame.order;  // not in use yet
    const auto& history = history_[side];
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const int id = frame.moves[i].id;
      int rank = id < static_cast<int>(history.size()) ? history[id] : 0;
      for (int k = 0; k < 2; ++k)
        if (id == frame.killers[k]) rank = (1 << 20) - k;
      order.push_back({rank, frame.moves[i].id, static_cast<std::uint16_t>(i)});
    }
    std::sort(order.begin(), order.end());
    frame.sorted.clear();
    for (const auto& o : order) frame.sorted.push_back(frame.moves[o.slot]);
    frame.moves.swap(frame.sorted);
    order.clear();
  }

  // If positions are reduced, making one is the work, so it counts as a node; otherwise a node is a
  // position searched.
  void play(const State& s, int id, int target, State& child) const {
    if constexpr (Reducing<G>) context_.counter.count();
    if constexpr (BoundsForQueries<G>)
      game_.play(s, id, target, child);
    else
      game_.play(s, id, child);
    if constexpr (Reducing<G>)
      if (!game_.over(child)) game_.reduce(child, target);
  }

  // A bound of a reduced position holds for the original position only as far as it answers the
  // query.
  static int clipped(int bound, int target) {
    if constexpr (Reducing<G>) return bound >= target ? target : target - 2;
    return bound;
  }

  // The searches that this one hands positions to, made when they are first used.
  template <class Wide>
  struct NarrowerSearch {};
  template <Narrowable Wide>
  struct NarrowerSearch<Wide> {
    explicit NarrowerSearch(SearchContext& context) : search(game, context) {}
    typename Wide::Narrower game;
    Search<typename Wide::Narrower> search;
  };
  template <class Whole>
  struct SecondSearch {};
  template <TwoPhased Whole>
  struct SecondSearch<Whole> : Search<typename Whole::Second> {
    using Search<typename Whole::Second>::Search;
  };

  // The weight of the middle of a move's bounds, in the order of moves.
  static constexpr int bounds_weight = 6;

  const G& game_;
  SearchContext& context_;
  std::deque<Frame> frames_;
  // By side and move: how often it has decided a node.
  std::array<std::vector<std::uint16_t>, 2> history_;
  std::unique_ptr<NarrowerSearch<G>> narrower_;
  std::unique_ptr<SecondSearch<G>> second_;
};

}  // namespace litslab
